import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  degrees,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapBoxToSource } from '../../document/page-transform';
import { openSource } from '../open-source';
import { encodeRaster } from '../pixels/canvas';
import { inkBox, meanDifference, pixelAt, rasterOfFile } from '../test-support';
import type { OpenOptions, Source } from '../types';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-pdf-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

let count = 0;
async function save(document: PDFDocument): Promise<string> {
  const file = path.join(folder, `${++count}.pdf`);
  await fs.writeFile(file, await document.save());
  return file;
}

async function withSource<T>(
  file: string,
  work: (source: Source) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const source = await openSource(file, options);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function newDocument(): Promise<{ document: PDFDocument; font: PDFFont }> {
  const document = await PDFDocument.create();
  return { document, font: await document.embedFont(StandardFonts.Helvetica) };
}

/** A page of dark bars that look like lines of print, as PNG bytes. */
async function scanPng(width: number, height: number): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  for (let y = 50; y < height - 60; y += 40) context.fillRect(60, y, width - 120 - ((y * 7) % 200), 14);
  return canvas.encode('png');
}

async function addScan(document: PDFDocument, page: PDFPage, width = 850, height = 1100): Promise<void> {
  const image = await document.embedPng(await scanPng(width, height));
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
}

describe('O15: boxes lie on the words', () => {
  /** Draws `text` so that it stands upright at `x`, `y` (from the top left, in points) once the page is displayed. */
  function drawUpright(page: PDFPage, font: PDFFont, text: string, x: number, y: number, size: number): void {
    const turn = page.getRotation().angle;
    const { width, height } = page.getSize();
    const place = {
      0: { x, y: height - y },
      90: { x: y, y: x },
      180: { x: width - x, y },
      270: { x: width - y, y: height - x },
    }[turn];
    page.drawText(text, { ...place, size, font, rotate: degrees(turn) });
  }

  const turned = async (angle: number): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage(angle % 180 === 0 ? [400, 300] : [300, 400]);
    page.setRotation(degrees(angle));
    drawUpright(page, font, 'KNOWN', 100, 80, 24);
    drawUpright(page, font, 'other words', 40, 200, 12);
    return save(document);
  };
  const cropped = async (): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage([600, 500]);
    page.setCropBox(120, 90, 400, 300);
    page.drawText('KNOWN', { x: 220, y: 90 + 220, size: 24, font });
    page.drawText('other words', { x: 160, y: 90 + 100, size: 12, font });
    return save(document);
  };
  const largeUnit = async (): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage([200, 150]);
    page.node.set(PDFName.of('UserUnit'), document.context.obj(2));
    page.drawText('KNOWN', { x: 50, y: 110, size: 12, font });
    page.drawText('other words', { x: 20, y: 50, size: 6, font });
    return save(document);
  };

  it.each([
    ['Rotate 0', () => turned(0)],
    ['Rotate 90', () => turned(90)],
    ['Rotate 180', () => turned(180)],
    ['Rotate 270', () => turned(270)],
    ['a CropBox away from the corner', cropped],
    ['UserUnit 2', largeUnit],
  ])('%s', async (_name, make) => {
    await withSource(await make(), async (source) => {
      const page = await source.rasterise(1);
      const { raster } = page;
      // All six look alike: 400 × 300 points at 200 dpi.
      expect([raster.width, raster.height]).toEqual([1111, 833]);
      expect(source.pages[0]).toMatchObject({ width: 1111, height: 833 });
      const { runs, existing } = await source.text(1);
      expect(existing.found).toBe('full');
      const run = runs.find(({ text }) => text === 'KNOWN');
      if (!run) throw new Error('the known word was not found');
      const margin = 30;
      const ink = inkBox(raster, {
        x: run.box.x - margin,
        y: run.box.y - margin,
        width: run.box.width + 2 * margin,
        height: run.box.height + 2 * margin,
      });
      if (!ink) throw new Error('nothing is printed where the word should be');
      expect(ink.x).toBeGreaterThanOrEqual(run.box.x - 2);
      expect(ink.y).toBeGreaterThanOrEqual(run.box.y - 2);
      expect(ink.x + ink.width).toBeLessThanOrEqual(run.box.x + run.box.width + 2);
      expect(ink.y + ink.height).toBeLessThanOrEqual(run.box.y + run.box.height + 2);
      // And the box is no larger than a line of type.
      expect(run.box.height).toBeLessThan(1.3 * run.fontSize);
      expect(run.fontSize).toBeCloseTo((24 * 200) / 72, 0);
      const inPoints = mapBoxToSource(ink, page.transform);
      expect(inPoints.x).toBeGreaterThan(98);
      expect(inPoints.x).toBeLessThan(105);
      expect(inPoints.y + inPoints.height).toBeCloseTo(80, 0);
    });
  });
});

describe('O16: what text a page holds', () => {
  it('a scan with a printed footer is partial, with a hidden layer hidden, and a digital page full', async () => {
    const { document, font } = await newDocument();
    const footer = document.addPage([612, 792]);
    await addScan(document, footer);
    footer.drawText('Scanned 2024-01-05', { x: 40, y: 20, size: 9, font });
    const layer = document.addPage([612, 792]);
    await addScan(document, layer);
    layer.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    layer.drawText('lorem ipsum dolor sit amet', { x: 50, y: 700, size: 12, font });
    const digital = document.addPage([612, 792]);
    for (let line = 0; line < 30; line++) {
      digital.drawText('A true page of born digital text.', { x: 50, y: 740 - line * 20, size: 12, font });
    }
    const blank = document.addPage([612, 792]);
    blank.drawLine({ start: { x: 10, y: 10 }, end: { x: 100, y: 10 } });
    await withSource(await save(document), async (source) => {
      const found = [];
      for (const page of [1, 2, 3, 4]) found.push((await source.text(page)).existing.found);
      expect(found).toEqual(['partial', 'hidden', 'full', 'none']);
      const { runs } = await source.text(2);
      expect(runs.map((run) => run.hidden)).toEqual([true]);
      expect((await source.text(1)).runs).toMatchObject([{ text: 'Scanned 2024-01-05', hidden: false }]);
    });
  });

  it('tells visible from hidden runs on one page', async () => {
    const { document, font } = await newDocument();
    const page = document.addPage([612, 792]);
    await addScan(document, page);
    page.drawText('seen', { x: 50, y: 30, size: 12, font });
    page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    page.drawText('unseen words of a layer', { x: 50, y: 700, size: 12, font });
    page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
    page.drawText('also seen', { x: 300, y: 30, size: 12, font });
    await withSource(await save(document), async (source) => {
      const { runs, existing } = await source.text(1);
      expect(Object.fromEntries(runs.map((run) => [run.text, run.hidden]))).toEqual({
        seen: false,
        'unseen words of a layer': true,
        'also seen': false,
      });
      expect(existing.found).toBe('hidden');
    });
  });

  it('text under an opaque scan is hidden', async () => {
    const { document, font } = await newDocument();
    const page = document.addPage([612, 792]);
    page.drawText('text below the picture', { x: 50, y: 700, size: 12, font });
    await addScan(document, page);
    await withSource(await save(document), async (source) => {
      expect((await source.text(1)).existing.found).toBe('hidden');
    });
  });
});

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

describe('hostile and damaged files', () => {
  /** A page whose form draws a form, which draws a form …: ten times each, `depth` levels. */
  async function nestedForms(depth: number): Promise<string> {
    const document = await PDFDocument.create();
    const { context } = document;
    let inner = context.register(
      context.formXObject([], {
        BBox: context.obj([0, 0, 100, 100]),
        Matrix: context.obj([1, 0, 0, 1, 0, 0]),
      }),
    );
    for (let level = 0; level < depth; level++) {
      const body = Buffer.from('/F Do '.repeat(10));
      const form = context.stream(body, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 100, 100],
        Resources: { XObject: { F: inner } },
      });
      inner = context.register(form);
    }
    const page = document.addPage([100, 100]);
    page.node.set(PDFName.of('Resources'), context.obj({ XObject: { F: inner } }));
    page.node.set(PDFName.of('Contents'), context.register(context.stream(Buffer.from('/F Do'))));
    return save(document);
  }

  it('a page that draws for ever is given up, and the next file is read', async () => {
    const file = await nestedForms(12);
    await withSource(
      file,
      async (source) => {
        await expect(source.rasterise(1)).rejects.toMatchObject({
          code: expect.stringMatching(/^(timeout|too-large)$/),
          place: { page: 1 },
        });
      },
      { limits: { maxSecondsPerPage: 3 } },
    );
    const { document, font } = await newDocument();
    document.addPage([100, 100]).drawText('next', { x: 10, y: 50, size: 20, font });
    await withSource(await save(document), async (source) => {
      expect((await source.text(1)).runs[0]?.text).toBe('next');
    });
  });

  it('a document goes on after its parser had to be ended', async () => {
    const { document, font } = await newDocument();
    document.addPage([100, 100]).drawText('again', { x: 10, y: 50, size: 20, font });
    await withSource(await save(document), async (source) => {
      await withSource(await nestedForms(12), (bad) => expect(bad.rasterise(1)).rejects.toThrow(), {
        limits: { maxSecondsPerPage: 1 },
      });
      expect((await source.text(1)).runs[0]?.text).toBe('again');
    });
  });

  it('a scan that cannot be decoded is no blank page', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const image = context.stream(Buffer.from('no JPEG 2000 at all'), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: 500,
      Height: 500,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'JPXDecode',
    });
    const page = document.addPage([100, 100]);
    page.node.set(PDFName.of('Resources'), context.obj({ XObject: { I: context.register(image) } }));
    page.node.set(
      PDFName.of('Contents'),
      context.register(context.stream(Buffer.from('100 0 0 100 0 0 cm /I Do'))),
    );
    await withSource(await save(document), async (source) => {
      await expect(source.rasterise(1)).rejects.toMatchObject({ code: 'unreadable', place: { page: 1 } });
    });
  });

  it('a picture over the pixel limit is refused with the reason', async () => {
    const document = await PDFDocument.create();
    await addScan(document, document.addPage([612, 792]));
    await withSource(
      await save(document),
      async (source) => {
        await expect(source.rasterise(1)).rejects.toMatchObject({
          code: 'too-large',
          message: /million pixels/,
        });
      },
      { limits: { maxSourcePixels: 500_000 } },
    );
  });

  it.each([0.2, 0.6, 0.9])(
    'a PDF cut at %f of its length is unreadable or still has its page',
    async (share) => {
      const { document, font } = await newDocument();
      document.addPage([200, 100]).drawText('cut', { x: 20, y: 50, size: 20, font });
      const bytes = await fs.readFile(await save(document));
      const file = path.join(folder, `cut-${share}.pdf`);
      await fs.writeFile(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      try {
        await withSource(file, async (source) =>
          expect(inkBox((await source.rasterise(1)).raster)).toBeDefined(),
        );
      } catch (error) {
        expect(error).toMatchObject({ code: 'unreadable' });
      }
    },
  );

  it('cancelling stops before the next page', async () => {
    const { document } = await newDocument();
    document.addPage([100, 100]);
    await withSource(await save(document), async (source) => {
      const controller = new AbortController();
      controller.abort();
      await expect(source.rasterise(1, { signal: controller.signal })).rejects.toMatchObject({
        code: 'cancelled',
      });
    });
  });

  it('a page number outside the document is an invalid request', async () => {
    const { document } = await newDocument();
    document.addPage([100, 100]);
    await withSource(await save(document), async (source) => {
      await expect(source.rasterise(2)).rejects.toMatchObject({ code: 'invalid-request' });
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

describe('encoding', () => {
  it('gives PNG and JPEG that come back alike', async () => {
    const pngFile = path.join(folder, 'again.png');
    await fs.writeFile(pngFile, await scanPng(300, 200));
    const raster = await rasterOfFile(pngFile);
    const again = path.join(folder, 'again.jpg');
    await fs.writeFile(again, await encodeRaster(raster, 'jpeg', 95));
    expect(meanDifference(await rasterOfFile(again), raster)).toBeLessThan(3);
    await fs.writeFile(again, await encodeRaster(raster, 'png'));
    expect(meanDifference(await rasterOfFile(again), raster)).toBe(0);
  });
});
