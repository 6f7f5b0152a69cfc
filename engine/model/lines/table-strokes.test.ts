import { describe, expect, test } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import { Ink } from './local-ink';
import { type TableLine, tableHtml } from './table-html';
import { dashesOf, findStrokes, withoutRules } from './table-strokes';

function fill({ width, data }: Raster, box: Box, grey = 20): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    data.fill(grey, (y * width + box.x) * 3, (y * width + box.x + box.width) * 3);
  }
}

const table: Box = { x: 20, y: 20, width: 560, height: 260 };
const line = (x: number, y: number, text = '12'): TableLine => ({
  box: { x, y, width: 80, height: 30 },
  text,
});

/** Characters of a line, of the page's darkness. */
function print(page: Raster, lines: readonly TableLine[], grey = 20): TableLine[] {
  for (const { box } of lines) {
    for (const x of [10, 24, 38, 52]) fill(page, { x: box.x + x, y: box.y + 6, width: 5, height: 18 }, grey);
  }
  return [...lines];
}

const inkOf = (page: Raster, box: Box, lines: readonly TableLine[]): Ink | undefined =>
  Ink.of(
    page,
    box,
    lines.map((line) => line.box),
  );

function strokesOn(page: Raster, box: Box, lines: readonly TableLine[]): TableLine[] {
  const ink = inkOf(page, box, lines);
  return ink ? findStrokes(ink, lines) : [];
}

describe('findStrokes', () => {
  test('finds dashes and gives them their length; text, rules, specks and what stands close to other ink are none', () => {
    const page = createRaster(600, 300, 235);
    fill(page, { x: 20, y: 20, width: 560, height: 2 });
    fill(page, { x: 20, y: 20, width: 2, height: 260 });
    fill(page, { x: 160, y: 70, width: 6, height: 3 });
    fill(page, { x: 260, y: 70, width: 10, height: 3 });
    fill(page, { x: 360, y: 70, width: 20, height: 3 });
    // One that leans.
    for (const [at, x] of [460, 466].entries()) fill(page, { x, y: 70 + at, width: 6, height: 1 });
    // Between the rows, and at the foot of one.
    fill(page, { x: 160, y: 120, width: 16, height: 3 });
    fill(page, { x: 260, y: 86, width: 16, height: 3 });
    // In a line that was read; a speck; a minus before a digit that was not read; a pale smear.
    fill(page, { x: 80, y: 195, width: 12, height: 3 });
    fill(page, { x: 350, y: 150, width: 4, height: 4 });
    fill(page, { x: 400, y: 200, width: 10, height: 3 });
    fill(page, { x: 416, y: 190, width: 6, height: 22 });
    fill(page, { x: 480, y: 195, width: 10, height: 3 }, 165);
    const printed = print(page, [line(60, 57), line(180, 180), line(280, 180)]);
    const found = strokesOn(page, table, [line(60, 180), ...printed]);
    expect(found.map(({ text, box }) => [text, box.x])).toEqual([
      ['-', 160],
      ['–', 260],
      ['—', 360],
      ['–', 460],
    ]);
  });

  test('finds dashes near rules of cells and among noise, but not pieces of a worn rule', () => {
    const page = createRaster(600, 300, 235);
    fill(page, { x: 20, y: 62, width: 560, height: 2 });
    fill(page, { x: 170, y: 20, width: 2, height: 260 });
    fill(page, { x: 160, y: 70, width: 6, height: 3 });
    for (const x of [270, 290]) fill(page, { x, y: 66, width: 1, height: 1 });
    fill(page, { x: 275, y: 70, width: 10, height: 3 });
    fill(page, { x: 380, y: 70, width: 60, height: 2 });
    fill(page, { x: 452, y: 70, width: 10, height: 2 });
    const lines = print(page, [line(60, 57), line(60, 180)]);
    expect(strokesOn(page, table, lines).map(({ box }) => box.x)).toEqual([160, 275]);
  });

  test('finds dashes of a row without texts where columns are, and in lines of one character or none', () => {
    const page = createRaster(600, 300, 235);
    for (const x of [90, 300]) fill(page, { x, y: 130, width: 12, height: 3 });
    // As long as a rule under two narrow columns.
    fill(page, { x: 70, y: 232, width: 28, height: 3 });
    for (const x of [300, 400, 500]) fill(page, { x, y: 195, width: 12, height: 3 });
    const printed = print(page, [line(60, 57), line(60, 180), line(60, 250)]);
    const lines = [...printed, line(290, 180, '一'), line(390, 180, '')];
    const found = strokesOn(page, table, [...lines, line(490, 180, '1-2')]);
    expect(found.map(({ box }) => [box.x, box.y])).toEqual([
      [90, 130],
      [300, 130],
      [300, 195],
      [400, 195],
    ]);
  });

  test('finds nothing where no line tells how large print is, and beyond the edges of the page', () => {
    const page = createRaster(100, 60, 235);
    fill(page, { x: 40, y: 30, width: 16, height: 3 });
    expect(strokesOn(page, table, [])).toEqual([]);
    expect(strokesOn(page, { x: -50, y: -50, width: 900, height: 900 }, [line(60, 17)])).toHaveLength(1);
  });

  test('finds pale dashes on dark paper as well as black ones', () => {
    const page = createRaster(300, 100, 190);
    fill(page, { x: 20, y: 20, width: 80, height: 20 }, 120);
    fill(page, { x: 160, y: 30, width: 16, height: 3 }, 120);
    const box = { x: 0, y: 0, width: 300, height: 100 };
    expect(strokesOn(page, box, [line(15, 15)])).toHaveLength(1);
  });

  test('finds dashes as pale as the print, however black the rules, also among the noise of a scan', () => {
    const page = createRaster(600, 300, 235);
    for (const y of [22, 45, 240]) fill(page, { x: 20, y, width: 560, height: 4 });
    const lines = print(page, [line(60, 57), line(180, 57), line(60, 180)], 175);
    for (const x of [200, 300]) fill(page, { x, y: 193, width: 16, height: 3 }, 175);
    expect(strokesOn(page, table, lines).map(({ box }) => box.x)).toEqual([200, 300]);
    let state = 7;
    page.data.forEach((grey, at) => {
      if (at % 3 === 0) state = (state * 48271) % 0x7fffffff;
      page.data[at] = Math.max(0, Math.min(255, grey + (state % 61) - 30));
    });
    const found = strokesOn(page, table, lines).map(({ box }) => Math.round(box.x / 10));
    expect(found).toEqual([20, 30]);
  });

  test('takes no dots that lead to a value for dashes', () => {
    const page = createRaster(600, 300, 235);
    const lines = print(page, [line(60, 57), line(60, 107), line(500, 57)]);
    for (let x = 160; x < 480; x += 15) fill(page, { x, y: 70, width: 6, height: x === 250 ? 3 : 6 });
    fill(page, { x: 250, y: 120, width: 6, height: 3 });
    expect(strokesOn(page, table, lines).map(({ box }) => [box.x, box.y])).toEqual([[250, 120]]);
  });
});

describe('rules read as characters', () => {
  const page = createRaster(600, 300, 235);
  // A rule of cells, and a bar as high as print.
  fill(page, { x: 120, y: 20, width: 2, height: 260 });
  fill(page, { x: 140, y: 108, width: 2, height: 16 });
  const read = (text: string, at: number, x: number): TableLine => ({
    box: { x: x - 10 * at - 5, y: 100, width: 10 * text.length, height: 30 },
    text,
    peaks: [...text].map((character, index) => ({
      text: character,
      probability: 1,
      first: index,
      last: index,
      second: { text: '', probability: 0 },
    })),
    steps: text.length,
  });
  const textOf = (line: TableLine): string => withoutRules(inkOf(page, table, [line])!, [line])[0]!.text;

  test('are left out; at a side nothing stands for them', () => {
    expect(textOf(read('12|34', 2, 121))).toBe('12 34');
    expect(textOf(read('12 |', 3, 121))).toBe('12');
    expect(textOf(read('12 |34', 3, 121))).toBe('12 34');
    expect(textOf(read('1]', 1, 121))).toBe('1');
    expect(textOf(read('|', 0, 121))).toBe('');
    const bar = read('|12', 0, 121);
    const { peaks, steps } = withoutRules(inkOf(page, table, [bar])!, [bar])[0]!;
    expect([peaks?.map(({ text, first }) => [text, first]), steps]).toEqual([
      [
        ['1', 1],
        ['2', 2],
      ],
      3,
    ]);
  });

  test('are not: bars as high as print, brackets that were opened, other characters', () => {
    expect(textOf(read('a|b', 1, 141))).toBe('a|b');
    expect(textOf(read('[12]', 3, 121))).toBe('[12]');
    expect(textOf(read('1l2', 1, 121))).toBe('1l2');
    const { peaks: _, ...known } = read('12|34', 2, 121);
    expect(textOf(known)).toBe('12|34');
  });
});

describe('dashes in cells', () => {
  const cells = [0, 1, 2].map((column) => ({
    row: 0,
    header: false,
    colspan: 1,
    rowspan: 1,
    certainty: 1,
    otherForm: 0,
    box: { x: 20 + column * 180, y: 20, width: 170, height: 60 },
  }));
  const structure = { cells, rows: 1, confidence: 1, complete: true };
  const piece = (text: string, x: number): TableLine => ({ box: { x, y: 40, width: 16, height: 3 }, text });

  test('a stroke fills an empty cell and adds nothing to one with text', () => {
    const texts = [line(40, 30)];
    const { html } = tableHtml(structure, texts, [piece('–', 70), piece('–', 280)]);
    expect(html).toBe('<table><tr><td>12</td><td>–</td><td></td></tr></table>');
  });

  const textsOf = (lines: TableLine[], strokes: TableLine[] = []) =>
    dashesOf(lines, strokes).lines.map(({ text }) => text);

  test('一 alone is a dash, unless the table has other ideographs', () => {
    expect(textsOf([piece('一', 0), piece('12', 0)])).toEqual(['—', '12']);
    expect(textsOf([piece('一', 0), piece('12', 0)], [piece('-', 90)])).toEqual(['-', '12']);
    expect(textsOf([piece('一', 0), piece('二', 0)], [piece('-', 90)])).toEqual(['一', '二']);
  });

  test('a line of one character is the stroke that is in it, which is not told twice', () => {
    const digits = Array.from({ length: 20 }, () => piece('12', 300));
    const { lines, strokes } = dashesOf(
      [piece('国', 0), piece('m', 60), piece('一', 120), piece('薛', 250), ...digits],
      [piece('–', 2), piece('—', 62), piece('-', 200)],
    );
    expect(lines.slice(0, 3).map(({ text }) => text)).toEqual(['–', '—', '–']);
    expect(strokes.map(({ text }) => text)).toEqual(['-']);
    const peak = { text: 'm', probability: 0.5, first: 2, last: 3, second: { text: 'n', probability: 0.2 } };
    const { text, peaks } = dashesOf([{ ...piece('m', 0), peaks: [peak], steps: 6 }], [piece('–', 2)])
      .lines[0]!;
    expect([text, peaks?.[0]?.text]).toEqual(['–', '–']);
  });

  test('十 alone is a plus, unless the table has other ideographs', () => {
    expect(textsOf([piece('十', 0), piece('一', 0), piece('12', 0)])).toEqual(['+', '—', '12']);
    expect(textsOf([piece('十', 0), piece('二', 0)])).toEqual(['十', '二']);
    expect(textsOf([piece('十月', 0)])).toEqual(['十月']);
  });
});
