import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, boxOfQuad, quadOfBox, unionOf } from '../base/geometry';
import { createRaster, type Raster } from '../base/raster';
import { composeRegions, type FoundRegion } from './compose';
import type { DocLayoutBox } from './doc-layout-boxes';
import { regionsOfDocLayout } from './doc-layout-regions';
import { findFrames } from './ruled-frames';
import type { DetectedLine } from './text-lines';

const textHeight = 30;
const rowHeight = 46;
const columns = [0, 240, 520, 760];

/** A page under construction: what is printed on it, and the lines that a detector would find. */
class Sheet {
  readonly lines: DetectedLine[] = [];
  readonly page: Raster;
  /** Sideways drift of an upright, and drop of a level rule, for each pixel. */
  skew = 0;
  ink = 0;
  thickness = 2;
  /** Pixels of each 200 that are missing from the rules. */
  worn = 0;

  constructor(
    private readonly dx = 0,
    private readonly dy = 0,
    paper = 255,
  ) {
    this.page = createRaster(1100 + dx, 1100 + dy, paper);
  }

  private dot(x: number, y: number): void {
    const px = Math.round(x - this.skew * y) + this.dx;
    const py = Math.round(y + this.skew * x) + this.dy;
    if (px < 0 || py < 0 || px >= this.page.width || py >= this.page.height) return;
    this.page.data.fill(this.ink, 3 * (py * this.page.width + px), 3 * (py * this.page.width + px) + 3);
  }

  level(y: number, from: number, to: number): void {
    for (let x = from; x < to; x++) {
      if ((x + 37) % 200 >= this.worn) for (let by = 0; by < this.thickness; by++) this.dot(x, y + by);
    }
  }

  upright(x: number, from: number, to: number): void {
    for (let y = from; y < to; y++) {
      if ((y + 11) % 200 >= this.worn) for (let by = 0; by < this.thickness; by++) this.dot(x + by, y);
    }
  }

  /** Bars for letters, none as long as a rule. */
  text(x: number, y: number, width: number): void {
    for (let at = x + 3; at < x + width - 4; at += 12) {
      for (let row = 0; row < 20; row++) for (let by = 0; by < 3; by++) this.dot(at + by, y + 5 + row);
    }
    const box = {
      x: x - this.skew * (y + textHeight / 2) + this.dx,
      y: y + this.skew * (x + width / 2) + this.dy,
      width,
      height: textHeight,
    };
    this.lines.push({ quad: quadOfBox(box), score: 0.9 });
  }

  /** Cells of a table; the top rule at `y`. */
  cells(x: number, y: number, rows: number, places: readonly number[] = columns): void {
    for (let row = 0; row < rows; row++) {
      for (const [index, place] of places.slice(0, -1).entries()) {
        this.text(x + place + 12, y + row * rowHeight + 8, 90 + ((row * 31 + index * 17) % 60));
      }
    }
  }

  frame(x: number, y: number, rows: number, { sides = true, places = columns } = {}): void {
    const end = x + places[places.length - 1]!;
    const foot = y + rows * rowHeight;
    for (let row = 0; row <= rows; row++) this.level(y + row * rowHeight, x, end + this.thickness);
    places.forEach((place, index) => {
      if (sides || (index > 0 && index < places.length - 1)) this.upright(x + place, y, foot);
    });
    this.cells(x, y, rows, places);
  }

  /** As one table of the layout model. */
  box(): Box {
    const { x, y, width, height } = unionOf(this.lines.map(({ quad }) => boxOfQuad(quad)));
    return { x: x - 16, y: y - 10, width: width + 140, height: height + 20 };
  }

  regions(divided = true): FoundRegion[] {
    const layout = [{ kind: 'table', box: this.box(), score: 0.9 }] as const;
    return composeRegions(
      this.lines,
      layout,
      this.page,
      divided ? (box, unit) => findFrames(this.page, box, unit) : undefined,
    );
  }
}

const summary = (regions: readonly FoundRegion[]) => regions.map(({ label, lines }) => [label, lines.length]);

/** A form without rules over a frame with other columns. */
function formOverFrame(sheet: Sheet, gap = 60, formRows = 3): Sheet {
  sheet.cells(140, 100, formRows, [0, 170, 330, 480, 640, 700]);
  sheet.frame(120, 100 + formRows * rowHeight + gap, 6);
  return sheet;
}

const sheetWith = (more: Partial<Pick<Sheet, 'skew' | 'ink' | 'thickness' | 'worn'>>, paper = 255): Sheet =>
  Object.assign(new Sheet(0, 0, paper), more);

describe('a drawn frame bounds a table', () => {
  test.each([
    ['clean', sheetWith({})],
    ['thin rules', sheetWith({ thickness: 1 })],
    ['thick rules', sheetWith({ thickness: 8 })],
    ['half a degree of skew', sheetWith({ skew: Math.tan(Math.PI / 360) })],
    ['half a degree the other way', sheetWith({ skew: -Math.tan(Math.PI / 360) })],
    ['worn rules', sheetWith({ worn: 9 })],
    ['a grey scan', sheetWith({ ink: 95 }, 190)],
  ])('a form above a framed table is a table of its own: %s', (_, sheet) => {
    const regions = formOverFrame(sheet).regions();
    expect(summary(regions)).toEqual([
      ['table', 15],
      ['table', 18],
    ]);
    expect(regions[0]!.box.y + regions[0]!.box.height).toBeLessThanOrEqual(regions[1]!.box.y + 8);
  });

  test('double rules', () => {
    const sheet = formOverFrame(new Sheet());
    const top = 100 + 3 * rowHeight + 60;
    sheet.level(top - 6, 114, 888);
    sheet.upright(114, top - 6, top + 6 * rowHeight + 6);
    sheet.upright(886, top - 6, top + 6 * rowHeight + 6);
    sheet.level(top + 6 * rowHeight + 6, 114, 888);
    expect(summary(sheet.regions())).toEqual([
      ['table', 15],
      ['table', 18],
    ]);
  });

  test('what stands below is divided off as well', () => {
    const sheet = new Sheet();
    sheet.frame(120, 100, 6);
    sheet.cells(140, 100 + 6 * rowHeight + 50, 3, [0, 170, 330, 480, 640, 700]);
    expect(summary(sheet.regions())).toEqual([
      ['table', 18],
      ['table', 15],
    ]);
  });

  test('what is no table without the frame becomes text', () => {
    const sheet = new Sheet();
    for (let row = 0; row < 2; row++) sheet.text(130, 100 + row * 36, 700);
    sheet.frame(120, 210, 6);
    expect(summary(sheet.regions())).toEqual([
      ['text', 2],
      ['table', 18],
    ]);
  });

  test('two frames one above the other', () => {
    const sheet = new Sheet();
    sheet.frame(120, 100, 4);
    sheet.frame(120, 100 + 4 * rowHeight + 50, 5, { places: [0, 180, 420, 640, 760] });
    expect(summary(sheet.regions())).toEqual([
      ['table', 12],
      ['table', 20],
    ]);
  });

  test('tables of PP-DocLayoutV3 too', () => {
    const sheet = formOverFrame(new Sheet());
    const table: DocLayoutBox = { kind: 'table', box: sheet.box(), score: 0.9, order: 0 };
    const regions = regionsOfDocLayout(sheet.lines, [table], sheet.page, (box, unit) =>
      findFrames(sheet.page, box, unit),
    );
    expect(summary(regions)).toEqual([
      ['table', 15],
      ['table', 18],
    ]);
  });
});

describe('what stays one table', () => {
  const unchanged: readonly [string, (sheet: Sheet) => void][] = [
    ['a frame that fills the region', (sheet) => sheet.frame(120, 100, 8)],
    ['one row over the frame', (sheet) => formOverFrame(sheet, 20, 1)],
    [
      'no rules',
      (sheet) => {
        sheet.cells(120, 100, 3);
        sheet.cells(120, 300, 6);
      },
    ],
    [
      'no upright rules at the sides',
      (sheet) => {
        sheet.cells(140, 100, 3);
        sheet.frame(120, 300, 6, { sides: false });
      },
    ],
    [
      'rows of names beside the frame',
      (sheet) => {
        sheet.cells(300, 100, 2);
        sheet.frame(300, 220, 6);
        for (let row = 0; row < 6; row++) sheet.text(120, 228 + row * rowHeight, 120);
      },
    ],
    [
      'a ruled head that is narrower than its table',
      (sheet) => {
        sheet.frame(120, 200, 6);
        for (const y of [100, 150]) sheet.level(y, 360, 882);
        for (const place of [240, 520, 760]) sheet.upright(120 + place, 100, 200);
        for (const y of [108, 158]) for (const x of [370, 650]) sheet.text(x, y, 120);
      },
    ],
    [
      'a frame of two rows',
      (sheet) => {
        sheet.cells(140, 100, 3);
        sheet.frame(120, 300, 2);
      },
    ],
  ];
  test.each(unchanged)('%s', (_, draw) => {
    const sheet = new Sheet();
    draw(sheet);
    expect(sheet.regions(false).some(({ label }) => label === 'table')).toBe(true);
    expect(sheet.regions()).toEqual(sheet.regions(false));
  });
});

describe('properties', () => {
  interface Drawing {
    readonly formRows: number;
    readonly gap: number;
    readonly rows: number;
    readonly below: number;
    readonly thickness: number;
    readonly sides: boolean;
    readonly skew: number;
  }
  const drawing: fc.Arbitrary<Drawing> = fc.record({
    formRows: fc.integer({ min: 0, max: 4 }),
    gap: fc.integer({ min: 8, max: 90 }),
    rows: fc.integer({ min: 1, max: 6 }),
    below: fc.integer({ min: 0, max: 3 }),
    thickness: fc.integer({ min: 1, max: 6 }),
    sides: fc.boolean(),
    skew: fc.double({ min: -0.008, max: 0.008, noNaN: true }),
  });
  const drawn = (
    {
      formRows,
      gap,
      rows,
      below,
      thickness,
      sides,
      skew,
    }: typeof drawing extends fc.Arbitrary<infer T> ? T : never,
    sheet: Sheet,
  ): Sheet => {
    Object.assign(sheet, { thickness, skew });
    sheet.cells(140, 100, formRows, [0, 170, 330, 480, 640, 700]);
    const top = 100 + formRows * rowHeight + gap;
    sheet.frame(120, top, rows, { sides });
    sheet.cells(150, top + rows * rowHeight + gap, below, [0, 200, 400, 600]);
    return sheet;
  };

  test('every line is in exactly one region, and order keeps top to bottom', () => {
    fc.assert(
      fc.property(drawing, (given) => {
        const sheet = drawn(given, new Sheet());
        const regions = sheet.regions();
        const quads = regions.flatMap(({ lines }) => lines.map(({ quad }) => quad));
        expect(quads).toHaveLength(sheet.lines.length);
        expect(new Set(quads)).toEqual(new Set(sheet.lines.map(({ quad }) => quad)));
        const tables = regions.filter(({ label }) => label === 'table');
        const tops = tables.map(({ box }) => box.y);
        expect(tops).toEqual([...tops].sort((a, b) => a - b));
      }),
      { numRuns: 25 },
    );
  });

  test('what is divided is not divided again', () => {
    fc.assert(
      fc.property(drawing, (given) => {
        const sheet = drawn(given, new Sheet());
        for (const { label, box, lines } of sheet.regions()) {
          if (label !== 'table') continue;
          const own = lines.map(({ quad }) => ({ quad: quad!, score: 0.9 }));
          const again = composeRegions(own, [{ kind: 'table', box, score: 0.9 }], sheet.page, (part, unit) =>
            findFrames(sheet.page, part, unit),
          );
          expect(again.map((region) => [region.label, region.box])).toEqual([[label, box]]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('moves with the page', () => {
    const by = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(drawing, by, by, (given, dx, dy) => {
        const straight = { ...given, skew: 0 };
        const moved = drawn(straight, new Sheet(dx, dy)).regions();
        const regions = drawn(straight, new Sheet()).regions();
        expect(moved.map(({ label, box }) => ({ label, box }))).toEqual(
          regions.map(({ label, box }) => ({ label, box: { ...box, x: box.x + dx, y: box.y + dy } })),
        );
      }),
      { numRuns: 25 },
    );
  });
});
