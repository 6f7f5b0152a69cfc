import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, editDistance, nearestSubstring } from './edit-distance';
import pins from './fixtures/text-pins.json';
import { normaliseText, scoreText } from './score-text';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('scoreText', () => {
  it.each(pins)('equals the reference scorer ($language, $ref_chars characters, CER $cer)', (pin) => {
    const score = scoreText(pin.hypothesis, pin.reference, pin.language);
    expect(score.referenceCharacters).toBe(pin.ref_chars);
    expect(score.cer).toBeCloseTo(pin.cer, 4);
    expect(score.ned).toBeCloseTo(pin.ned, 4);
    expect(score.wer).toBeCloseTo(pin.wer, 4);
    expect(score.bagOfWordsF1).toBeCloseTo(pin.bow_f1, 4);
  });

  it('is perfect for the same text and never for a text with a letter more', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('', 'en', 'zh'), (sample, language) => {
        expect(scoreText(sample, sample, language)).toMatchObject({
          cer: 0,
          ned: 0,
          wer: 0,
          cerWithoutDiacritics: 0,
        });
        expect(scoreText(`${sample}x`, sample, language).edits).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps NED symmetrical, within 0..1 and not above CER', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const forth = scoreText(a, b);
        expect(forth.ned).toBe(scoreText(b, a).ned);
        expect(forth.ned).toBeLessThanOrEqual(1);
        expect(forth.ned).toBeLessThanOrEqual(forth.cer);
        expect(forth.bagOfWordsF1).toBeCloseTo(scoreText(b, a).bagOfWordsF1, 12);
      }),
    );
  });

  it('is blind to order in the bag of words only', () => {
    const score = scoreText('two one three', 'One, two three!');
    expect(score.bagOfWordsF1).toBe(1);
    expect(score.cer).toBeGreaterThan(0);
  });

  it('shows accent loss as the difference of the two CERs', () => {
    const score = scoreText('coracao nao a epoca', 'coração não à época');
    expect(score.edits).toBe(5);
    expect(score.cerWithoutDiacritics).toBe(0);
  });

  it('normalises to a fixed point', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('', 'de'), (sample, language) => {
        const once = normaliseText(sample, language);
        expect(normaliseText(once, language)).toBe(once);
      }),
    );
  });
});

describe('edit distance', () => {
  const symbols = text.map(codePoints);
  /** The textbook recurrence, to check the bit-parallel one against. */
  const slow = (a: readonly string[], b: readonly string[]): number => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (const [i, symbol] of a.entries()) {
      const next = [i + 1];
      for (const [j, other] of b.entries()) {
        const replaced = (row[j] ?? 0) + (symbol === other ? 0 : 1);
        next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
      }
      row = next;
    }
    return row[b.length] ?? 0;
  };

  it('counts code points, not UTF-16 units', () => {
    expect(editDistance(codePoints('𝒜𝒝'), codePoints('𝒜𝒞'))).toBe(1);
    expect(editDistance(codePoints('𝒜'), [])).toBe(1);
  });

  it('equals the textbook recurrence', () => {
    fc.assert(
      fc.property(symbols, symbols, (a, b) => {
        expect(editDistance(a, b)).toBe(slow(a, b));
      }),
    );
  });

  it('finds the nearest part of a text, never farther than any other part', () => {
    fc.assert(
      fc.property(symbols, symbols, fc.nat(), fc.nat(), (needle, haystack, from, to) => {
        const match = nearestSubstring(needle, haystack);
        expect(editDistance(needle, haystack.slice(match.start, match.end))).toBe(match.distance);
        expect(match.distance).toBeLessThanOrEqual(editDistance(needle, haystack.slice(from % 40, to % 60)));
      }),
    );
  });

  it('finds a text inside a longer one exactly', () => {
    fc.assert(
      fc.property(symbols, symbols, symbols, (before, needle, after) => {
        expect(nearestSubstring(needle, [...before, ...needle, ...after]).distance).toBe(0);
      }),
    );
  });
});
