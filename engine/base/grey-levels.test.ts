import { describe, expect, test } from 'vitest';
import { countsOf, greysOf, levelAt, levelBeyond } from './grey-levels';

describe('grey levels', () => {
  const counts = countsOf(Uint8Array.of(10, 10, 40, 200));

  test('green counts twice', () => {
    expect([...greysOf({ data: Uint8Array.of(0, 100, 0, 40, 0, 0), width: 2, height: 1 })]).toEqual([50, 10]);
  });

  test('the least grey with so many pixels up to it', () => {
    expect([0, 2, 3, 4, 5].map((pixels) => levelAt(counts, pixels))).toEqual([0, 10, 40, 200, 255]);
  });

  test('a share is passed, not only reached', () => {
    expect([0, 0.5, 0.6, 0.75].map((share) => levelBeyond(counts, share))).toEqual([10, 40, 40, 200]);
    expect(levelBeyond(new Uint32Array(256), 0.5)).toBe(255);
  });
});
