/** Where each cell of a table lies; spans that overlap or reach out of the table are cut. */
import type { TableBlock, TableCell } from '../document';

export interface Slot {
  readonly cell: TableCell;
  /** Row and column of the cell's top left corner. */
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
}

export interface TableGrid {
  readonly columnCount: number;
  /** Per row one slot per column; undefined where a ragged row has no cell. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
}

export function layOutTable(table: TableBlock): TableGrid {
  const rows: (Slot | undefined)[][] = table.rows.map(() => []);
  table.rows.forEach((row, index) => {
    let column = 0;
    for (const cell of row.cells) {
      while (rows[index]?.[column] !== undefined) column++;
      let colspan = 1;
      while (colspan < cell.colspan && rows[index]?.[column + colspan] === undefined) colspan++;
      const rowspan = Math.max(1, Math.min(cell.rowspan, rows.length - index));
      const slot: Slot = { cell, row: index, column, colspan, rowspan };
      for (let down = 0; down < rowspan; down++) {
        for (let across = 0; across < colspan; across++) {
          const target = rows[index + down];
          if (target !== undefined) target[column + across] = slot;
        }
      }
      column += colspan;
    }
  });
  const columnCount = Math.max(1, ...rows.map((row) => row.length));
  return {
    columnCount,
    rows: rows.map((row) => Array.from({ length: columnCount }, (_, column) => row[column])),
  };
}
