import fs from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addScan, newDocument, newFolder, removeFolders, save, withSource } from '../fixtures/pdf-pages';
import { inkBox } from '../test-support';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(removeFolders);

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
