/** What a reading keeps of a decode's counters. */
import type { DecodeCounters } from '../decoding/types';
import type { ReadingCounters } from '../document';

/** `milliseconds`: of the whole reading, the decode included. */
export function readingCounters(
  { rounds, forwards, drafted, accepted, tokens }: DecodeCounters,
  milliseconds: number,
): ReadingCounters {
  return {
    rounds,
    forwards: Object.values(forwards).reduce((sum, count) => sum + count, 0),
    drafted,
    accepted,
    tokens,
    milliseconds,
  };
}
