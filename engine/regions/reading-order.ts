/**
 * Reading order of blocks on a page.
 *
 * The page is cut into bands at horizontal gaps; neighbouring bands that share a vertical gutter are one column band
 * and are read column by column; whatever spans the columns separates bands. Inside a column the same again. Rows of
 * aligned short pieces (forms, cards, tables without rules) are read row by row. What cannot be cut is sorted by
 * the relation "above, or left of with nothing between" (after Breuel, "High performance document layout analysis",
 * 2003).
 */
import { type Box, bottom, overlapX, overlapY, right, unionOf } from '../base/geometry';

export interface Orderable {
  readonly box: Box;
  /** Line height of its text. */
  readonly height: number;
  /** Boxes of its lines; one for a picture or table. */
  readonly lineBoxes: readonly Box[];
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

const maximumDepth = 40;

/** The blocks in reading order. */
export function readingOrder<Block extends Orderable>(blocks: readonly Block[], depth = 0): Block[] {
  if (blocks.length <= 1) return [...blocks];
  if (depth > maximumDepth) return topologicalOrder(blocks);
  const unit = unitOf(blocks);
  const bands = joinBands(cutBands(blocks, unit), unit);
  if (bands.length > 1) return bands.flatMap((band) => readingOrder(band, depth + 1));
  const columns = cutColumns(blocks, unit);
  if (columns.length > 1) return columns.flatMap((column) => readingOrder(column, depth + 1));
  const rows = cutBands(blocks, unit);
  if (rows.length > 1) return rows.flatMap((row) => readingOrder(row, depth + 1));
  return topologicalOrder(blocks);
}

/** Typical line height. */
function unitOf(blocks: readonly Orderable[]): number {
  const heights = blocks.flatMap((block) => block.lineBoxes.map(() => block.height)).sort((a, b) => a - b);
  return Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
}

/** Splits at horizontal gaps that cross all blocks; boxes may overlap a little. */
function cutBands<Block extends Orderable>(blocks: readonly Block[], unit: number): Block[][] {
  const slack = 0.2 * unit;
  const sorted = [...blocks].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const bands: Block[][] = [];
  let reach = -Infinity;
  for (const block of sorted) {
    const current = bands[bands.length - 1];
    if (!current || block.box.y + Math.min(slack, block.box.height / 4) >= reach) bands.push([block]);
    else current.push(block);
    reach = Math.max(reach, bottom(block.box) - Math.min(slack, block.box.height / 4));
  }
  return bands;
}

/** Vertical gaps inside the blocks' extent, at least half a line wide. */
function gutters(blocks: readonly Orderable[], unit: number): Interval[] {
  const slack = 0.15 * unit;
  const sorted = [...blocks].sort((a, b) => a.box.x - b.box.x);
  const found: Interval[] = [];
  let reach = -Infinity;
  for (const { box } of sorted) {
    const from = box.x + Math.min(slack, box.width / 4);
    if (reach > -Infinity && from - reach >= 0.5 * unit) found.push({ from: reach, to: from });
    reach = Math.max(reach, right(box) - Math.min(slack, box.width / 4));
  }
  return found;
}

function cutColumns<Block extends Orderable>(blocks: readonly Block[], unit: number): Block[][] {
  const cuts = gutters(blocks, unit).map(({ from, to }) => (from + to) / 2);
  const columns: Block[][] = Array.from({ length: cuts.length + 1 }, () => []);
  for (const block of blocks) {
    const middle = block.box.x + block.box.width / 2;
    let column = 0;
    while (column < cuts.length && middle > cuts[column]!) column++;
    columns[column]!.push(block);
  }
  return columns.filter((column) => column.length > 0);
}

/**
 * Puts neighbouring bands together where they are parts of the same columns. A band stays apart when it spans the
 * gutter, when it is a row of its own (aligned pieces), or when it sits between two stretches of columns.
 */
function joinBands<Block extends Orderable>(bands: readonly Block[][], unit: number): Block[][] {
  const groups: Block[][] = [];
  bands.forEach((band, index) => {
    const group = groups[groups.length - 1];
    if (group && continues(group, band, bands[index + 1], unit)) group.push(...band);
    else groups.push([...band]);
  });
  return groups;
}

function continues(
  group: readonly Orderable[],
  band: readonly Orderable[],
  next: readonly Orderable[] | undefined,
  unit: number,
): boolean {
  // What stands alone above columns is read before them, even at the right.
  if (cutColumns(group, unit).length < 2) return false;
  const together = [...group, ...band];
  const columns = cutColumns(together, unit);
  if (columns.length < 2) return false;
  if (isRowOfPieces(group, unit) || isRowOfPieces(band, unit)) {
    if (!columns.every((column) => runsAsText(column, unit))) return false;
  }
  const used = columns.filter((column) => column.some((block) => band.includes(block)));
  if (used.length === 1 && next) {
    // A line alone across the page, with columns before and after it: a heading between two column bands.
    const withNext = cutColumns([...together, ...next], unit);
    const others = columns.filter((column) => column !== used[0]);
    const resumes = others.some((column) =>
      next.some((block) => column.some((other) => overlapX(block.box, other.box) > 0.5 * block.box.width)),
    );
    const hole =
      unionOf(next.map((block) => block.box)).y - Math.max(...group.map((block) => bottom(block.box)));
    if (withNext.length >= 2 && resumes && hole > 2.2 * unit && lineCount(band) <= 2) return false;
    if (withNext.length < 2 && lineCount(band) <= 2 && isRowOfPieces(group, unit)) return false;
  }
  return !alignedCards(group, band, unit);
}

function lineCount(blocks: readonly Orderable[]): number {
  return blocks.reduce((sum, block) => sum + block.lineBoxes.length, 0);
}

/** Two or more single lines side by side, such as the parts of a form line. */
function isRowOfPieces(blocks: readonly Orderable[], unit: number): boolean {
  return (
    cutBands(blocks, unit).every((band) => band.every((block) => block.lineBoxes.length === 1)) &&
    blocks.length > 1
  );
}

/** True when the column reads as running text: some lines that fill most of its width. */
function runsAsText(column: readonly Orderable[], unit: number): boolean {
  const lines = column.flatMap((block) => block.lineBoxes);
  const width = unionOf(lines).width;
  const full = lines.filter((line) => line.width > 0.6 * width);
  return width > 6 * unit && lines.length >= 3 && full.length >= 3;
}

/**
 * Rows of cards: a clear gap, and on both sides of it pieces in several columns whose tops are level. Running text
 * in columns does not break level in all columns with a wide gap.
 */
function alignedCards(group: readonly Orderable[], band: readonly Orderable[], unit: number): boolean {
  const gap =
    Math.min(...band.map((block) => block.box.y)) - Math.max(...group.map((block) => bottom(block.box)));
  if (gap < 1.3 * unit) return false;
  const level = (blocks: readonly Orderable[]): boolean => {
    const columns = cutColumns(blocks, unit);
    if (columns.length < 2) return false;
    const tops = columns.map((column) => Math.min(...column.map((block) => block.box.y)));
    return Math.max(...tops) - Math.min(...tops) < 0.6 * unit;
  };
  return level(group) && level(band);
}

/** Order by the partial relation; ties and cycles fall back to top-down, left to right. */
export function topologicalOrder<Block extends Orderable>(blocks: readonly Block[]): Block[] {
  const rest = [...blocks].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const ordered: Block[] = [];
  while (rest.length > 0) {
    const free = rest.findIndex(
      (block) => !rest.some((other) => other !== block && before(other, block, rest)),
    );
    ordered.push(...rest.splice(Math.max(0, free), 1));
  }
  return ordered;
}

function before(a: Orderable, b: Orderable, all: readonly Orderable[]): boolean {
  if (overlapX(a.box, b.box) > 0.1 * Math.min(a.box.width, b.box.width)) {
    if (overlapY(a.box, b.box) > 0.5 * Math.min(a.box.height, b.box.height)) return a.box.x < b.box.x;
    return a.box.y < b.box.y;
  }
  if (right(a.box) > b.box.x + b.box.width / 2) return false;
  // Left of: unless something that spans both stands between them in height.
  const from = Math.min(bottom(a.box), bottom(b.box));
  const to = Math.max(a.box.y, b.box.y);
  return !all.some(
    (other) =>
      other !== a &&
      other !== b &&
      overlapX(other.box, a.box) > 0 &&
      overlapX(other.box, b.box) > 0 &&
      other.box.y + other.box.height / 2 > from &&
      other.box.y + other.box.height / 2 < to,
  );
}
