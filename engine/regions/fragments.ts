/**
 * Line fragments and the blocks they form. A fragment is one detected box; a printed line may hold several.
 * Everything here is geometry on an upright, deskewed page, in page pixels.
 */
import { type Box, bottom, overlapX, overlapY, type Quad, right, unionOf } from '../base/geometry';
import { medianOf } from '../base/median';
import type { LayoutClass } from './layout';

export interface Fragment {
  readonly index: number;
  readonly quad: Quad;
  readonly box: Box;
  /** Height of the printed line (the quad's short side), not of its bounding box. */
  readonly height: number;
  /** What the layout model calls the place; fragments of different kinds are not joined. */
  readonly hint: LayoutClass | undefined;
}

/** Fragments of one printed line, left to right. */
export interface TextLine {
  readonly fragments: readonly Fragment[];
  readonly box: Box;
  readonly height: number;
  readonly hint: LayoutClass | undefined;
}

export function median(values: readonly number[]): number {
  return medianOf(values) ?? 0;
}

/** True when two boxes stand on one printed line. */
export function sameRow(a: { box: Box; height: number }, b: { box: Box; height: number }): boolean {
  const lower = Math.min(a.box.height, b.box.height);
  return (
    overlapY(a.box, b.box) > 0.55 * lower && Math.max(a.height, b.height) < 2.2 * Math.min(a.height, b.height)
  );
}

function lineFrom(fragments: readonly Fragment[]): TextLine {
  return {
    fragments,
    box: unionOf(fragments.map((fragment) => fragment.box)),
    height: median(fragments.map((fragment) => fragment.height)),
    hint: fragments[0]!.hint,
  };
}

/**
 * Joins fragments that the detector split within a printed line: on one row, closer than `reach` line heights,
 * all of one kind.
 */
export function joinFragments(
  fragments: readonly Fragment[],
  reach: number,
  apart: (left: Fragment, right: Fragment) => boolean = () => false,
): TextLine[] {
  const sorted = [...fragments].sort((a, b) => a.box.x - b.box.x);
  const lines: Fragment[][] = [];
  for (const fragment of sorted) {
    let best: Fragment[] | undefined;
    let bestGap = Infinity;
    for (const line of lines) {
      const last = line[line.length - 1]!;
      if (last.hint !== fragment.hint || !sameRow(last, fragment)) continue;
      const gap = fragment.box.x - right(last.box);
      const limit = reach * Math.min(last.height, fragment.height);
      if (gap < limit && gap > -limit * 2 && gap < bestGap && !apart(last, fragment)) {
        best = line;
        bestGap = gap;
      }
    }
    if (best) best.push(fragment);
    else lines.push([fragment]);
  }
  return lines.map(lineFrom).sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
}

/**
 * Tells which gaps are part of a gutter between columns set close together: the same gap in at least three rows
 * near each other, between pieces too long for cells. Gaps between words wander.
 */
function gutterTest(fragments: readonly Fragment[]): (left: Fragment, right: Fragment) => boolean {
  interface Gap {
    readonly left: Fragment;
    readonly right: Fragment;
    readonly from: number;
    readonly to: number;
    readonly wide: boolean;
  }
  const gaps: Gap[] = [];
  for (const left of fragments) {
    for (const next of fragments) {
      const from = right(left.box);
      const to = next.box.x;
      const height = Math.min(left.height, next.height);
      if (to - from < -0.2 * height || to - from > 3 * height) continue;
      if (next.box.x <= left.box.x || !sameRow(left, next)) continue;
      const wide = Math.min(left.box.width, next.box.width) >= 4 * height;
      gaps.push({ left, right: next, from, to: Math.max(to, from), wide });
    }
  }
  const aligned = (a: Gap, b: Gap, lines: number): boolean => {
    const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
    const near = Math.abs(a.left.box.y - b.left.box.y) < lines * a.left.height;
    return near && shared >= 0.5 * Math.min(a.to - a.from, b.to - b.from);
  };
  const between = gaps.filter(
    (gap) => gap.wide && gaps.filter((other) => other.wide && aligned(gap, other, 8)).length >= 3,
  );
  // A short last line beside the gutter is cut off by it too, though it shows no gutter by itself.
  const apart = gaps.filter((gap) => between.some((other) => aligned(gap, other, 15)));
  const gutters = new Set(apart.map((gap) => `${gap.left.index} ${gap.right.index}`));
  return (left, next) => gutters.has(`${left.index} ${next.index}`);
}

/** Gap within a printed line, in line heights, up to which fragments belong together. */
export const wordReach = 1.1;

/** Printed lines of running text: fragments joined over gaps between words, never over a gutter. */
export function joinWords(fragments: readonly Fragment[]): TextLine[] {
  return joinFragments(fragments, wordReach, gutterTest(fragments));
}

/** Whole rows, whatever the gaps in them and whatever the layout model calls their parts. */
export function joinRows(fragments: readonly Fragment[]): TextLine[] {
  return joinFragments(
    fragments.map((fragment) => ({ ...fragment, hint: undefined })),
    Infinity,
  );
}

/** Widest piece of a column of short pieces, in line heights: prices, page numbers, line numbers. */
const shortPiece = 5;

/**
 * Puts columns of short pieces back to the lines that they stand beside, as in price lists and tables of contents:
 * each of at least two pieces under one another, nearly all of them level with a line to their left (or right).
 */
export function attachShortColumns(lines: readonly TextLine[]): TextLine[] {
  const short = lines.filter((line) => line.box.width < shortPiece * line.height && line.hint === undefined);
  const columns: TextLine[][] = [];
  for (const line of short) {
    const column = columns.find((members) =>
      members.some(
        (other) => overlapX(other.box, line.box) > 0.5 * Math.min(other.box.width, line.box.width),
      ),
    );
    if (column) column.push(line);
    else columns.push([line]);
  }
  const taken = new Set<TextLine>();
  const partners = new Map<TextLine, TextLine[]>();
  const running = new Set(
    formBlocks(lines)
      .filter(isRunningText)
      .flatMap((block) => block.lines),
  );
  for (const column of columns.filter((members) => members.length >= 2 && standsAlone(members, lines))) {
    const others = lines.filter(
      (line) => !column.includes(line) && !taken.has(line) && !running.has(line) && line.hint === undefined,
    );
    const found = column.map((piece) => ({ piece, line: neighbourOf(piece, others) }));
    const level = found.filter((pair) => pair.line !== undefined);
    if (level.length < 2 || level.length < 0.75 * column.length) continue;
    for (const { piece, line } of level) {
      taken.add(piece);
      push(partners, line!, piece);
    }
  }
  return lines
    .filter((line) => !taken.has(line))
    .map((line) => {
      const pieces = partners.get(line);
      if (!pieces) return line;
      const fragments = [line, ...pieces].flatMap((part) => part.fragments);
      return lineFrom(fragments.sort((a, b) => a.box.x - b.box.x));
    });
}

/** No longer line stands among the pieces of the column: short lines of a text column are no column of prices. */
function standsAlone(column: readonly TextLine[], lines: readonly TextLine[]): boolean {
  const extent = unionOf(column.map((piece) => piece.box));
  return !lines.some(
    (line) =>
      !column.includes(line) &&
      overlapX(line.box, extent) > 0.3 * extent.width &&
      line.box.y > extent.y &&
      bottom(line.box) < bottom(extent),
  );
}

/** The line on the same row that is nearest at the left, or else at the right; longer than the piece itself. */
function neighbourOf(piece: TextLine, lines: readonly TextLine[]): TextLine | undefined {
  const level = lines.filter((line) => sameRow(line, piece) && line.box.width > piece.box.width);
  const left = level.filter((line) => right(line.box) <= piece.box.x + piece.height);
  if (left.length > 0) return left.reduce((a, b) => (right(a.box) > right(b.box) ? a : b));
  const after = level.filter((line) => line.box.x >= right(piece.box) - piece.height);
  return after.length > 0 ? after.reduce((a, b) => (a.box.x < b.box.x ? a : b)) : undefined;
}

/** A block: lines of one column that follow each other closely; becomes a region. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly box: Box;
  readonly height: number;
  readonly hint: LayoutClass | undefined;
}

function blockFrom(lines: readonly TextLine[]): TextBlock {
  return {
    lines,
    box: unionOf(lines.map((line) => line.box)),
    height: median(lines.map((line) => line.height)),
    hint: lines[0]!.hint,
  };
}

/** Four lines or more of which most reach from edge to edge. */
export function isRunningText(block: TextBlock): boolean {
  const full = block.lines.filter((line) => line.box.width > 0.85 * block.box.width).length;
  return block.lines.length >= 4 && block.box.width > 9 * block.height && full >= 0.6 * block.lines.length;
}

/** Largest distance between two lines of a block, in line heights. */
const closeGap = 0.75;
const heightRatio = 1.45;

function follows(upper: TextLine, lower: TextLine): boolean {
  if (upper.hint !== lower.hint) return false;
  const height = Math.min(upper.height, lower.height);
  const gap = lower.box.y - bottom(upper.box);
  if (gap > closeGap * height || gap < -0.7 * height) return false;
  if (Math.max(upper.height, lower.height) > heightRatio * height) return false;
  if (lower.box.y + lower.box.height / 2 <= upper.box.y + upper.box.height / 2) return false;
  const shared = overlapX(upper.box, lower.box);
  return shared > 0.4 * Math.min(upper.box.width, lower.box.width);
}

/**
 * Chains lines downwards where each is the only follower of the other: a wide line over two columns, or the reverse,
 * ends a block, so columns never run together.
 */
export function formBlocks(lines: readonly TextLine[]): TextBlock[] {
  const sorted = [...lines].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const below = new Map<TextLine, TextLine[]>();
  const above = new Map<TextLine, TextLine[]>();
  const reach = 3 * Math.max(...sorted.map((line) => line.box.height), 1);
  sorted.forEach((upper, index) => {
    for (let next = index + 1; next < sorted.length; next++) {
      const lower = sorted[next]!;
      if (lower.box.y > bottom(upper.box) + reach) break;
      if (!follows(upper, lower)) continue;
      // Only what is next: a line behind another one is not a second follower.
      if (below.get(upper)?.some((other) => overlapX(other.box, lower.box) > 0 && !sameRow(other, lower)))
        continue;
      push(below, upper, lower);
      push(above, lower, upper);
    }
  });
  const joined = new Set<TextLine>();
  const blocks: TextBlock[] = [];
  for (const start of sorted) {
    if (joined.has(start)) continue;
    const chain = [start];
    joined.add(start);
    for (let line = start; ; ) {
      const next = below.get(line);
      if (next?.length !== 1 || above.get(next[0]!)?.length !== 1 || joined.has(next[0]!)) break;
      line = next[0]!;
      chain.push(line);
      joined.add(line);
    }
    blocks.push(blockFrom(chain));
  }
  return blocks;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
