/** Table HTML of a region to a grid and back. Only cells, spans, header cells and a few inline marks are taken over. */
import { type DefaultTreeAdapterTypes, parseFragment, defaultTreeAdapter as tree } from 'parse5';
import { type GridCell, placeCells, type TableGrid } from './table-grid';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const mostSpan = 200;
const deepest = 100;
const marks: ReadonlySet<string> = new Set(['sup', 'sub', 'b', 'i', 'strong', 'em']);
const ownLine: ReadonlySet<string> = new Set(['p', 'div', 'li']);

/** `keepsDoubts`: doubtful words, marked by `mark`, stay marked; such a text is for showing only. */
export function parseTable(html: string, keepsDoubts = false): TableGrid {
  const kept = keepsDoubts ? new Set([...marks, 'mark']) : marks;
  const rows: Omit<GridCell, 'row' | 'column'>[][] = [];
  const walk = (node: Node, inHead: boolean, depth: number): void => {
    if (depth > deepest || !tree.isElementNode(node)) return;
    if (node.tagName === 'tr') {
      rows.push(
        node.childNodes.flatMap((child) =>
          tree.isElementNode(child) && (child.tagName === 'td' || child.tagName === 'th')
            ? [
                {
                  rowspan: span(child, 'rowspan'),
                  colspan: span(child, 'colspan'),
                  header: inHead || child.tagName === 'th',
                  text: textOf(child.childNodes, kept, 0)
                    .replace(/\n{2,}/g, '\n')
                    .trim(),
                },
              ]
            : [],
        ),
      );
      return;
    }
    for (const child of node.childNodes) walk(child, inHead || node.tagName === 'thead', depth + 1);
  };
  for (const node of parseFragment(html).childNodes) walk(node, false, 0);
  return placeCells(rows);
}

function textOf(nodes: readonly Node[], kept: ReadonlySet<string>, depth: number): string {
  return nodes
    .map((node): string => {
      if (tree.isTextNode(node)) return node.value.replace(/[\t\n\r ]+/g, ' ');
      if (!tree.isElementNode(node) || depth > deepest) return '';
      if (node.tagName === 'br') return '\n';
      const inner = textOf(node.childNodes, kept, depth + 1);
      if (ownLine.has(node.tagName)) return `\n${inner}\n`;
      return kept.has(node.tagName) && inner !== '' ? `<${node.tagName}>${inner}</${node.tagName}>` : inner;
    })
    .join('');
}

function span(cell: Element, name: string): number {
  const value = Number.parseInt(cell.attrs.find((attribute) => attribute.name === name)?.value ?? '1', 10);
  return Number.isFinite(value) && value > 0 ? Math.min(value, mostSpan) : 1;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

export function serialiseTable(grid: TableGrid): string {
  const rows = Array.from({ length: grid.rows }, (_, row) => {
    const cells = grid.cells.filter((cell) => cell.row === row).map(cellHtml);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function cellHtml({ rowspan, colspan, header, text }: GridCell): string {
  const tag = header ? 'th' : 'td';
  const spans = (rowspan > 1 ? ` rowspan="${rowspan}"` : '') + (colspan > 1 ? ` colspan="${colspan}"` : '');
  const inner = cellParts(text).map(partHtml).join('');
  return `<${tag}${spans}>${inner}</${tag}>`;
}

export type CellPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sup' | 'sub' | 'b' | 'i' | 'mark'; readonly children: readonly CellPart[] };

const kinds = { sup: 'sup', sub: 'sub', b: 'b', strong: 'b', i: 'i', em: 'i', mark: 'mark' } as const;

/** A cell's text with its marks found: tags that are closed again in the same cell. Everything else is literal. */
export function cellParts(text: string, depth = 0): readonly CellPart[] {
  const open = /<(sup|sub|b|i|strong|em|mark)>/.exec(text);
  const name = open?.[1];
  if (!open || name === undefined || depth > 20) return text === '' ? [] : [{ kind: 'text', text }];
  const start = open.index + open[0].length;
  const end = closing(text, name, start);
  if (end < 0) {
    const rest = cellParts(text.slice(start), depth + 1);
    return joined([{ kind: 'text', text: text.slice(0, start) }, ...rest]);
  }
  const kind = kinds[name as keyof typeof kinds]; // the names in the expression above
  return [
    ...(open.index > 0 ? [{ kind: 'text' as const, text: text.slice(0, open.index) }] : []),
    { kind, children: cellParts(text.slice(start, end), depth + 1) },
    ...cellParts(text.slice(end + name.length + 3), depth),
  ];
}

function joined(parts: readonly CellPart[]): readonly CellPart[] {
  const [first, second, ...rest] = parts;
  if (first?.kind !== 'text' || second?.kind !== 'text') return parts;
  return [{ kind: 'text', text: first.text + second.text }, ...rest];
}

/** Where the tag that opened before `from` is closed; -1 when it is not. */
function closing(text: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${name}>`, 'g');
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return tag.index;
  }
  return -1;
}

function partHtml(part: CellPart): string {
  if (part.kind === 'text') return escaped(part.text).replace(/\n/g, '<br>');
  return `<${part.kind}>${part.children.map(partHtml).join('')}</${part.kind}>`;
}
