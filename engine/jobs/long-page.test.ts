import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOfQuad, type Quad } from '../base/geometry';
import { createRaster, type Raster } from '../base/raster';
import { findLines, findRegions, hasInk, isLong } from './long-page';

const width = 300;

/** A raster with black bars as lines of text, and detectors that find them exactly. */
function rolled(height: number, bars: readonly number[]): Raster {
  const raster = createRaster(width, height);
  for (const y of bars) raster.data.fill(0, y * width * 3, (y + 20) * width * 3);
  return raster;
}

const quad = (y: number, height: number): Quad => [
  { x: 0, y },
  { x: width, y },
  { x: width, y: y + height },
  { x: 0, y: y + height },
];

const finder = {
  longest: 0,
  async findLines(page: Raster) {
    finder.longest = Math.max(finder.longest, page.height);
    const isBlack = (y: number): boolean => page.data[y * width * 3] === 0;
    const lines: { quad: Quad; score: number }[] = [];
    for (let y = 0; y < page.height; y++) {
      if (!isBlack(y) || (y > 0 && isBlack(y - 1))) continue;
      let end = y;
      while (end < page.height && isBlack(end)) end++;
      lines.push({ quad: quad(y, end - y), score: 1 });
    }
    return lines;
  },
  async findRegions(page: Raster, lines: readonly { quad: Quad }[]) {
    finder.longest = Math.max(finder.longest, page.height);
    return lines.map((line, index) => ({
      label: index === 0 ? ('header' as const) : ('footer' as const),
      task: 'text' as const,
      box: boxOfQuad(line.quad),
      lines: [{ box: boxOfQuad(line.quad), quad: line.quad }],
    }));
  },
};

const gaps = fc.array(fc.integer({ min: 24, max: 1500 }), { minLength: 1, maxLength: 14 });

describe('long pages', () => {
  it('X17: every line is found once, in order, at its place, and no detector sees the whole', async () => {
    await fc.assert(
      fc.asyncProperty(gaps, async (distances) => {
        const bars: number[] = [];
        for (const gap of distances) bars.push((bars[bars.length - 1] ?? -20) + 20 + gap);
        const page = rolled(bars[bars.length - 1]! + 3000, bars);
        expect(isLong(page)).toBe(true);
        finder.longest = 0;
        const lines = await findLines(page, finder, undefined);
        expect(lines.map((line) => boxOfQuad(line.quad))).toEqual(
          bars.map((y) => ({ x: 0, y, width, height: 20 })),
        );
        const regions = await findRegions(page, lines, finder, undefined);
        expect(regions.map(({ box }) => box.y)).toEqual(bars);
        expect(regions.slice(1).every(({ label }) => label !== 'header')).toBe(true);
        expect(finder.longest).toBeLessThan(5000);
      }),
      { numRuns: 25 },
    );
  });

  it('knows paper of one colour', () => {
    expect(hasInk(createRaster(50, 50, 200))).toBe(false);
    expect(hasInk(rolled(50, [10]))).toBe(true);
  });
});
