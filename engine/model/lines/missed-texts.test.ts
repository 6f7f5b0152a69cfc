import { describe, expect, test } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import type { LineText } from './ctc';
import { Ink } from './local-ink';
import { bulletsOf, findMissedTexts, isSure, type MissedTexts } from './missed-texts';

function fill({ width, data }: Raster, box: Box, grey = 20): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    data.fill(grey, (y * width + box.x) * 3, (y * width + box.x + box.width) * 3);
  }
}

function missed(page: Raster, box: Box, lines: readonly Box[]): MissedTexts {
  const ink = Ink.of(page, box, lines);
  return ink ? findMissedTexts(ink, lines) : { unread: [], dots: [] };
}

/** A hollow character, as zeros are. */
function letter(page: Raster, x: number, y: number, grey = 20, inside = 235): void {
  fill(page, { x, y, width: 10, height: 18 }, grey);
  fill(page, { x: x + 3, y: y + 3, width: 4, height: 12 }, inside);
}

const dot = (page: Raster, x: number, y: number, size = 5): void =>
  fill(page, { x, y, width: size, height: size });

const table: Box = { x: 20, y: 20, width: 560, height: 260 };
const rows = [30, 80, 130, 180, 230];
const lines = rows.map((y): Box => ({ x: 30, y, width: 80, height: 30 }));

/** Five rows with a text at the left. */
function drawTable(): Raster {
  const page = createRaster(600, 300, 235);
  for (const { x, y } of lines) for (const at of [6, 20, 34, 48]) letter(page, x + at, y + 6);
  return page;
}

describe('texts that no line covers', () => {
  test('are boxes with the white around them, neighbours on a level together, rules left out', () => {
    const page = drawTable();
    fill(page, { x: 20, y: 70, width: 560, height: 2 });
    fill(page, { x: 186, y: 20, width: 2, height: 260 });
    letter(page, 194, 86);
    letter(page, 300, 86);
    letter(page, 313, 86);
    // Of the same row, but no longer of the same text.
    letter(page, 340, 86);
    const { unread, dots } = missed(page, table, lines);
    expect(dots).toEqual([]);
    expect(unread).toHaveLength(3);
    const [near, pair, other] = unread as [Box, Box, Box];
    expect(near.x).toBeGreaterThan(188);
    expect(near.x).toBeLessThan(193);
    expect(near.x + near.width).toBeGreaterThan(208);
    expect(near.y).toBeLessThan(84);
    expect(near.y + near.height).toBeGreaterThan(106);
    expect([pair.x < 298, pair.x + pair.width > 325, pair.x + pair.width < 338]).toEqual([true, true, true]);
    expect(other.x).toBeGreaterThan(325);
  });

  test('are none of: rules in pieces, dashes, specks, blots, graphics, what is pale, or light on dark', () => {
    const page = drawTable();
    for (let y = 30; y < 260; y += 26) fill(page, { x: 150, y, width: 2, height: 14 });
    fill(page, { x: 200, y: 44, width: 14, height: 3 });
    fill(page, { x: 230, y: 44, width: 1, height: 1 });
    fill(page, { x: 260, y: 36, width: 18, height: 18 });
    letter(page, 300, 36);
    fill(page, { x: 296, y: 58, width: 40, height: 20 });
    letter(page, 360, 36, 155);
    fill(page, { x: 400, y: 20, width: 120, height: 60 }, 60);
    letter(page, 450, 36, 235, 60);
    fill(page, { x: 550, y: 20, width: 3, height: 40 });
    // A mark that goes with its text.
    letter(page, 113, 80);
    expect(missed(page, table, lines)).toEqual({ unread: [], dots: [] });
    expect(missed(page, table, [])).toEqual({ unread: [], dots: [] });
    expect(missed(page, { x: 700, y: 0, width: 50, height: 50 }, lines).unread).toEqual([]);
  });

  test('may be hairlines of a light face, beside thick print too', () => {
    const page = drawTable();
    fill(page, { x: 300, y: 86, width: 1, height: 20 });
    const high = lines.map((line) => ({ ...line, height: 36 }));
    expect(missed(page, table, high).unread).toHaveLength(1);
  });

  test('are found on paper that darkens from side to side', () => {
    const page = drawTable();
    letter(page, 200, 86);
    letter(page, 500, 186);
    for (let at = 0; at < page.data.length; at += 3) {
      const share = 1 - (0.45 * ((at / 3) % page.width)) / page.width;
      for (const plane of [0, 1, 2]) page.data[at + plane] = page.data[at + plane]! * share;
    }
    expect(missed(page, table, lines).unread).toHaveLength(2);
  });
});

describe('dots', () => {
  test('three alike are an ellipsis; two, four and uneven ones are not', () => {
    const page = drawTable();
    for (const x of [200, 209, 218]) dot(page, x, 100);
    fill(page, { x: 204, y: 92, width: 2, height: 2 });
    for (const x of [300, 309]) dot(page, x, 100);
    for (const x of [400, 409, 418, 427]) dot(page, x, 100);
    for (const x of [200, 208, 220]) dot(page, x, 200);
    for (const [at, x] of [300, 309, 318].entries()) dot(page, x, 200 - 3 * at);
    const { unread, dots } = missed(page, table, lines);
    expect(unread).toEqual([]);
    expect(dots).toEqual([{ box: { x: 200, y: 100, width: 23, height: 5 }, text: '...' }]);
    // A text may begin beside one, but none goes on with it, nor does it with one.
    const beside = (x: number, width = 60): Box => ({ x, y: 80, width, height: 30 });
    expect(missed(page, table, [...lines, beside(239)]).dots).toHaveLength(1);
    expect(missed(page, table, [...lines, beside(234)]).dots).toEqual([]);
    expect(missed(page, table, [...lines, beside(140, 44)]).dots).toEqual([]);
    expect(missed(page, table, [...lines, beside(140, 40)]).dots).toHaveLength(1);
  });

  test('of an ellipsis stand as far apart as letters that are all as wide, and no further', () => {
    const page = drawTable();
    for (const x of [200, 217, 234]) dot(page, x, 100);
    for (const x of [400, 424, 448]) dot(page, x, 100);
    expect(missed(page, table, lines).dots.map(({ box }) => box.x)).toEqual([200]);
  });

  test('alike in a column are bullets; alone or before a text, in rows or unlike each other, they are not', () => {
    const page = drawTable();
    for (const y of rows.slice(1)) dot(page, 200, y + 14);
    // As beside a rule.
    dot(page, 201, rows[0]! + 14, 3);
    dot(page, 300, 94);
    for (const y of rows) for (const x of [400, 416, 432, 448]) dot(page, x, y + 14);
    for (const [at, y] of rows.entries()) dot(page, 540, y + 14, 4 + 2 * at);
    const { unread, dots } = missed(page, table, lines);
    expect(unread).toEqual([]);
    expect(dots.map(({ text, box }) => [text, box.x, box.y])).toEqual(
      rows.map((y, at) => ['•', at === 0 ? 201 : 200, y + 14]),
    );
    const large = drawTable();
    for (const y of rows) {
      fill(large, { x: 200, y: y + 9, width: 11, height: 13 });
      fill(large, { x: 199, y: y + 10, width: 13, height: 11 });
      // A disc with pale corners.
      for (const [at, width] of [2, 6, 8, 10, 10, 10, 10, 8, 6, 2].entries())
        fill(large, { x: 400 - width / 2, y: y + 9 + at, width, height: 1 });
      // As large, but a ring.
      fill(large, { x: 300, y: y + 9, width: 13, height: 13 });
      fill(large, { x: 303, y: y + 12, width: 7, height: 7 }, 235);
    }
    expect(missed(large, table, lines).dots.map(({ box }) => box.x)).toEqual(rows.flatMap(() => [199, 395]));
    const small = drawTable();
    for (const y of rows) dot(small, 200, y + 14, 3);
    const tall = lines.map((line) => ({ ...line, height: 36 }));
    expect(missed(small, table, tall).dots).toHaveLength(rows.length);
    const texts = rows.map((y): Box => ({ x: 225, y, width: 60, height: 30 }));
    expect(missed(page, table, [...lines, ...texts]).dots).toEqual([]);
  });
});

test('two alike in a column are bullets where nothing else looks like them', () => {
  const page = drawTable();
  for (const y of rows.slice(3)) dot(page, 200, y + 14, 6);
  fill(page, { x: 300, y: rows[0]! + 16, width: 12, height: 3 });
  expect(missed(page, table, lines).dots.map(({ box }) => box.y)).toEqual(rows.slice(3).map((y) => y + 14));
  // As dirt does.
  dot(page, 400, rows[1]! + 10, 4);
  expect(missed(page, table, lines).dots).toEqual([]);
});

test('bullets are such also where a line was found, whatever was read of it', () => {
  const page = drawTable();
  for (const y of rows) dot(page, 200, y + 14);
  const own = rows.map((y): Box => ({ x: 188, y, width: 30, height: 30 }));
  const { dots } = missed(page, table, [...lines, ...own]);
  expect(dots.map(({ text }) => text)).toEqual(rows.map(() => '•'));
  const texts = own.map((box, at) => ({ box, text: ['0', 'e', '', 'O', 'ab'][at]! }));
  const settled = bulletsOf(texts, dots);
  expect(settled.lines.map(({ text }) => text)).toEqual(['•', '•', '', '•', 'ab']);
  expect(settled.dots).toEqual([dots[2]]);
});

test('dots that lead on are no bullets, small ones that are uneven by a pixel are', () => {
  const page = drawTable();
  for (const y of rows) for (const x of [200, 230, 260]) dot(page, x, y + 14);
  for (const y of rows) fill(page, { x: 400, y: y + 12, width: 4, height: 6 });
  expect(missed(page, table, lines).dots.map(({ box }) => box.x)).toEqual(rows.map(() => 400));
});

test('what was read counts when it is sure and a text', () => {
  const read = (text: string, confidence: number): LineText => ({ text, confidence, peaks: [], steps: 8 });
  expect(isSure(read('7', 0.99))).toBe(true);
  expect(isSure(read('%', 0.95))).toBe(true);
  expect(isSure(read('7', 0.75))).toBe(false);
  expect(isSure(read('•', 0.9))).toBe(true);
  // I, l and 1 share their certainty.
  expect(isSure(read('1', 0.5))).toBe(true);
  expect(isSure(read('l', 0.3))).toBe(false);
  for (const text of ['', '|', '.', "'"]) expect(isSure(read(text, 0.99))).toBe(false);
});
