/** What a table's picture says about its cells. */
import { describe, expect, it } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import type { TableCell } from '../lines';
import { TableEvidence } from './table-evidence';
import { TableRules } from './table-rules';

function fill({ width, data }: Raster, box: Box, grey: number): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    data.fill(grey, (y * width + box.x) * 3, (y * width + box.x + box.width) * 3);
  }
}

describe('TableRules', () => {
  const page = createRaster(400, 200, 220);
  fill(page, { x: 300, y: 20, width: 1, height: 160 }, 175);
  fill(page, { x: 100, y: 50, width: 2, height: 50 }, 150);
  fill(page, { x: 20, y: 120, width: 300, height: 1 }, 20);
  const rules = TableRules.of(page, { x: 20, y: 20, width: 360, height: 160 }, 8);

  it('finds the share of a rule near its place', () => {
    expect(rules.upright(95, 50, 100)).toBe(1);
    expect(rules.upright(95, 0, 100)).toBeCloseTo(50 / 88, 5);
    expect(rules.level(125, 100, 200)).toBe(1);
    expect(rules.level(125, 220, 420)).toBeCloseTo(100 / 168, 5);
  });

  it('finds none too far away, none in an empty part, and no pale ones', () => {
    expect(rules.upright(112, 50, 100)).toBe(0);
    expect(rules.level(140, 100, 200)).toBe(0);
    expect(rules.level(120, 200, 200)).toBe(0);
    expect(rules.upright(300, 20, 100)).toBe(0);
  });
});

describe('TableEvidence', () => {
  const box: Box = { x: 100, y: 100, width: 400, height: 120 };
  const text = (x: number, y: number, width: number) => ({ box: { x, y, width, height: 20 }, text: 'a' });
  const cell = (row: number, column: number, seen: Box, own: Partial<TableCell> = {}): TableCell => ({
    row,
    column,
    colspan: 1,
    rowspan: 1,
    header: false,
    seen: { box: seen, certainty: 1, otherForm: 0.25 },
    text: [],
    wraps: false,
    ...own,
  });
  const rows = [
    [
      cell(
        0,
        0,
        { x: 100, y: 100, width: 200, height: 40 },
        { text: [[text(120, 110, 100)], [text(120, 120, 60)]] },
      ),
      cell(0, 1, { x: 300, y: 100, width: 200, height: 40 }),
    ],
    [cell(1, 0, { x: 150, y: 150, width: 300, height: 60 }, { colspan: 2, text: [[text(50, 160, 480)]] })],
  ];
  const page = createRaster(600, 300);
  fill(page, { x: 300, y: 120, width: 2, height: 20 }, 0);
  fill(page, { x: 100, y: 145, width: 400, height: 2 }, 0);
  fill(page, { x: 120, y: 100, width: 180, height: 1 }, 0);
  const evidence = new TableEvidence(rows, page, box);
  const close = (own: readonly number[], expected: readonly number[]): void => {
    expect(own).toHaveLength(16);
    for (const [item, value] of own.entries()) {
      expect(value, `item ${16 + item}`).toBeCloseTo(expected[item] ?? 0, 5);
    }
  };

  it('of a cell with text', () => {
    const rules = [0, 0.5, 0.9, 1];
    close(evidence.ofCell(rows[0]![0]!), [0, 0, 0, 0, 0, 0.1, -0.4, 0, 0, ...rules, 0.5, 0.25, 40 / 60 / 4]);
  });

  it('of an empty cell', () => {
    const rules = [0.5, 0, 0, 1];
    close(evidence.ofCell(rows[0]![1]!), [1 / 16, 0, 0, 1, 0, 0, 0, 0, 0, ...rules, 0, 0.25, 40 / 60 / 4]);
  });

  it('of a cell over two columns, whose text sticks out', () => {
    const offsets = [-50 / 400, 30 / 400, 50 / 400, -50 / 400];
    close(evidence.ofCell(rows[1]![0]!), [0, 0.25, 0, 0, 1, ...offsets, 0, 0, 1, 0, 0.25, 0.25, 0.25]);
  });

  it('of rows', () => {
    close(evidence.ofRow(0), [0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0.45, 1, 0.5, 0, 40 / 60 / 4]);
    close(evidence.ofRow(1), [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0.25, 0, 0.25]);
  });

  it('without boxes of the network columns are cut evenly and rows are where their text is', () => {
    const { seen: _, ...unseen } = rows[0]![0]!;
    const [line] = [
      new TableEvidence([[unseen, { ...unseen, column: 1, text: [] }]], page, box).ofCell(unseen),
    ];
    expect(line?.slice(5, 9)).toEqual([0.1, -0.4, 0, 0]);
    expect(line?.[15]).toBe(0.25);
  });
});
