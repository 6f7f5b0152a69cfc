import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../document';
import { type RegionSketch, sketchDocument } from '../document/test-documents';
import { assemble } from './assemble';
import { bareNumber } from './equation-numbers';
import { readFormula } from './latex';

const blocksOf = (...regions: RegionSketch[]): Block[] => assemble(sketchDocument([regions]));
const formula = (y: number, text = 'E = mc^2'): RegionSketch => ({
  label: 'formula',
  text,
  format: 'latex',
  box: { x: 300, y, width: 700, height: 60 },
});
const number = (text: string, y: number, x = 1300): RegionSketch => ({
  label: 'formula-number',
  text,
  format: 'markdown',
  box: { x, y, width: 80, height: 40 },
});
const numbers = (blocks: readonly Block[]) =>
  blocks.map((block) => (block.kind === 'formula' ? (block.number ?? '-') : block.kind));

describe('an equation number', () => {
  test('joins the formula on its line, read before or after it, and leaves the text', () => {
    const blocks = blocksOf(formula(100), number('(3.2)', 110), number('(4)', 310, 150), formula(300));
    expect(numbers(blocks)).toEqual(['3.2', '4']);
    const [first] = blocks;
    expect(first?.kind === 'formula' && first.source.regionIds).toEqual([
      'page-1-region-1',
      'page-1-region-2',
    ]);
  });

  test('goes to the nearest of several formulas on its line', () => {
    const left = { ...formula(100), box: { x: 100, y: 100, width: 300, height: 60 } };
    const right = { ...formula(100), box: { x: 700, y: 100, width: 300, height: 60 } };
    expect(numbers(blocksOf(left, number('(1)', 110, 420), right, number('(2)', 110, 1020)))).toEqual([
      '1',
      '2',
    ]);
  });

  test('below its formula follows the order of reading', () => {
    expect(numbers(blocksOf(formula(100), number('(7)', 180), formula(400)))).toEqual(['7', '-']);
  });

  test('without a formula near it stays a line of text', () => {
    expect(numbers(blocksOf(formula(100), number('(1)', 900)))).toEqual(['-', 'paragraph']);
    expect(numbers(blocksOf(number('(1)', 900)))).toEqual(['paragraph']);
    expect(numbers(blocksOf(formula(100), number('a whole sentence that is no number', 110)))).toEqual([
      '-',
      'paragraph',
    ]);
  });

  test('that the model has read with the formula is not said twice, and another is kept', () => {
    expect(numbers(blocksOf(formula(100, 'x \\tag{5}'), number('(5)', 110)))).toEqual(['5']);
    expect(numbers(blocksOf(formula(100, 'x \\tag{5}'), number('(6)', 110)))).toEqual(['5', 'paragraph']);
  });

  test('is never lost', () => {
    const any = fc.record({
      isNumber: fc.boolean(),
      y: fc.integer({ min: 0, max: 2000 }),
      x: fc.integer({ min: 0, max: 1500 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (places) => {
        const blocks = blocksOf(
          ...places.map(({ isNumber, x, y }, i) =>
            isNumber ? number(`(${i})`, y, x) : { ...formula(y), box: { x, y, width: 300, height: 60 } },
          ),
        );
        const found = blocks.flatMap((block) => {
          if (block.kind === 'formula') return block.number === undefined ? [] : [block.number];
          if (block.kind !== 'paragraph') return [];
          return block.content.map((inline) => (inline.kind === 'text' ? bareNumber(inline.text) : ''));
        });
        const expected = places.flatMap(({ isNumber }, i) => (isNumber ? [String(i)] : []));
        expect(found.sort()).toEqual(expected.sort());
      }),
    );
  });
});

describe('numbers within a model’s LaTeX', () => {
  test.each([
    ['x = 1 \\tag{3.2}', 'x = 1', '3.2'],
    ['x = 1 \\tag*{(A.1)}', 'x = 1', 'A.1'],
    ['x = 1 \\eqno{(4)}', 'x = 1', '4'],
    ['x = 1 \\eqno (4a)', 'x = 1', '4a'],
    ['x = 1 \\qquad (12)', 'x = 1', '12'],
    ['x = 1 \\quad \\text{(2.1)}', 'x = 1', '2.1'],
    [
      '\\begin{aligned} a \\tag{1} \\\\ b \\tag{2} \\end{aligned}',
      '\\begin{aligned} a  \\\\ b  \\end{aligned}',
      '1, 2',
    ],
    ['f(x) \\quad (x > 0)', 'f(x) \\quad (x > 0)', undefined],
    ['\\binom{n}{k} (3)', '\\binom{n}{k} (3)', undefined],
  ])('%s', (text, latex, expected) => {
    const found = readFormula(text);
    expect(found.latex).toBe(latex);
    expect(found.number).toBe(expected);
    expect(found.parses).toBe(true);
  });

  test.each([
    ['(3)', '3'],
    ['[4.1a]', '4.1a'],
    ['$(5)$', '5'],
    ['（6）', '6'],
    ['..... (7)', '7'],
    ['\\tag{8}', '8'],
  ])('%s is written as %s', (text, expected) => {
    expect(bareNumber(text)).toBe(expected);
  });
});

describe('headings and captions as a model writes them', () => {
  test('an item that is a heading is a heading, with its number', () => {
    const heading = (text: string): RegionSketch => ({ label: 'heading', text, format: 'markdown' });
    for (const [text, expected] of [
      ['- Intake', 'Intake'],
      ['* ## Intake', 'Intake'],
      ['2. Intake', '2. Intake'],
      ['### Intake of\n\nboxes', 'Intake of boxes'],
    ]) {
      const [block, ...more] = blocksOf(heading(text ?? ''));
      expect(more).toEqual([]);
      expect(block).toMatchObject({ kind: 'heading', content: [{ kind: 'text', text: expected }] });
    }
  });

  test('a caption of several paragraphs is one caption', () => {
    const blocks = blocksOf({ label: 'caption', text: 'Figure 1.\n\nThe store.', format: 'markdown' });
    expect(blocks).toMatchObject([{ role: 'caption', content: [{ text: 'Figure 1. The store.' }] }]);
  });
});

describe('blanks inside dollars', () => {
  test('keep words and formulas apart', () => {
    const inlines = (text: string) => {
      const [block] = blocksOf({ label: 'text', text, format: 'markdown' });
      return block?.kind === 'paragraph'
        ? block.content
            .map((inline) =>
              inline.kind === 'formula'
                ? `[${inline.latex}]`
                : inline.kind === 'text'
                  ? inline.text
                  : inline.kind,
            )
            .join('')
        : '';
    };
    expect(inlines('where$ x $is')).toBe('where [x] is');
    expect(inlines('where$x$is')).toBe('where[x]is');
    expect(inlines('the 5$ ^{th} $floor')).toBe('the 5superscript floor');
  });
});
