/**
 * Tables that the layout model missed: runs of rows whose pieces are short and stand in the same columns.
 */
import { bottom, overlapX, unionOf } from '../base/geometry';
import {
  type Fragment,
  formBlocks,
  isRunningText,
  joinFragments,
  joinRows,
  joinWords,
  median,
  type TextLine,
  wordReach,
} from './fragments';

const leastRows = 3;
const leastColumns = 3;

/** Groups of fragments that form a grid of at least 3 × 3; each fragment is in at most one. */
export function findTabularAreas(fragments: readonly Fragment[]): Fragment[][] {
  if (fragments.length < leastRows * leastColumns) return [];
  const byIndex = new Map(fragments.map((fragment) => [fragment.index, fragment]));
  const rows = joinRows(withoutRunningText(fragments));
  const areas: Fragment[][] = [];
  let run: TextLine[] = [];
  const flush = (): void => {
    if (isGrid(run)) areas.push(run.flatMap((row) => row.fragments.map(({ index }) => byIndex.get(index)!)));
    run = [];
  };
  for (const row of rows) {
    const pieces = piecesOf(row);
    const last = run[run.length - 1];
    const near = last !== undefined && row.box.y - bottom(last.box) < 1.8 * Math.max(row.height, last.height);
    if (pieces.length >= 2 && (run.length === 0 || (near && sharesColumns(run, pieces)))) run.push(row);
    else {
      flush();
      if (pieces.length >= 2) run.push(row);
    }
  }
  flush();
  return areas;
}

/**
 * Fragments just above and below a table that stand in its columns: rows that the layout box cut off, such as the
 * line of column names. Returns those to be added.
 */
export function rowsThatBelong(inside: readonly Fragment[], free: readonly Fragment[]): Fragment[] {
  let table = joinRows(inside);
  if (table.length === 0) return [];
  const extent = unionOf(inside.map((fragment) => fragment.box));
  const beside = withoutRunningText(free).filter(({ box }) => overlapX(box, extent) > 0.5 * box.width);
  const candidates = joinRows(beside);
  const added: TextLine[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const row of candidates) {
      if (added.includes(row)) continue;
      const first = table[0]!;
      const last = table[table.length - 1]!;
      const above = row.box.y < first.box.y;
      const gap = above ? first.box.y - bottom(row.box) : row.box.y - bottom(last.box);
      const pieces = piecesOf(row);
      const neighbours = above ? table.slice(0, 3) : table.slice(-3);
      if (gap > 1.2 * row.height || gap < -0.7 * row.height || pieces.length < leastColumns) continue;
      if (!sharesColumns(neighbours, pieces)) continue;
      added.push(row);
      table = [...table, row].sort((a, b) => a.box.y - b.box.y);
      found = true;
    }
  }
  const indices = new Set(added.flatMap((row) => row.fragments.map((fragment) => fragment.index)));
  return free.filter((fragment) => indices.has(fragment.index));
}

/**
 * Whether what the layout model calls a table may be one: most of its rows have several pieces. A list of lines of
 * which some end in a price is text.
 */
export function looksTabular(inside: readonly Fragment[]): boolean {
  if (inside.length < 4) return false;
  const rows = joinRows(inside);
  const pieces = rows.map((row) => piecesOf(row).length);
  const several = pieces.filter((count) => count >= 2).length;
  const mean = pieces.reduce((sum, count) => sum + count, 0) / pieces.length;
  return rows.length >= 2 && (several >= 0.6 * rows.length || mean >= 1.8);
}

/** Parts of a row with a clear gap between them. */
function piecesOf(row: TextLine): TextLine[] {
  return joinFragments(row.fragments, wordReach);
}

/** Without the lines of running text: a column of text beside a table must not be taken for one of its columns. */
function withoutRunningText(fragments: readonly Fragment[]): Fragment[] {
  const running = new Set<number>();
  for (const block of formBlocks(joinWords(fragments))) {
    if (!isRunningText(block)) continue;
    for (const fragment of block.lines.flatMap((line) => line.fragments)) running.add(fragment.index);
  }
  return fragments.filter((fragment) => !running.has(fragment.index));
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
