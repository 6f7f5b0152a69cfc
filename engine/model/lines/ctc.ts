/** CTC decoding of one line: best path, with a second look at word gaps. */

export interface LineText {
  readonly text: string;
  /** Mean probability of the characters kept, 0..1; 0 for an empty line. */
  readonly confidence: number;
  /** One entry per character of `text` (UTF-16 units of one class stay together). */
  readonly peaks: readonly Peak[];
  /** Time steps over the width of the line. */
  readonly steps: number;
}

export interface Peak {
  readonly text: string;
  readonly probability: number;
  /** First and last time step of the peak. */
  readonly first: number;
  readonly last: number;
  /** The next best character at the peak's surest step, with its probability. */
  readonly second: { readonly text: string; readonly probability: number };
}

/**
 * `values`: probabilities [steps, classes], class 0 = blank. Repeated classes without a blank between them merge.
 * Source: Graves et al. 2006, best-path decoding.
 */
export function decodeCtc(
  values: Float32Array,
  steps: number,
  classes: number,
  characters: readonly string[],
): LineText {
  const peaks: Peak[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    const base = step * classes;
    let best = 0;
    let bestValue = values[base]!;
    for (let index = 1; index < classes; index++) {
      const value = values[base + index]!;
      if (value > bestValue) {
        bestValue = value;
        best = index;
      }
    }
    const last = peaks[peaks.length - 1];
    if (best !== 0 && best === previous && last) {
      const surer = bestValue > last.probability;
      peaks[peaks.length - 1] = {
        ...last,
        last: step,
        probability: surer ? bestValue : last.probability,
        second: surer ? secondBest(values, base, classes, best, characters) : last.second,
      };
    } else if (best !== 0) {
      const second = secondBest(values, base, classes, best, characters);
      peaks.push({ text: characters[best] ?? '', probability: bestValue, first: step, last: step, second });
    }
    previous = best;
  }
  return lineOf(trimSpaces(peaks), steps);
}

/** Best character but `best` and the blank. */
function secondBest(
  values: Float32Array,
  base: number,
  classes: number,
  best: number,
  characters: readonly string[],
): Peak['second'] {
  let second = 0;
  let value = -1;
  for (let index = 1; index < classes; index++) {
    if (index !== best && values[base + index]! > value) {
      value = values[base + index]!;
      second = index;
    }
  }
  return { text: characters[second] ?? '', probability: Math.max(0, value) };
}

function trimSpaces(peaks: readonly Peak[]): Peak[] {
  let from = 0;
  let to = peaks.length;
  while (from < to && peaks[from]!.text === ' ') from++;
  while (to > from && peaks[to - 1]!.text === ' ') to--;
  return peaks.slice(from, to);
}

/** Text and certainty of peaks. */
export function lineOf(peaks: readonly Peak[], steps: number): LineText {
  const text = peaks.map((peak) => peak.text).join('');
  const letters = peaks.filter((peak) => peak.text !== ' ');
  const sum = letters.reduce((total, peak) => total + peak.probability, 0);
  return { text, confidence: letters.length > 0 ? sum / letters.length : 0, peaks, steps };
}
