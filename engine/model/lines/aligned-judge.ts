/** How well a table's grid holds with where its texts stand. */
import { centre, right, unionOf } from '../../base/geometry';
import { medianOf } from '../../base/median';
import { continuation } from './aligned-rows';
import type { TableCell, TableLine, TableReading } from './table-html';

/**
 * Count of what no right grid has: texts in one cell that stand apart, values below each other in one cell, texts out
 * of the order of rows and columns, rows and columns without text.
 */
export function faultsOf({ rows }: Pick<TableReading, 'rows'>, apart: number, unit: number): number {
  const filled = rows.map((row) => row.filter(({ text }) => text.length > 0));
  const joined = filled.flat().reduce((sum, cell) => sum + joinedTexts(cell, apart, unit), 0);
  return joined + outOfOrder(filled, unit) + bareRowsAndColumns(rows);
}

function joinedTexts({ text }: TableCell, apart: number, unit: number): number {
  let count = 0;
  for (const row of text) {
    count += row.slice(1).filter(({ box, line }, index) => {
      const before = row[index]!;
      // Words of one line, which not every grid gets divided.
      const isOne = line !== undefined && line === before.line;
      return !isOne && box.x - right(before.box) > apart;
    }).length;
  }
  const column = { widest: Math.max(...text.flat().map(({ box }) => box.width)), isWordy: true };
  for (const [index, [lower]] of text.slice(1).entries()) {
    const [upper] = text[index]!;
    if (upper && lower && continuation(placeOf(upper), placeOf(lower), column, unit) <= -1.4) count++;
  }
  return count;
}

function placeOf({ box, text }: TableLine): { text: string; from: number; to: number } {
  return { text, from: box.x, to: right(box) };
}

function outOfOrder(rows: readonly (readonly TableCell[])[], unit: number): number {
  let count = 0;
  const lowest = new Map<number, number>();
  for (const row of rows) {
    const places = row.map((cell) => ({ cell, box: unionOf(cell.text.flat().map(({ box }) => box)) }));
    const single = places.filter(({ cell }) => cell.rowspan === 1);
    const reach = (single.some(({ cell }) => cell.text.length > 1) ? 2.4 : 0.8) * unit;
    const middle = medianOf(single.map(({ box }) => centre(box).y)) ?? 0;
    count += single.filter(({ box }) => Math.abs(centre(box).y - middle) > reach).length;
    for (const [index, { box }] of single.slice(1).entries()) {
      if (box.x < right(single[index]!.box) - 0.5 * unit) count++;
    }
    for (const { cell, box } of places) {
      if (cell.colspan > 1) continue;
      if (centre(box).y < (lowest.get(cell.column) ?? -Infinity) - 0.3 * unit) count++;
      lowest.set(cell.column, box.y + box.height);
    }
  }
  return count;
}

function bareRowsAndColumns(rows: readonly (readonly TableCell[])[]): number {
  const columns = Math.max(0, ...rows.flat().map(({ column, colspan }) => column + colspan));
  const rowHas = rows.map(() => false);
  const columnHas = new Array<boolean>(columns).fill(false);
  for (const { row, column, rowspan, colspan, text } of rows.flat()) {
    if (text.length === 0) continue;
    rowHas.fill(true, row, row + rowspan);
    // A name over several columns fills none of them, but a row right across is no sign either.
    if (colspan === 1 || row > 1) columnHas.fill(true, column, column + colspan);
  }
  return [...rowHas, ...columnHas].filter((has) => !has).length;
}
