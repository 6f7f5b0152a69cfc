import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWith, type JudgedWord, rankSignals } from './doubt-ranking';
import { type CertainPart, readWords, wrongWords } from './doubt-words';

const letters = (text: string, certainty: (place: number) => number): CertainPart[] =>
  [...text].map((_, start) => ({ start, end: start + 1, signals: { certainty: certainty(start) } }));

describe('words of a reading', () => {
  it('are as doubtful as their most doubtful letter; one divided at a line end is one', () => {
    const text = 'the “har-\nbour” is\n- open';
    const read = readWords(
      text,
      letters(text, (place) => (text[place] === 'u' || text[place] === 's' ? 0.2 : 0.9)),
      'en',
    );
    expect(read.map((word) => word.text)).toEqual(['the', '"harbour"', 'is', '-', 'open']);
    expect(read.map(({ signals }) => signals.certainty)).toEqual([0.9, 0.2, 0.2, 0.9, 0.9]);
  });

  it('are characters in Chinese', () => {
    const text = '港口 的';
    const read = readWords(
      text,
      letters(text, (place) => place / 10),
      'zh',
    );
    expect(read).toEqual([
      { text: '港', signals: { certainty: 0 } },
      { text: '口', signals: { certainty: 0.1 } },
      { text: '的', signals: { certainty: 0.3 } },
    ]);
  });

  it('are wrong where the truth does not have them in that order', () => {
    const judge = (read: string, truth: string): string[] => {
      const found = readWords(
        read,
        letters(read, () => 1),
        'en',
      );
      const wrong = wrongWords(found, truth, 'en');
      return found.filter((_, index) => wrong[index]).map(({ text }) => text);
    };
    expect(judge('the qiuck brown fox', 'the quick brown fox jumps')).toEqual(['qiuck']);
    expect(judge('a b a c', 'a c b a c')).toEqual([]);
    expect(judge('x a y b', 'a b')).toEqual(['x', 'y']);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c')),
        fc.array(fc.constantFrom('a', 'b', 'c')),
        (read, truth) => {
          const right = read.length - judge(read.join(' '), truth.join(' ')).length;
          const lengths = Array.from({ length: truth.length + 1 }, () => 0);
          for (const word of read) {
            const before = lengths.slice();
            truth.forEach((other, j) => {
              lengths[j + 1] =
                word === other ? (before[j] ?? 0) + 1 : Math.max(before[j + 1] ?? 0, lengths[j] ?? 0);
            });
          }
          expect(right).toBe(lengths[truth.length]);
        },
      ),
    );
  });
});

describe('a signal', () => {
  const words = (wrong: readonly number[]): JudgedWord[] =>
    Array.from({ length: 100 }, (_, index) => ({
      text: 'w',
      wrong: wrong.includes(index),
      signals: { place: index, none: 0, half: index < 50 ? 0 : 1 },
    }));

  it('finds what it ranks first; one without any information finds what chance finds', () => {
    const ranking = rankSignals(words([0, 1, 2, 3, 40, 90, 91, 92, 93, 94]));
    expect(ranking).toMatchObject({ words: 100, wrong: 10 });
    expect(ranking.signals.place?.['5 %']).toEqual({ recall: 0.4, precision: 0.8 });
    expect(ranking.signals.none).toEqual(ranking.signals.random);
    expect(ranking.signals.random?.['10 %']).toEqual({ recall: 0.1, precision: 0.1 });
    // Five of the first fifty are wrong, so a tenth of all finds one in ten of those.
    expect(ranking.signals.half?.['10 %']).toEqual({ recall: 0.1, precision: 0.1 });
  });

  it('has nothing to find in a text without errors', () => {
    expect(findWith(words([]), 0.1, (word) => word.signals.place ?? 0)).toEqual({ recall: 0, precision: 0 });
  });
});
