/** Lines of text to a table and back, for regions that were read as the other. Pure. */
import { placeCells } from './table-grid';
import { parseTable, serialiseTable } from './table-html';

/** Tabs part cells, else bars, else wide spaces. */
export function tableOfLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const between = lines.some((line) => line.includes('\t'))
    ? /\t/
    : lines.some((line) => line.includes('|'))
      ? /\|/
      : /\s{2,}/;
  const rows = lines.map((line) =>
    line
      .replace(/^\s*\||\|\s*$/g, '')
      .split(between)
      .map((cell) => ({ rowspan: 1, colspan: 1, header: false, text: cell.trim() })),
  );
  return serialiseTable(placeCells(rows));
}

/** One line for each row, cells parted by tabs. */
export function linesOfTable(html: string): string {
  const grid = parseTable(html);
  return Array.from({ length: grid.rows }, (_, row) =>
    grid.cells
      .filter((cell) => cell.row === row)
      .map((cell) => cell.text.replace(/<\/?(?:sup|sub|b|i|strong|em)>/g, '').replace(/\s+/g, ' '))
      .join('\t'),
  ).join('\n');
}
