import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findComponents } from './components';

/** Slow and obvious: flood fill over pixels. */
function floodCount(map: Float32Array, width: number, height: number): number {
  const seen = new Set<number>();
  let count = 0;
  for (let start = 0; start < map.length; start++) {
    if (!(map[start]! > 0.3) || seen.has(start)) continue;
    count++;
    const stack = [start];
    seen.add(start);
    while (stack.length > 0) {
      const at = stack.pop()!;
      const x = at % width;
      const y = Math.floor(at / width);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const next = (y + dy) * width + x + dx;
          const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
          if (inside && map[next]! > 0.3 && !seen.has(next)) {
            seen.add(next);
            stack.push(next);
          }
        }
      }
    }
  }
  return count;
}

describe('findComponents', () => {
  test('finds as many components as a flood fill, and every pixel once', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 24 })
          .chain((width) =>
            fc.tuple(fc.constant(width), fc.array(fc.boolean(), { minLength: width, maxLength: width * 16 })),
          ),
        ([width, bits]) => {
          const height = Math.floor(bits.length / width);
          const map = Float32Array.from(bits.slice(0, width * height), (bit) => (bit ? 0.9 : 0.1));
          const components = findComponents(map, width, height, 0.3);
          expect(components).toHaveLength(floodCount(map, width, height));
          // Four outline points a run: left and right end, upper and lower edge.
          const covered = components.flatMap((points) =>
            points
              .filter((_, index) => index % 4 === 0)
              .map((point, run) => points[run * 4 + 1]!.x - point.x),
          );
          expect(covered.reduce((sum, length) => sum + length, 0)).toBe(
            map.filter((value) => value > 0.3).length,
          );
        },
      ),
    );
  });

  test('pixels that touch at a corner belong together', () => {
    expect(findComponents(Float32Array.from([1, 0, 0, 1]), 2, 2, 0.5)).toHaveLength(1);
    expect(findComponents(Float32Array.from([0, 1, 1, 0]), 2, 2, 0.5)).toHaveLength(1);
  });
});
