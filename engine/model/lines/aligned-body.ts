/** Cells of the rows below the header. */
import {
  type Cell,
  type Grid,
  isAmongNumbers,
  isRuledOn,
  isTitle,
  mergedColumns,
  type RowPlace,
  rowPlace,
} from './aligned-grid';
import type { TableInk } from './aligned-ink';
import type { Piece } from './aligned-pieces';
import { stubSpans } from './aligned-stub';

/** `starts`: first level of each row; `offset`: rows of the header. */
export function bodyRows(
  grid: Grid,
  starts: readonly number[],
  offset: number,
  ink: TableInk,
): { readonly cells: readonly Cell[]; readonly rows: readonly RowPlace[] } {
  const { edges, pieces, ys } = grid;
  const columns = edges.length - 1;
  const ends = starts.map((_, index) => starts[index + 1] ?? ys.length);
  const rows = starts.map((start, index) =>
    pieces.filter(({ level }) => level >= start && level < ends[index]!),
  );
  const merged = rows.map((row, index) => {
    if (isRuledOn(grid, starts[index]!, ends[index]!))
      return mergedColumns(grid, starts[index]!, ends[index]!);
    const isOne = row.every(({ level }) => level === row[0]!.level);
    const wide =
      (isOne && isTitle(grid, row)) || isTitleRow(grid, row, rows) ? columns - 1 : totalName(grid, row, rows);
    const singles = Array.from({ length: columns }, (_, column) => ({ first: column, last: column }));
    return wide > 0 ? [{ first: 0, last: wide }, ...singles.slice(wide + 1)] : singles;
  });
  const spans = stubSpans(
    grid,
    ink,
    rows,
    merged.map(([first]) => first!.last > 0),
  );
  const cells = rows.flatMap((_, index) =>
    merged[index]!.flatMap(({ first, last }): Cell[] => {
      const rowspan = first === 0 && last === 0 ? spans[index]! : 1;
      if (rowspan === 0) return [];
      return [{ row: offset + index, column: first, colspan: last - first + 1, rowspan }];
    }),
  );
  return { cells, rows: rows.map(rowPlace) };
}

/** A text alone in its row, in the middle of the table. */
function isTitleRow(
  { unit, edges, pieces }: Grid,
  row: readonly Piece[],
  rows: readonly (readonly Piece[])[],
): boolean {
  const left = Math.min(...pieces.map((piece) => piece.from));
  const middleOf = (all: readonly Piece[]): number => (left + Math.max(...all.map((piece) => piece.to))) / 2;
  const from = Math.min(...row.map((piece) => piece.from));
  const to = Math.max(...row.map((piece) => piece.to));
  const isLone = edges.length > 2 && new Set(row.map(({ level }) => level)).size === row.length;
  const isWide = row.some(({ first, last }) => last > first);
  const isUnlabelled = areLabelled(rows) && from > left + 2 * unit;
  const isCentred = [pieces, rows.flat()].some(
    (all) => Math.abs((from + to) / 2 - middleOf(all)) < 0.6 * unit,
  );
  const text = row[0]!;
  const column = pieces.filter(({ first, level }) => first === text.first && level !== text.level);
  const isNumber = isAmongNumbers(text, column);
  return isLone && isCentred && from > left + unit && (isWide || (isUnlabelled && !isNumber));
}

/** Whether nearly all rows begin with a label. */
function areLabelled(rows: readonly (readonly Piece[])[]): boolean {
  const labelled = rows.filter((row) => row.some(({ first }) => first === 0)).length;
  return labelled >= 0.75 * (rows.length - 1);
}

/** The last column that the name of a total spans, which stands at the right of its cells; 0 if there is none. */
function totalName({ unit }: Grid, row: readonly Piece[], rows: readonly (readonly Piece[])[]): number {
  const index = rows.indexOf(row);
  const name = row.reduce((a, b) => (b.first < a.first ? b : a));
  const others = rows.flat().filter(({ first, level }) => first === name.first && level !== name.level);
  // It ends on the line of the cells, or in their middle; what begins on theirs is one of them.
  const begun = others.filter(({ from }) => Math.abs(from - name.from) < 0.2 * unit);
  if (begun.length > 0.6 * others.length && others.length > 2) return 0;
  const isAmongValues = others.filter(({ text }) => /\d/u.test(text)).length > 0.6 * others.length;
  // A word that is a value elsewhere is one here.
  const values = rows.slice(0, -2).flat();
  if (values.some(({ first, text }) => first === name.first && text === name.text)) return 0;
  if (index === 0 || index < rows.length - 2 || !(areLabelled(rows) || isAmongValues)) return 0;
  return name.first < 3 && /^\P{N}*\p{L}{3}\P{N}*$/u.test(name.text) ? name.last : 0;
}
