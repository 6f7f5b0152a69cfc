/** Inline content and tables as HTML, for the HTML exporter and for tables within Markdown. Everything is escaped. */
import { assertNever } from '../base/errors';
import type { Inline, TableBlock } from '../document';
import { printable } from './printable';

/** What differs between the places where HTML is written. */
export interface InlineHtml {
  formula(latex: string): string;
  note(inline: Extract<Inline, { kind: 'note-reference' }>): string;
}

/** For text and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return printable(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}

export function inlineHtml(content: readonly Inline[], place: InlineHtml): string {
  return content.map((inline) => oneInline(inline, place)).join('');
}

function oneInline(inline: Inline, place: InlineHtml): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'strong':
      return `<strong>${inlineHtml(inline.children, place)}</strong>`;
    case 'emphasis':
      return `<em>${inlineHtml(inline.children, place)}</em>`;
    case 'superscript':
      return `<sup>${inlineHtml(inline.children, place)}</sup>`;
    case 'subscript':
      return `<sub>${inlineHtml(inline.children, place)}</sub>`;
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`;
    case 'formula':
      return place.formula(inline.latex);
    case 'break':
      return '<br>';
    case 'link': {
      const children = inlineHtml(inline.children, place);
      return isSafeUrl(inline.url) ? `<a href="${escapeHtml(inline.url)}">${children}</a>` : children;
    }
    case 'note-reference':
      return place.note(inline);
    default:
      return assertNever(inline);
  }
}

export function isSafeUrl(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url);
}

/** Header rows at the top go into thead; `lineBreak` parts rows (none inside Markdown's physical-line rule). */
export function tableHtml(
  table: TableBlock,
  place: InlineHtml,
  options: { readonly caption: boolean },
): string {
  const headCount = headerRowCount(table);
  const row = (index: number) => {
    const cells = (table.rows[index]?.cells ?? []).map((cell) => {
      const tag = cell.header ? 'th' : 'td';
      const spans =
        (cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '') +
        (cell.rowspan > 1 ? ` rowspan="${cell.rowspan}"` : '');
      return `<${tag}${spans}>${inlineHtml(cell.content, place)}</${tag}>`;
    });
    return `<tr>${cells.join('')}</tr>\n`;
  };
  const rows = table.rows.map((_, index) => row(index));
  const caption =
    options.caption && table.caption !== undefined
      ? `<caption>${inlineHtml(table.caption, place)}</caption>\n`
      : '';
  const head = headCount > 0 ? `<thead>\n${rows.slice(0, headCount).join('')}</thead>\n` : '';
  const body = headCount > 0 ? `<tbody>\n${rows.slice(headCount).join('')}</tbody>\n` : rows.join('');
  return `<table>\n${caption}${head}${body}</table>`;
}

/** Leading rows made of header cells only, as long as no cell reaches out of them. */
export function headerRowCount(table: TableBlock): number {
  let count = 0;
  for (const row of table.rows) {
    if (row.cells.length === 0 || !row.cells.every((cell) => cell.header)) break;
    count++;
  }
  if (count === table.rows.length) count = Math.min(count, Math.max(0, table.rows.length - 1));
  while (count > 0 && reachesOut(table, count)) count--;
  return count;
}

function reachesOut(table: TableBlock, count: number): boolean {
  return table.rows
    .slice(0, count)
    .some((row, index) => row.cells.some((cell) => index + cell.rowspan > count));
}
