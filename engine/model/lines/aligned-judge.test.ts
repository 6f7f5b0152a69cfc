import { describe, expect, test } from 'vitest';
import { faultsOf } from './aligned-judge';
import type { TableCell, TableLine } from './table-html';

const line = (text: string, x: number, y: number): TableLine => ({
  text,
  box: { x, y, width: 10 * text.length, height: 24 },
});

function cell(row: number, column: number, ...lines: (readonly TableLine[])[]): TableCell {
  return { row, column, colspan: 1, rowspan: 1, header: false, text: lines, wraps: false };
}

const faults = (...rows: TableCell[][]): number => faultsOf({ rows }, 12, 24);

describe('faultsOf', () => {
  const [ab, cd] = [line('ab', 40, 40), line('cd', 40, 80)];
  const [one, two] = [line('12', 200, 40), line('34', 200, 80)];

  test('a grid that holds has none, empty cells and wrapped text included', () => {
    expect(faults([cell(0, 0, [ab]), cell(0, 1, [one])], [cell(1, 0, [cd]), cell(1, 1, [two])])).toBe(0);
    const wrapped = cell(0, 0, [line('a long text that', 40, 40)], [line('goes on', 40, 66)]);
    expect(faults([wrapped, cell(0, 1, [one])], [cell(1, 0), cell(1, 1, [line('56', 200, 110)])])).toBe(0);
  });

  test('texts apart beside each other and values below each other are not of one cell', () => {
    expect(faults([cell(0, 0, [ab, one])])).toBe(1);
    const [part, next] = [ab, one].map((text) => ({ ...text, line: 3 }));
    expect(faults([cell(0, 0, [part!, next!])])).toBe(0);
    expect(faults([cell(0, 0, [one], [two])])).toBe(1);
    expect(faults([cell(0, 0, [line('(a)', 40, 40), line('b', 80, 40)])])).toBe(0);
  });

  test('texts out of order, and rows and columns without text', () => {
    expect(faults([cell(0, 0, [cd]), cell(0, 1, [two])], [cell(1, 0, [ab]), cell(1, 1, [one])])).toBe(2);
    expect(faults([cell(0, 0, [one]), cell(0, 1, [ab])])).toBe(1);
    expect(faults([cell(0, 0, [ab]), cell(0, 1, [two])])).toBe(1);
    expect(faults([cell(0, 0, [ab]), cell(0, 1)], [cell(1, 0), cell(1, 1)])).toBe(2);
  });
});
