/** The runs of a table's print by column. */
import { bottom } from '../../base/geometry';
import type { Extent } from './aligned-ink';
import type { UprightRule } from './aligned-rules';
import { blanksOf, type Print, piecesOf, type Run } from './aligned-text';
import type { TableLine } from './table-html';

/** White around a rule, in heights of the usual line. */
const leastRuled = 0.1;
/** From a cut to the white where columns meet; in heights of the usual line. */
const near = 0.25;
/** Cuts of which no text has a blank at each by chance. */
const fewNames = 3;
/** How exactly the texts of a column begin on a line, in heights of the usual line. */
const exactness = 0.15;

/** Whether a text begins with a bracket: then it often goes on from the one above. */
export const isBracketed = ({ text }: Pick<Piece, 'text'>): boolean => /^[([]/u.test(text);

/** What stands in one column, or over several, on one level. */
export interface Piece extends Extent {
  readonly level: number;
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  /** Columns that it reaches into. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly lines: readonly TableLine[];
}

export function placePieces(print: Print, cuts: readonly number[], drawn: readonly UprightRule[]): Piece[] {
  const { unit } = print;
  const gapAt = gapFinder(print, cuts, drawn);
  return print.levels.flatMap(({ y, runs }, level) => {
    return withoutClashes(
      runs
        .flatMap((run) => dividedAt(run, cuts, (x) => gapAt(x, run, level)))
        .map(({ lines, from, to }): Piece => {
          const inside = cuts.filter((x) => x > from + 0.2 * unit && x < to - 0.2 * unit);
          const middle = (from + to) / 2;
          const first = cuts.filter((x) => x < (inside.length > 0 ? inside[0]! : middle)).length;
          return {
            level,
            y,
            from,
            to,
            top: Math.min(...lines.map(({ box }) => box.y)),
            bottom: Math.max(...lines.map(({ box }) => bottom(box))),
            first,
            last: first + inside.length,
            text: lines.map(({ text }) => text).join(' '),
            lines,
          };
        }),
    );
  });
}

type Gap = Run['gaps'][number];

/** What divides a run of a level at a cut: white that is wide enough, or a blank where columns tell that it does. */
function gapFinder(
  print: Print,
  cuts: readonly number[],
  drawn: readonly UprightRule[],
): (x: number, run: Run, level: number) => Gap | undefined {
  const { levels, apart, space, unit } = print;
  // The right edge is the last.
  const lines = linesAt(levels, [...cuts, Infinity]);
  const isAt = ({ from, to }: Extent, x: number): boolean => from - near * unit < x && x < to + near * unit;
  // Texts on both sides of a blank that stand as the others of their columns do.
  const areInLine = (run: Run, { from, to }: Extent, cut: number): boolean => {
    const [before, own, after] = [lines[cut - 1], lines[cut]!, lines[cut + 1]];
    const [isEnd, isStart] = [areOn(own.ends, from, unit), areOn(own.starts, to, unit)];
    const begins = before ? areOn(before.starts, run.from, unit) : cut === 0;
    const ends =
      after !== undefined &&
      [run.to, ...blanksOf(run, print).map((gap) => gap.from)].some((x) => areOn(after.ends, x, unit));
    // Ends alone have to be exact: characters that are all as wide stand near many lines.
    const endsWithin = ends && areOn(own.ends, from, 0.8 * unit);
    return (isEnd && isStart) || endsWithin || (isStart && begins);
  };
  const blankAt = (x: number, run: Run): Gap | undefined => blanksOf(run, print).find((gap) => isAt(gap, x));
  // Names a blank apart; a text over so many columns has none at each cut.
  const areNames = (run: Run): boolean => {
    const inside = cuts.filter((x) => x > run.from && x < run.to);
    return inside.length >= fewNames && inside.every((x) => blankAt(x, run));
  };
  return (x, run, level) => {
    if (areNames(run)) return blankAt(x, run);
    const least = Math.max((levels[level]!.runs.length > 1 ? 0.6 : 0.85) * apart, 1.35 * space);
    const isDrawn = drawn.some((rule) => rule.x === x && rule.levels.has(level));
    const isWide = ({ from, to }: Extent): boolean => to - from >= (isDrawn ? leastRuled * unit : least);
    return (
      blanksOf(run, print).find((gap) => areInLine(run, gap, cuts.indexOf(x))) ??
      run.gaps.find((gap) => isAt(gap, x) && isWide(gap))
    );
  };
}

/** Cuts moved into the white between the texts on both sides, where there is some beside them: names end on the line of their values. */
export function settledCuts(
  cuts: readonly number[],
  pieces: readonly Piece[],
  drawn: readonly UprightRule[],
): number[] {
  return cuts.map((x, index) => {
    if (drawn.some((rule) => rule.x === x)) return x;
    const from = Math.max(...pieces.filter(({ last }) => last <= index).map(({ to }) => to));
    const to = Math.min(...pieces.filter(({ first }) => first > index).map((piece) => piece.from));
    return from < to && (x < from || x > to) ? (from + to) / 2 : x;
  });
}

interface Lines {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Where the texts on both sides of each cut begin and end, on levels where none runs over it. */
function linesAt(levels: Print['levels'], cuts: readonly number[]): Lines[] {
  return cuts.map((x, index) => {
    const next = cuts[index + 1] ?? Infinity;
    const last = cuts[index - 1] ?? -Infinity;
    const clear = levels.filter(({ runs }) => runs.every(({ from, to }) => from > x || to < x));
    const starts = clear.flatMap(({ runs }) => runs.filter(({ from }) => from > x).slice(0, 1));
    const ends = clear.flatMap(({ runs }) => runs.filter(({ to }) => to < x).slice(-1));
    // Names of groups stand elsewhere.
    const after = starts.filter(({ to }) => to < next);
    const before = ends.filter(({ from }) => from > last);
    return { starts: after.map(({ from }) => from), ends: before.map(({ to }) => to) };
  });
}

/** Whether nearly all begin, or end, at a place: then a text that does is of their column. */
function areOn(places: readonly number[], x: number, unit: number): boolean {
  const near = places.filter((place) => Math.abs(place - x) < exactness * unit);
  return near.length >= Math.max(2, 0.8 * places.length);
}

/** A piece reaches into no column where another stands on the same level. */
function withoutClashes(level: Piece[]): Piece[] {
  return level.map((piece, index) => {
    const after = level[index + 1];
    const before = level[index - 1];
    let { first, last } = piece;
    const middle = (of: Piece): number => (of.from + of.to) / 2;
    if (after && last >= after.first && middle(after) > middle(piece))
      last = Math.max(first, after.first - 1);
    if (before && first <= before.last && last > first) first = Math.min(last, before.last + 1);
    return { ...piece, first, last };
  });
}

/** Parts of a run that has enough white where columns meet. */
function dividedAt(
  run: Run,
  cuts: readonly number[],
  gapAt: (x: number) => Gap | undefined,
): (Extent & { readonly lines: readonly TableLine[] })[] {
  const at = cuts
    .filter((x) => x > run.from && x < run.to)
    .flatMap((x) => gapAt(x) ?? [])
    .sort((a, b) => a.letter - b.letter)
    .filter(({ letter }, index, all) => index === 0 || letter !== all[index - 1]!.letter);
  return [...at, undefined].map((gap, index) => {
    const before = at[index - 1];
    return {
      from: before?.to ?? run.from,
      to: gap?.from ?? run.to,
      lines: piecesOf(run, before?.letter ?? 0, gap?.letter ?? run.letters.length),
    };
  });
}
