import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../document';
import { printedLines } from '../document/test-documents';
import { collectVocabulary } from './hyphenation';
import { paragraphsOf } from './inlines';

const none = collectVocabulary([]);
const withBoxes = (lines: string[]) =>
  printedLines(lines).map(({ text, box }) => ({ text: text ?? '', box }));
const texts = (lines: string[]) => paragraphsOf(withBoxes(lines), none).map(textOf);

describe('printed lines', () => {
  test('wrapped lines are one paragraph', () => {
    expect(
      texts(['This is the first line of a para-', 'graph that goes on over three of', 'them and ends.']),
    ).toEqual(['This is the first line of a paragraph that goes on over three of them and ends.']);
  });

  test('a short last line ends its paragraph', () => {
    expect(
      texts([
        'The first paragraph has a long line',
        'and a second line that is long, too',
        'and it ends.',
        'Here starts the second paragraph of',
        'the region, which also has two lines',
        'or three.',
      ]),
    ).toEqual([
      'The first paragraph has a long line and a second line that is long, too and it ends.',
      'Here starts the second paragraph of the region, which also has two lines or three.',
    ]);
  });

  test('an indent starts a paragraph', () => {
    expect(
      texts([
        'The first paragraph has a long line.',
        '   The second one is indented here,',
        'and it goes on for a while like this',
        'until it has four full lines of text',
      ]),
    ).toHaveLength(2);
  });

  test('an address keeps its lines', () => {
    expect(texts(['Dr. Ada Example', '12 Long Garden Street West', '10115 Berlin', 'Germany'])).toEqual([
      'Dr. Ada Example\n12 Long Garden Street West\n10115 Berlin\nGermany',
    ]);
  });

  test('a poem keeps its lines', () => {
    expect(
      texts([
        'O moon above the quiet field',
        'So white',
        'Your lamp is low tonight, my friend',
        'And bright',
      ]),
    ).toEqual(['O moon above the quiet field\nSo white\nYour lamp is low tonight, my friend\nAnd bright']);
  });

  test('one line put together from two columns does not make the others short', () => {
    const lines = [
      'had served to keep the bellows level. The paper is  4. What remains',
      'good, the ink has turned brown, and the hand is clear',
      'enough to be read without a glass, as one can see in',
      'the plates, which were made in the winter of the year',
      'before last, when the light was low and the windows',
      'of the archive were frozen over.',
    ];
    expect(texts(lines)).toHaveLength(1);
    expect(texts(lines)[0]).not.toContain('\n');
  });

  test('Chinese lines that end early are broken', () => {
    const lines = [
      '一、天气及其影响',
      '(1)含义：是一个地方短时间里阴晴、风雨、冷热等',
      '大气状况。',
      '(2)特点：变化大。',
    ];
    const boxed = lines.map((each, index) => ({
      text: each,
      box: { x: 100, y: 100 + index * 40, width: each.length * 30, height: 30 },
    }));
    expect(paragraphsOf(boxed, none).map(textOf).join('\n')).toBe(
      '一、天气及其影响\n(1)含义：是一个地方短时间里阴晴、风雨、冷热等大气状况。\n(2)特点：变化大。',
    );
  });

  test('without boxes the widths of the texts decide', () => {
    const lines = ['Dr. Ada Example', '12 Long Garden Street West', '10115 Berlin', 'Germany'];
    expect(
      paragraphsOf(
        lines.map((text) => ({ text })),
        none,
      )[0]?.filter((each) => each.kind === 'break'),
    ).toHaveLength(3);
  });

  test('an empty line parts paragraphs', () => {
    expect(paragraphsOf([{ text: 'one' }, { text: '' }, { text: 'two' }], none).map(textOf)).toEqual([
      'one',
      'two',
    ]);
  });

  test('no letter is lost or added, whatever the lines are', () => {
    const letters = (text: string) => text.replace(/[\s\u00ad¬-]/g, '');
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\n\r]/g, ' '))),
        (lines) => {
          const whole = paragraphsOf(withBoxes(lines), none).map(textOf).join(' ');
          expect(letters(whole)).toBe(letters(lines.join(' ')));
        },
      ),
    );
  });
});
