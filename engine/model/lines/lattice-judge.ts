/** Whether a grid of rules holds with the texts in it: they stand in its cells as they do where all rows and columns are ruled. */
import { type Box, bottom, centre, overlapY, right } from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { Raster } from '../../base/raster';
import { TableInk } from './aligned-ink';
import { countGreys, greyAt } from './lattice-greys';
import type { GridCell } from './table-grid';
import type { TableStructure } from './table-structure';

export type LatticeCell = Omit<GridCell, 'index'>;

// In heights of the usual line.
/** White between texts in one cell, beside and below each other: wrapped text has less. */
const widestGap = 0.8;
const highestGap = 0.7;
/** Cells with such gaps: more are not by chance. */
const mostWithGaps = 1;
/** Printed lines of a text that wrapped in all cells of its row. */
const mostWrapped = 3;
/** Grey levels between parts of a cell. */
const mostShade = 30;

const least = (values: readonly number[]): number => Math.min(...values);
const most = (values: readonly number[]): number => Math.max(...values);

export function isConvincing(
  cells: readonly LatticeCell[],
  page: Raster,
  lines: readonly Box[],
  unit: number,
  seen: TableStructure,
): boolean {
  const rows = most(cells.map(({ row, rowspan }) => row + rowspan));
  const columns = most(cells.map(({ column, colspan }) => column + colspan));
  if (rows < 2 || columns < 2) return false;
  const texts = cells.map(({ box }) => lines.filter((line) => holds(box, line)));
  if (texts.flat().length < lines.length) return false;
  const parted = cells.filter((_, at) => isParted(texts[at]!, unit));
  // What is merged although its texts stand apart has rules that are not seen.
  if (parted.length > mostWithGaps || parted.some(({ colspan }) => colspan > 1)) return false;
  if (parted.some((cell) => isDivided(cell.box, page, texts[cells.indexOf(cell)]!))) return false;
  const loose = cells.filter((_, at) => isLoose(texts[at]!, unit));
  if (loose.length > mostWithGaps || loose.some(({ rowspan }) => rowspan > 1)) return false;
  if (cells.some(({ box }) => isShadedInPart(page, box, unit))) return false;
  return Array.from({ length: rows }, (_, row) => row).every((row) => {
    const isOwn = (cell: LatticeCell): boolean => cell.row === row && cell.rowspan === 1;
    const own = texts.filter((text, index) => isOwn(cells[index]!) && text.length > 0);
    return !holdRows(own) || own.every((text) => text.length > 1 && isCell(text, lines, seen));
  });
}

/** Whether the network sees a cell of just these texts, few enough to be one that wrapped. */
function isCell(texts: readonly Box[], lines: readonly Box[], { cells }: TableStructure): boolean {
  if (texts.length > mostWrapped) return false;
  return cells.some(({ box }) => lines.every((line) => holds(box, line) === texts.includes(line)));
}

function holds(box: Box, line: Box): boolean {
  const { x, y } = centre(line);
  return x >= box.x && x < right(box) && y >= box.y && y < bottom(box);
}

/** Texts stand beside each other: a column is not ruled. */
function isParted(texts: readonly Box[], unit: number): boolean {
  return texts.some((one) =>
    texts.some((other) => other.x - right(one) > widestGap * unit && overlapY(one, other) > 0.5 * one.height),
  );
}

/** Whether an upright too short to be traced is drawn between two texts. */
function isDivided(box: Box, page: Raster, texts: readonly Box[]): boolean {
  const inset = 0.25 * box.height;
  const xs = TableInk.of(page, box).uprights(box.y + inset, bottom(box) - inset);
  return xs.some((x) => texts.some((text) => right(text) < x) && texts.some((text) => text.x > x));
}

/** Texts stand apart, one above the other: a row is not ruled. */
function isLoose(texts: readonly Box[], unit: number): boolean {
  const rows = rowsOf(texts);
  return rows.slice(1).some((row, index) => row.y - bottom(rows[index]!) > highestGap * unit);
}

/** Neighbours, each with its texts, hold several rows of a table that has no rules between them. */
function holdRows(cells: readonly (readonly Box[])[]): boolean {
  const counts = cells.map((texts) => rowsOf(texts).length);
  if (counts.length < 2) return false;
  if (least(counts) >= 2 || medianOf(counts)! >= 3) return true;
  // A row is as high as the longest text in it.
  if (apartIn(cells.flat()) > most(counts)) return true;
  if (counts.filter((count) => count >= 2).length < 2) return false;
  // Single lines beside wrapped text are all first, all last, or half-way.
  const rows = rowsOf(cells.flat());
  const single = cells.filter((_, index) => counts[index] === 1).map(([text]) => text!);
  const places = single.map((text) => rows.findIndex((row) => overlapY(row, text) > 0.8 * text.height));
  return !places.includes(-1) && new Set(places).size > 1;
}

/** Most texts that stand one below the other. */
function apartIn(texts: readonly Box[]): number {
  let count = 0;
  let end = -Infinity;
  for (const text of [...texts].sort((a, b) => bottom(a) - bottom(b))) {
    if (text.y < end - 0.3 * text.height) continue;
    count++;
    end = bottom(text);
  }
  return count;
}

/** The first text of each printed row, from the top down. */
function rowsOf(texts: readonly Box[]): Box[] {
  const rows: Box[] = [];
  for (const text of [...texts].sort((a, b) => centre(a).y - centre(b).y)) {
    const last = rows[rows.length - 1];
    if (!last || overlapY(last, text) < 0.5 * Math.min(last.height, text.height)) rows.push(text);
  }
  return rows;
}

/** Shade that ends within a cell ends where a row does. */
function isShadedInPart(page: Raster, { x, y, width, height }: Box, unit: number): boolean {
  const inset = 0.2 * unit;
  const count = Math.floor((height - 2 * inset) / (0.4 * unit));
  if (count < 2 || width < 3 * inset) return false;
  const band = (height - 2 * inset) / count;
  const greys = Array.from({ length: count }, (_, index) => {
    const part = { x: x + inset, y: y + inset + index * band, width: width - 2 * inset, height: band };
    return greyAt(countGreys(page, part, 2), 0.85);
  });
  return most(greys) - least(greys) > mostShade;
}
