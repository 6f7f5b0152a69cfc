import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseLatex, scoreFormula } from './score-formula';
import { kendallDistance, scoreOrder } from './score-order';
import { gridOf, type Rule, scoreRules } from './score-rules';
import { tableTree } from './table-tree';

describe('formula similarity (not CDM)', () => {
  it('ignores spacing, fonts and delimiters, and nothing that carries meaning', () => {
    const plain = 'x=\\frac{-b\\pm\\sqrt{b^{2}-4ac}}{2a}';
    expect(
      scoreFormula(`$$ x = \\frac{-b \\pm \\sqrt{b^{2}-4ac}}{2a} \\tag{1} $$`, plain).editSimilarity,
    ).toBe(1);
    expect(scoreFormula(plain.replace('2a', '3a'), plain).editSimilarity).toBeLessThan(1);
    expect(normaliseLatex('\\left( \\mathrm{A}\\quad\\rightarrow B\\right)')).toBe('({a}\\rightarrowb)');
  });

  it('is 1 for equal, 0 for nothing read, symmetrical', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(scoreFormula(a, a).editSimilarity).toBe(1);
        expect(scoreFormula(a, b)).toEqual(scoreFormula(b, a));
      }),
    );
    expect(scoreFormula('', 'a+b').editSimilarity).toBe(0);
  });
});

describe('reading order', () => {
  it('is 0 in order, 1 reversed, and the two add up', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2 }), (positions) => {
        const sorted = [...positions].sort((a, b) => a - b);
        expect(kendallDistance(sorted)).toBe(0);
        expect(kendallDistance([...sorted].reverse())).toBe(1);
        const back = kendallDistance([...positions].reverse());
        expect(kendallDistance(positions) + back).toBeCloseTo(1, 12);
      }),
    );
  });

  it('finds blocks in spite of misread letters and counts those that are missing', () => {
    const blocks = [
      'The harbour at dawn',
      'A second paragraph',
      'The third and last one',
      'Nowhere to be seen',
    ];
    const text = 'A sec0nd paragraph\n\nThe harbonr at dawn\n\nThe third and last one';
    expect(scoreOrder(text, blocks)).toEqual({ kendall: 1 / 3, found: 3, blocks: 4 });
    expect(scoreOrder('', blocks).kendall).toBeUndefined();
  });
});

describe('rules', () => {
  const table = tableTree(
    '<table><tr><th></th><th colspan="2">Catch</th></tr><tr><th>Port</th><th>Cod</th><th>Eel</th></tr>' +
      '<tr><td>Aveiro</td><td>12</td><td>7</td></tr></table>',
  );
  const text = 'Catches of the year.\n\nThe “old” har-\nbour stays closed. Cod was dear.';
  const cases: readonly [Rule, boolean][] = [
    [{ type: 'present', text: 'The "old" harbour stays', max_diffs: 0 }, true],
    [{ type: 'present', text: 'The new harbour', max_diffs: 0 }, false],
    [{ type: 'present', text: 'The 0ld harbour stays', max_diffs: 3 }, true],
    [{ type: 'absent', text: 'Page 3 of 9', max_diffs: 0 }, true],
    [{ type: 'absent', text: 'Cod was dear', max_diffs: 0 }, false],
    [{ type: 'order', before: 'Catches of', after: 'Cod was', max_diffs: 0 }, true],
    [{ type: 'order', before: 'Cod was', after: 'Catches of', max_diffs: 0 }, false],
    [{ type: 'order', before: 'Catches of', after: 'not there', max_diffs: 0 }, false],
    [{ type: 'table', cell: '12', left: 'Aveiro', right: '7', up: 'Cod', max_diffs: 0 }, true],
    [{ type: 'table', cell: '7', top_heading: 'Catch', left_heading: 'Aveiro', max_diffs: 0 }, true],
    [{ type: 'table', cell: 'Cod', down: '7', max_diffs: 0 }, false],
    [{ type: 'table', cell: '13', max_diffs: 0 }, false],
  ];

  it.each(cases)('%j → %s', (entry, passes) => {
    expect(scoreRules([entry], text, table ? [table] : [])).toEqual({
      passed: passes ? 1 : 0,
      run: 1,
      notRun: 0,
    });
  });

  it('credits nothing for a page that was not read', () => {
    const entry: Rule = { type: 'absent', text: 'Page 3 of 9', max_diffs: 0 };
    expect(scoreRules([entry], '', []).passed).toBe(0);
  });

  it('counts formulas as not run, never as passed', () => {
    expect(scoreRules([{ type: 'math', math: 'a=b' }], 'a=b', [])).toEqual({ passed: 0, run: 0, notRun: 1 });
  });

  it('repeats spanned cells in the grid', () => {
    expect(table && gridOf(table)).toEqual([
      ['', 'Catch', 'Catch'],
      ['Port', 'Cod', 'Eel'],
      ['Aveiro', '12', '7'],
    ]);
  });
});
