/**
 * The prior reading of a text region: the line recogniser's characters with everything that may speak against them
 * (workshop/nano/SPEC.md §2). Character for character it is what the `lines` family reads.
 */
import type { Box } from '../../base/geometry';
import type { LineEvidence } from './line-evidence';
import { breakId, endId, nothingId, spaceId } from './vocabulary';

interface Guess {
  readonly id: number;
  /** Second and third best ids; 0: none. */
  readonly runnersUp: readonly [number, number];
  /** Of the id and the runners-up. */
  readonly probabilities: readonly [number, number, number];
}

export interface PriorToken extends Guess {
  /** How much speaks for a space before the token, 0..1. */
  readonly space: number;
  /** A character that may be missing before the token, and its probability; 0, 0: none. */
  readonly ghost: number;
  readonly ghostProbability: number;
  /** [featureSize], scaled; absent where the token has no peak. */
  readonly feature?: Float32Array;
  /** [16]. */
  readonly evidence: readonly number[];
  readonly line: number;
  readonly column: number;
}

export interface PriorReading {
  /** The last one is the end token. */
  readonly tokens: readonly PriorToken[];
  /** The tokens' ids. */
  readonly ids: readonly number[];
}

/** A recognised line: its peaks after `settlePeaks`, and where it stands. */
export interface PriorLine {
  readonly evidence: LineEvidence;
  readonly peaks: readonly PriorPeak[];
  readonly box: Box;
  /** It goes on in the printed row of the line before. */
  readonly continues: boolean;
}

export interface PriorPeak extends Guess {
  readonly first: number;
  readonly last: number;
  /** Surest step. */
  readonly top: number;
}

const leastGhost = 0.05;
const lastColumn = 1023;
const breakProbability = 0.9;

/** Maximal runs of one class, spaces at both ends left out. */
export function peaksOf(line: LineEvidence): PriorPeak[] {
  const peaks: PriorPeak[] = [];
  for (let step = 0; step < line.steps; ) {
    const id = line.best[step] ?? nothingId;
    let end = step;
    while (end + 1 < line.steps && line.best[end + 1] === id) end++;
    if (id !== nothingId) peaks.push(peakOf(line, id, step, end));
    step = end + 1;
  }
  let from = 0;
  let to = peaks.length;
  while (from < to && peaks[from]?.id === spaceId) from++;
  while (to > from && peaks[to - 1]?.id === spaceId) to--;
  return peaks.slice(from, to);
}

function peakOf(line: LineEvidence, id: number, first: number, last: number): PriorPeak {
  let top = first;
  for (let step = first + 1; step <= last; step++) {
    if ((line.probability[step] ?? 0) > (line.probability[top] ?? 0)) top = step;
  }
  const others: { id: number; probability: number }[] = [];
  for (let rank = 3 * top; rank < 3 * top + 3; rank++) {
    const other = line.top[rank] ?? nothingId;
    if (other !== id) others.push({ id: other, probability: line.topProbability[rank] ?? 0 });
  }
  const [second, third] = others;
  return {
    id,
    runnersUp: [second?.id ?? nothingId, third?.id ?? nothingId],
    probabilities: [line.probability[top] ?? 0, second?.probability ?? 0, third?.probability ?? 0],
    first,
    last,
    top,
  };
}

interface Gap {
  readonly steps: number;
  readonly space: number;
  readonly ghost: number;
  readonly ghostProbability: number;
}

const noGap: Gap = { steps: 0, space: 0, ghost: nothingId, ghostProbability: 0 };

/** Steps from `start` up to `end`, between two peaks. */
function gapOf(
  line: LineEvidence,
  start: number,
  end: number,
  before: PriorPeak | undefined,
  after: PriorPeak | undefined,
): Gap {
  if (end <= start) return noGap;
  const isSaid = before?.id === spaceId || after?.id === spaceId;
  let space = 0;
  let at = start;
  for (let step = start; step < end; step++) {
    space = Math.max(space, line.space[step] ?? 0);
    if ((line.characterProbability[step] ?? 0) > (line.characterProbability[at] ?? 0)) at = step;
  }
  const ghost = line.character[at] ?? nothingId;
  const probability = line.characterProbability[at] ?? 0;
  const isTail =
    (ghost === before?.id && at === before.last + 1) || (ghost === after?.id && at === after.first - 1);
  const isKept = probability >= leastGhost && !isTail;
  return {
    steps: end - start,
    space: isSaid ? 0 : space,
    ghost: isKept ? ghost : nothingId,
    ghostProbability: isKept ? probability : 0,
  };
}

const doubtOf = (probability: number): number =>
  Math.min(9, -Math.log(Math.max(0, 1 - probability) + 1e-4)) / 9;

/** Lines in reading order; those without peaks are left out. `featureScale` as the model's config has it. */
export function priorReadingOf(
  lines: readonly PriorLine[],
  featureSize: number,
  featureScale: number,
): PriorReading {
  const tokens: PriorToken[] = [];
  const left = Math.min(...lines.map(({ box }) => box.x));
  let gap = noGap;
  let certainty = 0;
  let column = 0;
  let row = 0;
  const addBetween = (id: number, probability: number): void => {
    const evidence = new Array<number>(16).fill(0);
    evidence[0] = probability;
    evidence[3] = doubtOf(probability);
    evidence[6] = gap.space;
    evidence[8] = gap.ghostProbability;
    evidence[12] = certainty;
    evidence[14] = 1;
    tokens.push({
      id,
      runnersUp: [nothingId, nothingId],
      probabilities: [probability, 0, 0],
      space: gap.space,
      ghost: gap.ghost,
      ghostProbability: gap.ghostProbability,
      evidence,
      line: row,
      column: Math.min(lastColumn, column + 1),
    });
  };
  for (const line of lines) {
    const { peaks, evidence, box } = line;
    if (peaks.length === 0) continue;
    if (tokens.length > 0) {
      addBetween(line.continues ? spaceId : breakId, breakProbability);
      if (!line.continues) row++;
    }
    const letters = peaks.filter(({ id }) => id !== spaceId);
    certainty =
      letters.length > 0
        ? letters.reduce((sum, { probabilities }) => sum + probabilities[0], 0) / letters.length
        : 1;
    const advances = peaks.slice(1).map(({ first }, index) => first - (peaks[index]?.last ?? 0));
    const usual = advances.slice().sort((a, b) => a - b)[Math.floor(advances.length / 2)] ?? 1;
    const indent = Math.max(0, Math.floor((3 * (box.x - left)) / box.height));
    const gaps = [...peaks, undefined].map((after, index) => {
      const before = peaks[index - 1];
      return gapOf(evidence, before ? before.last + 1 : 0, after?.first ?? evidence.steps, before, after);
    });
    peaks.forEach((peak, index) => {
      const before = gaps[index] ?? noGap;
      const after = gaps[index + 1] ?? noGap;
      const isLast = index === peaks.length - 1;
      const former = peaks[index - 1];
      column = Math.min(lastColumn, indent + Math.floor(peak.top / 2));
      const feature = evidence.features.slice(peak.top * featureSize, (peak.top + 1) * featureSize);
      tokens.push({
        id: peak.id,
        runnersUp: peak.runnersUp,
        probabilities: peak.probabilities,
        space: before.space,
        ghost: before.ghost,
        ghostProbability: before.ghostProbability,
        feature: feature.map((value) => value * featureScale),
        evidence: [
          ...peak.probabilities,
          doubtOf(peak.probabilities[0]),
          Math.min(8, before.steps) / 8,
          Math.min(8, after.steps) / 8,
          before.space,
          isLast ? 0 : after.space,
          before.ghostProbability,
          Math.min(6, peak.last - peak.first + 1) / 6,
          index === 0 ? 1 : 0,
          isLast ? 1 : 0,
          certainty,
          former ? Math.min(4, (peak.first - former.last) / usual) / 4 : 0,
          0,
          0,
        ],
        line: row,
        column,
      });
    });
    gap = gaps[gaps.length - 1] ?? noGap;
  }
  addBetween(endId, 1);
  return { tokens, ids: tokens.map(({ id }) => id) };
}
