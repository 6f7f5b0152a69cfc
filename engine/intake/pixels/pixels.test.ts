import path from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRaster, type Raster } from '../../base/raster';
import { largestDifference, meanDifference, pixelAt } from '../test-support';
import { rasterOf } from './canvas';
import { resizeRaster } from './resize';
import { applyOrientation, rotateQuarter } from './rotate';
import { deskew } from './skew';

const raster = (most: number): fc.Arbitrary<Raster> =>
  fc
    .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
        .map((data) => ({ width, height, data })),
    );

describe('quarter turns', () => {
  it('four of them, or one and back, give the same pixels', () => {
    fc.assert(
      fc.property(raster(12), fc.integer({ min: -6, max: 6 }), (picture, turns) => {
        expect(rotateQuarter(rotateQuarter(picture, turns), -turns)).toEqual(picture);
        let turned = picture;
        for (let i = 0; i < 4; i++) turned = rotateQuarter(turned, 1);
        expect(turned).toEqual(picture);
      }),
    );
  });

  it('move the top left pixel to the top right', () => {
    fc.assert(
      fc.property(raster(12), (picture) => {
        const turned = rotateQuarter(picture, 1);
        expect(pixelAt(turned, turned.width - 1, 0)).toEqual(pixelAt(picture, 0, 0));
      }),
    );
  });

  it('orientations 2, 4, 5 and 7 undo themselves, 6 and 8 each other', () => {
    fc.assert(
      fc.property(raster(9), (picture) => {
        for (const orientation of [2, 3, 4, 5, 7]) {
          expect(applyOrientation(applyOrientation(picture, orientation), orientation)).toEqual(picture);
        }
        expect(applyOrientation(applyOrientation(picture, 6), 8)).toEqual(picture);
      }),
    );
  });
});

describe('resizing', () => {
  it('keeps an even colour, and never leaves the range of its pixels', () => {
    fc.assert(
      fc.property(
        raster(20),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (picture, width, height) => {
          const resized = resizeRaster(picture, width, height);
          expect([resized.width, resized.height, resized.data.length]).toEqual([
            width,
            height,
            width * height * 3,
          ]);
          let low = 255;
          let high = 0;
          for (const value of picture.data) {
            low = Math.min(low, value);
            high = Math.max(high, value);
          }
          for (const value of resized.data) {
            expect(value).toBeGreaterThanOrEqual(low - 1);
            expect(value).toBeLessThanOrEqual(high + 1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('shrinking by whole steps is the mean of each block', () => {
    const picture = createRaster(4, 2, 0);
    picture.data.set([0, 0, 0, 100, 100, 100, 10, 10, 10, 30, 30, 30], 0);
    picture.data.set([200, 200, 200, 100, 100, 100, 50, 50, 50, 70, 70, 70], 12);
    expect([...resizeRaster(picture, 2, 1).data]).toEqual([100, 100, 100, 40, 40, 40]);
  });

  it('keeps the total ink when shrinking by any ratio', () => {
    const picture = createRaster(97, 61);
    for (let i = 0; i < 97 * 61; i += 7) picture.data.fill(0, i * 3, i * 3 + 3);
    const mean = ({ data }: Raster): number => data.reduce((sum, value) => sum + value, 0) / data.length;
    for (const [width, height] of [
      [50, 40],
      [33, 20],
      [96, 60],
    ] as const) {
      expect(mean(resizeRaster(picture, width, height))).toBeCloseTo(mean(picture), 0);
    }
  });
});

const family = 'Palimpsest Test';
// A font under the Open Font License that pdf.js brings along, so that no font of the system is needed.
const fontFile = path.resolve(
  __dirname,
  '../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
);
GlobalFonts.registerFromPath(fontFile, family);

const words = 'the archive keeps letters of many hands and a few printed forms from the years between'.split(
  ' ',
);

/** An A4 page at 100 dpi with lines of words, turned clockwise by `degrees`. */
function page(degrees: number, lines = 40, size = 16): Raster {
  const width = 827;
  const height = 1169;
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fdfcf8';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  context.fillStyle = '#222';
  context.font = `${size}px "${family}"`;
  for (let line = 0; line < lines; line++) {
    const text = Array.from({ length: 10 }, (_, i) => words[(line * 7 + i * 3) % words.length]).join(' ');
    context.fillText(text, 90, 120 + line * size * 1.5, 640);
  }
  return rasterOf(context, width, height);
}

describe('skew', () => {
  it('once corrected leaves a level page that looks like the straight one', () => {
    const level = deskew(page(-3), 3);
    expect(meanDifference(level, page(0))).toBeLessThan(meanDifference(page(-3), page(0)) / 3);
  });

  it('fills the corners with the colour of the border; a large turn grows the picture', () => {
    for (const [degrees, width, height] of [
      [4, 827, 1169],
      [8, 982, 1273],
    ] as const) {
      const turned = deskew(page(0), degrees);
      expect([turned.width, turned.height]).toEqual([width, height]);
      for (const [x, y] of [
        [0, 0],
        [width - 1, 0],
        [0, height - 1],
        [width - 1, height - 1],
      ] as const) {
        expect(pixelAt(turned, x, y)).toEqual([0xfd, 0xfc, 0xf8]);
      }
    }
  });

  it('of 0 degrees changes nothing', () => {
    const picture = page(0, 2);
    expect(largestDifference(deskew(picture, 0), picture)).toBe(0);
  });
});
