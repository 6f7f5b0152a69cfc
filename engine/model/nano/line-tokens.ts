/**
 * Tokens of one recognised line: its characters with everything that may speak against them (workshop/nano/SPEC.md §2).
 */
import { medianOf } from '../../base/median';
import type { LineEvidence } from './line-evidence';
import { nothingId, spaceId } from './vocabulary';

/** An id and what else it may be. */
export interface Guess {
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
  /** [16]; [32] in tables. */
  readonly evidence: readonly number[];
  readonly line: number;
  readonly column: number;
}

export interface PriorPeak extends Guess {
  readonly first: number;
  readonly last: number;
  /** Surest step. */
  readonly top: number;
}

/** A token before it has its place. */
export type LineToken = Omit<PriorToken, 'line' | 'column'>;

export interface FeatureShape {
  /** Numbers of an encoder feature, and what they are multiplied by. */
  readonly featureSize: number;
  readonly featureScale: number;
}

export interface LineTokens {
  /** One per peak. */
  readonly tokens: readonly LineToken[];
  /** Before each peak, and after the last. */
  readonly gaps: readonly Gap[];
  /** Mean probability of the peaks that are no spaces; 1 when none. */
  readonly certainty: number;
}

const leastGhost = 0.05;

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

export interface Gap {
  readonly steps: number;
  readonly space: number;
  readonly ghost: number;
  readonly ghostProbability: number;
}

export const noGap: Gap = { steps: 0, space: 0, ghost: nothingId, ghostProbability: 0 };

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

export const doubtOf = (probability: number): number =>
  Math.min(9, -Math.log(Math.max(0, 1 - probability) + 1e-4)) / 9;

export function lineTokens(
  evidence: LineEvidence,
  peaks: readonly PriorPeak[],
  { featureSize, featureScale }: FeatureShape,
): LineTokens {
  const letters = peaks.filter(({ id }) => id !== spaceId);
  const sum = letters.reduce((total, { probabilities }) => total + probabilities[0], 0);
  const certainty = letters.length > 0 ? sum / letters.length : 1;
  const advances = peaks.slice(1).map(({ first }, index) => first - (peaks[index]?.last ?? 0));
  const usual = medianOf(advances) ?? 1;
  const gaps = [...peaks, undefined].map((after, index) => {
    const before = peaks[index - 1];
    return gapOf(evidence, before ? before.last + 1 : 0, after?.first ?? evidence.steps, before, after);
  });
  const tokens = peaks.map((peak, index): LineToken => {
    const before = gaps[index] ?? noGap;
    const after = gaps[index + 1] ?? noGap;
    const isLast = index === peaks.length - 1;
    const former = peaks[index - 1];
    const feature = evidence.features.slice(peak.top * featureSize, (peak.top + 1) * featureSize);
    return {
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
    };
  });
  return { tokens, gaps, certainty };
}

/** Without runners-up. */
export function sureOf(id: number, probability: number): Guess {
  return { id, runnersUp: [nothingId, nothingId], probabilities: [probability, 0, 0] };
}

/** A token that no peak stands for: between lines and at the end, and in tables all that the host has set. */
export function hostToken(guess: Guess, gap: Gap = noGap, certainty = 0): LineToken {
  const [probability] = guess.probabilities;
  const evidence = new Array<number>(16).fill(0);
  evidence[0] = probability;
  evidence[3] = doubtOf(probability);
  evidence[6] = gap.space;
  evidence[8] = gap.ghostProbability;
  evidence[12] = certainty;
  evidence[14] = 1;
  return {
    ...guess,
    space: gap.space,
    ghost: gap.ghost,
    ghostProbability: gap.ghostProbability,
    evidence,
  };
}
