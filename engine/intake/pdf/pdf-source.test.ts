import fs from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addScan,
  newDocument,
  newFolder,
  removeFolders,
  save,
  scanPng,
  withSource,
} from '../fixtures/pdf-pages';
import { openSource } from '../open-source';
import { inkBox, meanDifference, pixelAt, rasterOfFile } from '../test-support';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(removeFolders);

describe('X19: a page looks the same as PDF and as PNG', () => {
  it('at its own resolution, pixel by pixel', async () => {
    const png = await scanPng(1654, 2339);
    const pngFile = path.join(folder, 'page.png');
    await fs.writeFile(pngFile, png);
    const document = await PDFDocument.create();
    const page = document.addPage([595.44, 842.04]);
    page.drawImage(await document.embedPng(png), { x: 0, y: 0, width: 595.44, height: 842.04 });
    await withSource(await save(document), async (source) => {
      const { raster, dpi } = await source.rasterise(1);
      expect(dpi).toBeCloseTo(200, 3);
      expect(meanDifference(raster, await rasterOfFile(pngFile))).toBeLessThan(0.5);
    });
  });
});

describe('resolution', () => {
  it.each([
    ['a 100 dpi scan is drawn at 150', 850, 150],
    ['a 250 dpi scan is drawn at 250', 2125, 250],
    ['a 400 dpi scan is drawn at 300', 3400, 300],
  ])('%s', async (_name, width, dpi) => {
    const document = await PDFDocument.create();
    await addScan(document, document.addPage([612, 400]), width, Math.round((width * 400) / 612));
    await withSource(await save(document), async (source) => {
      expect((await source.rasterise(1)).dpi).toBeCloseTo(dpi, 0);
      expect((await source.rasterise(1, { dpi: 72 })).raster.width).toBe(612);
      expect((await source.rasterise(1, { maxWidth: 100 })).raster.width).toBe(100);
    });
  });

  it('a scan on a page the size of a stamp keeps its pixels', async () => {
    const document = await PDFDocument.create();
    await addScan(document, document.addPage([61.2, 79.2]), 1700, 2200);
    await withSource(await save(document), async (source) => {
      const { raster } = await source.rasterise(1);
      expect([raster.width, raster.height]).toEqual([1700, 2200]);
    });
  });

  it('an enormous page is scaled down and says so', async () => {
    const { document, font } = await newDocument();
    const page = document.addPage([14_400, 14_400]);
    page.drawText('BIG', { x: 100, y: 100, size: 4000, font });
    await withSource(
      await save(document),
      async (source) => {
        const { raster, downscaled } = await source.rasterise(1);
        expect(downscaled).toBe(true);
        expect(raster.width * raster.height).toBeLessThanOrEqual(1_000_000);
        expect(inkBox(raster)).toBeDefined();
      },
      { limits: { maxPixels: 1_000_000 } },
    );
  });
});

describe('passwords', () => {
  const encrypted = async (): Promise<string> => {
    const { document, font } = await newDocument();
    document.addPage([200, 100]).drawText('secret', { x: 20, y: 50, size: 20, font });
    document.encrypt({ userPassword: 'opensesame', ownerPassword: 'owner' });
    const file = path.join(folder, 'encrypted.pdf');
    await fs.writeFile(file, await document.save({ useObjectStreams: false }));
    return file;
  };

  it('are asked for, checked and used', async () => {
    const file = await encrypted();
    await expect(openSource(file)).rejects.toMatchObject({ code: 'encrypted', message: /needs a password/ });
    await expect(openSource(file, { password: 'guess' })).rejects.toMatchObject({
      code: 'encrypted',
      message: /wrong/,
      place: { file: 'encrypted.pdf' },
    });
    await withSource(file, async (source) => expect((await source.text(1)).runs[0]?.text).toBe('secret'), {
      password: 'opensesame',
    });
  });
});

describe('X18: long documents', () => {
  it('1,000 pages open fast, and memory does not grow with the pages drawn', async () => {
    const { document, font } = await newDocument();
    for (let i = 1; i <= 1000; i++) {
      document.addPage([595, 842]).drawText(`Page ${i}`, { x: 50, y: 700, size: 30, font });
    }
    const file = await save(document);
    const start = Date.now();
    await withSource(file, async (source) => {
      expect(source.info.pageCount).toBe(1000);
      await source.rasterise(1);
      expect(Date.now() - start).toBeLessThan(20_000);
      expect((await source.text(1000)).runs[0]?.text).toBe('Page 1000');
      for (let page = 1; page <= 20; page++) await source.rasterise(page);
      const before = process.memoryUsage().rss;
      for (let page = 21; page <= 60; page++) await source.rasterise(page);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    });
  });

  it('more pages than the limit are refused with both numbers', async () => {
    const { document } = await newDocument();
    for (let i = 0; i < 6; i++) document.addPage([100, 100]);
    await expect(openSource(await save(document), { limits: { maxPages: 5 } })).rejects.toMatchObject({
      code: 'too-large',
      message: /6 pages.*5/,
    });
  });
});

describe('annotations', () => {
  it('are drawn', async () => {
    const { document } = await newDocument();
    const page = document.addPage([200, 100]);
    const field = document.getForm().createTextField('name');
    field.setText('filled in');
    field.addToPage(page, { x: 20, y: 40, width: 150, height: 30, borderWidth: 0 });
    await withSource(await save(document), async (source) => {
      const { raster } = await source.rasterise(1);
      expect(inkBox(raster)).toBeDefined();
    });
  });
});

describe('large files', () => {
  it('are read in pieces', async () => {
    const { document, font } = await newDocument();
    const noise = Buffer.alloc(17 * 1024 * 1024);
    for (let i = 0; i < noise.length; i += 4) noise.writeUInt32LE((i * 2654435761) >>> 0, i);
    document.context.register(document.context.stream(noise));
    document.addPage([200, 100]).drawText('large', { x: 20, y: 50, size: 20, font });
    await withSource(await save(document), async (source) => {
      expect(source.info.bytes).toBeGreaterThan(16 * 1024 * 1024);
      expect((await source.text(1)).runs[0]?.text).toBe('large');
      expect(pixelAt((await source.rasterise(1)).raster, 1, 1)).toEqual([255, 255, 255]);
    });
  });
});
