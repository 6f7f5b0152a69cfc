/** Level rules of a table by column. */
import type { Extent, TableInk } from './aligned-ink';

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

/** Of the cut between two columns: whether it is ruled, and on which levels texts run over it for want of a rule. */
export interface Uprights {
  readonly isRuled: boolean;
  readonly merged: readonly boolean[];
}

/** `channels`: from the middle of each column to that of the next. */
export function uprightsBetween(
  ink: TableInk,
  channels: readonly Extent[],
  ys: readonly number[],
  unit: number,
): Uprights[] {
  const found = channels.map(({ from, to }) => {
    const ruled = ys.map((y) => ink.hasUpright({ from, to }, y - 0.45 * unit, y + 0.45 * unit));
    const isRuled = ruled.filter(Boolean).length >= 0.6 * ys.length;
    return { isRuled, merged: ruled.map((is) => isRuled && !is) };
  });
  // A rule beside the labels says nothing of the other columns.
  const count = found.filter(({ isRuled }) => isRuled).length;
  return count >= 0.6 * channels.length
    ? found
    : found.map(({ merged }) => ({ isRuled: false, merged: merged.map(() => false) }));
}
