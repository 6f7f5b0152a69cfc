import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../base/geometry';
import { mapBoxFromSource, mapBoxToSource, rasterSize, turnBox, turnTransform } from './page-transform';
import type { PageTransform } from './types';

const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});

const boxWithin = (width: number, height: number): fc.Arbitrary<Box> =>
  fc
    .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: 0, max: 1, noNaN: true })))
    .map(([a = 0, b = 0, c = 0, d = 0]) => ({
      x: a * width * 0.9,
      y: b * height * 0.9,
      width: c * width * 0.1,
      height: d * height * 0.1,
    }));

const transform = (skewDegrees: fc.Arbitrary<number>): fc.Arbitrary<PageTransform> =>
  fc.record({
    sourceWidth: fc.double({ min: 10, max: 5000, noNaN: true }),
    sourceHeight: fc.double({ min: 10, max: 5000, noNaN: true }),
    scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
    quarterTurns: fc.constantFrom(0, 1, 2, 3),
    skewDegrees,
  });

const edges = (box: Box): number[] => [box.x, box.y, box.x + box.width, box.y + box.height];

describe('quarter turns', () => {
  it('O11: four turns give bit-identical boxes', () => {
    fc.assert(
      fc.property(
        size.chain((s) => fc.tuple(fc.constant(s), boxWithin(s.width, s.height))),
        ([page, box]) => {
          const start = turnBox(box, page, 0);
          let turned = start;
          let now = page;
          for (let i = 0; i < 4; i++) {
            turned = turnBox(turned, now, 1);
            now = { width: now.height, height: now.width };
          }
          expect(turned).toEqual(start);
          expect(Math.abs(start.x - box.x)).toBeLessThanOrEqual(1 / 512);
        },
      ),
    );
  });

  it('several turns at once equal single ones, and back is exact', () => {
    fc.assert(
      fc.property(
        size.chain((s) => fc.tuple(fc.constant(s), boxWithin(s.width, s.height))),
        fc.integer({ min: -5, max: 5 }),
        ([page, box], turns) => {
          const there = turnBox(box, page, turns);
          const other = turns % 2 === 0 ? page : { width: page.height, height: page.width };
          expect(turnBox(there, other, -turns)).toEqual(turnBox(box, page, 0));
        },
      ),
    );
  });

  it('moves a box in the top left corner clockwise round the page', () => {
    const page = { width: 100, height: 200 };
    const box = { x: 0, y: 0, width: 10, height: 20 };
    expect(turnBox(box, page, 1)).toEqual({ x: 180, y: 0, width: 20, height: 10 });
    expect(turnBox(box, page, 2)).toEqual({ x: 90, y: 180, width: 10, height: 20 });
    expect(turnBox(box, page, 3)).toEqual({ x: 0, y: 90, width: 20, height: 10 });
  });
});

describe('page and source', () => {
  it('mapping to the source and back gives the same box', () => {
    fc.assert(
      fc.property(
        transform(fc.constant(0)).chain((t) =>
          fc.tuple(fc.constant(t), boxWithin(rasterSize(t).width, rasterSize(t).height)),
        ),
        ([t, box]) => {
          const back = edges(mapBoxFromSource(mapBoxToSource(box, t), t));
          edges(box).forEach((edge, i) => {
            expect(back[i]).toBeCloseTo(edge, 6);
          });
        },
      ),
    );
  });

  it('a skewed page: the box in the source, brought back, contains the first one', () => {
    fc.assert(
      fc.property(
        transform(fc.double({ min: -10, max: 10, noNaN: true })).chain((t) =>
          fc.tuple(fc.constant(t), boxWithin(rasterSize(t).width, rasterSize(t).height)),
        ),
        ([t, box]) => {
          const back = mapBoxFromSource(mapBoxToSource(box, t), t);
          expect(back.x).toBeLessThanOrEqual(box.x + 1e-6);
          expect(back.y).toBeLessThanOrEqual(box.y + 1e-6);
          expect(back.x + back.width).toBeGreaterThanOrEqual(box.x + box.width - 1e-6);
          expect(back.y + back.height).toBeGreaterThanOrEqual(box.y + box.height - 1e-6);
        },
      ),
    );
  });

  it('turning box and transform together names the same place of the source', () => {
    fc.assert(
      fc.property(
        transform(fc.constant(0)).chain((t) =>
          fc.tuple(fc.constant(t), boxWithin(rasterSize(t).width, rasterSize(t).height)),
        ),
        fc.integer({ min: -3, max: 3 }),
        ([t, box], turns) => {
          const before = edges(mapBoxToSource(box, t));
          const after = edges(mapBoxToSource(turnBox(box, rasterSize(t), turns), turnTransform(t, turns)));
          // The grid of turned boxes is 1/256 of a page pixel.
          before.forEach((edge, i) => {
            expect(Math.abs((after[i] ?? NaN) - edge) * t.scale).toBeLessThan(0.02);
          });
        },
      ),
    );
  });

  it('deskew turns clockwise about the centre; a small one keeps the size', () => {
    const t: PageTransform = {
      sourceWidth: 200,
      sourceHeight: 100,
      scale: 1,
      quarterTurns: 0,
      skewDegrees: 3,
    };
    expect(rasterSize(t)).toEqual({ width: 200, height: 100 });
    // (150, 50) lies 50 right of the centre (100, 50); clockwise takes it down.
    const box = mapBoxFromSource({ x: 150, y: 50, width: 0, height: 0 }, t);
    expect(box.x).toBeCloseTo(100 + 50 * Math.cos(Math.PI / 60), 9);
    expect(box.y).toBeCloseTo(50 + 50 * Math.sin(Math.PI / 60), 9);
  });

  it('a large deskew grows the raster so that no corner is lost, centre to centre', () => {
    const t: PageTransform = {
      sourceWidth: 200,
      sourceHeight: 100,
      scale: 1,
      quarterTurns: 0,
      skewDegrees: 30,
    };
    const { width, height } = rasterSize(t);
    expect([width, height]).toEqual([224, 187]);
    const centre = mapBoxFromSource({ x: 100, y: 50, width: 0, height: 0 }, t);
    expect([centre.x, centre.y]).toEqual([112, 93.5]);
    const whole = mapBoxFromSource({ x: 0, y: 0, width: 200, height: 100 }, t);
    expect(whole.x).toBeGreaterThanOrEqual(0);
    expect(whole.y).toBeGreaterThanOrEqual(0);
    expect(whole.x + whole.width).toBeLessThanOrEqual(width);
    expect(whole.y + whole.height).toBeLessThanOrEqual(height);
  });
});
