/**
 * Table HTML of a model → rows and cells. The HTML is parsed by the standard's algorithm and then only read: text,
 * line breaks, a few inline marks. Everything else loses its tag and keeps its text; attributes other than spans are
 * ignored.
 */
import { type DefaultTreeAdapterTypes, parseFragment, defaultTreeAdapter as tree } from 'parse5';
import type { Inline, TableCell, TableRow } from '../document';
import { textInline, tidy } from './inlines';
import { parsesAsLatex } from './latex';
import { splitMath } from './math-delimiters';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface TableReading {
  readonly rows: readonly TableRow[];
  readonly ragged: boolean;
  /** Text outside the table, which a model should not give but may. */
  readonly stray: readonly Inline[];
}

/** No printed table has more columns; larger spans are faults of the model. */
const mostColumns = 200;

/** Tags inside each other beyond this give only their text. */
const deepest = 100;

export function readTableHtml(html: string): TableReading {
  const rows: { cells: TableCell[]; isEndOfSection: boolean }[] = [];
  const stray: Inline[] = [];
  const walk = (node: Node, depth: number): void => {
    if (depth > deepest) {
      stray.push(...textInline(textBelow(node)));
      return;
    }
    if (!isElement(node)) {
      if (tree.isTextNode(node)) stray.push(...textInline(node.value));
      return;
    }
    if (node.tagName === 'tr') {
      const isHead =
        node.parentNode !== null && 'tagName' in node.parentNode && node.parentNode.tagName === 'thead';
      const cells = node.childNodes
        .filter(isElement)
        .filter((child) => child.tagName === 'td' || child.tagName === 'th');
      rows.push({ cells: cells.map((cell) => readCell(cell, isHead)), isEndOfSection: false });
      return;
    }
    for (const child of node.childNodes) walk(child, depth + 1);
    if (['thead', 'tbody', 'tfoot'].includes(node.tagName)) {
      const last = rows[rows.length - 1];
      if (last !== undefined) last.isEndOfSection = true;
    }
  };
  for (const node of parseFragment(html).childNodes) walk(node, 0);
  return { ...fitSpans(rows), stray: tidy(stray) };
}

function readCell(cell: Element, isHead: boolean): TableCell {
  return {
    header: isHead || cell.tagName === 'th',
    colspan: readSpan(cell, 'colspan', mostColumns),
    // 0 = to the end of its section; cut to size below.
    rowspan: readSpan(cell, 'rowspan', 65_534, true),
    content: singleBreaks(tidy(readInline(cell.childNodes))),
  };
}

/** All text below a node, however deep it lies. */
function textBelow(node: Node): string {
  let text = '';
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (tree.isTextNode(next)) text += next.value;
    else if (isElement(next)) open.push(...[...next.childNodes].reverse());
  }
  return text;
}

/** Nested paragraphs each bring breaks of their own. */
function singleBreaks(content: readonly Inline[]): Inline[] {
  return content.filter((inline, index) => inline.kind !== 'break' || content[index - 1]?.kind !== 'break');
}

function readSpan(cell: Element, name: string, most: number, allowZero = false): number {
  const value = /^\s*(\d{1,9})/.exec(
    cell.attrs.find((attribute) => attribute.name === name)?.value ?? '',
  )?.[1];
  if (value === undefined) return 1;
  const span = Number(value);
  if (span === 0) return allowZero ? most : 1;
  return Math.min(span, most);
}

function readInline(nodes: readonly Node[], depth = 0): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (depth > deepest) return textInline(textBelow(node));
    if (tree.isTextNode(node)) {
      const segments = splitMath(node.value);
      return segments.map(
        (segment): Inline =>
          segment.kind === 'text' || segment.kind === 'code'
            ? { kind: 'text', text: segment.text }
            : parsesAsLatex(segment.latex)
              ? { kind: 'formula', latex: segment.latex }
              : { kind: 'text', text: `$${segment.latex}$` },
      );
    }
    if (!isElement(node)) return [];
    const children = readInline('content' in node ? node.content.childNodes : node.childNodes, depth + 1);
    switch (node.tagName) {
      case 'br':
        return [{ kind: 'break' }];
      case 'sup':
        return children.length === 0 ? [] : [{ kind: 'superscript', children }];
      case 'sub':
        return children.length === 0 ? [] : [{ kind: 'subscript', children }];
      case 'b':
      case 'strong':
        return children.length === 0 ? [] : [{ kind: 'strong', children }];
      case 'i':
      case 'em':
        return children.length === 0 ? [] : [{ kind: 'emphasis', children }];
      case 'p':
      case 'div':
      case 'li':
      case 'tr':
        return [{ kind: 'break' }, ...children, { kind: 'break' }];
      case 'td':
      case 'th':
        return [...children, { kind: 'text', text: ' ' }];
      default:
        return children;
    }
  });
}

/** Cuts rowspans at the end of their section and finds out whether all rows cover the same columns. */
function fitSpans(
  rows: readonly { readonly cells: readonly TableCell[]; readonly isEndOfSection: boolean }[],
): {
  rows: TableRow[];
  ragged: boolean;
} {
  const fitted: TableRow[] = [];
  const widths: number[] = [];
  /** Per column: how many further rows a cell from above covers. */
  let covered: number[] = [];
  rows.forEach(({ cells }, index) => {
    const below = rows.slice(index).findIndex((row) => row.isEndOfSection);
    const rowsLeft = below < 0 ? rows.length - index : below + 1;
    const next = covered.map((count) => Math.max(0, count - 1));
    let column = 0;
    const own = cells.map((cell) => {
      while ((covered[column] ?? 0) > 0) column++;
      const rowspan = Math.max(1, Math.min(cell.rowspan, rowsLeft));
      const colspan = Math.max(1, Math.min(cell.colspan, mostColumns - column));
      for (let offset = 0; offset < colspan; offset++) next[column + offset] = rowspan - 1;
      column += colspan;
      return { ...cell, rowspan, colspan };
    });
    const width = Math.max(
      column,
      covered.reduce((last, count, at) => (count > 0 ? at + 1 : last), 0),
    );
    widths.push(width);
    fitted.push({ cells: own });
    covered = [...next].map((count) => count ?? 0);
  });
  return { rows: fitted, ragged: new Set(widths).size > 1 };
}

function isElement(node: Node): node is Element {
  return tree.isElementNode(node);
}
