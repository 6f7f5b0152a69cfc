/** CTC decoding of one line: best path. */

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

/** The best classes of every step, surest first, as the network ranks them: two tensors [steps, ranks]. */
export interface RankedSteps {
  readonly classes: Int32Array;
  readonly probabilities: Float32Array;
  readonly steps: number;
  /** At least three: then a character and its runner-up are among them, whether or not the blank is. */
  readonly ranks: number;
}

/**
 * Class 0 is the blank. Repeated classes without a blank between them merge.
 * Source: Graves et al. 2006, best-path decoding.
 */
export function decodeCtc(ranked: RankedSteps, characters: readonly string[]): LineText {
  const { classes, probabilities, steps, ranks } = ranked;
  const peaks: Peak[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    const best = classes[step * ranks]!;
    const probability = probabilities[step * ranks]!;
    const last = peaks[peaks.length - 1];
    if (best !== 0 && best === previous && last) {
      const surer = probability > last.probability;
      peaks[peaks.length - 1] = {
        ...last,
        last: step,
        probability: surer ? probability : last.probability,
        second: surer ? runnerUp(ranked, step, characters) : last.second,
      };
    } else if (best !== 0) {
      const second = runnerUp(ranked, step, characters);
      peaks.push({ text: characters[best] ?? '', probability, first: step, last: step, second });
    }
    previous = best;
  }
  return lineOf(trimSpaces(peaks), steps);
}

/** The best character after the first rank, the blank passed over. */
function runnerUp(
  { classes, probabilities, ranks }: RankedSteps,
  step: number,
  characters: readonly string[],
): Peak['second'] {
  let at = step * ranks + 1;
  if (classes[at] === 0) at++;
  return { text: characters[classes[at] ?? 0] ?? '', probability: probabilities[at] ?? 0 };
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
