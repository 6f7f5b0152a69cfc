/** Ruled frames: what bounds a table on the page, whatever the layout model takes for one. */
import type { Box } from '../base/geometry';
import type { Raster } from '../base/raster';
import { findRuledLines, placeAt, type Rule } from '../base/ruled-lines';

/** A frame with at least three rows and two columns. */
export interface Frame {
  readonly top: Rule;
  readonly bottom: Rule;
  /** No upright rule runs on beyond the top, or the bottom: the ruled table ends there. */
  readonly endsAbove: boolean;
  readonly endsBelow: boolean;
}

const leastRows = 3;
/** Share of a frame's side that is drawn, on the whole and in each row. */
const leastSide = 0.85;
const leastSideInRow = 0.5;
/** Share of the frame that an inner rule crosses. */
const leastInner = 0.5;
// In heights of the usual line.
const reach = 0.35;
const leastRow = 0.4;
const leastBeyond = 0.8;

/** Frames in the box from the top down; none lies in another. `unit`: height of the usual line, pixels. */
export function findFrames(page: Raster, box: Box, unit: number): Frame[] {
  const { levels, uprights } = findRuledLines(page, box, unit);
  const frames: Frame[] = [];
  levels.forEach((top, index) => {
    const above = frames[frames.length - 1];
    if (above && middle(top) <= middle(above.bottom)) return;
    const rows = closedRows(top, levels.slice(index + 1), uprights, unit);
    const bottom = rows[rows.length - 1]!;
    if (!isFrame(top, bottom, levels, uprights, unit)) return;
    const runsBeyond = (rule: Rule, side: 1 | -1): boolean => runsThrough(rule, side, uprights, unit);
    frames.push({ top, bottom, endsAbove: !runsBeyond(top, -1), endsBelow: !runsBeyond(bottom, 1) });
  });
  return frames;
}

function middle(rule: Rule): number {
  return (rule.first + rule.last) / 2;
}

/** The rule and those below it from side to side, as far as the sides are drawn between each and the next. */
function closedRows(top: Rule, below: readonly Rule[], uprights: readonly Rule[], unit: number): Rule[] {
  const rows = [top];
  for (const rule of below) {
    const last = rows[rows.length - 1]!;
    const isLevelWith =
      Math.max(Math.abs(rule.from - last.from), Math.abs(rule.to - last.to)) <= reach * unit;
    // The second of a double rule is no row.
    if (!isLevelWith || middle(rule) - middle(last) < leastRow * unit) continue;
    if (drawnSide(last, rule, uprights, unit) < leastSideInRow) break;
    rows.push(rule);
  }
  return rows;
}

/** Share of the sides between two level rules that is drawn: of the one of which less is. */
function drawnSide(upper: Rule, lower: Rule, uprights: readonly Rule[], unit: number): number {
  const left = { from: upper.first, to: lower.first, first: upper.from, last: lower.from };
  const end = { from: upper.last, to: lower.last, first: upper.to, last: lower.to };
  return Math.min(drawn(left, uprights, unit), drawn(end, uprights, unit));
}

/** Share of `line` on which one of the rules lies. */
function drawn(line: Rule, rules: readonly Rule[], unit: number): number {
  const spans = rules
    .map((rule) => ({ rule, from: Math.max(rule.from, line.from), to: Math.min(rule.to, line.to) }))
    .filter(({ rule, from, to }) => {
      const at = (from + to) / 2;
      return to > from && Math.abs(placeAt(rule, at) - placeAt(line, at)) <= reach * unit;
    })
    .sort((a, b) => a.from - b.from);
  let covered = 0;
  let end = line.from;
  for (const { from, to } of spans) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered / Math.max(1, line.to - line.from);
}

function isFrame(
  top: Rule,
  bottom: Rule,
  levels: readonly Rule[],
  uprights: readonly Rule[],
  unit: number,
): boolean {
  if (top === bottom || drawnSide(top, bottom, uprights, unit) < leastSide) return false;
  const width = top.to - top.from;
  let rows = 1;
  let last = middle(top);
  for (const rule of levels) {
    const shared = Math.min(rule.to, top.to) - Math.max(rule.from, top.from);
    if (shared < leastInner * width || middle(rule) - last < leastRow * unit) continue;
    if (middle(bottom) - middle(rule) < leastRow * unit) break;
    rows++;
    last = middle(rule);
  }
  const parts = uprights.some((rule) => {
    const shift = (bottom.from - top.from) * 0.5;
    const place = middle(rule) - top.from - shift;
    if (place < unit || place > width - unit) return false;
    const line = {
      from: middle(top),
      to: middle(bottom),
      first: placeAt(rule, middle(top)),
      last: placeAt(rule, middle(bottom)),
    };
    return drawn(line, uprights, unit) >= leastInner;
  });
  return rows >= leastRows && parts;
}

/** Whether an upright rule crosses the level one and goes on. */
function runsThrough(level: Rule, side: 1 | -1, uprights: readonly Rule[], unit: number): boolean {
  return uprights.some((rule) => {
    const x = middle(rule);
    const y = placeAt(level, x);
    if (x < level.from - reach * unit || x > level.to + reach * unit) return false;
    const [inside, beyond] = side === 1 ? [y - rule.from, rule.to - y] : [rule.to - y, y - rule.from];
    return inside > reach * unit && beyond > leastBeyond * unit;
  });
}
