import { expect, it } from 'vitest';
import { quadOfBox } from '../base/geometry';
import { createRaster, type Raster } from '../base/raster';
import type { Line } from '../document';
import type { FoundRegion } from '../regions';
import { requestFor } from './region-request';

const page = createRaster(400, 300);
const line = (x: number, y: number): Line => {
  const box = { x, y, width: 80, height: 20 };
  return { box, quad: quadOfBox(box) };
};
const region = { id: 'r', task: 'text' as const, box: { x: 50, y: 60, width: 200, height: 80 } };

/** Sees lines at fixed places of the page, wherever the crop lies: a mark in its first pixel says where. */
function analyserOf(printed: readonly Line[]) {
  const crops: Raster[] = [];
  return {
    crops,
    findLines: async (crop: Raster) => {
      crops.push(crop);
      const [x = 0, y = 0] = [crop.data[0], crop.data[1]];
      return printed.map(({ box }) => {
        return { quad: quadOfBox({ ...box, x: box.x - x, y: box.y - y }), score: 1 };
      });
    },
    findRegions: async (_: Raster, lines: readonly { quad: NonNullable<Line['quad']> }[]) => [
      {
        label: 'text',
        task: 'text',
        box: region.box,
        lines: lines.map(({ quad }) => ({
          box: { x: quad[0].x, y: quad[0].y, width: 80, height: 20 },
          quad,
        })),
      } satisfies FoundRegion,
    ],
  };
}

/** Every pixel says where it is. */
for (let y = 0; y < page.height; y++) {
  for (let x = 0; x < page.width; x++) page.data.set([x, y, 0], 3 * (y * page.width + x));
}

it('asks for the lines that are known, without what was read in them', async () => {
  const analyser = analyserOf([]);
  const lines = [{ ...line(60, 70), text: 'old', confidence: 0.4 }];
  const request = await requestFor({ ...region, lines }, page, analyser, { task: 'formula' });
  expect(request).toEqual({ regionId: 'r', task: 'formula', page, box: region.box, lines: [line(60, 70)] });
  expect(analyser.crops).toEqual([]);
});

it('looks for lines in another box, in page pixels, and leaves those beside it', async () => {
  const printed = [line(110, 120), line(110, 150), line(110, 40)];
  const analyser = analyserOf(printed);
  const box = { x: 100, y: 110, width: 150, height: 70 };
  const request = await requestFor({ ...region, lines: [line(60, 70)] }, page, analyser, { box });
  expect(request.box).toEqual(box);
  expect(request.lines).toEqual(printed.slice(0, 2));
  // A little more than the box, so that letters at its edge are whole.
  expect(analyser.crops[0]?.width).toBeGreaterThan(box.width);
});

it('keeps to the page, and finds no lines where there are none', async () => {
  const box = { x: -20, y: 250, width: 900, height: 900 };
  const request = await requestFor({ ...region, lines: [] }, page, analyserOf([]), { box });
  expect(request.box).toEqual({ x: 0, y: 250, width: 400, height: 50 });
  expect(request.lines).toEqual([]);
});
