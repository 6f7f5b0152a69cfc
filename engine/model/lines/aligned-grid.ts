/** What is known of an aligned table before its cells are. */
import { isBracketed, type Piece } from './aligned-pieces';
import { isFull, type LevelRule, type Uprights } from './aligned-rules';

export interface Grid {
  /** Height of the usual line. */
  readonly unit: number;
  /** x of the edges of the columns: one more than there are columns. */
  readonly edges: readonly number[];
  readonly pieces: readonly Piece[];
  readonly rules: readonly LevelRule[];
  /** y of each level. */
  readonly ys: readonly number[];
  /** Whether the ground changes right across below each level, as it does from row to row. */
  readonly shadeEnds: readonly boolean[];
  /** Of each cut between columns. */
  readonly uprights: readonly Uprights[];
}

/** A cell's place. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
}

/** Heights between which a row's texts stand. */
export interface RowPlace {
  readonly top: number;
  readonly bottom: number;
}

/** From one line of a text to the next, in heights of the usual line. */
const closeLines = 1.3;

/**
 * Whether what stands on one level is alone there, in the middle of the table, and as no text of its column stands: a
 * title over all columns.
 */
export function isTitle(grid: Grid, level: readonly Piece[]): boolean {
  const { unit, edges, pieces } = grid;
  const first = level[0];
  if (!first || edges.length < 3 || isBracketBelow(grid, first) || !isRuledOff(grid, first)) return false;
  const from = Math.min(...level.map((piece) => piece.from));
  const to = Math.max(...level.map((piece) => piece.to));
  const isOne = level.every((piece, at) => at === 0 || piece.from - level[at - 1]!.to < unit);
  const isWide = level.some((piece) => piece.first < piece.last);
  const inset = from - Math.min(...pieces.map((piece) => piece.from));
  const middle = (edges[0]! + edges[edges.length - 1]!) / 2;
  if (!isOne || inset <= (isWide ? 0.3 : 1) * unit) return false;
  if (Math.abs((from + to) / 2 - middle) >= 0.3 * unit && !areCentred(grid, from, to, first.y)) return false;
  if (isWide) return true;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.2 * unit;
  const column = pieces.filter((piece) => piece.first === first.first && piece.level !== first.level);
  if (isAmongNumbers(first, column)) return false;
  // Numbers say nothing of where a word would stand.
  if (hasLetters(first) && column.filter(hasLetters).length < 0.2 * column.length) return true;
  // One that stands so may be by chance.
  const least = Math.max(1, 0.5 * column.length);
  return [
    (piece: Piece) => near(piece.from, from),
    (piece: Piece) => near(piece.to, to),
    (piece: Piece) => near(piece.from + piece.to, from + to),
  ].every((isLike) => column.filter(isLike).length < least);
}

/** Whether a text in brackets goes on from the one above it. */
function isBracketBelow({ unit, pieces }: Grid, own: Piece): boolean {
  const { first, y } = own;
  const isClose = (upper: Piece): boolean => upper.y < y && y - upper.y < closeLines * unit;
  return isBracketed(own) && pieces.some((piece) => piece.first === first && isClose(piece));
}

/** Where rules part nearly all rows: whether one does from the level above. */
function isRuledOff({ rules, ys }: Grid, { level, y }: Piece): boolean {
  const full = rules.filter(isFull);
  const isParted = (lower: number): boolean =>
    full.some((rule) => rule.y > ys[lower - 1]! && rule.y < ys[lower]!);
  const parted = ys.filter((_, lower) => lower > 0 && isParted(lower)).length;
  return (
    level === 0 ||
    parted < 2 * (ys.length - 1 - parted) ||
    full.some((rule) => rule.y < y && rule.y > ys[level - 1]!)
  );
}

/**
 * Whether other texts alone on their levels stand on the same middle, but begin elsewhere, and none with others does.
 * Lines of one text do so too.
 */
function areCentred({ unit, pieces }: Grid, from: number, to: number, y: number): boolean {
  const like = pieces.filter((piece) => Math.abs(piece.from + piece.to - from - to) < 0.3 * unit);
  const isAlone = ({ level }: Piece): boolean => pieces.filter((piece) => piece.level === level).length === 1;
  const isOther = (piece: Piece): boolean =>
    Math.abs(piece.from - from) > 0.2 * unit && Math.abs(piece.y - y) > closeLines * unit;
  return like.every(isAlone) && like.some(isOther);
}

const hasLetters = ({ text }: Piece): boolean => /\p{L}/u.test(text);

/** A number in a column of numbers is one of them, however it stands. */
export function isAmongNumbers(piece: Piece, column: readonly Piece[]): boolean {
  return !hasLetters(piece) && column.filter(hasLetters).length < 0.5 * column.length;
}

export function rowPlace(pieces: readonly Piece[]): RowPlace {
  return {
    top: Math.min(...pieces.map(({ top }) => top)),
    bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
  };
}

/** Columns next to each other. */
export interface Group {
  readonly first: number;
  readonly last: number;
}

/** A text that begins before its column runs over a missing rule. */
function runsOverRule({ edges, unit }: Grid, { first, from }: Piece): boolean {
  return from < edges[first]! - 0.2 * unit;
}

/**
 * Whether the uprights of a table tell which texts of the levels `start` … `end` - 1 are of one cell: not where texts
 * stand side by side without any between them, as on a ground of which rules don't stand out.
 */
export function isRuledOn(grid: Grid, start: number, end: number): boolean {
  const { uprights, pieces } = grid;
  if (!uprights.some(({ isRuled }) => isRuled)) return false;
  let seen = 0;
  for (let level = start; level < end; level++) {
    const own = pieces.filter((piece) => piece.level === level);
    for (const [index, piece] of own.slice(1).entries()) {
      if (runsOverRule(grid, piece)) continue;
      const between = uprights.slice(own[index]!.last, piece.first);
      if (between.some(({ isRuled }) => isRuled))
        seen += between.some(({ isRuled, merged }) => isRuled && !merged[level]) ? 1 : -1;
    }
  }
  return seen >= 0;
}

/** From text to text where they are not of one cell, in heights of the usual line. */
const apart = 0.6;

/** In a table ruled between its columns: those that neither rules nor texts divide on the levels `start` … `end` - 1. */
export function mergedColumns(grid: Grid, start: number, end: number): Group[] {
  const { uprights, pieces, unit } = grid;
  const own = pieces.filter(({ level }) => level >= start && level < end);
  const groups: { first: number; last: number }[] = [{ first: 0, last: 0 }];
  for (const [cut, { isRuled, merged }] of uprights.entries()) {
    const open = merged.slice(start, end).filter(Boolean).length > (end - start) / 2;
    const isCrossed = (): boolean => own.some(({ first, last }) => first <= cut && last > cut);
    const isDivided = (): boolean =>
      own.some(({ level, last, to }) => {
        const isBeside = (next: Piece): boolean =>
          next.level === level &&
          next.first === cut + 1 &&
          next.from - to > apart * unit &&
          !runsOverRule(grid, next);
        return last === cut && own.some(isBeside);
      });
    if (isRuled ? open && !isDivided() : isCrossed()) groups[groups.length - 1]!.last = cut + 1;
    else groups.push({ first: cut + 1, last: cut + 1 });
  }
  return groups;
}
