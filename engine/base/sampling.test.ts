import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRaster, type Raster } from './raster';
import { normalisation, quadOfRaster, sampleQuad, sampleRaster } from './sampling';

const identity = normalisation([0, 0, 0], [1 / 255, 1 / 255, 1 / 255], 'rgb');

function noise(width: number, height: number, seed: number): Raster {
  const raster = createRaster(width, height);
  let state = seed >>> 0;
  for (let index = 0; index < raster.data.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    raster.data[index] = state >>> 24;
  }
  return raster;
}

function whole(raster: Raster, width: number, height: number): Float32Array {
  const out = new Float32Array(3 * width * height);
  sampleRaster(raster, width, height, out, identity);
  return out;
}

const sizes = fc.record({
  width: fc.integer({ min: 2, max: 30 }),
  height: fc.integer({ min: 2, max: 30 }),
  seed: fc.integer(),
});

function grey(width: number, height: number, seed: number): Raster {
  const { data, ...size } = noise(width, height, seed);
  return { ...size, data: data.map((_, index) => data[index - (index % 3)]!) };
}

/** Grey but for the blue of one corner, which is a little lighter. */
function nearlyGrey(raster: Raster): Raster {
  const data = raster.data.slice();
  data[data.length - 1] = data[data.length - 1]! ^ 1;
  return { ...raster, data };
}

/** Values that differ, by place in `[3, height, width]`. */
const differing = (a: Float32Array, b: Float32Array): number[] =>
  [...a.keys()].filter((index) => a[index] !== b[index]);

describe('grey pages, of which one channel is sampled', () => {
  test('shrunk as coloured ones are', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 30 }), ({ width, height, seed }, target) => {
        const raster = grey(width, height, seed);
        const size = [Math.min(target, width), Math.min(target, height)] as const;
        // Only the last pixel of the last plane has seen the coloured corner.
        const found = differing(whole(raster, ...size), whole(nearlyGrey(raster), ...size));
        expect(found).toEqual([3 * size[0] * size[1] - 1]);
      }),
    );
  });

  test('cut out as coloured ones are', () => {
    fc.assert(
      fc.property(sizes, fc.double({ min: 0.2, max: 3, noNaN: true }), ({ width, height, seed }, ratio) => {
        const raster = grey(width, height, seed);
        const [columns, rows] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
        const cut = (from: Raster): Float32Array => {
          const out = new Float32Array(3 * columns * rows);
          const quad = quadOfRaster(from);
          sampleQuad(from, quad, columns, rows, out, 0, columns, identity);
          return out;
        };
        const found = differing(cut(raster), cut(nearlyGrey(raster)));
        expect(found.every((index) => index >= 2 * columns * rows)).toBe(true);
      }),
    );
  });
});

describe('sampleRaster', () => {
  test('the same size gives the same pixels, plane by plane', () => {
    fc.assert(
      fc.property(sizes, ({ width, height, seed }) => {
        const raster = noise(width, height, seed);
        const out = whole(raster, width, height);
        for (let index = 0; index < width * height; index++) {
          for (let channel = 0; channel < 3; channel++) {
            expect(out[channel * width * height + index]).toBeCloseTo(raster.data[index * 3 + channel]!, 3);
          }
        }
      }),
    );
  });

  test('shrinking keeps the mean', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 30 }), ({ width, height, seed }, target) => {
        const raster = noise(width, height, seed);
        const out = whole(raster, Math.min(target, width), Math.min(target, height));
        const mean = (values: ArrayLike<number>): number =>
          Array.from(values).reduce((a, b) => a + b, 0) / values.length;
        expect(mean(out)).toBeCloseTo(mean(raster.data), 2);
      }),
    );
  });

  test('bgr swaps the outer planes', () => {
    const raster: Raster = { width: 1, height: 1, data: Uint8Array.from([10, 20, 30]) };
    const out = new Float32Array(3);
    sampleRaster(raster, 1, 1, out, { ...identity, order: 'bgr' });
    expect([...out].map(Math.round)).toEqual([30, 20, 10]);
  });
});

describe('sampleQuad', () => {
  test('the whole raster at its size is the raster; beyond the edge the edge repeats', () => {
    const raster = noise(9, 7, 5);
    const out = new Float32Array(3 * 9 * 7);
    sampleQuad(raster, quadOfRaster(raster), 9, 7, out, 0, 9, identity);
    for (let index = 0; index < 63; index++) expect(out[index]).toBeCloseTo(raster.data[index * 3]!, 3);
    const wide = [
      { x: -9, y: 0 },
      { x: 18, y: 0 },
      { x: 18, y: 7 },
      { x: -9, y: 7 },
    ] as const;
    const padded = new Float32Array(3 * 27 * 7);
    sampleQuad(raster, wide, 27, 7, padded, 0, 27, identity);
    expect(padded[0]).toBeCloseTo(raster.data[0]!, 3);
    expect(padded[26]).toBeCloseTo(raster.data[8 * 3]!, 3);
  });

  test('rows may be padded: columns beyond the crop stay as they were', () => {
    const raster = noise(8, 4, 3);
    const out = new Float32Array(3 * 10 * 4).fill(-1);
    sampleQuad(raster, quadOfRaster(raster), 8, 4, out, 0, 10, identity);
    expect(out[8]).toBe(-1);
    expect(out[9]).toBe(-1);
    expect(out[10]).toBeCloseTo(raster.data[8 * 3]!, 3);
  });
});
