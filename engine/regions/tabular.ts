/**
 * Tables that the layout model missed: runs of rows whose pieces are short and stand in the same columns.
 */
import { bottom, overlapX } from '../base/geometry';
import { type Fragment, joinFragments, median, type TextLine } from './fragments';

const leastRows = 3;
const leastColumns = 3;

/** Groups of fragments that form a grid of at least 3 × 3; each fragment is in at most one. */
export function findTabularAreas(fragments: readonly Fragment[]): Fragment[][] {
  if (fragments.length < leastRows * leastColumns) return [];
  const free = fragments.map((fragment) => ({ ...fragment, hint: undefined }));
  const rows = joinFragments(free, 1000);
  const areas: Fragment[][] = [];
  let run: TextLine[] = [];
  const flush = (): void => {
    if (isGrid(run))
      areas.push(
        run.flatMap((row) =>
          row.fragments.map((fragment) => fragments.find(({ index }) => index === fragment.index)!),
        ),
      );
    run = [];
  };
  for (const row of rows) {
    const pieces = piecesOf(row);
    const last = run[run.length - 1];
    const near = last !== undefined && row.box.y - bottom(last.box) < 1.8 * Math.max(row.height, last.height);
    if (pieces.length >= leastColumns && (run.length === 0 || (near && sharesColumns(run, pieces))))
      run.push(row);
    else {
      flush();
      if (pieces.length >= leastColumns) run.push(row);
    }
  }
  flush();
  return areas;
}

/** Parts of a row with a clear gap between them. */
function piecesOf(row: TextLine): TextLine[] {
  return joinFragments(row.fragments, 1.1);
}

/** Most pieces stand above or below exactly one piece of an earlier row. */
function sharesColumns(run: readonly TextLine[], pieces: readonly TextLine[]): boolean {
  const columns = run.slice(-3).flatMap((row) => piecesOf(row));
  const fitting = pieces.filter((piece) =>
    columns.some(
      (other) => overlapX(piece.box, other.box) > 0.3 * Math.min(piece.box.width, other.box.width),
    ),
  );
  return fitting.length >= pieces.length * 0.6;
}

function isGrid(run: readonly TextLine[]): boolean {
  if (run.length < leastRows) return false;
  const pieces = run.map(piecesOf);
  // Three columns of running text have long pieces; cells are short.
  const widths = pieces.flat().map((piece) => piece.box.width / Math.max(1, piece.height));
  return (
    median(pieces.map((list) => list.length)) >= leastColumns &&
    median(widths) < 9 &&
    !fillsColumns(pieces.flat())
  );
}

/** Running text set in narrow columns: most pieces reach from edge to edge of their column. */
function fillsColumns(pieces: readonly TextLine[]): boolean {
  const full = pieces.filter((piece) => {
    const widest = Math.max(
      ...pieces
        .filter((other) => overlapX(piece.box, other.box) > 0.5 * piece.box.width)
        .map((other) => other.box.width),
    );
    return piece.box.width > 0.88 * widest;
  });
  return full.length > 0.7 * pieces.length;
}
