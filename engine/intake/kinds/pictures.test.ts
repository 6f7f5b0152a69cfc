import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Raster } from '../../base/raster';
import { crc32 } from '../checksum';
import { openSource } from '../open-source';
import { fixture, largestDifference, pixelAt, rasterOfFile } from '../test-support';

let chart: Raster;
let marks: Raster;
let folder: string;

beforeAll(async () => {
  chart = await rasterOfFile(fixture('chart.png'));
  marks = await rasterOfFile(fixture('marks.png'));
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-intake-'));
});

afterAll(() => fs.rm(folder, { recursive: true, force: true }));

describe('the reference chart itself', () => {
  it('has the colours that make.py drew', () => {
    expect([chart.width, chart.height]).toEqual([48, 32]);
    expect(pixelAt(chart, 2, 2)).toEqual([204, 34, 17]);
    expect(pixelAt(chart, 45, 2)).toEqual([17, 136, 51]);
    expect(pixelAt(chart, 2, 30)).toEqual([34, 51, 204]);
    expect(pixelAt(chart, 45, 30)).toEqual([255, 255, 255]);
    expect(pixelAt(chart, 21, 10)).toEqual([85, 85, 85]);
  });
});

describe('colour pictures come out alike in every format', () => {
  it.each([
    ['png-16bit.png', 0],
    ['png-palette.png', 0],
    ['png-exif6.png', 0],
    ['bmp.bmp', 0],
    ['gif.gif', 0],
    ['gif-animated.gif', 0],
    ['webp-lossless.webp', 0],
    ['jpeg-exif1.jpg', 12],
    ['jpeg-progressive.jpg', 12],
    ['jpeg-cmyk.jpg', 12],
    ['tiff-none.tif', 0],
    ['tiff-lzw.tif', 0],
    ['tiff-deflate.tif', 0],
    ['tiff-packbits.tif', 0],
    ['tiff-jpeg.tif', 120],
    ['tiff-palette.tif', 0],
    ['tiff-cmyk.tif', 1],
    ['tiff-tiled.tif', 0],
    ['tiff-predictor.tif', 0],
    ['tiff-16bit-big-endian.tif', 0],
    ['tiff-planar.tif', 0],
  ])('%s differs by at most %i', async (name, most) => {
    expect(largestDifference(await rasterOfFile(fixture(name)), chart)).toBeLessThanOrEqual(most);
  });

  it('tiff-jpeg.tif, whose colour edges are blurred by subsampling, has the right even fields', async () => {
    const raster = await rasterOfFile(fixture('tiff-jpeg.tif'));
    for (const [x, y] of [
      [5, 5],
      [40, 5],
      [5, 25],
      [40, 25],
    ] as const) {
      pixelAt(raster, x, y).forEach((value, channel) => {
        expect(Math.abs(value - pixelAt(chart, x, y)[channel]!)).toBeLessThan(12);
      });
    }
  });
});

describe('bilevel and grey', () => {
  it.each([
    'png-bilevel.png',
    'tiff-g3.tif',
    'tiff-g4.tif',
    'tiff-rle.tif',
    'tiff-packbits-bilevel.tif',
    'tiff-fill-order.tif',
  ])('%s equals the marks', async (name) => {
    expect(largestDifference(await rasterOfFile(fixture(name)), marks)).toBe(0);
  });

  it('a grey PNG has three equal channels', async () => {
    const raster = await rasterOfFile(fixture('png-grey.png'));
    expect(pixelAt(raster, 21, 10)).toEqual([85, 85, 85]);
  });
});

describe('transparency lies on white', () => {
  it.each(['png-alpha.png', 'webp-alpha.webp', 'tiff-alpha.tif', 'tiff-grey-alpha.tif'])(
    '%s',
    async (name) => {
      const raster = await rasterOfFile(fixture(name));
      expect(pixelAt(raster, 45, 30)).toEqual([255, 255, 255]);
      expect(Math.abs(pixelAt(raster, 35, 20)[0] - 127)).toBeLessThanOrEqual(1);
      expect(pixelAt(raster, 21, 10)).toEqual([85, 85, 85]);
    },
  );
});

describe('X05: orientation is applied exactly once', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('JPEG with EXIF orientation %i', async (orientation) => {
    const raster = await rasterOfFile(fixture(`jpeg-exif${orientation}.jpg`));
    expect(largestDifference(raster, chart)).toBeLessThanOrEqual(12);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('TIFF with orientation tag %i', async (orientation) => {
    const raster = await rasterOfFile(fixture(`tiff-orientation${orientation}.tif`));
    expect(largestDifference(raster, chart)).toBe(0);
  });

  it('the size known before decoding is the upright one', async () => {
    for (const name of ['jpeg-exif6.jpg', 'tiff-orientation6.tif', 'png-exif6.png']) {
      const source = await openSource(fixture(name));
      expect(source.pages[0]).toMatchObject({ width: 48, height: 32 });
      const page = await source.rasterise(1);
      expect(page.transform).toMatchObject({ sourceWidth: 48, sourceHeight: 32, quarterTurns: 0, scale: 1 });
      await source.close();
    }
  });
});

describe('O14: TIFF with several pages', () => {
  it('gives three pages in order, each with its own size and kind, and skips the preview', async () => {
    const source = await openSource(fixture('tiff-three-pages.tif'));
    expect(source.info.pageCount).toBe(3);
    expect(source.pages.map(({ width, height }) => [width, height])).toEqual([
      [48, 32],
      [48, 32],
      [96, 64],
    ]);
    expect(largestDifference((await source.rasterise(1)).raster, marks)).toBe(0);
    expect(pixelAt((await source.rasterise(2)).raster, 21, 10)).toEqual([85, 85, 85]);
    expect(pixelAt((await source.rasterise(3)).raster, 4, 4)).toEqual([204, 34, 17]);
    await source.close();
  });

  it.each([
    ['tiff-zstd.tif', /ZSTD/],
    ['tiff-lzma.tif', /LZMA/],
    ['tiff-float.tif', /floating-point|32 bits/],
  ])('%s is refused by name', async (name, reason) => {
    await expect(openSource(fixture(name))).rejects.toMatchObject({ code: 'unsupported', message: reason });
  });

  it('a large page is averaged down to the limit and says so', async () => {
    const source = await openSource(fixture('tiff-none.tif'), { limits: { maxPixels: 400 } });
    const page = await source.rasterise(1);
    expect(page.downscaled).toBe(true);
    expect(page.raster.width * page.raster.height).toBeLessThanOrEqual(400);
    expect(page.raster.width / page.raster.height).toBeCloseTo(1.5, 1);
    expect(pixelAt(page.raster, 1, 1)).toEqual([204, 34, 17]);
    expect(page.dpi).toBeCloseTo((300 * page.raster.width) / 48, 5);
    await source.close();
  });
});

describe('HEIC', () => {
  it('is decoded by libheif', async () => {
    const raster = await rasterOfFile(fixture('heic.heic'));
    expect([raster.width, raster.height]).toEqual([192, 128]);
    for (const [x, y] of [
      [20, 20],
      [170, 20],
      [20, 110],
    ] as const) {
      pixelAt(raster, x, y).forEach((value, channel) => {
        expect(Math.abs(value - pixelAt(chart, x >> 2, y >> 2)[channel]!)).toBeLessThan(10);
      });
    }
  });
});

describe('animations', () => {
  it('say that only the first frame is read', async () => {
    const source = await openSource(fixture('gif-animated.gif'));
    expect((await source.rasterise(1)).notes).toEqual([expect.stringContaining('first frame')]);
    await source.close();
    const still = await openSource(fixture('gif.gif'));
    expect((await still.rasterise(1)).notes).toEqual([]);
    await still.close();
  });
});

describe('limits', () => {
  it.each(['chart.png', 'jpeg-exif6.jpg', 'webp-lossless.webp', 'heic.heic'])(
    '%s is scaled down to the limit',
    async (name) => {
      const source = await openSource(fixture(name), { limits: { maxPixels: 600 } });
      const page = await source.rasterise(1);
      expect(page.downscaled).toBe(true);
      expect(page.raster.width).toBe(30);
      expect(page.raster.height).toBe(20);
      expect(source.pages[0]).toMatchObject({ width: 30, height: 20 });
      await source.close();
    },
  );

  it('a picture of more pixels than may be decoded is refused by its header', async () => {
    await expect(
      openSource(fixture('chart.png'), { limits: { maxSourcePixels: 2000 } }),
    ).rejects.toMatchObject({ code: 'too-large', message: /48 × 32/ });
  });

  it('maxWidth makes thumbnails without calling them downscaled', async () => {
    const source = await openSource(fixture('chart.png'));
    const page = await source.rasterise(1, { maxWidth: 12 });
    expect([page.raster.width, page.raster.height, page.downscaled]).toEqual([12, 8, false]);
    expect(page.transform.scale).toBe(0.25);
    await source.close();
  });
});

describe('damaged pictures are unreadable, never half a page', () => {
  it.each([
    'chart.png',
    'png-alpha.png',
    'png-palette.png',
    'jpeg-exif1.jpg',
    'jpeg-progressive.jpg',
    'webp-lossless.webp',
    'webp-alpha.webp',
    'gif.gif',
    'bmp.bmp',
    'tiff-none.tif',
    'tiff-deflate.tif',
    'heic.heic',
  ])('%s cut at every tenth of its length', async (name) => {
    const bytes = await fs.readFile(fixture(name));
    for (let tenth = 1; tenth <= 8; tenth++) {
      const file = path.join(folder, `${tenth}-${name}`);
      await fs.writeFile(file, bytes.subarray(0, Math.floor((bytes.length * tenth) / 10)));
      await expect(rasterOfFile(file), `${tenth}0 % of ${name}`).rejects.toMatchObject({
        code: expect.stringMatching(/^(unreadable|unsupported)$/),
        place: { file: `${tenth}-${name}` },
      });
    }
  });
});

/** A white grey-scale PNG with one black field; written by hand because the canvas takes seconds for this size. */
function tallPng(width: number, height: number, blackFrom: number, blackTo: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 255);
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 0;
    if (y >= blackFrom && y < blackTo) rows.fill(0, y * (width + 1) + 1, (y + 1) * (width + 1));
  }
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length, 0);
    head.write(type, 4, 'latin1');
    // Opaque PNGs are not judged by their checksums, but the decoder skips header chunks with wrong ones.
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])), 0);
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(rows, { level: 1 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('X17: very tall pictures', () => {
  it('one of 900 × 30,000 pixels is read', async () => {
    const file = path.join(folder, 'tall.png');
    await fs.writeFile(file, tallPng(900, 30_000, 29_900, 29_950));
    const raster = await rasterOfFile(file);
    expect([raster.width, raster.height]).toEqual([900, 30_000]);
    expect(pixelAt(raster, 120, 29_920)).toEqual([0, 0, 0]);
    expect(pixelAt(raster, 120, 29_890)).toEqual([255, 255, 255]);
  });

  it('one of 900 × 53,234 pixels is over the page limit and scaled down', async () => {
    const file = path.join(folder, 'taller.png');
    await fs.writeFile(file, tallPng(900, 53_234, 0, 100));
    const source = await openSource(file);
    const page = await source.rasterise(1);
    expect(page.downscaled).toBe(true);
    expect(page.raster.width * page.raster.height).toBeLessThanOrEqual(40_000_000);
    expect(pixelAt(page.raster, 100, 10)).toEqual([0, 0, 0]);
    await source.close();
  });
});
