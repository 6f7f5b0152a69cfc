import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource } from './open-source';
import { fixture, largestDifference, rasterOfFile } from './test-support';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-open-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, content);
  return file;
}

const bytesOf = (name: string): Promise<Buffer> => fs.readFile(fixture(name));

describe('O13: the type is decided by the bytes', () => {
  it.each([
    ['png.jpg', 'chart.png', 'image/png'],
    ['jpeg.tif', 'jpeg-exif1.jpg', 'image/jpeg'],
    ['webp.png', 'webp-lossless.webp', 'image/webp'],
    ['heic.webp', 'heic.heic', 'image/heic'],
    ['gif.pdf', 'gif.gif', 'image/gif'],
    ['tiff.bmp', 'tiff-lzw.tif', 'image/tiff'],
    ['no ending', 'bmp.bmp', 'image/bmp'],
  ])('%s', async (name, original, mediaType) => {
    const file = await write(name, await bytesOf(original));
    const source = await openSource(file);
    expect(source.info).toMatchObject({ name, path: file, mediaType, pageCount: 1 });
    await source.close();
    expect(largestDifference(await rasterOfFile(file), await rasterOfFile(fixture(original)))).toBe(0);
  });

  it.each([
    ['text.png', 'just a text, renamed', 'a text file'],
    ['page.jpg', '<!DOCTYPE html><html></html>', 'a web page'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'an SVG drawing'],
    ['avif.png', '\0\0\0\x1cftypavif\0\0\0\0', 'an AVIF picture'],
    ['photo.tif', '8BPS\0\x01', 'a Photoshop file'],
    ['letter.pdf', 'PK\x03\x04\x14\0\x06\0word/document.xml', 'a Word document'],
    ['things.pdf', 'PK\x03\x04\x14\0\x06\0things.bin', 'a ZIP archive'],
    ['bm.bmp', 'BM is how this text starts, and it goes on', 'a text file'],
    ['noise.png', Buffer.from([0, 1, 2, 3, 250, 251]), 'data of an unknown kind'],
  ])('%s is unsupported and named', async (name, content, what) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    await expect(openSource(await write(name, bytes))).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(what),
      place: { file: name },
    });
  });
});

describe('files that cannot be opened', () => {
  it('0 bytes', async () => {
    await expect(openSource(await write('zero.pdf', ''))).rejects.toMatchObject({
      code: 'empty-file',
      place: { file: 'zero.pdf' },
    });
  });

  it('missing', async () => {
    await expect(openSource(path.join(folder, 'gone.png'))).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a folder', async () => {
    await expect(openSource(folder)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('larger than the limit', async () => {
    await expect(openSource(fixture('bmp.bmp'), { limits: { maxFileBytes: 1000 } })).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('only a signature', async () => {
    const file = await write('signature.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    await expect(openSource(file)).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('removed after it was opened', async () => {
    const file = await write('removed.png', await bytesOf('chart.png'));
    const source = await openSource(file);
    await fs.rm(file);
    await expect(source.rasterise(1)).rejects.toMatchObject({
      code: 'not-found',
      place: { file: 'removed.png' },
    });
  });

  it('cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(openSource(fixture('chart.png'), { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('what is known of a file', () => {
  it('holds its size and hash', async () => {
    const source = await openSource(fixture('chart.png'));
    const bytes = await bytesOf('chart.png');
    expect(source.info.bytes).toBe(bytes.length);
    const { createHash } = await import('node:crypto');
    expect(source.info.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('X06: names of any kind are opened and kept', async () => {
    const names = ['Scans 🔥 ü 文档/ø.png', `${'n'.repeat(200)}.png`, 'ends with a blank ', 'é%20#?.png'];
    for (const name of names) {
      const source = await openSource(await write(name, await bytesOf('chart.png')));
      expect(source.info.name).toBe(path.basename(name));
      expect((await source.rasterise(1)).raster.width).toBe(48);
    }
  });
});
