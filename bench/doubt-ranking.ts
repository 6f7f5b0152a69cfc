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

export interface Ranking {
  readonly words: number;
  readonly wrong: number;
  /** By signal, `random` among them, then by share of words marked. */
  readonly signals: Readonly<Record<string, Readonly<Record<string, Found>>>>;
}

const markedShares = { '5 %': 0.05, '10 %': 0.1 };

export function rankSignals(words: readonly JudgedWord[]): Ranking {
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
    signals: Object.fromEntries(signals.map(([name, value]) => [name, byShare(value)])),
  };
}
