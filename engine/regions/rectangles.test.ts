import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandRectangle, meanInside, minimumAreaRectangle } from './rectangles';

const rectangle = fc.record({
  centre: fc.record({
    x: fc.double({ min: 200, max: 800, noNaN: true }),
    y: fc.double({ min: 200, max: 800, noNaN: true }),
  }),
  width: fc.double({ min: 40, max: 300, noNaN: true }),
  height: fc.double({ min: 5, max: 30, noNaN: true }),
  angle: fc.double({ min: -0.7, max: 0.7, noNaN: true }),
});

describe('minimumAreaRectangle', () => {
  test('finds a rectangle again from its corners', () => {
    fc.assert(
      fc.property(rectangle, (given) => {
        const found = minimumAreaRectangle(expandRectangle(given, 0));
        expect(found?.width).toBeCloseTo(given.width, 4);
        expect(found?.height).toBeCloseTo(given.height, 4);
        expect(found?.angle).toBeCloseTo(given.angle, 6);
        expect(found?.centre.x).toBeCloseTo(given.centre.x, 4);
      }),
    );
  });

  test('encloses all points', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 99 }), y: fc.integer({ min: 0, max: 99 }) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 40 }), (points) => {
        const found = minimumAreaRectangle(points);
        if (!found) return;
        const cos = Math.cos(found.angle);
        const sin = Math.sin(found.angle);
        for (const { x, y } of points) {
          const dx = x - found.centre.x;
          const dy = y - found.centre.y;
          expect(Math.abs(dx * cos + dy * sin)).toBeLessThanOrEqual(found.width / 2 + 1e-6);
          expect(Math.abs(dy * cos - dx * sin)).toBeLessThanOrEqual(found.height / 2 + 1e-6);
        }
      }),
    );
  });

  test('text that runs upright keeps its sides: a tall box is tall', () => {
    const found = minimumAreaRectangle([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 100 },
      { x: 0, y: 100 },
    ]);
    expect(found).toMatchObject({ width: 10, height: 100, angle: 0 });
  });
});

test('meanInside averages the pixels within only', () => {
  const map = new Float32Array(100);
  for (let y = 2; y < 5; y++) for (let x = 3; x < 8; x++) map[y * 10 + x] = 0.8;
  const inside = { centre: { x: 5.5, y: 3.5 }, width: 5, height: 3, angle: 0 };
  expect(meanInside(map, 10, 10, inside)).toBeCloseTo(0.8, 5);
  expect(meanInside(map, 10, 10, { ...inside, height: 5 })).toBeCloseTo(0.48, 5);
});
