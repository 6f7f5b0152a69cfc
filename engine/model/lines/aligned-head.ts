/** The header rows of a table: how far they go, which texts stand over several columns, which beside several rows. */
import { medianOf } from '../../base/median';
import {
  type Cell,
  type Grid,
  type Group,
  isRuledOn,
  mergedColumns,
  type RowPlace,
  rowPlace,
} from './aligned-grid';
import { areGroups, areGroupsBelowOthers, groupsOf, isUnitsRow } from './aligned-groups';
import type { TableInk } from './aligned-ink';
import { isBracketed, type Piece } from './aligned-pieces';
import { rowStarts } from './aligned-rows';
import { isFull, type LevelRule } from './aligned-rules';
import { apartLines, type Tier, tiersOf } from './aligned-tiers';

const mostHeadLevels = 9;
/** Names that wrap, and such as stand at half height beside them. */
const mostNameLevels = 5;
/** From one line of a name to the next, in heights of the usual line. */
const closeLines = 1.25;
/** From one line of a header to the next without a rule between them. */
const widestGap = 2.2;

/** How many levels are the header's; 0 where that cannot be told. */
export function headOf(grid: Grid, ink: TableInk): number {
  const { edges, pieces, rules, ys } = grid;
  const most = Math.min(mostHeadLevels, ys.length - 1);
  const byLevel = ys.map((_, level) => pieces.filter((piece) => piece.level === level));
  const shaded = shadedLevels(grid, byLevel, ink);
  // Where most is of one ground, that is the paper's.
  if (shaded > 0 && shaded <= most && shaded <= Math.max(2, ys.length / 2)) return shaded;
  const full = rules.find((rule) => isFull(rule) && rule.y > ys[0]! && !isBesideTall(grid, rule, byLevel));
  const below = full ? namedBelow(grid, byLevel, full) : 0;
  // The rules of groups stand in headers only; those of rows leave out the labels.
  const isGrouped = rules.some(
    (rule) => full && rule.y > ys[0]! && rule.y < full.y && rule.columns.slice(1).includes(false),
  );
  if (below > 0 && below <= most && (below <= 0.5 * ys.length || below <= 2 || isGrouped)) {
    const last = byLevel[below - 1]!;
    // A rule above a group of rows, and its label.
    const isLabel = below > 1 && byLevel[below - 2]!.length > 1 && last.every((piece) => piece.last === 0);
    const isApart = isLabel && ys[below - 1]! - ys[below - 2]! > apartLines * grid.unit;
    return isApart ? below - 1 : (gapIn(grid, byLevel, below) ?? below);
  }
  const spanning = pieces.filter(
    ({ first, last, level }) => last > first && level < most && level < 4 && byLevel[level]!.length > 1,
  );
  const apart = ys.filter((y, level) => level === 0 || y - ys[level - 1]! > 0.5 * grid.unit);
  const lowest = Math.min(apart[4] ?? Infinity, ys[most]!);
  const partial = rules.filter((rule) => !isFull(rule) && rule.y > ys[0]! && rule.y < lowest);
  const last = Math.max(
    -1,
    ...spanning.map(({ level }) => level),
    ...partial.map(({ y }) => ys.filter((level) => level < y).length - 1),
  );
  if (last >= 0) {
    // Down to where the row of the names ends.
    const end = rowStarts(grid, last + 1)[1] ?? 0;
    const names = Math.max(last + 2, end > last + mostNameLevels ? 0 : end);
    const isUnits =
      names < most && isUnitsRow(byLevel[names]!, byLevel.slice(0, names).flat(), edges.length - 1);
    return Math.min(most, names + (isUnits ? 1 : 0));
  }
  for (let level = 1; level <= Math.min(3, most); level++) {
    const own = byLevel[level]!;
    const above = byLevel.slice(0, level).flat();
    if (isUnitsRow(own, above, edges.length - 1)) return level + 1;
  }
  for (let level = 1; level <= Math.min(3, most - 1); level++) {
    const above = byLevel.slice(0, level).flat();
    // Names of groups may stand below others.
    const areNames = byLevel[level]!.every(({ first, last }) => first === last);
    if (areNames && areGroupsBelowOthers(grid, above, byLevel[level]!)) return level + 1;
  }
  return 0;
}

/** In a table ruled between its columns: whether a cell reaches down beside the rule, to one further down. */
function isBesideTall(
  { rules, uprights, ys }: Grid,
  rule: LevelRule,
  byLevel: readonly (readonly Piece[])[],
): boolean {
  const below = byLevel[ys.findIndex((y) => y > rule.y)] ?? [];
  const isTall = (column: number): boolean =>
    !below.some(({ first, last }) => first <= column && column <= last) &&
    rules.some((other) => other.y > rule.y && isFull(other) && other.columns[column]);
  return uprights.some(({ isRuled }) => isRuled) && rule.columns.some((is, column) => !is && isTall(column));
}

/** Lines of a header stand close; where none of its names stand over others, rows begin where white does. */
function gapIn(grid: Grid, byLevel: readonly (readonly Piece[])[], levels: number): number | undefined {
  const { ys, rules, unit } = grid;
  for (let level = 1; level < levels; level++) {
    const [from, to] = [ys[level - 1]!, ys[level]!];
    if (to - from < widestGap * unit || rules.some(({ y }) => y > from && y < to)) continue;
    const [above, own] = [byLevel.slice(0, level).flat(), byLevel.slice(level, levels).flat()];
    return areGroupsBelowOthers(grid, above, own) ? undefined : level;
  }
  return undefined;
}

/** Levels above the rule, or above a rule further down where only names of groups stand above it, or units below. */
function namedBelow(grid: Grid, byLevel: readonly (readonly Piece[])[], rule: LevelRule): number {
  const { edges, rules, ys } = grid;
  const columns = edges.length - 1;
  const ends = rules
    .filter((other) => isFull(other) && other.y >= rule.y)
    .map(({ y }) => ys.filter((level) => level < y).length);
  let end = ends[0]!;
  for (const next of ends.slice(1)) {
    const above = byLevel.slice(0, end).flat();
    const own = byLevel.slice(end, next).flat();
    const isNamed = (column: number): boolean =>
      above.some(({ first, last }) => first === column && last === column);
    const isOpen = above.every(({ first }) => first > 0) && above.some(({ first, last }) => last > first);
    const bare = edges.slice(2).filter((_, index) => !isNamed(index + 1)).length;
    const isGroups = isOpen && bare > (columns - 1) / 2;
    const isNames = own.every(({ first, last }) => first === last || bare > 0);
    if (!(isGroups && isNames) && !isUnitsRow(own, above, columns)) break;
    end = next;
  }
  return end;
}

/** Levels at the top on another ground than all below, and those beside which a cell of that ground reaches down. */
function shadedLevels(
  { edges, unit, ys }: Grid,
  byLevel: readonly (readonly Piece[])[],
  ink: TableInk,
): number {
  const grounds = byLevel.map((own) =>
    own.map(({ first, lines }) => ({ first, ground: medianOf(lines.map(({ box }) => ink.ground(box)))! })),
  );
  const usualOf = (level: number): number => medianOf(grounds[level]!.map(({ ground }) => ground)) ?? 255;
  // From the first level; column by column, since light falls unevenly.
  const offs = grounds.map((own, level) => {
    const pairs = own.flatMap(({ first, ground }) => {
      const top = grounds[0]!.find((other) => other.first === first);
      return top ? [ground - top.ground] : [];
    });
    return medianOf(pairs) ?? usualOf(level) - usualOf(0);
  });
  const near = Math.max(8, 0.25 * Math.abs(medianOf(offs)!));
  const isShade = (level: number): boolean => Math.abs(offs[level]!) <= near;
  const isBeside = (level: number): boolean =>
    edges.slice(1).some((to, column) => {
      const from = edges[column]!;
      const isFilled = byLevel[level]!.some(({ first, last }) => first <= column && column <= last);
      const place = {
        x: from + 0.3 * (to - from),
        width: 0.4 * (to - from),
        y: ys[level]! - unit / 4,
        height: unit / 2,
      };
      return !isFilled && Math.abs(ink.ground(place) - usualOf(0)) <= near;
    });
  let end = ys.findIndex((_, level) => !isShade(level));
  if (end <= 0 || ys.some((_, level) => level >= end && isShade(level))) return 0;
  while (end < ys.length - 1 && isBeside(end)) end++;
  return end;
}

export function headCells(
  grid: Grid,
  levels: number,
): {
  readonly cells: readonly Cell[];
  readonly rows: readonly RowPlace[];
  /** First level of each row. */
  readonly starts: readonly number[];
} {
  if (levels === 0) return { cells: [], rows: [], starts: [] };
  const { edges } = grid;
  const columns = edges.length - 1;
  const pieces = grid.pieces.filter(({ level }) => level < levels);
  const tiers = tiersOf(grid, pieces, levels);
  const rows = tiers.length;
  const texts = tiers.map(({ start }, tier) => {
    const end = tiers[tier + 1]?.start ?? levels;
    return pieces.filter(({ level }) => level >= start && level < end);
  });
  const isRuled = isRuledOn(grid, 0, levels);
  const leaf = leafHeight(texts[rows - 1]!);
  const { top, bottom } = rowPlace(pieces);
  const middle = (top + bottom) / 2;
  const cells: Cell[] = [];
  const taken = texts.map(() => new Array<boolean>(columns).fill(false));
  const put = (row: number, column: number, colspan: number, rowspan: number): void => {
    cells.push({ row, column, colspan, rowspan });
    for (let r = row; r < row + rowspan; r++) taken[r]!.fill(true, column, column + colspan);
  };
  const stands = (tier: number, column: number): boolean => inColumn(texts[tier]!, column).length > 0;
  for (let tier = 0; tier < rows; tier++) {
    const rule = tiers[tier + 1]?.rule;
    const from = tiers[tier]!.start;
    const to = tiers[tier + 1]?.start ?? levels;
    const groups =
      isRuled && isRuledOn(grid, from, to)
        ? mergedColumns(grid, from, to)
        : tier < rows - 1 && !tiers[tier + 1]!.isUnits
          ? groupsOf(grid, texts[tier]!, texts.slice(tier + 1).flat(), taken[tier]!, rule).groups
          : lastGroups(grid, texts[tier]!, levels, taken[tier]!);
    for (const { first, last } of groups) {
      if (last > first && !taken[tier]!.slice(first, last + 1).some(Boolean))
        put(tier, first, last - first + 1, 1);
    }
    for (let column = 0; column < columns; column++) {
      if (taken[tier]![column]) continue;
      const isDivided = (below: number): boolean => tiers[below]!.rule?.columns[column] ?? false;
      // A name that wraps past a rule beside it.
      const goesOn = (below: number): boolean => {
        const [upper, lower] = [below - 1, below].map((at) => inColumn(texts[at]!, column));
        const isOpen =
          /[,\u2010-]$/u.test(upper![upper!.length - 1]?.text ?? '') ||
          (!tiers[below]!.isUnits && lower!.every(isBracketed));
        if (isDivided(below) || !(tiers[below]!.rule || isOpen)) return false;
        const isClose = (next: Piece): boolean =>
          upper!.some(({ top }) => next.top - top < closeLines * grid.unit);
        return lower!.every(({ first, last }) => first === last) && lower!.some(isClose);
      };
      let end = tier + 1;
      while (end < rows && !isDivided(end) && (!stands(end, column) || goesOn(end))) end++;
      if (!stands(tier, column) && end < rows && !isDivided(end)) {
        // Its text begins further down: in the middle of its rows, or in the row of the names.
        const own = pieces.filter(({ first }) => first === column);
        let to = end;
        while (to + 1 < rows && !isDivided(to + 1) && !stands(to + 1, column)) to++;
        const { top, bottom } = rowPlace(own);
        const isLow =
          to === rows - 1 &&
          end === to &&
          (top + bottom) / 2 > (leaf + middle) / 2 &&
          !isMidway(grid, tiers.slice(tier), levels, (top + bottom) / 2);
        put(tier, column, 1, isLow ? 1 : to + 1 - tier);
      } else {
        // Rules that run beside it tell that it is one.
        const isOpen = stands(tier, column) || column === 0 || tiers[tier + 1]?.rule !== undefined;
        put(tier, column, 1, isOpen ? end - tier : 1);
      }
    }
  }
  return {
    cells,
    rows: texts.map(rowPlace),
    starts: tiers.map(({ start }) => start),
  };
}

/** Whether y is half-way from the rule above tiers to the one below the header, not from that above the last of them. */
function isMidway({ rules, ys, unit }: Grid, tiers: readonly Tier[], levels: number, y: number): boolean {
  const highest = tiers[0]!.rule?.y;
  const lowest = tiers[tiers.length - 1]!.rule?.y;
  const foot = rules.find((rule) => rule.y > ys[levels - 1]!)?.y;
  if (highest === undefined || lowest === undefined || foot === undefined) return false;
  const off = (from: number): number => Math.abs((from + foot) / 2 - y);
  return off(highest) < Math.min(0.2 * unit, off(lowest));
}

function inColumn(pieces: readonly Piece[], column: number): Piece[] {
  return pieces.filter(({ first, last }) => first <= column && column <= last);
}

/** Of the level with most of the names. */
function leafHeight(own: readonly Piece[]): number {
  const count = (y: number): number => own.filter((piece) => piece.y === y).length;
  return own.reduce((best, { y }) => (count(y) > count(best) ? y : best), own[0]!.y);
}

/** Groups in the last row of the header: names that run over columns, or all where the next row is theirs. */
function lastGroups(
  grid: Grid,
  own: readonly Piece[],
  levels: number,
  taken: readonly boolean[],
): readonly Group[] {
  const below = grid.pieces.filter(({ level }) => level === levels);
  const none = new Array<boolean>(taken.length).fill(false);
  const found = groupsOf(grid, own, below, none, undefined);
  if (!taken.some(Boolean) && areGroups(grid, own, below)) return found.groups;
  return own.filter(
    ({ first, last, from, to }) =>
      last > first &&
      own.every((other) => other.last < first || other.first > last || (other.to > from && other.from < to)),
  );
}
