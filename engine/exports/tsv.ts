/** Tables as rows of tab-separated cells, as spreadsheets take them from the clipboard. Without a table, the text. */
import { type TableBlock, textOf } from '../document';
import { layOutTable } from './table-grid';
import { textExporter } from './text';
import type { Exporter } from './types';

export const tsvExporter: Exporter = {
  id: 'tsv',
  name: 'Table rows (TSV)',
  extension: 'tsv',
  mediaType: 'text/tab-separated-values',
  async export(input) {
    const tables = input.blocks.filter((block): block is TableBlock => block.kind === 'table');
    if (tables.length === 0) return textExporter.export(input);
    const text = tables.map(rowsOf).join('\n');
    return { bytes: Buffer.from(text, 'utf8'), assets: [], warnings: [] };
  },
};

/** A cell over several places stands in the first; the others are empty. */
function rowsOf(table: TableBlock): string {
  return layOutTable(table)
    .rows.map((slots, row) => {
      const cells = slots.map((slot, column) =>
        slot && slot.row === row && slot.column === column ? quoted(textOf(slot.cell.content)) : '',
      );
      return `${cells.join('\t')}\n`;
    })
    .join('');
}

/** Spreadsheets read quotes as they do in CSV. */
function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
