import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoubtfulWord, Reading, Region } from '../../engine/document';
import { applyEdit } from '../../engine/document';
import { printedLines, sketchDocument, sketchReading } from '../../engine/document/test-documents';
import { printedWords } from '../../engine/document/words-of-text';
import { boxOfDoubt, doubtsInText, doubtsOf, followDoubts } from './doubtful-words';
import { nextWord } from './walk-doubts';

const at = '2026-11-30T01:00:00Z';
const first = 'page-1-region-1';

/** Every word marked; grades in turn. */
const allOf = (text: string): DoubtfulWord[] =>
  printedWords(text, false).map(({ start, end }, index) => ({
    start,
    end,
    grade: ((index % 3) + 1) as 1 | 2 | 3,
  }));

const readingOf = (id: string, text: string): Reading => ({
  ...sketchReading(id, text),
  doubts: allOf(text),
});

function regionOf(text: string, state: Region['state'] = 'unchecked'): Region {
  const document = sketchDocument([[{ label: 'text', state, readings: [readingOf('r1', text)] }]]);
  const region = document.pages[0]?.regions[0];
  if (!region) throw new Error('no region');
  return region;
}

const edited = (text: string, ...edits: readonly Parameters<typeof applyEdit>[1][]): Region => {
  let document = sketchDocument([[{ label: 'text', readings: [readingOf('r1', text)] }]]);
  for (const edit of edits) document = applyEdit(document, edit, at).document;
  const region = document.pages[0]?.regions[0];
  if (!region) throw new Error('no region');
  return region;
};

const wordsIn = (text: string, doubts: readonly DoubtfulWord[]): string[] =>
  doubts.map(({ start, end }) => text.slice(start, end));

describe('marks of a text', () => {
  it('are as many as the settings say', () => {
    const region = regionOf('one two three four');
    expect(wordsIn('one two three four', doubtsOf(region, 'none'))).toEqual([]);
    expect(wordsIn('one two three four', doubtsOf(region, 'few'))).toEqual(['one', 'four']);
    expect(doubtsOf(region, 'usual')).toHaveLength(3);
    expect(doubtsOf(region, 'many')).toHaveLength(4);
    expect(doubtsOf(region, 'many')).toBe(doubtsOf(region, 'many'));
  });

  it('go with a region that was checked or left out', () => {
    expect(doubtsOf(regionOf('one two', 'checked'), 'many')).toEqual([]);
    expect(doubtsOf(regionOf('one two', 'left-out'), 'many')).toEqual([]);
    expect(doubtsOf(regionOf('one two', 'look-again'), 'many')).toHaveLength(2);
  });

  it('follow the text: words that are changed lose theirs, the others keep them', () => {
    const after = 'A line: won two threes four-five';
    const region = edited('one two three four', { kind: 'set-text', regionId: first, text: after });
    expect(wordsIn(after, doubtsOf(region, 'many'))).toEqual(['two']);
    const back = edited(
      'one two three four',
      { kind: 'set-text', regionId: first, text: after },
      { kind: 'set-text', regionId: first, text: 'one two three four' },
    );
    expect(doubtsOf(back, 'many')).toHaveLength(4);
  });

  it('are those of the reading that was corrected, not of one that is only on offer', () => {
    const region = edited(
      'teh cat',
      { kind: 'set-text', regionId: first, text: 'the cat' },
      { kind: 'add-reading', regionId: first, reading: readingOf('r2', 'the cat') },
    );
    expect(wordsIn('the cat', doubtsOf(region, 'many'))).toEqual(['cat']);
  });

  it('are none where the text became a table or formula', () => {
    const region = edited('one two', {
      kind: 'set-text',
      regionId: first,
      text: '<table><tr><td>one two</td></tr></table>',
      format: 'table-html',
    });
    expect(doubtsOf(region, 'many')).toEqual([]);
  });

  it('stand on equal words, whatever was changed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bb', ' ', ' ', '\n', 'c’d', '-', 'é')).map((parts) => parts.join('')),
        fc.array(fc.constantFrom('a', 'bb', ' ', ' ', '\n', 'c’d', '-', 'é')).map((parts) => parts.join('')),
        (before, after) => {
          const doubts = allOf(before);
          const followed = followDoubts(before, after, doubts);
          const words = new Set(wordsIn(before, doubts));
          for (const word of wordsIn(after, followed)) expect(words).toContain(word);
          expect(followDoubts(before, before, doubts)).toEqual(doubts);
          expect(doubtsInText(regionOf(before), after, 'many')).toEqual(followed);
        },
      ),
    ));
});

describe('splitting and joining', () => {
  const lines = printedLines(['one two', 'three', 'four five']);
  const text = 'one two\nthree\nfour five';
  const doubts = allOf(text).map((doubt): DoubtfulWord => {
    const line = text.slice(0, doubt.start).split('\n').length - 1;
    return { ...doubt, place: { line, from: 0, to: 1 } };
  });
  const document = sketchDocument([
    [{ label: 'text', lines, readings: [{ ...sketchReading('r1', text), doubts }] }],
  ]);

  it('words keep their marks and places', () => {
    const split = applyEdit(
      document,
      { kind: 'split-region', regionId: first, newRegionId: 'new', at: { line: 1 } },
      at,
    ).document;
    const [above, below] = split.pages[0]?.regions ?? [];
    if (!above || !below) throw new Error('not split');
    expect(wordsIn('one two', doubtsOf(above, 'many'))).toEqual(['one', 'two']);
    expect(wordsIn('three\nfour five', doubtsOf(below, 'many'))).toEqual(['three', 'four', 'five']);
    expect(doubtsOf(below, 'many').map(({ place }) => place?.line)).toEqual([0, 1, 1]);
    const joined = applyEdit(split, { kind: 'merge-regions', regionIds: [above.id, below.id] }, at).document;
    const whole = joined.pages[0]?.regions[0];
    if (!whole) throw new Error('not joined');
    expect(doubtsOf(whole, 'many')).toEqual(doubts);
  });

  it('the box of a word lies along its line, also on a slanting one', () => {
    const quad = [
      { x: 0, y: 0 },
      { x: 100, y: 10 },
      { x: 98, y: 30 },
      { x: -2, y: 20 },
    ] as const;
    const region = { ...regionOf('word'), lines: [{ box: { x: -2, y: 0, width: 102, height: 30 }, quad }] };
    const word = { start: 0, end: 4, grade: 1, place: { line: 0, from: 0.5, to: 1 } } as const;
    expect(boxOfDoubt(region, word)).toEqual([
      { x: 50, y: 5 },
      { x: 100, y: 10 },
      { x: 98, y: 30 },
      { x: 48, y: 25 },
    ]);
    expect(boxOfDoubt(region, { start: 0, end: 4, grade: 1 })).toBeUndefined();
  });
});

it('the next word is the one after the caret, the one before it ends before', () => {
  const words = allOf('one two three');
  expect(nextWord(words, undefined, 1)).toBe(words[0]);
  expect(nextWord(words, 0, 1)).toBe(words[1]);
  expect(nextWord(words, 8, 1)).toBeUndefined();
  expect(nextWord(words, 8, -1)).toBe(words[1]);
  expect(nextWord(words, undefined, -1)).toBeUndefined();
});
