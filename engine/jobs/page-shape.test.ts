/** Pages cropped, split, put in and removed, through the engine: pictures, reading, exports, account, restart. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { Document, Page, RequestedEdit } from '../document';
import { exporters } from '../exports';
import { pdf } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { place, start } from '../testing/library-engines';
import { readAll } from '../testing/real-engine';
import { stubText } from '../testing/stub-tools';
import type { Engine } from './engine';

/** Two columns of ink with a white gutter right of the middle. */
const spread = () => {
  const { canvas } = drawPage(400, 200, []);
  const context = canvas.getContext('2d');
  context.fillStyle = '#111';
  for (let y = 20; y < 180; y += 12) {
    context.fillRect(20, y, 180, 6);
    context.fillRect(240, y, 140, 6);
  }
  return canvas;
};

async function openFile(engine: Engine, file: string): Promise<Document> {
  const { documents } = await engine.request('open', { paths: [file] });
  return engine.request('document', { documentId: documents[0]!.id });
}

/** A file of two double pages, read. */
async function openRead(engine: Engine): Promise<Document> {
  const file = await place.put('book.pdf', await pdf([{ picture: spread() }, { picture: spread() }]));
  const { id } = await openFile(engine, file);
  await readAll(engine, [id]);
  return engine.request('document', { documentId: id });
}

const edit = (engine: Engine, documentId: string, ...edits: RequestedEdit[]) =>
  engine.request('edit', { documentId, edits });

async function sizeOf(file: string): Promise<[number, number]> {
  const { width, height } = await loadImage(await readFile(file));
  return [width, height];
}

const textsOf = (page: Page | undefined): readonly (string | undefined)[] =>
  (page?.regions ?? []).map(({ correction, readings }) => correction?.text ?? readings.at(-1)?.text);

async function txt(engine: Engine, documentId: string): Promise<string> {
  const { files } = await engine.request('export', {
    documentIds: [documentId],
    formats: ['txt'],
    folder: place.path('out'),
    onExists: 'replace',
  });
  return readFile(files[0]!.file, 'utf8');
}

describe('a cropped page', () => {
  it('shows, reads and exports what is inside, keeps the rest, and undo gives it back', async () => {
    const engine = start();
    const { id, pages } = await openRead(engine);
    const pageId = pages[0]!.id;
    const lowest = pages[0]!.regions[2]!;
    await edit(engine, id, { kind: 'set-text', regionId: lowest.id, text: 'By hand below' });
    const before = await engine.request('document', { documentId: id });
    const box = { x: 0, y: 0, width: 400, height: 110 };
    const { pages: cropped } = await edit(engine, id, { kind: 'crop-page', pageId, box });
    expect(textsOf(cropped[0])).toEqual([stubText(`${pageId}-r1`), stubText(`${pageId}-r2`)]);
    const picture = { documentId: id, pageId };
    expect(await sizeOf((await engine.request('page-image', picture)).file)).toEqual([400, 110]);
    const whole = await engine.request('page-image', { ...picture, uncropped: true });
    expect(await sizeOf(whole.file)).toEqual([400, 200]);
    expect(await txt(engine, id)).not.toContain('By hand below');

    // Read anew: within the crop, under names that those outside do not have.
    await engine.request('undo', { documentId: id });
    await engine.request('undo', { documentId: id });
    await engine.request('redo', { documentId: id });
    await engine.request('redo', { documentId: id });
    await readAll(engine, [id], { pageIds: [pageId], again: true });
    const read = (await engine.request('document', { documentId: id })).pages[0]!;
    expect([read.width, read.height, read.transform.crop]).toEqual([
      400,
      110,
      { ...box, of: { width: 400, height: 200 } },
    ]);
    expect(read.regions.map((region) => region.id)).not.toContain(lowest.id);
    expect(read.outside).toMatchObject([{ region: { correction: { text: 'By hand below' } } }]);

    await engine.request('undo', { documentId: id });
    expect(await engine.request('document', { documentId: id })).toEqual(before);
    expect(await txt(engine, id)).toContain('By hand below');
  });

  it('keeps of a text that the file holds what is inside', async () => {
    const engine = start();
    const texts = [
      { text: 'Above the cut', x: 50, y: 330, size: 20 },
      { text: 'Below the cut', x: 50, y: 80, size: 20 },
    ];
    const file = await place.put('born.pdf', await pdf([{ size: [400, 400], texts }]));
    const { id, pages } = await openFile(engine, file);
    const { width, height } = pages[0]!;
    const box = { x: 0, y: height - 500, width, height: 500 };
    await edit(engine, id, { kind: 'crop-page', pageId: pages[0]!.id, box });
    await readAll(engine, [id], { existingText: 'keep' });
    const [page] = (await engine.request('document', { documentId: id })).pages;
    expect(page?.existingText.used).toBe(true);
    expect([page?.width, page?.height]).toEqual([box.width, box.height]);
  });
});

describe('a page cut in two', () => {
  it('is cut at the gutter that is suggested, reads as two, and is one again after undo, also after a restart', async () => {
    const engine = start();
    const before = await openRead(engine);
    const { id, pages } = before;
    const pageId = pages[0]!.id;
    const { x } = await engine.request('suggest-cut', { documentId: id, pageId });
    expect(x).toBeGreaterThan(200);
    expect(x).toBeLessThan(240);
    const newPageIds: [string, string] = [`${pageId}.1`, `${pageId}.2`];
    const cut = { pageId, x, first: 'left' as const, newPageIds };
    const result = await edit(engine, id, { kind: 'split-pages', cuts: [cut] });
    expect(result).toMatchObject({ order: [...newPageIds, pages[1]!.id], removed: [pageId] });
    await readAll(engine, [id], { pageIds: newPageIds, again: true });
    const split = await engine.request('document', { documentId: id });
    expect(split.pages.map(({ number, part, width }) => [number, part, width])).toEqual([
      [1, 'a', x],
      [1, 'b', 400 - x],
      [2, undefined, 400],
    ]);
    expect(textsOf(split.pages[1])[0]).toBe(stubText(`${pageId}.2-r1`));
    await engine.close();
    const again = start();
    expect(await openFile(again, before.source.path)).toEqual(split);
    await again.request('undo', { documentId: id });
    expect((await again.request('document', { documentId: id })).pages).toEqual(before.pages);
  });
});

describe('pages of other files', () => {
  it('keep their file, are read, reach every format, and are told in the account', async () => {
    const engine = start();
    const { id, pages } = await openRead(engine);
    const bytes = png(drawPage(300, 150, [{ text: 'B', x: 20, y: 60 }]).canvas);
    const file = await place.put('photo.png', bytes);
    const broken = await place.put('broken.png', Buffer.from('no picture'));
    const result = await engine.request('insert-pages', {
      documentId: id,
      beside: pages[0]!.id,
      side: 'after',
      paths: [file, broken],
    });
    const [inserted = ''] = result.inserted;
    expect(result.order).toEqual([pages[0]!.id, inserted, pages[1]!.id]);
    expect(result.rejected).toMatchObject([{ file: 'broken.png' }]);
    expect(result.steps).toMatchObject({ undoable: 1, undoes: 'insert-pages' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(result.pages[0]?.source).toMatchObject({ name: 'photo.png', sha256 });
    const picture = await engine.request('page-image', { documentId: id, pageId: inserted });
    expect(await sizeOf(picture.file)).toEqual([300, 150]);

    await readAll(engine, [id]);
    await edit(engine, id, { kind: 'remove-pages', pageIds: [pages[1]!.id] });
    const formats = exporters.map((exporter) => exporter.id);
    const { files, failed } = await engine.request('export', {
      documentIds: [id],
      formats,
      folder: place.path('out'),
    });
    expect(failed).toEqual([]);
    const written = new Map(
      await Promise.all(files.map(async (each) => [each.format, await readFile(each.file)] as const)),
    );
    for (const format of formats) {
      if (format === 'docx') continue;
      const text =
        written
          .get(format)
          ?.toString('utf8')
          .replace(/\\([_-])/g, '$1') ?? '';
      expect(text, format).toContain(`${inserted}-r1`);
      expect(text, format).not.toContain(`region ${pages[1]!.id}-r1`);
    }
    expect(written.get('html')?.toString()).toContain('aria-label="Page 1 of photo.png"');
    expect(JSON.parse(written.get('json')?.toString() ?? '')).toMatchObject({
      document: { removed: [{ id: pages[1]!.id, number: 2 }] },
    });

    // The account of a later job counts what came in and what was taken out.
    await readAll(engine, [id], { pageIds: [inserted], again: true });
    const [job] = await engine.request('jobs', {});
    expect(job?.account).toMatchObject({
      total: { pages: { total: 3, done: 2, removed: 1, added: 1, notAsked: 0, notReached: 0 } },
      files: [
        {
          notes: expect.arrayContaining([
            'Taken out by hand: page 2.',
            'Put in by hand: page 1 of photo.png.',
          ]),
        },
      ],
    });
  });

  it('that have changed or gone fail by themselves, with what was read of them still there', async () => {
    const engine = start();
    const { id, pages } = await openRead(engine);
    const file = await place.put('photo.png', png(drawPage(300, 150, []).canvas));
    const { inserted } = await engine.request('insert-pages', {
      documentId: id,
      beside: pages[1]!.id,
      side: 'before',
      paths: [file],
    });
    await engine.close();
    await writeFile(file, png(drawPage(310, 150, []).canvas));
    const again = start();
    await openFile(again, place.path('book.pdf'));
    await readAll(again, [id]);
    const document = await again.request('document', { documentId: id });
    expect(document.pages.map(({ status }) => status)).toEqual(['done', 'failed', 'done']);
    expect(document.pages[1]).toMatchObject({
      id: inserted[0],
      error: { code: 'not-found', message: expect.stringContaining('has changed'), file: 'photo.png' },
    });
  });

  it('cannot be named by the window: an edit that brings pages is refused at the door', async () => {
    const { edit: request } = (await import('../protocol/requests')).requests;
    const [page] = (await openRead(start())).pages;
    const params = { documentId: 'd', edits: [{ kind: 'insert-pages', index: 0, pages: [page] }] };
    expect(request.params.safeParse(params).success).toBe(false);
  });
});

describe('a page that is removed', () => {
  it('does not come back when the file is opened again, and undo brings it and its corrections', async () => {
    const engine = start();
    const { id, pages, source } = await openRead(engine);
    const pageId = pages[0]!.id;
    await edit(engine, id, { kind: 'set-text', regionId: `${pageId}-r1`, text: 'By hand' });
    const before = await engine.request('document', { documentId: id });
    await edit(engine, id, { kind: 'remove-pages', pageIds: [pageId] });
    await engine.close();
    const again = start();
    const opened = await openFile(again, source.path);
    expect(opened.pages.map((page) => page.id)).toEqual([pages[1]!.id]);
    expect(await readAll(again, [id])).toMatchObject({ pagesDone: 0 });
    await again.request('undo', { documentId: id });
    expect(await again.request('document', { documentId: id })).toEqual(before);
  });

  it('is not removed or cut while it is read', async () => {
    const engine = start(40);
    const file = await place.put('book.pdf', await pdf([{ picture: spread() }, { picture: spread() }]));
    const { id, pages } = await openFile(engine, file);
    const working = new Promise<void>((resolve) => {
      engine.on('page', ({ page }) => {
        if (page.status === 'working' && page.regions.length > 0) resolve();
      });
    });
    const done = readAll(engine, [id]);
    await working;
    const refused = { code: 'invalid-request', message: expect.stringContaining('being read') };
    const remove = { kind: 'remove-pages', pageIds: [pages[0]!.id] } as const;
    await expect(edit(engine, id, remove)).rejects.toMatchObject(refused);
    // One that waits can go, and is not read any more.
    await edit(engine, id, { kind: 'remove-pages', pageIds: [pages[1]!.id] });
    await done;
    const document = await engine.request('document', { documentId: id });
    expect(document.pages.map(({ status }) => status)).toEqual(['done']);
  });
});
