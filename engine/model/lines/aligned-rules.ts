/** Level rules of a table by column. */
import { medianOf } from '../../base/median';
import type { Extent, TableInk } from './aligned-ink';
import type { Level } from './aligned-text';

export interface LevelRule {
  readonly y: number;
  /** Whether it runs along each column. */
  readonly columns: readonly boolean[];
}

/** From the top down. */
export function levelRules(ink: TableInk, columns: readonly Extent[], unit: number): LevelRule[] {
  const rules: { y: number; last: number; columns: boolean[] }[] = [];
  const around = Math.max(3, Math.round(0.12 * unit));
  for (const [column, { from, to }] of columns.entries()) {
    const inset = 0.1 * (to - from);
    for (const y of ink.rules({ from: from + inset, to: to - inset }, around)) {
      // A page that leans: from column to column.
      const known = rules.find((rule) => !rule.columns[column] && Math.abs(rule.last - y) < 0.35 * unit);
      if (known) {
        known.columns[column] = true;
        known.last = y;
      } else {
        const own = columns.map((_, index) => index === column);
        rules.push({ y, last: y, columns: own });
      }
    }
  }
  // Over a single column it may be a stroke of the text.
  const isWide = (own: readonly boolean[]): boolean =>
    columns.length < 3 || own.some((is, index) => is && own[index + 1]);
  return rules.filter((rule) => isWide(rule.columns)).sort((a, b) => a.y - b.y);
}

export function isFull({ columns }: LevelRule): boolean {
  const missing = columns.filter((is) => !is).length;
  return columns[0]! && missing <= (columns.length >= 6 ? 1 : 0);
}

/** An upright rule between columns. */
export interface UprightRule {
  readonly x: number;
  /** Those on which it is drawn: cells that span columns interrupt it. */
  readonly levels: ReadonlySet<number>;
}

/** Share of the levels on which an upright rule is drawn at least. */
const leastLevels = 0.33;
/** Shares of the line's height: half that of the stretch looked at, what a rule leans from level to level, a double one's width. */
const stretch = 0.45;
const lean = 0.2;
const double = 0.4;
const bracket = 0.1;

/** From left to right, between texts. */
export function uprightRules(ink: TableInk, levels: readonly Level[], unit: number): UprightRule[] {
  const rules: { last: number; readonly xs: number[]; readonly levels: Set<number> }[] = [];
  for (const [level, { y, runs }] of levels.entries()) {
    // Brackets stand at the ends of texts.
    const isBracket = (x: number): boolean =>
      runs.some(({ from, to }) => Math.min(Math.abs(x - from), Math.abs(x - to)) < bracket * unit);
    for (const x of ink.uprights(y - stretch * unit, y + stretch * unit)) {
      if (isBracket(x)) continue;
      const known = rules.find(({ last }) => Math.abs(last - x) < lean * unit);
      if (known) {
        known.last = x;
        known.xs.push(x);
        known.levels.add(level);
      } else rules.push({ last: x, xs: [x], levels: new Set([level]) });
    }
  }
  const runs = levels.flatMap((level) => level.runs);
  const isBetween = (x: number): boolean =>
    runs.some(({ to }) => to < x) && runs.some(({ from }) => from > x);
  const found = rules
    .map(({ xs, levels }) => ({ x: medianOf(xs)!, levels }))
    .filter((rule) => rule.levels.size >= Math.max(2, leastLevels * levels.length) && isBetween(rule.x))
    .sort((a, b) => a.x - b.x);
  return found.filter(({ x }, index) => index === 0 || x - found[index - 1]!.x > double * unit);
}

/** Of the cut between two columns: whether it is ruled, and on which levels texts run over it for want of a rule. */
export interface Uprights {
  readonly isRuled: boolean;
  readonly merged: readonly boolean[];
}

export function uprightsAt(
  cuts: readonly number[],
  rules: readonly UprightRule[],
  levels: number,
): Uprights[] {
  const found = cuts.map((x) => rules.find((rule) => rule.x === x));
  // A rule beside the labels says nothing of the other columns.
  const isRuled = areRuled(cuts, rules);
  return found.map((rule) => ({
    isRuled: isRuled && rule !== undefined,
    merged: Array.from(
      { length: levels },
      (_, level) => isRuled && rule !== undefined && !rule.levels.has(level),
    ),
  }));
}

/** Whether a table is ruled between its columns. */
export function areRuled(cuts: readonly number[], rules: readonly UprightRule[]): boolean {
  return cuts.filter((x) => rules.some((rule) => rule.x === x)).length >= 0.6 * cuts.length;
}

/** Grey levels from one ground to another. */
export const leastShade = 10;
const mostOfColumns = 0.6;

/** Whether the ground changes below each level, in most columns and nowhere the other way. */
export function shadeEndsOf(
  ink: TableInk,
  edges: readonly number[],
  ys: readonly number[],
  unit: number,
): boolean[] {
  const grounds = ys.map((y) =>
    edges.slice(1).map((to, column) => {
      const [from, width] = [edges[column]!, to - edges[column]!];
      return ink.groundAt({ from: from + 0.1 * width, to: from + 0.9 * width }, y, 0.8 * unit);
    }),
  );
  return ys.map((_, level) => {
    const steps = (grounds[level + 1] ?? []).map((ground, column) => ground - grounds[level]![column]!);
    const isOther = (sign: number): boolean =>
      steps.filter((step) => sign * step > leastShade).length > mostOfColumns * steps.length &&
      !steps.some((step) => sign * step < -leastShade);
    return steps.length > 0 && (isOther(1) || isOther(-1));
  });
}
