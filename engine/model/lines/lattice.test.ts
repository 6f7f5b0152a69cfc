import { describe, expect, test } from 'vitest';
import { RuledSheet, spansOf, textHeight, xs, ys } from '../../testing/ruled-sheet';
import type { StructureCell } from './table-structure';

const plain = ['11 11 11 11', '11 11 11 11', '11 11 11 11', '11 11 11 11'];

/** The first cell over two rows, a head over two columns, and a cell of two by two at the end. */
function merged(sheet = new RuledSheet()): RuledSheet {
  for (const y of [ys[0]!, ys[2]!, ys[4]!]) sheet.level(y);
  sheet.level(ys[1]!, xs[1]);
  sheet.level(ys[3]!, xs[0], xs[2]);
  for (const x of [xs[0]!, xs[1]!, xs[4]!]) sheet.upright(x);
  sheet.upright(xs[2]!, ys[1]);
  sheet.upright(xs[3]!, ys[0], ys[2]);
  sheet.text(90, 98);
  sheet.text(260, 74, 240);
  for (const x of [3]) sheet.text(xs[x]! + 24, 74);
  for (const x of [1, 2, 3]) sheet.text(xs[x]! + 24, 124);
  for (const x of [0, 1]) for (const y of [174, 224]) sheet.text(xs[x]! + 24, y);
  sheet.text(430, 198, 200);
  return sheet;
}
const mergedSpans = ['12 21 11', '11 11 11', '11 11 22', '11 11'];

describe('lattices', () => {
  test('a grid gives its cells, with boxes from rule to rule', () => {
    const sheet = new RuledSheet();
    sheet.grid();
    sheet.texts(['1 2', '3 3']);
    const found = sheet.lattice()!;
    expect(spansOf(found)).toEqual(plain);
    expect(found).toMatchObject({ rows: 4, complete: true, ruled: true, confidence: 0.7 });
    const { box } = found.cells[6]!;
    expect(Math.abs(box.x - xs[2]!)).toBeLessThan(3);
    expect(Math.abs(box.y - ys[1]!)).toBeLessThan(3);
    expect(Math.abs(box.width - 160)).toBeLessThan(3);
    expect(Math.abs(box.height - 50)).toBeLessThan(3);
  });

  test('cells between which no rule is drawn are one', () => {
    expect(merged().spans()).toEqual(mergedSpans);
  });

  test.each([
    ['skewed', { skew: 0.017 }],
    ['skewed the other way', { skew: -0.017 }],
    ['drawn twice', { double: true }],
    ['thick', { thickness: 5 }],
    ['worn', { worn: 4 }],
    ['pale', { ink: 190 }],
  ])('rules may be %s', (_, how) => {
    expect(merged(Object.assign(new RuledSheet(), how)).spans()).toEqual(mergedSpans);
  });

  test('a table without rules at its sides ends where its level rules do', () => {
    const sheet = new RuledSheet();
    for (const y of ys) sheet.level(y);
    for (const x of xs.slice(1, -1)) sheet.upright(x);
    sheet.texts(['2 0', '2 3']);
    expect(sheet.spans()).toEqual(plain);
  });

  test('a table without rules above and below ends where its uprights do', () => {
    const sheet = new RuledSheet();
    for (const y of ys.slice(1, -1)) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    sheet.texts();
    expect(sheet.spans()).toEqual(plain);
  });

  test('two columns without an outer frame', () => {
    const sheet = new RuledSheet();
    for (const y of ys) sheet.level(y, xs[0], xs[2]);
    sheet.upright(xs[1]!);
    for (const x of [0, 1]) for (const y of ys.slice(0, -1)) sheet.text(xs[x]! + 24, y + 14);
    expect(sheet.spans()).toEqual(['11 11', '11 11', '11 11', '11 11']);
  });

  test.each([
    ['shaded', 190, 40],
    ['dark', 95, 30],
  ])('a %s head keeps its rules', (_, shade, ink) => {
    const sheet = new RuledSheet();
    sheet.fill({ x: xs[0]!, y: ys[0]!, width: 642, height: 50 }, shade);
    sheet.ink = ink;
    sheet.grid();
    sheet.texts();
    expect(sheet.spans()).toEqual(plain);
  });

  test('wrapped text beside a single line does not look like rows', () => {
    const sheet = new RuledSheet();
    for (const y of [60, 140, 190, 240]) sheet.level(y);
    for (const x of xs) sheet.upright(x, 60, 240);
    for (const y of [68, 100]) for (const x of [0, 1]) sheet.text(xs[x]! + 20, y, 110);
    for (const x of [2, 3]) sheet.text(xs[x]! + 20, 84);
    for (const x of [0, 1, 2, 3]) for (const y of [152, 202]) sheet.text(xs[x]! + 20, y);
    expect(sheet.spans()).toEqual(plain.slice(0, 3));
  });

  test('wrapped names beside single ones at heights of their own do not look like rows', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ...ys.slice(2)]) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    sheet.texts(['0 0', '0 1', '0 2', '0 3', '1 0', '1 1', '1 2', '1 3']);
    for (const x of [xs[0]!, xs[1]!]) for (const y of [74, 104]) sheet.text(x + 24, y);
    sheet.text(xs[2]! + 24, 82);
    sheet.text(xs[3]! + 24, 104);
    expect(sheet.spans()).toEqual(plain.slice(1));
  });

  test('strokes of letters on the line of a rule are no rule', () => {
    const sheet = new RuledSheet();
    for (const y of ys) sheet.level(y);
    for (const x of [xs[0]!, xs[4]!]) sheet.upright(x);
    for (const x of xs.slice(1, -1)) {
      sheet.upright(x, ys[0], ys[1]);
      sheet.upright(x, ys[2], ys[4]);
      sheet.fill({ x: x - 1, y: ys[1]! + 10, width: 3, height: 31 }, 40);
    }
    sheet.text(100, ys[1]! + 14, 560);
    sheet.texts(['1 0', '1 1', '1 2', '1 3']);
    expect(sheet.spans()).toEqual([plain[0], '41', plain[0], plain[0]]);
  });

  test('letters one below the other are no rule, though they reach from rule to rule', () => {
    const lettered = (rows: number): string[] | undefined => {
      const sheet = new RuledSheet();
      sheet.grid();
      sheet.texts();
      sheet.upright(600, ys[4 - rows]!, ys[4]!);
      return sheet.spans();
    };
    expect(lettered(2)).toEqual(plain);
    // What goes through most rows is a rule that lines of text run over.
    expect(lettered(3)).not.toEqual(plain);
  });

  test('heads, and how certain the network is, come from the cells that it sees there', () => {
    const cell = (row: number, column: number, more: Partial<StructureCell> = {}): StructureCell => {
      const box = { x: xs[column]! + 8, y: ys[row]! + 6, width: 130, height: 36 };
      return { row, header: row === 0, colspan: 1, rowspan: 1, box, certainty: 0.6, otherForm: 0.2, ...more };
    };
    const cells = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => cell(row, column)));
    cells[0] = cell(0, 0, { rowspan: 2, box: { x: 70, y: 66, width: 140, height: 88 } });
    const found = merged().lattice({ cells, rows: 4, confidence: 0.5, complete: false })!;
    const said = found.cells.map(({ row, header, certainty, otherForm }) => [
      row,
      header,
      certainty,
      otherForm,
    ]);
    expect(said.slice(0, 7)).toEqual([
      [0, true, 0.6, 0.2],
      [0, true, 0.9, 0],
      [0, true, 0.6, 0.2],
      // Beside the first, which spans both rows.
      [1, true, 0.6, 0.2],
      [1, true, 0.6, 0.2],
      [1, true, 0.6, 0.2],
      [2, false, 0.6, 0.2],
    ]);
    expect(found).toMatchObject({ confidence: 0.5, complete: true });
  });
});

describe('no lattice', () => {
  test('without lines, without rules, or with rules of one direction only', () => {
    const empty = new RuledSheet();
    empty.grid();
    expect(empty.spans()).toBeUndefined();
    const bare = new RuledSheet();
    bare.texts();
    expect(bare.spans()).toBeUndefined();
    const levels = new RuledSheet();
    for (const y of ys) levels.level(y);
    levels.texts();
    expect(levels.spans()).toBeUndefined();
    const framed = new RuledSheet();
    for (const y of ys) framed.level(y);
    for (const x of [xs[0]!, xs[4]!]) framed.upright(x);
    framed.texts();
    expect(framed.spans()).toBeUndefined();
  });

  test('rows of text without rules between', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[1]!, ys[4]!]) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    sheet.texts(['2 1']);
    expect(sheet.spans()).toBeUndefined();
  });

  test('rows of text without rules between, and no column that has text in two of them', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[1]!, ys[3]!, ys[4]!]) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    sheet.texts(['2 0', '2 1', '1 2', '1 3']);
    expect(sheet.spans()).toBeUndefined();
  });

  test('a cell over all rows whose texts stand apart', () => {
    const sheet = new RuledSheet();
    for (const y of [ys[0]!, ys[4]!]) sheet.level(y);
    for (const y of ys.slice(1, 4)) sheet.level(y, xs[1]);
    for (const x of xs) sheet.upright(x);
    sheet.texts();
    expect(sheet.spans()).toBeUndefined();
  });

  test('a column without a rule', () => {
    const sheet = new RuledSheet();
    for (const y of ys) sheet.level(y);
    for (const x of [xs[0]!, xs[1]!, xs[3]!, xs[4]!]) sheet.upright(x);
    sheet.texts();
    expect(sheet.spans()).toBeUndefined();
  });

  test('texts side by side with an upright between them that is too short to be traced', () => {
    const dividedBy = (isDrawn: boolean): string[] | undefined => {
      const sheet = new RuledSheet();
      for (const y of ys) sheet.level(y);
      for (const x of [xs[0]!, xs[1]!, xs[3]!, xs[4]!]) sheet.upright(x);
      if (isDrawn) sheet.upright(xs[2]!, ys[1]! + 8, ys[2]! - 8);
      sheet.texts(['0 2', '2 2', '3 2']);
      return sheet.spans();
    };
    expect(dividedBy(false)).toBeDefined();
    expect(dividedBy(true)).toBeUndefined();
  });

  test('what rules bound is no rectangle, or a rule ends half-way', () => {
    const bent = new RuledSheet();
    bent.level(ys[0]!);
    bent.level(ys[1]!, xs[0], xs[2]);
    for (const y of ys.slice(2)) bent.level(y);
    for (const x of [xs[0]!, xs[1]!, xs[2]!, xs[4]!]) bent.upright(x);
    bent.upright(xs[3]!, ys[1]);
    bent.texts(['1 2', '1 3', '0 3']);
    expect(bent.spans()).toBeUndefined();
    const half = new RuledSheet();
    for (const y of ys) half.level(y);
    for (const x of [xs[0]!, xs[1]!, xs[3]!, xs[4]!]) half.upright(x);
    half.upright(xs[2]!, ys[0], ys[2]! + 30);
    half.upright(xs[2]!, ys[3], ys[4]);
    half.texts(['2 2']);
    expect(half.spans()).toBeUndefined();
  });

  test('shade ends within cells', () => {
    const sheet = new RuledSheet();
    sheet.fill({ x: xs[0]!, y: ys[0]!, width: 642, height: 50 }, 170);
    for (const y of ys.filter((_, at) => at !== 1)) sheet.level(y);
    for (const x of xs) sheet.upright(x);
    sheet.texts(['0 0', '0 1', '1 2', '1 3']);
    expect(sheet.spans()).toBeUndefined();
  });

  test('a head whose rules are lighter than its shade', () => {
    const sheet = new RuledSheet();
    sheet.fill({ x: xs[0]!, y: ys[0]!, width: 642, height: 50 }, 205);
    sheet.ink = 160;
    for (const y of ys) sheet.level(y);
    for (const x of [xs[0]!, xs[4]!]) sheet.upright(x);
    for (const x of xs.slice(1, -1)) sheet.upright(x, ys[1]);
    for (const x of xs.slice(1, -1)) sheet.fill({ x, y: ys[0]! + 2, width: 2, height: 48 }, 245);
    sheet.texts();
    expect(sheet.spans()).toBeUndefined();
  });

  test('text beside the rules', () => {
    const sheet = new RuledSheet();
    sheet.grid();
    sheet.texts();
    sheet.text(60, 280, 300);
    expect(sheet.spans()).toBeUndefined();
  });

  test('a photograph', () => {
    const sheet = new RuledSheet();
    let seed = 7;
    for (let at = 0; at < sheet.page.data.length; at++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      sheet.page.data[at] = 60 + ((seed >> 16) % 140);
    }
    for (const y of ys.slice(0, -1)) sheet.lines.push({ x: 80, y, width: 200, height: textHeight });
    expect(sheet.spans()).toBeUndefined();
  });
});
