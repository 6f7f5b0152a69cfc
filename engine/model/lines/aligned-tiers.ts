/** The rows of a table's header: by rules, by names over several columns, and units. */
import { type Grid, isRuledOn } from './aligned-grid';
import { areGroups, areGroupsBelowOthers, groupsOf, isUnit, isUnitsRow } from './aligned-groups';
import type { Piece } from './aligned-pieces';
import { continuation } from './aligned-rows';
import type { LevelRule } from './aligned-rules';

/** Further than lines of one text stand, in heights of the usual line. */
export const apartLines = 1.45;

export interface Tier {
  /** Its first level. */
  readonly start: number;
  /** Above it. */
  readonly rule: LevelRule | undefined;
  readonly isUnits: boolean;
}

/** The rows of the header. */
export function tiersOf(grid: Grid, pieces: readonly Piece[], levels: number): Tier[] {
  const { rules, ys } = grid;
  const tiers: Tier[] = [{ start: 0, rule: undefined, isUnits: false }];
  const end = ys[levels] ?? Infinity;
  const inner = rules.filter(({ y }) => y > ys[0]! && y < Math.min(end, ys[levels - 1]!));
  const isRule = ({ columns }: LevelRule): boolean =>
    columns.filter(Boolean).length >= Math.min(2, columns.length - 1);
  const grouped =
    inner.some(isRule) || isRuledOn(grid, 0, levels) || areSetLow(grid, levels, goesOn)
      ? -1
      : Math.max(
          ...ys.slice(0, levels).map((_, level) => {
            const above = pieces.filter((piece) => piece.level < level);
            const below = pieces.filter((piece) => piece.level >= level);
            return level > 0 && areGroupsBelowOthers(grid, above, below) ? level : -1;
          }),
        );
  for (let level = 1; level < levels; level++) {
    const own = pieces.filter((piece) => piece.level === level);
    const above = pieces.filter(
      (piece) => piece.level < level && piece.level >= tiers[tiers.length - 1]!.start,
    );
    const rule = inner.find(
      ({ y, columns }) => y > ys[level - 1]! && y < ys[level]! && isRule({ y, columns }),
    );
    const groups = above.filter(({ first, last }) => last > first);
    const isUnder = ({ first, last }: Piece): boolean =>
      groups.some((group) => group.first <= first && last <= group.last);
    const isBelowGroup =
      groups.length > 0 && own.filter((piece) => piece.first === piece.last && isUnder(piece)).length >= 2;
    const isUnits = level === levels - 1 && isUnitsLevel(grid, tiers[tiers.length - 1]!.start, level);
    const isGrouped = level === grouped;
    const leaves = pieces.filter((piece) => piece.level >= grouped);
    const below = pieces.filter((piece) => piece.level > level);
    const isBelowOther =
      level < grouped &&
      areGroups(grid, above, below) &&
      [below, leaves].some((names) => areGroups(grid, own, names)) &&
      (ys[level]! - ys[level - 1]! > apartLines * grid.unit || areWhole(grid, above, own, below));
    if (rule || isBelowGroup || isUnits || isGrouped || isBelowOther)
      tiers.push({ start: level, rule, isUnits });
  }
  return tiers;
}

type IsInLine = (upper: Piece, lower: Piece, near: number) => boolean;

/** Of the lines of one text; a name over several columns can stand so too. */
const isInLine: IsInLine = (upper, lower, near) =>
  Math.abs(upper.from - lower.from) < near ||
  Math.abs(upper.to - lower.to) < near ||
  Math.abs(upper.from + upper.to - lower.from - lower.to) < near;

/** As only lines of one text do: they end with their column, the upper one is open, or the lower one is its unit. */
const goesOn: IsInLine = (upper, lower, near) => {
  const isEnd = Math.abs(upper.to - lower.to) < near && Math.abs(upper.from - lower.from) > near;
  const isNamed = /[,\u2010-]$/u.test(upper.text) || isUnit.test(lower.text);
  return isEnd || (isNamed && isInLine(upper, lower, near));
};

/** Whether names stand on their last lines: one for each column, with the lines above it close, and in line as `isLine` says. */
export function areSetLow(
  { pieces, ys, edges, unit }: Grid,
  levels: number,
  isLine: IsInLine = isInLine,
): boolean {
  const own = pieces.filter(({ level }) => level === levels - 1);
  const above = pieces.filter(({ level }) => level < levels - 1);
  const isOver = (upper: Piece): boolean =>
    upper.first === upper.last &&
    own.some((lower) => lower.first === upper.first && isLine(upper, lower, 0.3 * unit));
  const areClose = ys.slice(1, levels).every((y, index) => y - ys[index]! < apartLines * unit);
  const named = own.filter(({ first, last }) => first === last && first > 0);
  return areClose && named.length === edges.length - 2 && above.every(isOver);
}

/** Whether a level is of the units of names a line above, from level `start` on; others may stand at half height between. */
function isUnitsLevel({ pieces, ys, unit, edges }: Grid, start: number, level: number): boolean {
  const own = pieces.filter((piece) => piece.level === level);
  const above = pieces.filter((piece) => piece.level < level);
  const names = above.filter(
    ({ first, level }) => level >= start && own.some((piece) => piece.first === first),
  );
  const isBelow = names.length > 0 && names.every(({ y }) => ys[level]! - y > 0.75 * unit);
  return isBelow && isUnitsRow(own, above, edges.length - 1);
}

/** Whether names over columns are whole: each had room for the first word of what stands below it. */
function areWhole(
  grid: Grid,
  above: readonly Piece[],
  own: readonly Piece[],
  below: readonly Piece[],
): boolean {
  const { pieces, unit, edges } = grid;
  const none = new Array<boolean>(edges.length - 1).fill(false);
  const { groups } = groupsOf(grid, own, below, none, undefined);
  const over = own.flatMap((name) => {
    const group = groups.find(({ first, last }) => first <= name.first && name.last <= last);
    return group && group.last > group.first ? [{ name, ...group }] : [];
  });
  return over.every(({ name, first, last }) => {
    const inside = pieces.filter((piece) => piece.first >= first && piece.last <= last);
    const upper = above.filter((piece) => piece.first >= first && piece.last <= last).pop();
    const widest = Math.max(...inside.map(({ to }) => to)) - Math.min(...inside.map(({ from }) => from));
    return upper !== undefined && continuation(upper, name, { widest, isWordy: true }, unit) < 0;
  });
}
