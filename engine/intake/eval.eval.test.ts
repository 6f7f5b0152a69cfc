/** Over the shared evaluation files, where they are there: every file opens or fails as its index says. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSource, type Source } from './index';
import { inkBox, pixelAt } from './test-support';

const folder = process.env.PALIMPSEST_EVAL ?? path.resolve(__dirname, '../../../shared/eval');
const isThere = existsSync(path.join(folder, 'index.json'));

interface Item {
  readonly id: string;
  readonly file: string;
  readonly pages: number;
}

const items: readonly Item[] = isThere
  ? JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')).items
  : [];

const fileOf = (id: string): string => {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) throw new Error(`no item ${id}`);
  return path.join(folder, item.file);
};

async function withItem<T>(id: string, work: (source: Source) => Promise<T>, password?: string): Promise<T> {
  const source = await openSource(fileOf(id), password === undefined ? {} : { password });
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

const refused = new Map([
  ['bad-encrypted-password-test', 'encrypted'],
  ['bad-header-only-pdf', 'unreadable'],
  ['bad-empty-0-bytes', 'empty-file'],
  ['bad-truncated-pdf', 'unreadable'],
  ['bad-truncated-jpeg', 'unreadable'],
  ['bad-broken-png', 'unreadable'],
  ['huge-mono-35000px', 'too-large'],
]);

describe.skipIf(!isThere)(
  'shared evaluation files (skipped where shared/eval is not beside the checkout)',
  () => {
    it.each(items.filter(({ id }) => !refused.has(id)))('$id opens with its pages', async ({ id, pages }) => {
      await withItem(id, async (source) => {
        // Of the tablet notes only the first page is scored, so the index counts one.
        expect(source.info.pageCount).toBe(id === 'hand-en-notes' ? 3 : pages);
        const { raster } = await source.rasterise(1);
        expect(raster.width * raster.height).toBeLessThanOrEqual(40_010_000);
        expect(raster.data.length).toBe(raster.width * raster.height * 3);
        if (id === 'blank-pdf') expect(inkBox(raster)).toBeUndefined();
        else expect(inkBox(raster)).toBeDefined();
      });
    });

    it.each([...refused])('%s is refused as %s', async (id, code) => {
      await expect(withItem(id, (source) => source.rasterise(1))).rejects.toMatchObject({
        code,
        message: expect.stringMatching(/^[A-Z].{15,}\.$/),
      });
    });

    it('the encrypted PDF opens with its password', async () => {
      await withItem(
        'bad-encrypted-password-test',
        async (source) => {
          const text = (await source.text(1)).runs.map((run) => run.text).join(' ');
          expect(text).toContain('Password Protected PDF test.');
        },
        'test',
      );
    });

    it('text without a Unicode map is not trusted', async () => {
      await withItem('fmt-pdf-no-tounicode', async (source) => {
        const text = await source.text(1);
        expect(text.unusable).toBeDefined();
        expect(text.runs).toEqual([]);
        expect(text.existing.found).toBe('none');
      });
    });

    it.each([
      ['fmt-pdf-jpx', 'hidden'],
      ['page-en-multicol', 'full'],
      ['pdf-jbig2', 'none'],
      ['pdf-de-2pages-image', 'partial'],
    ])('existing text of %s is %s', async (id, found) => {
      await withItem(id, async (source) => expect((await source.text(1)).existing.found).toBe(found));
    });

    it('EXIF orientation stands the page up', async () => {
      await withItem('fmt-exif6-text', async (source) => {
        expect(source.pages[0]).toMatchObject({ width: 640, height: 480 });
      });
    });

    it('the CMYK map has paper-white paper', async () => {
      await withItem('fmt-jpeg-cmyk', async (source) => {
        expect(pixelAt((await source.rasterise(1)).raster, 3, 3)).toEqual([255, 255, 255]);
      });
    });
  },
);
