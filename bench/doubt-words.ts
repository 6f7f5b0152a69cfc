/** Words of a reading with what was known of their certainty while they were read, and which of them are wrong. */
import { normaliseText, wordPattern, words } from './score-text';

/** Values by signal; the lower, the more doubtful. Every word of a run has the same signals. */
export type Signals = Readonly<Record<string, number>>;

export interface ReadWord {
  /** In the form in which texts are compared. */
  readonly text: string;
  readonly signals: Signals;
}

/** A part of the text with its own certainty: a character or a token. UTF-16 range. */
export interface CertainPart {
  readonly start: number;
  readonly end: number;
  readonly signals: Signals;
}

/** A word is as doubtful as its most doubtful part. One divided at a line's end is one word, as in the truth. */
export function readWords(text: string, parts: readonly CertainPart[], language: string): ReadWord[] {
  const found = [...text.matchAll(wordPattern)].map((match) => ({
    text: match[0],
    ranges: [{ start: match.index, end: match.index + match[0].length }],
  }));
  const joined: typeof found = [];
  for (const word of found) {
    const last = joined[joined.length - 1];
    const between = last && text.slice(last.ranges[last.ranges.length - 1]?.end, word.ranges[0]?.start);
    if (
      last &&
      /[\p{L}\p{N}][-‐¬]$/u.test(last.text) &&
      between?.includes('\n') &&
      /^[\p{L}\p{N}]/u.test(word.text)
    ) {
      last.text = last.text.slice(0, -1) + word.text;
      last.ranges.push(...word.ranges);
    } else {
      joined.push(word);
    }
  }
  return joined.flatMap(({ text: raw, ranges }) => {
    const touching = parts.filter((part) =>
      ranges.some(({ start, end }) => part.start < end && part.end > start),
    );
    const [first] = touching;
    if (!first) return [];
    const names = Object.keys(first.signals);
    const lowest = (name: string): number => Math.min(...touching.map((part) => part.signals[name] ?? 1));
    const signals = Object.fromEntries(names.map((name) => [name, lowest(name)]));
    return words(normaliseText(raw, language)).map((word) => ({ text: word, signals }));
  });
}

/** True for each word that is no part of a longest common subsequence with the truth's words. */
export function wrongWords(read: readonly ReadWord[], truth: string, language: string): boolean[] {
  const right = words(normaliseText(truth, language));
  const columns = right.length + 1;
  // Index [i, j]: length of the longest common subsequence of read[i …] and right[j …].
  const common = new Uint16Array((read.length + 1) * columns);
  for (let i = read.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      common[i * columns + j] =
        read[i]?.text === right[j]
          ? 1 + (common[(i + 1) * columns + j + 1] ?? 0)
          : Math.max(common[(i + 1) * columns + j] ?? 0, common[i * columns + j + 1] ?? 0);
    }
  }
  let j = 0;
  return read.map(({ text }, i) => {
    const rest = common[i * columns + j] ?? 0;
    while (j < right.length && common[i * columns + j + 1] === rest && right[j] !== text) j++;
    if (j < right.length && right[j] === text && rest === 1 + (common[(i + 1) * columns + j + 1] ?? 0)) {
      j++;
      return false;
    }
    return true;
  });
}
