import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading, TokenMark } from '../../../engine/document';
import { wordsToLookAt } from './places-to-look';

const counters = { rounds: 1, forwards: 1, drafted: 0, accepted: 0, tokens: 0, milliseconds: 1 };

function readingOf(text: string, tokens: readonly TokenMark[]): Reading {
  return {
    id: 'r',
    model: 'm',
    task: 'text',
    mode: 'self-speculative',
    format: 'plain',
    text,
    stop: 'end',
    tokens,
    counters,
  };
}

/** One token for each piece. */
const pieces = (...all: readonly (readonly [string, number, TokenMark['origin']?])[]) => {
  let start = 0;
  const tokens = all.map(([piece, margin, origin = 'drafted'], id): TokenMark => {
    const token = { id, start, end: start + piece.length, round: 1, origin, margin };
    start += piece.length;
    return token;
  });
  return readingOf(all.map(([piece]) => piece).join(''), tokens);
};

describe('words to look at first', () => {
  it('are whole words around the closest calls, in the order of the text', () => {
    const reading = pieces(
      ['The', 9],
      [' led', 0.2],
      ['ger', 8],
      [' of', 7],
      [' har', 5],
      ['bour', 0.1],
      ['.', 9],
    );
    expect(wordsToLookAt(reading, 'small-margin')).toEqual(['ledger', 'of', 'harbour.']);
  });

  it('are those that the model did not take from the draft, where drafts disagree', () => {
    const reading = pieces(['one', 1], [' two', 5, 'corrected'], [' three', 0.1], [' four', 0.3, 'bonus']);
    expect(wordsToLookAt(reading, 'drafts-disagree')).toEqual(['two']);
  });

  it('exist only for marks that come from tokens, and for readings that have some', () => {
    expect(wordsToLookAt(pieces(['one', 1]), 'looped')).toEqual([]);
    expect(wordsToLookAt(undefined, 'small-margin')).toEqual([]);
    expect(wordsToLookAt(readingOf('text', []), 'small-margin')).toEqual([]);
  });

  it('are never empty, never many, and stand in the text', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(' ', 'a', '\n', 'xy', '<td>', ' é'),
            fc.double({ min: 0, max: 9, noNaN: true }),
          ),
        ),
        (all) => {
          const reading = pieces(...all);
          const words = wordsToLookAt(reading, 'small-margin');
          expect(words.length).toBeLessThanOrEqual(3);
          for (const word of words) {
            expect(word).not.toBe('');
            expect(word).not.toMatch(/\s/);
            expect(reading.text).toContain(word);
          }
        },
      ),
    ));
});
