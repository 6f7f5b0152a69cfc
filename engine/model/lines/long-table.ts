/**
 * Tables with more cells than the structure network can say in one output: they are cut between rows, each part is
 * read for itself, and the rows are put together again.
 */
import { type Box, bottom } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import type { Session } from '../../runtime';
import { readTableStructure, type TableStructure } from './table-structure';

/** Rows of print in a part; fewer are not cut any further. */
const leastBands = 6;

/** `lines`: boxes of the text in the table, page pixels. */
export async function readStructure(
  session: Session,
  page: Raster,
  box: Box,
  lines: readonly Box[],
): Promise<TableStructure> {
  const whole = await readTableStructure(session, page, box);
  if (whole.complete) return whole;
  const cut = cutOf(bandsOf(lines.filter((line) => line.y < bottom(box) && bottom(line) > box.y)));
  if (cut === undefined) return whole;
  const upper = { ...box, height: cut - box.y };
  const lower = { ...box, y: cut, height: bottom(box) - cut };
  const first = await readStructure(session, page, upper, lines);
  const rest = await readStructure(session, page, lower, lines);
  return joined(first, rest);
}

function joined(first: TableStructure, rest: TableStructure): TableStructure {
  const below = rest.cells.map((cell) => ({ ...cell, row: cell.row + first.rows, header: false }));
  const rows = first.rows + rest.rows;
  const confidence = (first.confidence * first.rows + rest.confidence * rest.rows) / Math.max(1, rows);
  return {
    cells: [...first.cells, ...below],
    rows,
    confidence,
    complete: first.complete && rest.complete,
  };
}

interface Band {
  readonly top: number;
  bottom: number;
}

/** Rows of print, from the top down: where boxes overlap by less than a third of a line there is a gap. */
function bandsOf(lines: readonly Box[]): Band[] {
  const bands: Band[] = [];
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    const last = bands[bands.length - 1];
    if (last && line.y < last.bottom - line.height / 3) last.bottom = Math.max(last.bottom, bottom(line));
    else bands.push({ top: line.y, bottom: bottom(line) });
  }
  return bands;
}

/** The middle of the widest gap in the middle third; none where there are too few rows to cut. */
function cutOf(bands: readonly Band[]): number | undefined {
  if (bands.length < 2 * leastBands) return undefined;
  const from = Math.floor(bands.length / 3);
  const gaps = bands.slice(from, bands.length - from).map(({ top }, index) => {
    const above = bands[from + index - 1]!.bottom;
    return { size: top - above, middle: (above + top) / 2 };
  });
  return gaps.reduce((widest, gap) => (gap.size > widest.size ? gap : widest)).middle;
}
