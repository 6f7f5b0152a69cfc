import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Box } from '../base/geometry';
import { composeRegions } from './compose';
import { type LayoutBox, layoutClasses } from './layout';
import type { DetectedLine } from './text-lines';

const page = { width: 1654, height: 2339 };

function line(x: number, y: number, width: number, height = 40): DetectedLine {
  return {
    quad: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    score: 0.9,
  };
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

function paragraph(x: number, y: number, width: number, lines: number): DetectedLine[] {
  return Array.from({ length: lines }, (_, index) => line(x, y + index * 50, width));
}

describe('composeRegions', () => {
  test('lines become paragraphs; a larger gap separates them', () => {
    const regions = composeRegions(
      [...paragraph(150, 200, 1300, 4), ...paragraph(150, 460, 1300, 3)],
      [],
      page,
    );
    expect(regions.map((region) => [region.label, region.lines.length])).toEqual([
      ['text', 4],
      ['text', 3],
    ]);
  });

  test('columns close together never run into each other', () => {
    const left = paragraph(150, 200, 640, 10);
    const right = paragraph(815, 200, 640, 10);
    const regions = composeRegions([...left, ...right], [], page);
    expect(regions).toHaveLength(2);
    expect(regions[0]?.box.x).toBe(150);
    expect(regions[1]?.box.x).toBe(815);
  });

  test('a short last line close to the gutter stays in its column', () => {
    const left = paragraph(150, 200, 640, 12);
    const right = [...paragraph(815, 200, 640, 5), line(815, 450, 70), ...paragraph(815, 600, 640, 4)];
    const regions = composeRegions([...left, ...right], [], page);
    expect(regions.map((region) => region.lines.length)).toEqual([12, 6, 4]);
  });

  test('fragments of one printed line stay together, left to right', () => {
    const pieces = [line(500, 203, 300), line(150, 200, 330), line(820, 198, 400)];
    const [region, ...rest] = composeRegions(pieces, [], page);
    expect(rest).toEqual([]);
    expect(region?.lines.map(({ box: { x } }) => x)).toEqual([150, 500, 820]);
  });

  test('layout boxes name regions; a figure keeps its words', () => {
    const layout: LayoutBox[] = [
      { kind: 'title', box: box(140, 90, 900, 60), score: 0.9 },
      { kind: 'figure', box: box(150, 600, 1200, 800), score: 0.9 },
      { kind: 'figure-caption', box: box(150, 1410, 1200, 60), score: 0.8 },
    ];
    const lines = [
      line(150, 100, 880),
      ...paragraph(150, 200, 1300, 5),
      line(400, 900, 200),
      line(160, 1420, 1000),
    ];
    const regions = composeRegions(lines, layout, page);
    expect(regions.map((region) => region.label)).toEqual(['heading', 'text', 'figure', 'caption']);
    expect(regions[2]?.lines).toHaveLength(1);
    expect(regions[2]?.task).toBe('none');
  });

  test('a picture box over running text is not believed', () => {
    const layout: LayoutBox[] = [{ kind: 'figure', box: box(140, 190, 1320, 1020), score: 0.95 }];
    const regions = composeRegions(paragraph(150, 200, 1300, 20), layout, page);
    expect(regions.map((region) => region.label)).toEqual(['text']);
  });

  test('headers count only in the margin', () => {
    const layout: LayoutBox[] = [
      { kind: 'header', box: box(140, 60, 1000, 60), score: 0.9 },
      { kind: 'header', box: box(140, 1000, 1000, 60), score: 0.9 },
    ];
    const regions = composeRegions([line(150, 70, 900), line(150, 1010, 900)], layout, page);
    expect(regions.map((region) => region.label)).toEqual(['header', 'text']);
  });

  test('a heading near the top is no running head, however the layout model calls it', () => {
    const layout: LayoutBox[] = [{ kind: 'header', box: box(140, 90, 900, 90), score: 0.9 }];
    const regions = composeRegions([line(150, 100, 700, 64), ...paragraph(150, 260, 1300, 6)], layout, page);
    expect(regions.map((region) => region.label)).toEqual(['heading', 'text']);
  });

  test('prices at the right stay with their lines, and a layout table without a grid is text', () => {
    const layout: LayoutBox[] = [{ kind: 'table', box: box(100, 180, 1400, 700), score: 0.9 }];
    const names = Array.from({ length: 10 }, (_, index) =>
      line(200, 200 + index * 60, 400 + ((index * 83) % 300)),
    );
    const prices = [1, 3, 4, 6, 9].map((index) => line(1300, 202 + index * 60, 90));
    const regions = composeRegions([...prices, ...names], layout, page);
    expect(regions.map((region) => region.label)).toEqual(['text']);
    expect(regions[0]?.lines.map(({ box: { y } }) => Math.round((y - 200) / 60))).toEqual([
      0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9,
    ]);
  });

  test('a column of text beside a table is no column of it', () => {
    const text = Array.from({ length: 20 }, (_, index) =>
      line(120, 300 + index * 50, index % 5 === 4 ? 420 : 640),
    );
    const cells = Array.from({ length: 48 }, (_, index) =>
      line(860 + (index % 4) * 170, 302 + Math.floor(index / 4) * 50, 90 + ((index * 31) % 40)),
    );
    const layout: LayoutBox[] = [{ kind: 'table', box: box(850, 400, 680, 500), score: 0.9 }];
    for (const given of [[], layout]) {
      const regions = composeRegions([...text, ...cells], given, page);
      const table = regions.find((region) => region.label === 'table');
      expect(table?.lines).toHaveLength(48);
      expect(table?.box.x).toBeGreaterThan(800);
      expect(regions.filter((region) => region.label !== 'table').every((region) => region.box.x < 200)).toBe(
        true,
      );
    }
  });

  test('X03: a table without rules that the layout model missed becomes one', () => {
    const cells = Array.from({ length: 20 }, (_, index) =>
      line(
        150 + (index % 4) * 330 + (index % 3) * 9,
        300 + Math.floor(index / 4) * 62,
        120 + ((index * 37) % 90),
      ),
    );
    const regions = composeRegions([...paragraph(150, 150, 1200, 2), ...cells], [], page);
    expect(regions.map((region) => region.label)).toEqual(['text', 'table']);
    expect(regions[1]?.lines).toHaveLength(20);
  });

  test('three columns of running text are no table', () => {
    const lines = [0, 1, 2].flatMap((index) => paragraph(100 + index * 500, 200, 455, 30));
    const regions = composeRegions(lines, [], page);
    expect(regions.map((region) => region.label)).toEqual(['text', 'text', 'text']);
  });

  test('nothing on the page vanishes: every line is in exactly one region, whatever the layout says', () => {
    const anyBox = fc.record({
      x: fc.integer({ min: 0, max: 1500 }),
      y: fc.integer({ min: 0, max: 2250 }),
      width: fc.integer({ min: 20, max: 1500 }),
      height: fc.integer({ min: 12, max: 80 }),
    });
    const kind = fc.constantFrom(...layoutClasses);
    const layoutBox = fc.record({
      kind,
      box: anyBox.map((given) => ({ ...given, height: given.height * 8 })),
      score: fc.double({ min: 0.4, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(anyBox, { maxLength: 60 }),
        fc.array(layoutBox, { maxLength: 12 }),
        (boxes, layout) => {
          const lines = boxes.map(({ x, y, width, height }) => line(x, y, width, height));
          const found = composeRegions(lines, layout, page).flatMap((region) =>
            region.lines.map(({ quad }) => quad),
          );
          expect(found).toHaveLength(lines.length);
          expect(new Set(found).size).toBe(lines.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
