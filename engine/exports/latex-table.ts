/** Tables as longtable: they may break over pages; spans by multicolumn and multirow. */
import type { TableBlock, TableCell } from '../document';
import { headerRowCount } from './html-fragments';
import { layOutTable, type Slot } from './table-grid';

export function latexTable(
  table: TableBlock,
  caption: string | undefined,
  write: (cell: TableCell) => string,
): string {
  const { rows: grid, columnCount } = layOutTable(table);
  const width = `\\dimexpr(\\linewidth-${columnCount * 2}\\tabcolsep-${columnCount + 1}\\arrayrulewidth)/${columnCount}`;
  const headCount = headerRowCount(table);
  const lines = grid.map((row, index) => {
    const cells: string[] = [];
    for (let column = 0; column < columnCount; ) {
      const slot = row[column];
      const span = slot?.colspan ?? 1;
      cells.push(latexCell(slot, index, column, span, columnCount, write));
      column += span;
    }
    return `${cells.join(' & ')} \\\\ ${rules(grid, index, columnCount)}${index + 1 === headCount ? '\n\\endhead' : ''}`;
  });
  const head = caption === undefined ? '' : `\\caption*{${caption}}\\\\\n`;
  return `\\begin{longtable}{|*{${columnCount}}{p{${width}}|}}\n${head}\\hline\n${lines.join('\n')}\n\\end{longtable}`;
}

function latexCell(
  slot: Slot | undefined,
  row: number,
  column: number,
  span: number,
  columnCount: number,
  write: (cell: TableCell) => string,
): string {
  const isAnchor = slot !== undefined && slot.row === row && slot.column === column;
  let content = isAnchor ? write(slot.cell) : '';
  if (isAnchor && slot.cell.header && content !== '') content = `\\textbf{${content}}`;
  if (isAnchor && slot.rowspan > 1) content = `\\multirow{${slot.rowspan}}{=}{${content}}`;
  if (span === 1) return content;
  const left = column === 0 ? '|' : '';
  const inner = `\\dimexpr(\\linewidth-${columnCount * 2}\\tabcolsep-${columnCount + 1}\\arrayrulewidth)/${columnCount}*${span}+${(span - 1) * 2}\\tabcolsep+${span - 1}\\arrayrulewidth`;
  return `\\multicolumn{${span}}{${left}p{${inner}}|}{${content}}`;
}

/** Rules below a row, left out where a cell goes on. */
function rules(grid: readonly (readonly (Slot | undefined)[])[], row: number, columnCount: number): string {
  const isOpen = (column: number) => {
    const slot = grid[row]?.[column];
    return slot !== undefined && slot.row + slot.rowspan - 1 > row;
  };
  const parts: string[] = [];
  for (let column = 0; column < columnCount; column++) {
    if (isOpen(column)) continue;
    const start = column;
    while (column + 1 < columnCount && !isOpen(column + 1)) column++;
    if (start === 0 && column === columnCount - 1) return '\\hline';
    parts.push(`\\cline{${start + 1}-${column + 1}}`);
  }
  return parts.join('');
}
