/** Where the columns of a table are divided, by the white between its texts. */
import type { Extent } from './aligned-ink';
import { areRuled, type UprightRule } from './aligned-rules';
import { blanksOf, type Level, type Print, piecesOf, type Run } from './aligned-text';

/** What it costs to leave two texts in one column, to cut through a text, and to cut at all. */
const joined = 1;
const narrowlyJoined = 0.6;
const crossed = 1;
const loneCrossed = 0.3;
const headCrossed = 0.4;
const cut = 0.55;
/** What a cut gains by a rule. */
const certain = 1000;
/** What one costs without a rule where others are ruled, for each level. */
const unruled = 0.25;
/** What a cut gains by each line's height of white around it, up to two: of like places the clearest is taken. */
const clearness = 0.05;
/** Beyond that, where nothing else tells. */
const slightly = 0.001;
const mostPlaces = 300;
/** Fewer don't tell that a column is empty. */
const leastLevels = 4;
/** So many that stand one below the other are not by chance. */
const leastBlanks = 3;
/** How exactly texts begin on a line, in heights of the usual line. */
const exactness = 0.12;
const areDots = /^[.·… ]+$/u;
const isBehindFigure = /^(?:\([-–]?\d[\d.,%]*\)|± ?\d.*)$/u;

/**
 * x of the cuts between columns, of least cost together: a text that stands apart wants a column of its own, and no
 * text wants to be cut.
 */
export function columnCuts(print: Print, drawn: readonly UprightRule[]): number[] {
  const { levels, apart, unit } = print;
  const gaps = gapsOf(levels, unit);
  const runs = levels.flatMap((level) => level.runs);
  const ruled = drawn.map(({ x }) => x);
  const rivers = riversOf(print, runs);
  const places = [...new Set([...placesOf(gaps, runs), ...ruled, ...rivers])].sort((a, b) => a - b);
  // Names of groups stand over the white.
  const most = Math.max(...levels.map((level) => level.runs.length));
  const usual = levels.filter((level) => level.runs.length > most / 2).flatMap((level) => level.runs);
  const costs = places.map((x) => {
    const crossing = rivers.has(x) ? 0 : sum(levels.map((_, index) => crossingOf(levels, index, x)));
    const white = whiteAround(usual, x) / unit;
    return cut + crossing - clearness * Math.min(2, white) - slightly * Math.min(10, white);
  });
  const between = joinedBetween(gaps, places, (gap) =>
    gap.to - gap.from > 1.5 * apart ? joined : narrowlyJoined,
  );
  const isRuled = (x: number): boolean => ruled.includes(x);
  const cutsWith = (extra: number): number[] =>
    leastCuts(
      places,
      costs.map((cost, index) => (isRuled(places[index]!) ? -certain : cost + extra)),
      between,
    );
  const cuts = cutsWith(0);
  // What is ruled between its columns has few others.
  const found = !areRuled(cuts, drawn) || cuts.every(isRuled) ? cuts : cutsWith(unruled * levels.length);
  return found.filter((x, index) => {
    const [from, to] = [found[index - 1] ?? -Infinity, found[index + 1] ?? Infinity];
    const isNone =
      isWithinText(levels, from, x, apart) ||
      isBeforeBrackets(levels, x, to, apart) ||
      isBeforeLeaders(levels, from, x, to) ||
      (index === 0 && isBesideHeadings(levels, x, unit));
    return isRuled(x) || !isNone;
  });
}

/** Whether nothing stands before a cut but headings over rows: alone on their levels, and one runs on over the cut. */
function isBesideHeadings(levels: readonly Level[], x: number, unit: number): boolean {
  const own = levels.filter(({ runs }) => runs[0]!.from < x);
  const areAlone = own.every(
    ({ y, runs }) =>
      runs.length === 1 && levels.every((level) => level.y === y || Math.abs(level.y - y) > 0.75 * unit),
  );
  return areAlone && own.some(({ runs }) => runs[0]!.to > x);
}

const isIn = (run: Run, from: number, to: number): boolean => {
  const middle = (run.from + run.to) / 2;
  return from < middle && middle < to;
};

/** Places where all texts that run over them have a blank, behind which they begin on a line, or before which they end on one. */
function riversOf(print: Print, runs: readonly Run[]): ReadonlySet<number> {
  const { unit } = print;
  const places = runs.flatMap((run) =>
    blanksOf(run, print).map(({ from, to }) => Math.round((from + to) / 2)),
  );
  return new Set(
    places.filter((x) => {
      const isAt = ({ from, to }: Extent): boolean => from < x && x < to;
      const crossing = runs.filter(isAt);
      const blanks = crossing.flatMap((run) => blanksOf(run, print).find(isAt) ?? []);
      if (blanks.length < Math.max(leastBlanks, crossing.length)) return false;
      const isOnLine = (side: 'from' | 'to', other: 'from' | 'to'): boolean => {
        const line = blanks[0]![side];
        const isNear = (at: number): boolean => Math.abs(at - line) < exactness * unit;
        const apart = runs.filter((run) => isNear(run[other])).length;
        return blanks.every((blank) => isNear(blank[side])) && blanks.length + apart >= leastLevels;
      };
      return isOnLine('to', 'from') || isOnLine('from', 'to');
    }),
  );
}

/** Whether nothing stands before a cut but a single text, close to what follows: a word of a name. */
function isWithinText(levels: readonly Level[], from: number, x: number, apart: number): boolean {
  const own = levels.filter(({ runs }) => runs.some((run) => isIn(run, from, x)));
  if (own.length !== 1 || levels.length < leastLevels) return false;
  const { runs } = own[0]!;
  const inside = runs.filter((run) => isIn(run, from, x));
  const next = runs.find((run) => run.from > x);
  return inside.length === 1 && next !== undefined && next.from - inside[0]!.to < 1.5 * apart;
}

/** Whether all that follows a cut are figures in brackets, or what comes after a ±, close behind others; names may be above. */
function isBeforeBrackets(levels: readonly Level[], x: number, to: number, apart: number): boolean {
  const own = levels.filter(({ runs }) => runs.some((run) => isIn(run, x, to)));
  const behind = own.flatMap(({ runs }) => {
    const first = runs.findIndex((run) => isIn(run, x, to));
    const before = runs[first - 1];
    return before && runs[first]!.from - before.to < 1.5 * apart ? [runs[first]!] : [];
  });
  const areFigures = behind.every((run) => isBehindFigure.test(textOf(run)));
  return areFigures && behind.length > 1 && behind.length > own.length / 2;
}

/** Whether all that follows a cut are dots that lead on from texts before it. */
function isBeforeLeaders(levels: readonly Level[], from: number, x: number, to: number): boolean {
  const behind = levels.flatMap(({ runs }) => {
    const dots = runs.find((run) => isIn(run, x, to));
    return dots ? [{ dots, isLed: runs.some((run) => isIn(run, from, x)) }] : [];
  });
  return behind.length > 1 && behind.every(({ dots, isLed }) => isLed && areDots.test(textOf(dots)));
}

/** The places of least cost together: their own, and of what lies between them. */
function leastCuts(
  places: readonly number[],
  costs: readonly number[],
  between: (left: number, right: number) => number,
): number[] {
  // least[k]: of all left of place k, with a cut there; the last place is the right edge.
  const least: { readonly cost: number; readonly before: number }[] = [];
  for (let place = 0; place <= places.length; place++) {
    let best = { cost: between(-1, place), before: -1 };
    for (let before = 0; before < place; before++) {
      const cost = least[before]!.cost + between(before, place);
      if (cost < best.cost) best = { cost, before };
    }
    least.push({ cost: best.cost + (costs[place] ?? 0), before: best.before });
  }
  const cuts: number[] = [];
  for (let at = least[places.length]!.before; at >= 0; at = least[at]!.before) cuts.unshift(places[at]!);
  return cuts;
}

/** From each run to the next on its right; the texts of one row need not stand on one level, least of all labels. */
function gapsOf(levels: readonly Level[], unit: number): Extent[] {
  const left = Math.min(...levels.flatMap(({ runs }) => runs.map(({ from }) => from)));
  return levels.flatMap(({ y, runs }, index) => {
    const isLabel = runs.length === 1 && runs[0]!.from < left + unit;
    // What stands alone further off may be a title.
    const reachTo = (other: Level): number => (isLabel && other.runs.length > 1 ? 1.6 : 0.8) * unit;
    const near = levels
      .slice(Math.max(0, index - 3), index + 4)
      .filter((level) => Math.abs(level.y - y) < reachTo(level))
      .flatMap((level) => level.runs);
    return runs.flatMap((run) => {
      const after = near.filter((other) => other !== run && other.from >= run.to);
      const next = Math.min(...after.map(({ from }) => from));
      return next < Infinity ? [{ from: run.to, to: next }] : [];
    });
  });
}

/** Where more gaps meet than on either side: a cut costs the same up to where the next text begins or ends. */
function placesOf(gaps: readonly Extent[], runs: readonly Extent[]): number[] {
  const edges = [
    ...new Set([...gaps, ...runs].flatMap(({ from, to }) => [Math.round(from), Math.round(to)])),
  ];
  edges.sort((a, b) => a - b);
  const middles = edges.slice(1).map((edge, index) => {
    const x = (edges[index]! + edge) / 2;
    return { x, depth: gaps.filter(({ from, to }) => from < x && x < to).length };
  });
  const peaks = middles.filter(({ depth }, index) => {
    const beside = Math.max(middles[index - 1]?.depth ?? 0, middles[index + 1]?.depth ?? 0);
    return depth > 0 && depth >= beside;
  });
  const deepest = peaks.sort((a, b) => b.depth - a.depth).slice(0, mostPlaces);
  return deepest.map(({ x }) => x).sort((a, b) => a - b);
}

/** Cost of the gaps that lie between two places, by their indices; -1 is the left edge, one too many the right. */
function joinedBetween(
  gaps: readonly Extent[],
  places: readonly number[],
  costOf: (gap: Extent) => number,
): (left: number, right: number) => number {
  const size = places.length + 1;
  // sums[left][right]: first by the places next to each gap, then of all further in.
  const sums = Array.from({ length: size }, () => new Float64Array(size));
  for (const gap of gaps) {
    const left = places.filter((x) => x <= gap.from).length;
    const right = places.filter((x) => x < gap.to).length;
    sums[left]![right]! += costOf(gap);
  }
  for (let left = size - 1; left >= 0; left--) {
    for (let right = 0; right < size; right++) {
      const inner = left + 1 < size ? sums[left + 1]![right]! : 0;
      const shorter = right > 0 ? sums[left]![right - 1]! : 0;
      const both = left + 1 < size && right > 0 ? sums[left + 1]![right - 1]! : 0;
      sums[left]![right]! += inner + shorter - both;
    }
  }
  return (left, right) => sums[left + 1]![right]!;
}

/** What it costs to cut a level's text: less where it is alone, or stands over a gap as the name of a group does. */
function crossingOf(levels: readonly Level[], index: number, x: number): number {
  const { runs } = levels[index]!;
  if (!runs.some(({ from, to }) => from < x && x < to)) return 0;
  if (runs.length === 1) return loneCrossed;
  const isHead = levels.slice(index + 1, index + 4).some((below) => {
    return (
      below.runs.length > runs.length &&
      below.runs.slice(1).some(({ from }, at) => below.runs[at]!.to < x && x < from)
    );
  });
  return isHead ? headCrossed : crossed;
}

/** Width of what is white on all levels. */
function whiteAround(runs: readonly Extent[], x: number): number {
  let left = -Infinity;
  let right = Infinity;
  for (const { from, to } of runs) {
    if (from < x && x < to) return 0;
    if (to <= x) left = Math.max(left, to);
    else right = Math.min(right, from);
  }
  return right - left;
}

const textOf = (run: Run): string =>
  piecesOf(run)
    .map(({ text }) => text)
    .join(' ')
    .trim();

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
