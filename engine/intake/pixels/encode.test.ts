import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, meanDifference, rasterOfFile } from '../test-support';
import { encodeRaster } from './canvas';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-encode-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

describe('encoding', () => {
  it('gives PNG and JPEG that come back alike', async () => {
    const raster = await rasterOfFile(fixture('marks.png'));
    const again = path.join(folder, 'again.jpg');
    await fs.writeFile(again, await encodeRaster(raster, 'jpeg', 95));
    expect(meanDifference(await rasterOfFile(again), raster)).toBeLessThan(3);
    await fs.writeFile(again, await encodeRaster(raster, 'png'));
    expect(meanDifference(await rasterOfFile(again), raster)).toBe(0);
  });
});
