/** The runs of a table's print by column. */
import { bottom } from '../../base/geometry';
import type { Extent } from './aligned-ink';
import type { UprightRule } from './aligned-rules';
import { type Print, piecesOf, type Run } from './aligned-text';
import type { TableLine } from './table-html';

/** White around a rule, in heights of the usual line. */
const leastRuled = 0.1;

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

export function placePieces(
  { levels, apart, space, unit }: Print,
  cuts: readonly number[],
  drawn: readonly UprightRule[],
): Piece[] {
  return levels.flatMap(({ y, runs }, level) => {
    const least = Math.max((runs.length > 1 ? 0.6 : 0.85) * apart, 1.35 * space);
    const leastAt = (x: number): number => {
      const isDrawn = drawn.some((rule) => rule.x === x && rule.levels.has(level));
      return isDrawn ? leastRuled * unit : least;
    };
    return withoutClashes(
      runs
        .flatMap((run) => dividedAt(run, cuts, leastAt, 0.25 * unit))
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
  leastAt: (x: number) => number,
  slack: number,
): (Extent & { readonly lines: readonly TableLine[] })[] {
  const at = cuts
    .filter((x) => x > run.from && x < run.to)
    .flatMap((x) => {
      const near = run.gaps.filter(
        ({ from, to }) => from - slack < x && x < to + slack && to - from >= leastAt(x),
      );
      return near.length > 0 ? [near[0]!] : [];
    })
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
