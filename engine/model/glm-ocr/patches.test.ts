import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resizeBicubic } from './bicubic';
import { fixturesFolder, modelFolder, readArrays } from './fixtures';
import { readFolderConfig } from './folder-config';
import { patchOrder, targetSize } from './patches';

describe('preprocessing', () => {
  it('resizes like Pillow, byte for byte', async () => {
    const arrays = await readArrays(join(fixturesFolder, 'resize.safetensors'));
    const pairs = arrays.names.filter((name) => name.endsWith('.from')).map((name) => name.slice(0, -5));
    expect(pairs.length).toBeGreaterThan(3);
    for (const pair of pairs) {
      const to = await arrays.raster(`${pair}.to`);
      const resized = resizeBicubic(await arrays.raster(`${pair}.from`), to.width, to.height);
      expect(Buffer.from(resized.data).equals(Buffer.from(to.data)), pair).toBe(true);
    }
  });

  it('finds the target sizes of the reference, half to even', async () => {
    const { preprocessing } = await readFolderConfig(modelFolder('gravity-like'));
    const rows = JSON.parse(await readFile(join(fixturesFolder, 'sizes.json'), 'utf8')) as number[][];
    expect(rows.length).toBeGreaterThan(150);
    for (const [width = 0, height = 0, ...target] of rows) {
      const size = targetSize(width, height, preprocessing);
      expect([size.width, size.height], `${width} × ${height}`).toEqual(target);
    }
  });

  it('refuses strips that the model cannot read', async () => {
    const { preprocessing } = await readFolderConfig(modelFolder('gravity-like'));
    expect(() => targetSize(28 * 250, 28, preprocessing)).toThrow(/200 times/);
  });

  it('puts every patch in its merge block once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (height, width) => {
        const places = [...patchOrder({ rows: 2 * height, columns: 2 * width }, 2)];
        expect(new Set(places.map(({ row, column }) => `${row},${column}`)).size).toBe(4 * height * width);
        for (let at = 0; at < places.length; at += 4) {
          const block = places.slice(at, at + 4).map(({ row, column }) => `${row >> 1},${column >> 1}`);
          expect(new Set(block).size).toBe(1);
        }
      }),
    );
  });
});
