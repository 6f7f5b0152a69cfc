import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quad } from './geometry';
import { rotateQuad, straightenedSize, turnQuad } from './turning';

const coordinate = fc.integer({ min: 0, max: 4000 });
const quad = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 90 }))
  .map(
    ([x, y, width, height]): Quad => [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  );

describe('turnQuad', () => {
  test('O11: four quarter turns give the same coordinates, bit for bit', () => {
    fc.assert(
      fc.property(quad, coordinate, coordinate, (start, width, height) => {
        let current = start;
        let size = [width, height] as const;
        for (let turn = 0; turn < 4; turn++) {
          current = turnQuad(current, size[0], size[1], 1);
          size = [size[1], size[0]];
        }
        expect(current).toEqual(start);
      }),
    );
  });

  test('the first corner is the top left one after every turn', () => {
    fc.assert(
      fc.property(quad, fc.integer({ min: -4, max: 7 }), (start, turns) => {
        const [topLeft, topRight, bottomRight] = turnQuad(start, 5000, 4000, turns);
        expect(topLeft.x).toBeLessThan(topRight.x);
        expect(topRight.y).toBeLessThan(bottomRight.y);
      }),
    );
  });

  test('a clockwise turn takes the top edge to the right edge', () => {
    const turned = turnQuad(
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 10, y: 2 },
        { x: 0, y: 2 },
      ],
      100,
      50,
      1,
    );
    expect(turned).toEqual([
      { x: 48, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 10 },
      { x: 48, y: 10 },
    ]);
  });
});

describe('rotateQuad', () => {
  test('small turns go back and forth, and the centre stays', () => {
    fc.assert(
      fc.property(quad, fc.double({ min: -5, max: 5, noNaN: true }), (start, degrees) => {
        const there = rotateQuad(start, 1000, 800, degrees);
        rotateQuad(there, 1000, 800, -degrees).forEach((point, index) => {
          expect(point.x).toBeCloseTo(start[index]!.x, 6);
          expect(point.y).toBeCloseTo(start[index]!.y, 6);
        });
      }),
    );
    const corner = { x: 1, y: 1 };
    const [centre] = rotateQuad([{ x: 500, y: 400 }, corner, corner, corner], 1000, 800, 4);
    expect(centre).toEqual({ x: 500, y: 400 });
  });

  test('after a large turn everything is still on the picture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 3000 }),
        fc.integer({ min: 10, max: 3000 }),
        fc.double({ min: 5.1, max: 45, noNaN: true }),
        fc.boolean(),
        (width, height, size, left) => {
          const degrees = left ? -size : size;
          const after = straightenedSize(width, height, degrees);
          const whole = [
            { x: 0, y: 0 },
            { x: width, y: 0 },
            { x: width, y: height },
            { x: 0, y: height },
          ] as const;
          for (const { x, y } of rotateQuad(whole, width, height, degrees)) {
            expect(x).toBeGreaterThanOrEqual(-1e-6);
            expect(y).toBeGreaterThanOrEqual(-1e-6);
            expect(x).toBeLessThanOrEqual(after.width + 1e-6);
            expect(y).toBeLessThanOrEqual(after.height + 1e-6);
          }
        },
      ),
    );
  });
});
