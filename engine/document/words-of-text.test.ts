import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedWords, spelledWords } from './words-of-text';

const wordsOf = (text: string, hasTags = false): string[] =>
  spelledWords(text, hasTags).map(({ start, end }) => text.slice(start, end));
const printed = (text: string, hasTags = false): string[] =>
  printedWords(text, hasTags).map(({ start, end }) => text.slice(start, end));

describe('printed words', () => {
  it('begin and end with letters or digits; signs alone are none, an ideograph is one', () => {
    expect(printed('“The harbour-master” — paid 3.50!\n**bold** 港口 a.')).toEqual([
      'The',
      'harbour-master',
      'paid',
      '3.50',
      'bold',
      '港',
      '口',
      'a',
    ]);
  });

  it('leave the tags of tables out', () => {
    const html = '<table><tr><td colspan="2">Net &amp; gross</td><td>7</td></tr></table>';
    expect(printed(html, true)).toEqual(['Net', 'amp', 'gross', '7']);
  });
});

describe('words with a spelling', () => {
  it('have letters only, with apostrophes and hyphens inside', () => {
    expect(wordsOf('Don’t re-read l’habitant, «naïve» co-operate.')).toEqual([
      'Don’t',
      're-read',
      'l’habitant',
      'naïve',
      'co-operate',
    ]);
  });

  it('are no codes, numbers, addresses, single letters or halves of divided words', () => {
    expect(
      wordsOf('IBAN PT50 A4 x2y a https://example.org/page www.example.com me@example.org snake_case 3rd'),
    ).toEqual([]);
    expect(wordsOf('the har-\nbour wall')).toEqual(['the', 'wall']);
  });

  it('stand in the text, in order, one after the other', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let from = 0;
        for (const { start, end } of spelledWords(text, false)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start + 1);
          expect(text.slice(start, end)).toMatch(/^[\p{L}\p{M}][\p{L}\p{M}’'‘ʼ-]*[\p{L}\p{M}]$/u);
          from = end;
        }
      }),
    ));
});
