/**
 * The prior reading of a text region: the line recogniser's characters with everything that may speak against them
 * (workshop/nano/SPEC.md §2). Character for character it is what the `lines` family reads.
 */
import type { Box } from '../../base/geometry';
import type { LineEvidence } from './line-evidence';
import {
  type FeatureShape,
  hostToken,
  lineTokens,
  noGap,
  type PriorPeak,
  type PriorToken,
  sureOf,
} from './line-tokens';
import { breakId, endId, spaceId } from './vocabulary';

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

export const lastColumn = 1023;
export const breakProbability = 0.9;

/** Lines in reading order; those without peaks are left out. `shape` as the model's config has it. */
export function priorReadingOf(lines: readonly PriorLine[], shape: FeatureShape): PriorReading {
  const tokens: PriorToken[] = [];
  const left = Math.min(...lines.map(({ box }) => box.x));
  let gap = noGap;
  let certainty = 0;
  let column = 0;
  let row = 0;
  const addBetween = (id: number, probability: number): void => {
    const token = hostToken(sureOf(id, probability), gap, certainty);
    tokens.push({ ...token, line: row, column: Math.min(lastColumn, column + 1) });
  };
  for (const { peaks, evidence, box, continues } of lines) {
    if (peaks.length === 0) continue;
    if (tokens.length > 0) {
      addBetween(continues ? spaceId : breakId, breakProbability);
      if (!continues) row++;
    }
    const own = lineTokens(evidence, peaks, shape);
    const indent = Math.max(0, Math.floor((3 * (box.x - left)) / box.height));
    peaks.forEach(({ top }, index) => {
      column = Math.min(lastColumn, indent + Math.floor(top / 2));
      tokens.push({ ...own.tokens[index]!, line: row, column });
    });
    certainty = own.certainty;
    gap = own.gaps[peaks.length] ?? noGap;
  }
  addBetween(endId, 1);
  return readingOf(tokens);
}

export function readingOf(tokens: readonly PriorToken[]): PriorReading {
  return { tokens, ids: tokens.map(({ id }) => id) };
}
