import { describe, expect, test } from 'vitest';
import { RuledSheet, spansOf, textHeight, xs, ys } from '../../testing/ruled-sheet';
import type { StructureCell, TableStructure } from './table-structure';

const plain = ['11 11 11 11', '11 11 11 11', '11 11 11 11', '11 11 11 11'];

/** A head as dark as some of the rules between columns, `seen` those that are darker; texts in all cells but those named. */
function darkHead(
  besides: readonly string[],
  hidden = xs.slice(1, 4),
  seen: readonly number[] = [],
): RuledSheet {
  const sheet = new RuledSheet();
  sheet.fill({ x: xs[0]!, y: ys[0]!, width: xs[4]! - xs[0]!, height: ys[1]! - ys[0]! }, 90);
  sheet.ink = 90;
  for (const x of hidden) sheet.upright(x);
  sheet.ink = 40;
  for (const x of [xs[0]!, ...seen, xs[4]!]) sheet.upright(x);
  for (const y of ys) sheet.level(y);
  sheet.texts(besides);
  return sheet;
}

describe('a head as dark as the rules', () => {
  test('has its cells where texts stand beside each other', () => {
    expect(darkHead([]).spans()).toEqual(plain);
  });

  test('need not have a name over the labels of rows', () => {
    expect(darkHead(['0 0']).spans()).toEqual(plain);
  });

  test('has a cell over columns where a text stands across', () => {
    const sheet = darkHead(['0 1', '0 2']);
    sheet.text(260, ys[0]! + 14, 240);
    expect(sheet.spans()).toEqual(['11 21 11', ...plain.slice(1)]);
  });

  test('is in doubt where a text stands beside nothing', () => {
    expect(darkHead(['0 2']).spans()).toBeUndefined();
    expect(darkHead(['0 1', '0 0']).spans()).toBeUndefined();
    expect(darkHead(['0 1'], xs.slice(2, 4), [xs[1]!]).spans()).toBeUndefined();
    const others = [0, 1, 2, 3].flatMap((row) => [`${row} 2`, `${row} 3`]);
    const two = (...besides: string[]) => darkHead([...others, ...besides], [xs[1]!]).spans();
    expect(two('0 0')).toEqual(['11 11', '11 11', '11 11', '11 11']);
    expect(two('0 1')).toBeUndefined();
  });
});

test('a cell as dark as the rules ends where its shade does', () => {
  const sheet = new RuledSheet();
  sheet.grid();
  sheet.fill({ x: xs[1]!, y: ys[1]!, width: xs[2]! - xs[1]! + 2, height: ys[2]! - ys[1]! + 2 }, sheet.ink);
  sheet.texts(['1 1']);
  expect(sheet.spans()).toEqual(plain);
});

describe('texts of two lines in all cells of a row', () => {
  const twoLines = (): RuledSheet => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[2]!, ys[3]!, ys[4]!]) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    // The second row is the second line of the first.
    for (const x of xs.slice(0, 4)) for (const y of [ys[0]! + 24, ys[0]! + 54]) sheet.text(x + 24, y);
    for (const y of [ys[2]!, ys[3]!]) for (const x of xs.slice(0, 4)) sheet.text(x + 24, y + 14);
    return sheet;
  };
  const seenAs = (rows: readonly number[]): TableStructure => {
    const cells = rows.slice(1).flatMap((end, row) =>
      xs.slice(1).map((to, column): StructureCell => {
        const box = { x: xs[column]!, y: rows[row]!, width: to - xs[column]!, height: end - rows[row]! };
        return { row, header: false, colspan: 1, rowspan: 1, certainty: 1, otherForm: 0, box };
      }),
    );
    return { cells, rows: rows.length - 1, confidence: 0.7, complete: true };
  };

  test('are rows without rules, unless the network sees them as one cell each too', () => {
    expect(twoLines().lattice()).toBeUndefined();
    expect(twoLines().lattice(seenAs([ys[0]!, ys[0]! + 52, ...ys.slice(2)]))).toBeUndefined();
    const found = twoLines().lattice(seenAs([ys[0]!, ...ys.slice(2)]));
    expect(found && spansOf(found)).toEqual(plain.slice(1));
  });

  test('are rows where other cells hold one, whatever the network sees', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[2]!, ys[3]!, ys[4]!]) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    const [upper, lower] = [ys[0]! + 24, ys[0]! + 54];
    for (const [column, y] of [
      [0, upper + 15],
      [1, upper],
      [1, lower],
      [2, upper],
      [2, lower],
      [3, upper],
    ] as const)
      sheet.text(xs[column]! + 24, y);
    for (const y of [ys[2]!, ys[3]!]) for (const x of xs.slice(0, 4)) sheet.text(x + 24, y + 14);
    expect(sheet.lattice(seenAs([ys[0]!, ...ys.slice(2)]))).toBeUndefined();
  });

  test('are rows where they are many, whatever the network sees', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[4]!]) sheet.level(y);
    sheet.level(ys[1]!);
    for (const x of xs) sheet.upright(x);
    for (const x of xs.slice(0, 4)) {
      sheet.text(x + 24, ys[0]! + 14);
      for (const at of [0, 1, 2, 3]) sheet.text(x + 24, ys[1]! + 8 + at * (textHeight + 8));
    }
    expect(sheet.lattice(seenAs([ys[0]!, ys[1]!, ys[4]!]))).toBeUndefined();
  });
});
