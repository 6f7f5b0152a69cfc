/** Labels at the left that belong to several rows: set in the middle of them, or not ruled below. */
import { medianOf } from '../../base/median';
import { type Grid, rowPlace } from './aligned-grid';
import type { TableInk } from './aligned-ink';
import type { Piece } from './aligned-pieces';
import { isFull, leastShade } from './aligned-rules';

const mostRows = 12;

/** Rows that the first cell of each row spans: 1, more, or 0 where a cell from above reaches down. */
export function stubSpans(
  grid: Grid,
  ink: TableInk,
  rows: readonly (readonly Piece[])[],
  isMerged: readonly boolean[],
): number[] {
  const ruled = spansByRules(grid, rows, isMerged);
  if (ruled.some((span) => span > 1)) return ruled;
  return spansBetweenRules(grid, rows, isMerged) ?? spansByLabels(grid, ink, rows, isMerged);
}

/** Rows between rules right across, with a single label half-way from rule to rule: all of them, or undefined. */
function spansBetweenRules(
  { rules, unit }: Grid,
  rows: readonly (readonly Piece[])[],
  isMerged: readonly boolean[],
): number[] | undefined {
  const full = rules.filter(isFull).map(({ y }) => y);
  const ys = rows.flat().map(({ y }) => y);
  const [highest = Infinity, lowest = -Infinity] = [full[0], full[full.length - 1]];
  const above = ys.filter((y) => y < highest);
  const below = ys.filter((y) => y > lowest);
  // Open at the head or the foot: as much white as on the other side.
  if (above.length > 0 && full.length > 0) full.unshift(Math.max(...above) + Math.min(...above) - highest);
  if (below.length > 0 && full.length > 0) full.push(Math.max(...below) + Math.min(...below) - lowest);
  const spans = rows.map(() => 1);
  for (const [index, from] of full.slice(0, -1).entries()) {
    const to = full[index + 1]!;
    const inside = rows.flatMap((row, at) => (row.some(({ y }) => y > from && y < to) ? [at] : []));
    if (inside.length < 2) continue;
    const first = inside[0]!;
    const labels = inside.flatMap((at) => rows[at]!.filter(({ last }) => last === 0));
    const label = (labels[0]?.y ?? 0) + (labels[labels.length - 1]?.y ?? 0);
    const isOne = inside.filter((at) => rows[at]!.some(({ last }) => last === 0)).length === 1;
    if (!isOne || inside.some((at) => isMerged[at])) return undefined;
    if (Math.abs(label - from - to) > 0.6 * unit) return undefined;
    spans.fill(0, first, first + inside.length).fill(inside.length, first, first + 1);
  }
  return spans.some((span) => span > 1) ? spans : undefined;
}

/** Rules that run below the other columns, but not below the label. */
function spansByRules(
  { rules, unit }: Grid,
  rows: readonly (readonly Piece[])[],
  isMerged: readonly boolean[],
): number[] {
  const isOpen = rows.map((row, index) => {
    const next = rows[index + 1];
    if (!next || isMerged[index] || isMerged[index + 1]) return false;
    const from = Math.max(...row.map(({ y }) => y));
    const to = Math.min(...next.map(({ y }) => y));
    const rule = rules.find(({ y }) => y > from && y < to);
    if (!rule || rule.columns[0]) return false;
    const others = rule.columns.slice(1);
    return others.filter(Boolean).length >= Math.max(1, 0.6 * others.length);
  });
  const hasLabel = rows.map((row) => row.some(({ first }) => first === 0));
  const spans = rows.map(() => 1);
  for (let row = 0, end = 0; row < rows.length; row = end + 1) {
    end = row;
    while (isOpen[end]) end++;
    const labels = rows.slice(row, end + 1).flatMap((own) => own.filter(({ last }) => last === 0));
    // What stands beside the last row alone belongs to it: shading can hide the rule above it.
    const off = (from: number): number =>
      Math.abs(middleOf(labels) - middleOf(rows.slice(from, end + 1).flat()));
    const isOfLast = end > row && hasLabel[end] && off(end) < off(row);
    const isWrapped =
      labels.length > 1 &&
      labels.slice(1).every(({ y, text }, index) => {
        const isCrossing = rules.some(
          (rule) => rule.y > labels[index]!.y && Math.abs(rule.y - y) < 0.25 * unit,
        );
        const pitch = y - labels[index]!.y;
        return (isCrossing && pitch < 1.1 * unit) || (/^\p{Ll}/u.test(text) && pitch < 1.5 * unit);
      });
    if (isWrapped || (!isOfLast && hasLabel.slice(row, end + 1).filter(Boolean).length <= 1))
      spans.fill(0, row, end + 1).fill(end - row + 1, row, row + 1);
  }
  return spans;
}

function middleOf(pieces: readonly Piece[]): number {
  const { top, bottom } = rowPlace(pieces);
  return (top + bottom) / 2;
}

interface Place {
  /** y of the first and the last level beside the label. */
  readonly top: number;
  readonly bottom: number;
  readonly isBare: boolean;
  /** y of the label's middle. */
  readonly label: number | undefined;
  /** y of its first line. */
  readonly labelTop: number | undefined;
}

/** Labels in the middle of their rows: only where nearly all rows come out. */
function spansByLabels(
  { rules, unit, edges }: Grid,
  ink: TableInk,
  rows: readonly (readonly Piece[])[],
  isMerged: readonly boolean[],
): number[] {
  const full = rules.filter(isFull).map(({ y }) => y);
  const ends = [...full, ...groundEnds(rows, edges, unit, ink)];
  const places = rows.map((row, index): Place => {
    const others = row.filter(({ first }) => first > 0);
    const own = row.filter(({ last }) => last === 0);
    const ys = (others.length > 0 ? others : row).map(({ y }) => y);
    return {
      top: Math.min(...ys),
      bottom: Math.max(...ys),
      isBare: others.length === 0 || isMerged[index]!,
      label: own.length > 0 ? (own[0]!.y + own[own.length - 1]!.y) / 2 : undefined,
      labelTop: own[0]?.y,
    };
  });
  const spans = rows.map(() => 1);
  let groups = 0;
  let failed = 0;
  for (let row = 0; row < rows.length; row++) {
    const end = places[row]!.isBare ? undefined : groupEnd(places, row, unit, ends);
    if (end === undefined) {
      if (places[row]!.label === undefined && !isMerged[row]) failed++;
    } else if (end > row) {
      groups++;
      spans.fill(0, row, end + 1).fill(end - row + 1, row, row + 1);
      row = end;
    }
  }
  // Labels at the top of their rows can look so too, but each of them stands on the level of its row.
  const isOff = places.some(({ label, labelTop, top, bottom }) => {
    const isBeside = (y: number | undefined): boolean =>
      y === undefined || Math.abs(y - (top + bottom) / 2) <= 0.25 * unit;
    // One that wraps begins on it.
    return bottom - top < 0.25 * unit && !isBeside(label) && !isBeside(labelTop);
  });
  const begin = places.find(({ isBare }) => !isBare);
  const isTop = !isOff && begin?.label !== undefined;
  return groups > 0 && !isTop && failed < groups ? spans : rows.map(() => 1);
}

/** y between rows whose cells at the left lie on other grounds: a cell has one. */
function groundEnds(
  rows: readonly (readonly Piece[])[],
  edges: readonly number[],
  unit: number,
  ink: TableInk,
): number[] {
  const [from, to] = [edges[0]! + 0.2 * unit, edges[1]! - 0.2 * unit];
  const ys = rows.map((row) => medianOf(row.filter(({ first }) => first > 0).map(({ y }) => y)));
  const grounds = ys.map((y) => (y === undefined ? y : ink.groundAt({ from, to }, y, 0.8 * unit)));
  return ys.slice(1).flatMap((y, index) => {
    const [upper, lower] = [grounds[index], grounds[index + 1]];
    const isOther = upper !== undefined && lower !== undefined && Math.abs(upper - lower) > leastShade;
    return isOther ? [(ys[index]! + y!) / 2] : [];
  });
}

/** The last of the rows from `from` on in whose middle their only label stands. */
function groupEnd(
  places: readonly Place[],
  from: number,
  unit: number,
  ends: readonly number[],
): number | undefined {
  let label: number | undefined;
  for (let end = from; end < Math.min(places.length, from + mostRows); end++) {
    const { isBare, label: own, bottom } = places[end]!;
    if (isBare || (own !== undefined && label !== undefined)) return undefined;
    if (ends.some((y) => y > places[from]!.top && y < places[end]!.top)) return undefined;
    label ??= own;
    const middle = (places[from]!.top + bottom) / 2;
    if (label !== undefined && Math.abs(middle - label) < 0.3 * unit) return end;
  }
  return undefined;
}
