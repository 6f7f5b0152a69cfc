/** What a person does, kept by the engine's project: over restarts, over re-reading, while a job runs. */
import { describe, expect, it } from 'vitest';
import type { Document } from '../document';
import type { Events } from '../protocol/events';
import { pdf } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { place, start } from '../testing/library-engines';
import { nextJobDone, readAll } from '../testing/real-engine';
import { stubText } from '../testing/stub-tools';
import type { Engine } from './engine';

const picture = () => drawPage(200, 120, [{ text: 'A', x: 20, y: 60, size: 28 }]).canvas;
const pages = (count: number) => pdf(Array.from({ length: count }, () => ({ picture: picture() })));

async function openOne(engine: Engine, path: string): Promise<Document> {
  const { documents } = await engine.request('open', { paths: [path] });
  return engine.request('document', { documentId: documents[0]!.id });
}

describe('X09: after a restart', () => {
  it('a known file opens with everything that is known of it, undo included', async () => {
    const file = await place.put('a.pdf', await pages(2));
    const first = start();
    const { id } = await openOne(first, file);
    await readAll(first, [id]);
    const regionId = `${id}-p1-r2`;
    await first.request('edit', {
      documentId: id,
      edits: [
        { kind: 'set-text', regionId, text: 'By hand' },
        { kind: 'set-state', regionId, state: 'checked' },
      ],
    });
    const before = await first.request('document', { documentId: id });
    await first.close();

    const second = start();
    expect(await second.request('recent', {})).toEqual([
      expect.objectContaining({ id, name: 'a.pdf', path: file, pages: 2, pagesDone: 2, missing: false }),
    ]);
    expect(await openOne(second, file)).toEqual(before);
    expect(await second.request('recent', {})).toEqual([]);
    expect(await readAll(second, [id])).toMatchObject({ pagesDone: 0 });
    const undone = await second.request('undo', { documentId: id });
    expect(undone).toMatchObject({ changed: true, steps: { undoable: 0, redoable: 1, redoes: 'set-text' } });
    const text = await second.request('text', { documentId: id, format: 'txt' });
    expect(text.text).toContain(stubText(regionId));
    expect(text.text).not.toContain('By hand');
    await second.request('redo', { documentId: id });
    expect(await second.request('document', { documentId: id })).toMatchObject({ pages: before.pages });
    expect(await second.request('redo', { documentId: id })).toMatchObject({ changed: false, pages: [] });
  });

  it('closing keeps, forgetting removes; a file that is gone is still listed', async () => {
    const engine = start();
    const a = await openOne(engine, await place.put('a.png', png(picture())));
    const b = await openOne(engine, await place.put('b.png', png(picture())));
    await readAll(engine, [a.id, b.id]);
    await engine.request('close', { documentIds: [a.id] });
    await engine.request('forget', { documentIds: [b.id] });
    await place.remove();
    expect(await engine.request('recent', {})).toEqual([
      expect.objectContaining({ id: a.id, missing: true, pagesDone: 1 }),
    ]);
    expect(await engine.request('counts', {})).toMatchObject({ regions: 3 });
  });

  it('a second engine on the same project may look, and is told when it wants to change something', async () => {
    const file = await place.put('a.png', png(picture()));
    const { id } = await openOne(start(), file);
    const second = start();
    await openOne(second, file);
    expect((await second.request('status', {})).project).toMatchObject({
      folder: place.path('library'),
      readOnly: true,
      error: { code: 'project-in-use' },
    });
    expect(await readAll(second, [id])).toMatchObject({ pagesDone: 1 });
    const edit = { kind: 'set-state', regionId: `${id}-p1-r1`, state: 'checked' } as const;
    await expect(second.request('edit', { documentId: id, edits: [edit] })).rejects.toMatchObject({
      code: 'project-in-use',
      message: expect.stringContaining('process'),
    });
  });
});

describe('X11: reading again', () => {
  it('keeps what a person did to a page that is being read just then', async () => {
    const engine = start(30);
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(1)));
    const corrected = new Promise<void>((resolve) => {
      const stop = engine.on('region', ({ region }) => {
        if (!region.id.endsWith('-r2')) return;
        stop();
        const edit = { kind: 'set-text', regionId: `${id}-p1-r1`, text: 'Meanwhile' } as const;
        void engine.request('edit', { documentId: id, edits: [edit] }).then(() => resolve());
      });
    });
    await readAll(engine, [id]);
    await corrected;
    const [page] = (await engine.request('document', { documentId: id })).pages;
    expect(page).toMatchObject({ status: 'done' });
    expect(page!.regions[0]).toMatchObject({ state: 'corrected', correction: { text: 'Meanwhile' } });
    expect(page!.regions.map(({ readings }) => readings.length)).toEqual([1, 1, 1]);
  });
});

describe('X08, X11: a page that is read again', () => {
  it('and cancelled half way is as it was before', async () => {
    const engine = start(40);
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(1)));
    await readAll(engine, [id]);
    const before = await engine.request('document', { documentId: id });
    const stop = engine.on('region', () => {
      stop();
      void engine.request('cancel', {});
    });
    expect(await readAll(engine, [id], { again: true })).toMatchObject({ outcome: 'cancelled' });
    expect(await engine.request('document', { documentId: id })).toEqual(before);
    await engine.close();
    expect(await openOne(start(), place.path('a.pdf'))).toEqual(before);
  });
});

describe('jobs', () => {
  it('are kept with the account of their pages, newest first', async () => {
    const engine = start();
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(3)));
    await readAll(engine, [id], { pageIds: [`${id}-p2`] });
    await readAll(engine, [id]);
    const [last, first] = await engine.request('jobs', {});
    expect(first).toMatchObject({ state: 'done', account: { total: { pages: { done: 1, notAsked: 2 } } } });
    expect(last).toMatchObject({
      state: 'done',
      account: { total: { pages: { done: 3 } }, files: [{ documentId: id, outcome: 'done' }] },
    });
    expect(await engine.request('jobs', { limit: 1 })).toHaveLength(1);
  });
});

describe('a running job', () => {
  it('reads the page next that someone looks at', async () => {
    const engine = start(10);
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(5)));
    const order: number[] = [];
    engine.on('page', ({ page }) => {
      if (page.status === 'done') order.push(page.number);
      if (page.status === 'working' && page.number === 1)
        void engine.request('look', { documentId: id, pageId: `${id}-p4` });
    });
    await readAll(engine, [id]);
    expect(order).toEqual([1, 4, 2, 3, 5]);
  });

  it('is held within a page, keeps the regions it has read, and goes on from there', async () => {
    const engine = start(60);
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(2)));
    const progress: Events['progress'][] = [];
    engine.on('progress', (event) => progress.push(event));
    const regions: string[] = [];
    const second = new Promise<void>((resolve) => {
      engine.on('region', ({ region }) => {
        regions.push(region.id);
        if (regions.length === 4) resolve();
      });
    });
    const done = nextJobDone(engine);
    await engine.request('start', { documentIds: [id] });
    await second;
    expect(await engine.request('pause', { paused: true })).toEqual({ paused: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The region in work was read to its end.
    expect(regions).toHaveLength(5);
    expect(progress[progress.length - 1]).toMatchObject({ paused: true, pagesDone: 1 });
    const held = await engine.request('document', { documentId: id });
    expect(held.pages.map(({ status }) => status)).toEqual(['done', 'waiting']);
    expect(held.pages[1]!.regions.map(({ readings }) => readings.length)).toEqual([1, 1, 0]);
    expect(await engine.request('pause', { paused: false })).toEqual({ paused: false });
    expect(await done).toMatchObject({ outcome: 'done', pagesDone: 2 });
    expect(new Set(regions).size).toBe(regions.length);
    const whole = await engine.request('document', { documentId: id });
    expect(whole.pages[1]!.regions.map(({ readings }) => readings.length)).toEqual([1, 1, 1]);
  });

  it('that is held can be cancelled, and without a job there is nothing to hold', async () => {
    const engine = start(60);
    expect(await engine.request('pause', { paused: true })).toEqual({ paused: false });
    const { id } = await openOne(engine, await place.put('a.pdf', await pages(3)));
    const done = nextJobDone(engine);
    await engine.request('start', { documentIds: [id] });
    await engine.request('pause', { paused: true });
    expect(await engine.request('cancel', {})).toEqual({ stopped: true });
    expect(await done).toMatchObject({ outcome: 'cancelled' });
  });
});
