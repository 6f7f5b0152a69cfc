/** Names in a header that stand over several columns, and units below names. */
import type { Grid, Group } from './aligned-grid';
import { isBracketed, type Piece } from './aligned-pieces';
import type { LevelRule } from './aligned-rules';

/** With one misread among fewer, a row of units can't be told. */
const fewUnits = 5;
/** Units as names in headers have them. */
export const isUnit =
  /^(?:\(.{1,7}\)|\[.{1,7}\]|\p{L}{1,2}|[%€$£\u00b0].{0,2}|\p{L}{1,3}[/²³·]\p{L}{0,3}|[ckm]?m[23]|[°º·]\p{L}|℃|1000 \p{L}{1,2}|\u00b5\p{L}|MB|min|mol|bar|[kM]Wh|[kMG]Hz|ppm)$/u;

/** Whether a level is of the units of the names above it. */
export function isUnitsRow(own: readonly Piece[], above: readonly Piece[], columns: number): boolean {
  // A single one in brackets goes with the name above.
  if (own.length === 1 && isBracketed(own[0]!)) return false;
  // One of many may be misread.
  const units = own.filter(({ text }) => isUnit.test(text)).length;
  return (
    own.length >= Math.max(1, 0.6 * (columns - 1)) &&
    units >= own.length - (own.length >= fewUnits ? 1 : 0) &&
    own.every(({ first }) => above.some((piece) => piece.first === first))
  );
}

/** Whether texts stand well over several columns each, and leave none without. */
export function areGroups(grid: Grid, own: readonly Piece[], below: readonly Piece[]): boolean {
  const none = new Array<boolean>(grid.edges.length - 1).fill(false);
  const { groups, cost } = groupsOf(grid, own, below, none, undefined);
  const wide = groups.filter(({ first, last }) => last > first);
  const count = wide.filter((group) => !isWrapped(grid, group, own, below)).length;
  return count > 0 && cost < 0.2 + 0.35 * count;
}

/** The same where other groups may stand above them. */
export function areGroupsBelowOthers(grid: Grid, own: readonly Piece[], below: readonly Piece[]): boolean {
  const levels = [...new Set(own.map(({ level }) => level))].sort((a, b) => a - b);
  return levels.some((from) => {
    const others = own.filter(({ level }) => level < from);
    const groups = own.filter(({ level }) => level >= from);
    const isTop = others.length === 0 || areGroups(grid, others, [...groups, ...below]);
    return isTop && areGroups(grid, groups, below);
  });
}

/** Whether what stands over columns goes on in the middle of their names: the only one that begins small, or in brackets. */
function isWrapped(
  { unit }: Grid,
  { first, last }: Group,
  own: readonly Piece[],
  below: readonly Piece[],
): boolean {
  const within = (piece: Piece): boolean => piece.first >= first && piece.last <= last;
  const names = below.filter(within);
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.25 * unit;
  const name = own.filter(within).pop();
  const next = names.find(
    ({ from, to }) =>
      name && (near(name.from, from) || near(name.to, to) || near(name.from + name.to, from + to)),
  );
  const isSmall = ({ text }: Piece): boolean => /^\p{Ll}/u.test(text);
  return [isSmall, isBracketed].some((goesOn) => next !== undefined && goesOn(next) && !names.every(goesOn));
}

/** From the edge of a cell to its text, in heights of the usual line; beyond it the edge is not the table's. */
const widestPadding = 1.3;

/**
 * Where cells begin and end, told by texts that begin, and by such as end, on a line in their columns: as far from it
 * as the first and the last are from the edges of the table.
 */
function sidesOf(
  edges: readonly number[],
  pieces: readonly Piece[],
  unit: number,
): readonly (number | undefined)[][] {
  const columns = edges.length - 1;
  const inset = Math.min(...pieces.map(({ from }) => from)) - edges[0]!;
  const outset = edges[columns]! - Math.max(...pieces.map(({ to }) => to));
  const lineOf = (
    column: number,
    side: 'from' | 'to',
    of: (...all: number[]) => number,
  ): number | undefined => {
    const own = pieces.filter((piece) => piece.first === column && piece.last === column);
    const line = of(...own.map((piece) => piece[side]));
    return own.filter((piece) => Math.abs(piece[side] - line) < 0.25 * unit).length >= 0.7 * own.length
      ? line
      : undefined;
  };
  const sideOf = (
    padding: number,
    sign: -1 | 1,
    lineAt: (edge: number) => number | undefined,
  ): (number | undefined)[] =>
    edges.map((edge, index) => {
      if (padding > widestPadding * unit) return undefined;
      if (index === 0 || index === columns) return edge;
      const line = lineAt(index);
      return line === undefined ? undefined : line + sign * padding;
    });
  return [
    sideOf(inset, -1, (edge) => lineOf(edge, 'from', Math.min)),
    sideOf(outset, 1, (edge) => lineOf(edge - 1, 'to', Math.max)),
  ];
}

/** Of a column without a text of its own: a corner is often empty. */
function bareCost(column: number, hasBelow: boolean, rule: LevelRule | undefined): number {
  if (column === 0) return hasBelow ? 0.2 : 0;
  if (!hasBelow) return 0.2;
  if (!rule) return 0.9;
  return rule.columns[column] ? 1.3 : 0.3;
}

/** Which columns each text of a header row stands over: least cost over all. */
export function groupsOf(
  { edges, pieces, unit }: Grid,
  own: readonly Piece[],
  below: readonly Piece[],
  taken: readonly boolean[],
  rule: LevelRule | undefined,
): { readonly groups: readonly Group[]; readonly cost: number } {
  const columns = edges.length - 1;
  const hasBelow = (column: number): boolean =>
    below.some(({ first, last }) => first <= column && column <= last);
  const middleOf = (from: number, to: number): number => (from + to) / 2;
  const sides = sidesOf(
    edges,
    pieces.filter((piece) => !own.includes(piece)),
    unit,
  );
  const costOf = (first: number, last: number): number => {
    if (taken.slice(first, last + 1).some(Boolean)) return first === last ? 0 : Infinity;
    const inside = own.filter((piece) => piece.first <= last && piece.last >= first);
    if (inside.some((piece) => piece.first < first || piece.last > last)) return Infinity;
    if (first === last) {
      if (inside.length === 0) return bareCost(first, hasBelow(first), rule);
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
    const all = pieces.filter((piece) => piece.first >= first && piece.last <= last && !own.includes(piece));
    const outerLeft = Math.min(left, ...all.map((piece) => piece.from));
    const outerRight = Math.max(right, ...all.map((piece) => piece.to));
    const off = Math.min(
      Math.abs(middleOf(from, to) - middleOf(left, right)),
      Math.abs(middleOf(from, to) - middleOf(outerLeft, outerRight)),
      first > 0 ? Math.abs(from - outerLeft) + 0.5 * unit : Infinity,
      Math.abs(middleOf(from, to) - middleOf(edges[first]!, edges[last + 1]!)),
      first > 0 ? Math.abs(from - left) + 0.5 * unit : Infinity,
      ...sides.flatMap((side) => {
        const middle = middleOf(side[first] ?? Infinity, side[last + 1] ?? Infinity);
        return middle < Infinity ? [Math.abs(middleOf(from, to) - middle)] : [];
      }),
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
