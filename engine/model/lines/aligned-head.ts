/** The header rows of a table: how far they go, which texts stand over several columns, which beside several rows. */
import { type Cell, type Grid, type Group, mergedColumns, type RowPlace, rowPlace } from './aligned-grid';
import type { TableInk } from './aligned-ink';
import type { Piece } from './aligned-pieces';
import { rowStarts } from './aligned-rows';
import { isFull, type LevelRule } from './aligned-rules';

const mostHeadLevels = 9;
/** Names that wrap, and such as stand at half height beside them. */
const mostNameLevels = 5;

/** How many levels are the header's; 0 where that cannot be told. */
export function headOf(grid: Grid, ink: TableInk): number {
  const { edges, pieces, rules, ys } = grid;
  const most = Math.min(mostHeadLevels, ys.length - 1);
  const byLevel = ys.map((_, level) => pieces.filter((piece) => piece.level === level));
  const shaded = shadedLevels(grid, byLevel, ink);
  if (shaded > 0 && shaded <= most) return shaded;
  const full = rules.find((rule) => isFull(rule) && rule.y > ys[0]!);
  const below = full ? ys.filter((y) => y < full.y).length : 0;
  if (below > 0 && below <= most && (below <= 0.5 * ys.length || below <= 2)) {
    const last = byLevel[below - 1]!;
    // A rule above a group of rows, and its label.
    const isLabel = below > 1 && byLevel[below - 2]!.length > 1 && last.every((piece) => piece.last === 0);
    const isApart = isLabel && ys[below - 1]! - ys[below - 2]! > 1.45 * grid.unit;
    return isApart ? below - 1 : below;
  }
  const spanning = pieces.filter(
    ({ first, last, level }) => last > first && level < most && level < 4 && byLevel[level]!.length > 1,
  );
  const partial = rules.filter((rule) => !isFull(rule) && rule.y > ys[0]! && rule.y < ys[Math.min(4, most)]!);
  const last = Math.max(
    -1,
    ...spanning.map(({ level }) => level),
    ...partial.map(({ y }) => ys.filter((level) => level < y).length - 1),
  );
  if (last >= 0) {
    // Down to where the row of the names ends.
    const end = rowStarts(grid, last + 1)[1] ?? 0;
    return Math.min(most, Math.max(last + 2, end > last + mostNameLevels ? 0 : end));
  }
  for (let level = 1; level <= Math.min(3, most); level++) {
    const own = byLevel[level]!;
    const above = byLevel.slice(0, level).flat();
    if (isUnitsRow(own, above, edges.length - 1)) return level + 1;
  }
  for (let level = 1; level <= Math.min(3, most - 1); level++) {
    const above = byLevel.slice(0, level).flat();
    if (areGroups(grid, above, byLevel[level]!)) return level + 1;
  }
  return 0;
}

function isUnitsRow(own: readonly Piece[], above: readonly Piece[], columns: number): boolean {
  // A single one in brackets goes with the name above.
  if (own.length === 1 && /^[([]/u.test(own[0]!.text)) return false;
  return (
    own.length >= Math.max(1, 0.6 * (columns - 1)) &&
    own.every(({ text, first }) => isUnit.test(text) && above.some((piece) => piece.first === first))
  );
}

/** Whether texts stand well over several columns each, and leave none without. */
function areGroups(grid: Grid, own: readonly Piece[], below: readonly Piece[]): boolean {
  const none = new Array<boolean>(grid.edges.length - 1).fill(false);
  const { groups, cost } = groupsOf(grid, own, below, none, undefined);
  const count = groups.filter(({ first, last }) => last > first).length;
  return count > 0 && cost < 0.2 + 0.35 * count;
}

/** Levels at the top on another ground than all below, and those beside which a cell of that ground reaches down. */
function shadedLevels(
  { edges, unit, ys }: Grid,
  byLevel: readonly (readonly Piece[])[],
  ink: TableInk,
): number {
  const grounds = byLevel.map((own) => {
    const values = own.flatMap(({ lines }) => lines.map(({ box }) => ink.ground(box))).sort((a, b) => a - b);
    return values[values.length >> 1] ?? 255;
  });
  const isShade = (ground: number): boolean => Math.abs(ground - grounds[0]!) <= 8;
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
      return !isFilled && isShade(ink.ground(place));
    });
  let end = grounds.findIndex((ground) => !isShade(ground));
  if (end <= 0 || grounds.slice(end).some(isShade)) return 0;
  while (end < ys.length - 1 && isBeside(end)) end++;
  return end;
}

export function headCells(
  grid: Grid,
  levels: number,
): { readonly cells: readonly Cell[]; readonly rows: readonly RowPlace[] } {
  if (levels === 0) return { cells: [], rows: [] };
  const { edges } = grid;
  const columns = edges.length - 1;
  const pieces = grid.pieces.filter(({ level }) => level < levels);
  const tiers = tiersOf(grid, pieces, levels);
  const rows = tiers.length;
  const texts = tiers.map(({ start }, tier) => {
    const end = tiers[tier + 1]?.start ?? levels;
    return pieces.filter(({ level }) => level >= start && level < end);
  });
  const leaf = leafHeight(texts[rows - 1]!);
  const { top, bottom } = rowPlace(pieces);
  const middle = (top + bottom) / 2;
  const cells: Cell[] = [];
  const taken = texts.map(() => new Array<boolean>(columns).fill(false));
  const put = (row: number, column: number, colspan: number, rowspan: number): void => {
    cells.push({ row, column, colspan, rowspan });
    for (let r = row; r < row + rowspan; r++) taken[r]!.fill(true, column, column + colspan);
  };
  const stands = (tier: number, column: number): boolean =>
    texts[tier]!.some(({ first, last }) => first <= column && column <= last);
  for (let tier = 0; tier < rows; tier++) {
    const rule = tiers[tier + 1]?.rule;
    const from = tiers[tier]!.start;
    const to = tiers[tier + 1]?.start ?? levels;
    const groups = grid.uprights.some(({ isRuled }) => isRuled)
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
      let end = tier + 1;
      while (end < rows && !isDivided(end) && !stands(end, column)) end++;
      if (!stands(tier, column) && end < rows && !isDivided(end)) {
        // Its text begins further down: in the middle of its rows, or in the row of the names.
        const own = pieces.filter(({ first }) => first === column);
        let to = end;
        while (to + 1 < rows && !isDivided(to + 1) && !stands(to + 1, column)) to++;
        const { top, bottom } = rowPlace(own);
        const isLow = to === rows - 1 && end === to && (top + bottom) / 2 > (leaf + middle) / 2;
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
  };
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

interface Tier {
  /** Its first level. */
  readonly start: number;
  /** Above it. */
  readonly rule: LevelRule | undefined;
  readonly isUnits: boolean;
}

/** The rows of the header. */
function tiersOf(grid: Grid, pieces: readonly Piece[], levels: number): Tier[] {
  const { rules, ys, unit } = grid;
  const tiers: Tier[] = [{ start: 0, rule: undefined, isUnits: false }];
  const end = ys[levels] ?? Infinity;
  const inner = rules.filter(({ y }) => y > ys[0]! && y < Math.min(end, ys[levels - 1]!));
  const isRule = ({ columns }: LevelRule): boolean =>
    columns.filter(Boolean).length >= Math.min(2, columns.length - 1);
  const grouped =
    inner.some(isRule) || grid.uprights.some(({ isRuled }) => isRuled)
      ? -1
      : Math.max(
          ...ys.slice(0, levels).map((_, level) => {
            const above = pieces.filter((piece) => piece.level < level);
            const below = pieces.filter((piece) => piece.level >= level);
            return level > 0 && areGroups(grid, above, below) ? level : -1;
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
    const isUnits =
      level === levels - 1 &&
      ys[level]! - ys[level - 1]! > 0.75 * unit &&
      isUnitsRow(own, above, grid.edges.length - 1);
    const isGrouped = level === grouped;
    if (rule || isBelowGroup || isUnits || isGrouped) tiers.push({ start: level, rule, isUnits });
  }
  return tiers;
}

const isUnit =
  /^(?:\(.{1,7}\)|\[.{1,7}\]|\p{L}{1,2}|[%€$£\u00b0].{0,2}|\p{L}{1,3}[/²³·]\p{L}{0,3}|1000 \p{L}{1,2}|\u00b5\p{L}|MB)$/u;

/** Which columns each text of a header row stands over: least cost over all. */
function groupsOf(
  { edges, unit }: Grid,
  own: readonly Piece[],
  below: readonly Piece[],
  taken: readonly boolean[],
  rule: LevelRule | undefined,
): { readonly groups: readonly Group[]; readonly cost: number } {
  const columns = edges.length - 1;
  const hasBelow = (column: number): boolean =>
    below.some(({ first, last }) => first <= column && column <= last);
  const middleOf = (from: number, to: number): number => (from + to) / 2;
  const costOf = (first: number, last: number): number => {
    if (taken.slice(first, last + 1).some(Boolean)) return first === last ? 0 : Infinity;
    const inside = own.filter((piece) => piece.first <= last && piece.last >= first);
    if (inside.some((piece) => piece.first < first || piece.last > last)) return Infinity;
    if (first === last) {
      if (inside.length === 0)
        return hasBelow(first) ? (first === 0 ? 0.2 : !rule ? 0.9 : rule.columns[first] ? 1.3 : 0.3) : 0.2;
      return hasBelow(first) ? 0.7 + (rule && !rule.columns[first] ? 0 : 0.2) : 0;
    }
    if (inside.length === 0) return Infinity;
    // Several lines of one text, not several texts.
    if (new Set(inside.map(({ level }) => level)).size < inside.length) return Infinity;
    if (inside.some((a) => inside.some((b) => a.from > b.to))) return Infinity;
    let bare = 0;
    let unruled = 0;
    for (let column = first; column <= last; column++) {
      if (!hasBelow(column)) bare++;
      if (rule && !rule.columns[column]) unruled++;
    }
    const from = Math.min(...inside.map((piece) => piece.from));
    const to = Math.max(...inside.map((piece) => piece.to));
    const under = below.filter((piece) => piece.first >= first && piece.last <= last);
    const left = Math.min(edges[first + 1]!, ...under.map((piece) => piece.from));
    const right = Math.max(edges[last]!, ...under.map((piece) => piece.to));
    const off = Math.min(
      Math.abs(middleOf(from, to) - middleOf(left, right)),
      Math.abs(middleOf(from, to) - middleOf(edges[first]!, edges[last + 1]!)),
      first > 0 ? Math.abs(from - left) + 0.5 * unit : Infinity,
    );
    return (0.8 * off) / unit + 0.6 * bare + unruled;
  };
  const best: { readonly cost: number; readonly first: number }[] = [];
  for (let last = 0; last < columns; last++) {
    let least = { cost: Infinity, first: last };
    for (let first = 0; first <= last; first++) {
      const total = (best[first - 1]?.cost ?? 0) + costOf(first, last);
      if (total < least.cost) least = { cost: total, first };
    }
    best.push(least);
  }
  const groups: Group[] = [];
  for (let last = columns - 1; last >= 0; ) {
    const { first } = best[last]!;
    groups.unshift({ first, last });
    last = first - 1;
  }
  return { groups, cost: best[columns - 1]!.cost };
}
