/** Reading order: do the page's text blocks come in the order of the truth? */
import { codePoints, nearestSubstring } from './edit-distance';
import { normaliseText } from './score-text';

export interface OrderScore {
  /** Share of block pairs in the wrong order, 0 best, 1 reversed; undefined with fewer than two blocks found. */
  readonly kendall: number | undefined;
  /** Blocks of the truth that were found in the text, and all that were looked for. */
  readonly found: number;
  readonly blocks: number;
}

/** Characters of a block that are searched for; enough to be unique, short enough for long pages. */
const probeLength = 60;
const shortestProbe = 6;
/** A block counts as found when at most this share of its probe differs. */
const tolerance = 0.35;

/** Share of pairs that are inverted; equal entries count as in order. */
export function kendallDistance(positions: readonly number[]): number {
  let inverted = 0;
  for (let later = 1; later < positions.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      if ((positions[earlier] ?? 0) > (positions[later] ?? 0)) inverted++;
    }
  }
  const pairs = (positions.length * (positions.length - 1)) / 2;
  return pairs === 0 ? 0 : inverted / pairs;
}

/** `blocks` are the truth's texts in reading order. Blocks too short to be told apart are left out. */
export function scoreOrder(hypothesis: string, blocks: readonly string[], language = ''): OrderScore {
  const text = codePoints(normaliseText(hypothesis, language));
  const probes = blocks
    .map((block) => codePoints(normaliseText(block, language)).slice(0, probeLength))
    .filter((probe) => probe.length >= shortestProbe);
  const positions = probes.flatMap((probe) => {
    const match = nearestSubstring(probe, text);
    return match.distance <= tolerance * probe.length ? [match.start] : [];
  });
  return {
    kendall: positions.length < 2 ? undefined : kendallDistance(positions),
    found: positions.length,
    blocks: probes.length,
  };
}
