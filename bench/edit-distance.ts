/**
 * Edit distances over sequences of symbols (code points, words, table cells' characters), unit costs.
 * fastest-levenshtein compares UTF-16 units, so every distinct symbol is first given a unit of its own.
 */
import { distance } from 'fastest-levenshtein';

const unitCount = 0x10000;

export const codePoints = (text: string): string[] => Array.from(text);

/** Levenshtein distance; throws RangeError on more than 65,536 distinct symbols. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  const units = new Map<string, string>();
  const encode = (symbols: readonly string[]): string =>
    symbols
      .map((symbol) => {
        const known = units.get(symbol);
        if (known !== undefined) return known;
        if (units.size === unitCount) throw new RangeError('editDistance: more than 65,536 distinct symbols');
        const unit = String.fromCharCode(units.size);
        units.set(symbol, unit);
        return unit;
      })
      .join('');
  return distance(encode(a), encode(b));
}

/** 0 for equal sequences, 1 for nothing in common: distance over the longer length. */
export function normalisedDistance(a: readonly string[], b: readonly string[]): number {
  return editDistance(a, b) / Math.max(1, a.length, b.length);
}

export interface SubstringMatch {
  readonly distance: number;
  /** Range in the haystack, in symbols. */
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `haystack` nearest to `needle` (edit distance with free ends, Sellers' algorithm); the earliest on
 * ties. An empty haystack gives the whole needle as distance.
 */
export function nearestSubstring(needle: readonly string[], haystack: readonly string[]): SubstringMatch {
  const rows = needle.length;
  let distances = Array.from({ length: rows + 1 }, (_, row) => row);
  let starts = new Array<number>(rows + 1).fill(0);
  let best: SubstringMatch = { distance: rows, start: 0, end: 0 };
  haystack.forEach((symbol, column) => {
    const nextDistances = new Array<number>(rows + 1).fill(0);
    const nextStarts = new Array<number>(rows + 1).fill(column + 1);
    for (let row = 1; row <= rows; row++) {
      const diagonal = (distances[row - 1] ?? 0) + (needle[row - 1] === symbol ? 0 : 1);
      const insertion = (distances[row] ?? 0) + 1;
      const deletion = (nextDistances[row - 1] ?? 0) + 1;
      const least = Math.min(diagonal, insertion, deletion);
      nextDistances[row] = least;
      if (least === diagonal) nextStarts[row] = row === 1 ? column : (starts[row - 1] ?? 0);
      else nextStarts[row] = (least === insertion ? starts[row] : nextStarts[row - 1]) ?? 0;
    }
    distances = nextDistances;
    starts = nextStarts;
    const reached = distances[rows] ?? rows;
    if (reached < best.distance) best = { distance: reached, start: starts[rows] ?? 0, end: column + 1 };
  });
  return best;
}
