import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pins from './fixtures/table-pins.json';
import { scoreTable, scoreTables, treeDistance } from './score-table';
import { nodeCount, tablesIn, tableTree } from './table-tree';

const cell = fc.record({
  text: fc.constantFrom('', 'a', '1.50', 'Total', 'x &lt; 5', 'Área'),
  colspan: fc.constantFrom(1, 1, 1, 2),
});
const table = fc
  .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map(
    (rows) =>
      `<table>${rows
        .map((row) => `<tr>${row.map((c) => `<td colspan="${c.colspan}">${c.text}</td>`).join('')}</tr>`)
        .join('')}</table>`,
  );

describe('scoreTable', () => {
  it.each(pins)('equals the reference scorer: $name (TEDS $teds)', (pin) => {
    const score = scoreTable(pin.hypothesis, pin.reference);
    expect(score.teds).toBeCloseTo(pin.teds, 4);
    expect(score.tedsStructure).toBeCloseTo(pin.tedsStructure, 4);
  });

  it('has the eight check values of the definition', () => {
    const rounded = pins.slice(0, 8).map((pin) => {
      const score = scoreTable(pin.hypothesis, pin.reference);
      return [score.teds.toFixed(4), score.tedsStructure.toFixed(4)];
    });
    expect(rounded).toEqual([
      ['1.0000', '1.0000'],
      ['0.9688', '1.0000'],
      ['0.7778', '0.7778'],
      ['0.6250', '0.6250'],
      ['1.0000', '1.0000'],
      ['0.7273', '0.7273'],
      ['0.1528', '0.2500'],
      ['0.5000', '1.0000'],
    ]);
  });

  it('is 1 for the same table, symmetrical, and never above the structure score for equal structure', () => {
    fc.assert(
      fc.property(table, table, (a, b) => {
        expect(scoreTable(a, a)).toEqual({ teds: 1, tedsStructure: 1 });
        expect(scoreTable(a, b).teds).toBeCloseTo(scoreTable(b, a).teds, 12);
        expect(scoreTable(a, b).tedsStructure).toBeGreaterThanOrEqual(scoreTable(a, b).teds - 1e-12);
      }),
    );
  });

  it('measures a metric: triangle inequality, bounded by all nodes of both', () => {
    fc.assert(
      fc.property(table, table, table, (a, b, c) => {
        const [x, y, z] = [tableTree(a), tableTree(b), tableTree(c)];
        if (!x || !y || !z) throw new Error('no table');
        expect(treeDistance(x, z)).toBeLessThanOrEqual(treeDistance(x, y) + treeDistance(y, z) + 1e-9);
        expect(treeDistance(x, y)).toBeLessThanOrEqual(nodeCount(x) + nodeCount(y) - 2);
      }),
    );
  });

  it('gives 0 where a side has no table', () => {
    expect(scoreTable('', '<table><tr><td>a</td></tr></table>')).toEqual({ teds: 0, tedsStructure: 0 });
    expect(scoreTable('plain words', '<table></table>')).toEqual({ teds: 0, tedsStructure: 0 });
  });
});

describe('scoreTables', () => {
  const one = '<table><tr><td>a</td><td>b</td></tr></table>';
  const two = '<table><tr><td>c</td></tr><tr><td>d</td></tr></table>';

  it('pairs tables whatever their order, and lets extra ones be', () => {
    expect(scoreTables([two, '<table><tr><td>zz</td></tr></table>', one], [one, two])).toEqual({
      teds: 1,
      tedsStructure: 1,
      truthTables: 2,
      readTables: 3,
    });
  });

  it('counts a missing table as 0', () => {
    expect(scoreTables([one], [one, two]).teds).toBe(0.5);
    expect(scoreTables([], [one]).teds).toBe(0);
  });

  it('takes tables out of a page, one source text each', () => {
    expect(tablesIn(`<p>before</p>${one}\n<div>${two}</div>`)).toEqual([one, two]);
  });
});
