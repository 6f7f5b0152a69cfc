/** How well a signal finds wrong words when a share of all words is marked. */
import type { ReadWord } from './doubt-words';

export interface JudgedWord extends ReadWord {
  readonly wrong: boolean;
}

export interface Found {
  /** Share of the wrong words that are marked. */
  readonly recall: number;
  /** Share of the marked words that are wrong. */
  readonly precision: number;
}

/**
 * Marks the `share` of words with the lowest values. Of words with equal values around the cut, which are as good as
 * drawn by lot, the expected number counts.
 */
export function findWith(
  words: readonly JudgedWord[],
  share: number,
  of: (word: JudgedWord) => number,
): Found {
  const budget = words.length * share;
  const sorted = words
    .map((word) => ({ value: of(word), wrong: word.wrong }))
    .sort((a, b) => a.value - b.value);
  let found = 0;
  for (let from = 0, to = 0; from < sorted.length && from < budget; from = to) {
    while (to < sorted.length && sorted[to]?.value === sorted[from]?.value) to++;
    const wrong = sorted.slice(from, to).filter((word) => word.wrong).length;
    found += wrong * Math.min(1, (budget - from) / (to - from));
  }
  const allWrong = words.filter((word) => word.wrong).length;
  return { recall: allWrong === 0 ? 0 : found / allWrong, precision: budget === 0 ? 0 : found / budget };
}

/** Words with a value below a threshold, as the product marks them. */
export interface MarkedSet extends Found {
  /** Share of all words. */
  readonly marked: number;
}

export interface Ranking {
  readonly words: number;
  readonly wrong: number;
  /** By name of the set: marks of a grade, and words that are misspelt. */
  readonly sets: Readonly<Record<string, MarkedSet>>;
  /** By signal, `random` among them, then by share of words marked. */
  readonly signals: Readonly<Record<string, Readonly<Record<string, Found>>>>;
}

const markedShares = { '5 %': 0.05, '10 %': 0.1 };

export type Marks = Readonly<Record<string, (word: JudgedWord) => boolean>>;

function markWith(words: readonly JudgedWord[], isMarked: (word: JudgedWord) => boolean): MarkedSet {
  const marked = words.filter(isMarked);
  const found = marked.filter(({ wrong }) => wrong).length;
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    marked: share(marked.length, words.length),
    recall: share(found, words.filter(({ wrong }) => wrong).length),
    precision: share(found, marked.length),
  };
}

export function rankSignals(words: readonly JudgedWord[], marks: Marks = {}): Ranking {
  const names = Object.keys(words[0]?.signals ?? {});
  const of = (name: string) => (word: JudgedWord) => word.signals[name] ?? 1;
  const signals = [['random', () => 0] as const, ...names.map((name) => [name, of(name)] as const)];
  const byShare = (value: (word: JudgedWord) => number) =>
    Object.fromEntries(
      Object.entries(markedShares).map(([label, share]) => [label, findWith(words, share, value)]),
    );
  return {
    words: words.length,
    wrong: words.filter(({ wrong }) => wrong).length,
    sets: Object.fromEntries(
      Object.entries(marks).map(([name, isMarked]) => [name, markWith(words, isMarked)]),
    ),
    signals: Object.fromEntries(signals.map(([name, value]) => [name, byShare(value)])),
  };
}

/** Values below which so many of the words lie. */
export function quantiles(words: readonly JudgedWord[], signal: string, shares: readonly number[]): number[] {
  const values = words.map(({ signals }) => signals[signal] ?? 1).sort((a, b) => a - b);
  return shares.map((share) => values[Math.floor(share * values.length)] ?? 0);
}
