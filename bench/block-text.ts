/** What the scorers need of an engine's blocks: tables as HTML, formulas as LaTeX. */
import type { Block, Inline, TableBlock } from '../engine/document';

export function tablesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? [tableHtml(block)] : []));
}

export function formulasOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'formula' ? [block.latex] : []));
}

/** Without the caption, which table scores leave out. */
export function tableHtml(table: TableBlock): string {
  const rows = table.rows.map(
    ({ cells }) =>
      `<tr>${cells
        .map(({ colspan, rowspan, content }) => {
          const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ''}${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}`;
          return `<td${spans}>${escapeHtml(plainText(content))}</td>`;
        })
        .join('')}</tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

export function plainText(content: readonly Inline[]): string {
  return content
    .map((part) => {
      switch (part.kind) {
        case 'text':
        case 'code':
          return part.text;
        case 'formula':
          return `$${part.latex}$`;
        case 'break':
          return ' ';
        case 'note-reference':
          return part.mark;
        default:
          return plainText(part.children);
      }
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
}
