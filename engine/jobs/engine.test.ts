/** The engine as the window drives it, with the real models. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Events } from '../protocol/events';
import { pdf, tiff } from '../testing/document-files';
import { drawPage, jpeg, png } from '../testing/drawn-page';
import { nextJobDone, openEngine, readAll, textsOf } from '../testing/real-engine';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { createEngine, type Engine } from './engine';

let home: Workplace;
let place: Workplace;
let engine: Engine;
beforeAll(async () => {
  home = await makeWorkplace();
  engine = openEngine(home);
});
afterAll(async () => {
  await engine.close();
  await home.remove();
});
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const strip = (text: string) => drawPage(420, 90, [{ text, x: 30, y: 55, size: 28 }]).canvas;
const threePages = () => tiff(['Page one', 'Page two', 'Page three'].map(strip));

const open = async (paths: readonly string[], at: Engine = engine) =>
  at.request('open', { paths: [...paths] });
const openOne = async (path: string, at: Engine = engine): Promise<string> => {
  const { documents } = await open([path], at);
  return documents[0]!.id;
};
const statusesOf = async (documentId: string, at: Engine = engine): Promise<string[]> => {
  const { pages } = await at.request('document', { documentId });
  return pages.map(({ status }) => status);
};

describe('open', () => {
  it('O12: takes the good files and tells why it refuses the others, by their paths', async () => {
    await place.put('in/ok1.png', png(strip('First')));
    await place.put('in/zero.png', '');
    const whole = jpeg(strip('Cut'));
    await place.put('in/cut.jpg', whole.subarray(0, whole.length * 0.4));
    await place.put('in/text.png', 'No picture.\n');
    await place.put('in/ok2.png', png(strip('Second')));
    const { documents, rejected } = await open([place.path('in')]);
    const codes = Object.fromEntries(rejected.map(({ file, code }) => [file, code]));
    expect(codes[place.path('in/zero.png')]).toBe('empty-file');
    expect(codes[place.path('in/text.png')]).toBe('unsupported');
    for (const { message } of rejected) expect(message.length).toBeGreaterThan(10);
    const job = await readAll(
      engine,
      documents.map(({ id }) => id),
    );
    // A picture that breaks off is found out when it is opened or when it is drawn.
    expect(job).toMatchObject({ outcome: 'done', pagesDone: 2 });
    expect(rejected.length + job.pagesFailed).toBe(3);
    for (const { id, relativePath } of documents) {
      const isGood = relativePath.startsWith('ok');
      const document = await engine.request('document', { documentId: id });
      expect(document.pages.map(({ status }) => status)).toEqual([isGood ? 'done' : 'failed']);
      if (isGood) expect(textsOf(document)).toEqual([relativePath === 'ok1.png' ? 'First' : 'Second']);
      else expect(document.pages[0]!.error).toMatchObject({ file: relativePath, page: 1 });
    }
  });

  it('asks for the password by the path that it is then given for', async () => {
    const file = await place.put(
      'locked.pdf',
      await pdf([{ picture: strip('Locked') }], { password: 'key' }),
    );
    const { rejected } = await open([file]);
    expect(rejected).toEqual([expect.objectContaining({ code: 'encrypted', file })]);
    const again = await engine.request('open', { paths: [file], passwords: { [rejected[0]!.file!]: 'key' } });
    expect(again.documents).toHaveLength(1);
  });

  it('knows a file that is open already', async () => {
    const file = await place.put('a.png', png(strip('Once')));
    expect(await openOne(file)).toBe(await openOne(file));
  });
});

describe('start and cancel', () => {
  it('X08: stops between two engine runs, keeps what is done, and then does only the rest', async () => {
    const id = await openOne(await place.put('three.tiff', threePages()));
    const cancelled = new Promise<{ stopped: boolean; waited: number }>((resolve) => {
      const stop = engine.on('page', ({ page }) => {
        if (page.number !== 2 || page.status !== 'working') return;
        stop();
        const asked = Date.now();
        void engine
          .request('cancel', {})
          .then(({ stopped }) => resolve({ stopped, waited: Date.now() - asked }));
      });
    });
    const first = await readAll(engine, [id]);
    expect(first).toMatchObject({ outcome: 'cancelled', pagesDone: 1, pagesFailed: 0 });
    expect(await cancelled).toMatchObject({ stopped: true });
    expect((await engine.request('status', {})).busy).toBe(false);
    expect(await statusesOf(id)).toEqual(['done', 'waiting', 'waiting']);
    const read: number[] = [];
    const stop = engine.on('page', ({ page }) => void (page.status === 'done' && read.push(page.number)));
    const second = await readAll(engine, [id]);
    stop();
    expect(second).toMatchObject({ outcome: 'done', pagesDone: 2 });
    expect(read).toEqual([2, 3]);
    expect(second.stageSeconds?.reading).toBeGreaterThan(0);
    expect(textsOf(await engine.request('document', { documentId: id }))).toEqual([
      'Page one',
      'Page two',
      'Page three',
    ]);
  });

  it('refuses a second job, and is free when it says that the first is done', async () => {
    const id = await openOne(await place.put('a.png', png(strip('One job at a time'))));
    const done = nextJobDone(engine);
    await engine.request('start', { documentIds: [id] });
    await expect(engine.request('start', { documentIds: [id] })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    const restarted = new Promise<{ pages: number }>((resolve) => {
      const stop = engine.on('job-done', () => {
        stop();
        resolve(engine.request('start', { documentIds: [id] }));
      });
    });
    expect(await done).toMatchObject({ outcome: 'done', pagesDone: 1 });
    expect(await restarted).toEqual({ pages: 0 });
    await engine.request('cancel', {});
  });

  it('refuses an unknown model and an unknown document', async () => {
    await expect(engine.request('start', { documentIds: [], model: 'huge' })).rejects.toMatchObject({
      code: 'model-missing',
    });
    await expect(engine.request('start', { documentIds: ['nobody'] })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    expect((await engine.request('status', {})).busy).toBe(false);
  });

  it('X11: never reads a page again that a person has corrected', async () => {
    const id = await openOne(await place.put('a.png', png(strip('Corected'))));
    await readAll(engine, [id]);
    const [region] = (await engine.request('document', { documentId: id })).pages[0]!.regions;
    await engine.request('edit', {
      documentId: id,
      edits: [{ kind: 'set-text', regionId: region!.id, text: 'Corrected', format: 'plain' }],
    });
    const warnings: Events['warning'][] = [];
    const stop = engine.on('warning', (event) => warnings.push(event));
    expect(await readAll(engine, [id], { again: true })).toMatchObject({ pagesDone: 0 });
    stop();
    expect(warnings).toEqual([
      {
        warning: expect.objectContaining({ page: 1, message: expect.stringContaining('corrected by hand') }),
      },
    ]);
    expect((await engine.request('text', { documentId: id, format: 'txt' })).text.trim()).toBe('Corrected');
  });

  it('a document that is closed while it is read stops nothing else', async () => {
    const first = await openOne(await place.put('three.tiff', threePages()));
    const second = await openOne(await place.put('b.png', png(strip('The other'))));
    const stop = engine.on('page', ({ documentId, page }) => {
      if (documentId === first && page.number === 1 && page.status === 'done')
        void engine.request('close', { documentIds: [first] });
    });
    expect(await readAll(engine, [first, second])).toMatchObject({ outcome: 'done', pagesFailed: 0 });
    stop();
    await expect(engine.request('document', { documentId: first })).rejects.toThrow();
    expect(await statusesOf(second)).toEqual(['done']);
  });
});

describe('closing and coming back', () => {
  it('is clean in the middle of a job; a new engine takes over what was done', async () => {
    const other = openEngine(place);
    const file = await place.put('three.tiff', threePages());
    const id = await openOne(file, other);
    const reached = new Promise<void>((resolve) => {
      other.on('page', ({ page }) => {
        if (page.number === 2 && page.status === 'working') resolve();
      });
    });
    const done = nextJobDone(other);
    await other.request('start', { documentIds: [id] });
    await reached;
    const known = await other.request('document', { documentId: id });
    await other.close();
    expect(await done).toMatchObject({ outcome: 'cancelled', pagesDone: 1 });
    await expect(other.request('status', {})).rejects.toMatchObject({ code: 'cancelled' });
    expect(await place.list('.cache', 'pages')).toEqual([]);

    const next = openEngine(place);
    const gone = { ...known, id: 'gone', source: { ...known.source, path: place.path('gone.tiff') } };
    const changed = await place.put('changed.png', png(strip('Changed since')));
    const restored = await next.request('restore', {
      documents: [
        { document: known, relativePath: 'three.tiff' },
        { document: gone, relativePath: 'gone.tiff' },
        { document: { ...known, source: { ...known.source, path: changed } }, relativePath: 'changed.png' },
      ],
    });
    expect(restored.restored).toEqual([id]);
    expect(restored.rejected.map(({ code, file: path }) => [code, path])).toEqual([
      ['not-found', place.path('gone.tiff')],
      ['not-found', changed],
    ]);
    expect(await statusesOf(id, next)).toEqual(['done', 'waiting', 'waiting']);
    expect(await readAll(next, [id])).toMatchObject({ outcome: 'done', pagesDone: 2 });
    await next.close();
  });
});

describe('pictures of pages', { timeout: 180_000 }, () => {
  it('are made once however often they are asked for, and removed with their document only', async () => {
    const bytes = png(strip('The same twice'));
    const [first, second] = [
      await openOne(await place.put('a/same.png', bytes)),
      await openOne(await place.put('b/same.png', bytes)),
    ];
    const ask = (documentId: string) =>
      engine.request('page-image', { documentId, pageId: `${documentId}-p1`, width: 120 });
    const asked = await Promise.all([ask(first), ask(first), ask(second)]);
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]).toMatchObject({ width: 120 });
    await engine.request('close', { documentIds: [first] });
    expect((await readFile(asked[2].file)).length).toBeGreaterThan(100);
    await expect(readFile(asked[0].file)).rejects.toThrow();
  });

  it('are not kept in memory: 30 pages take no more than a few', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    // Buffers are let go of some turns after they were collected.
    const held = async (): Promise<number> => {
      for (let turn = 0; turn < 10; turn++) {
        collect();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return process.memoryUsage().arrayBuffers;
    };
    const canvas = drawPage(400, 320, []).canvas;
    const perPage = 400 * 320 * 3;
    const file = await place.put(
      'thirty.pdf',
      await pdf(Array.from({ length: 30 }, () => ({ picture: canvas }))),
    );
    const id = await openOne(file);
    const before = await held();
    expect(await readAll(engine, [id])).toMatchObject({ pagesDone: 30 });
    expect((await held()) - before).toBeLessThan(15 * perPage);
    await engine.request('close', { documentIds: [id] });
  });
});

describe('export', () => {
  it('X07: documents of one name become different files; what was not read is refused', async () => {
    const paths = [
      await place.put('in/a/scan.png', png(strip('From a'))),
      await place.put('in/a/scan.jpg', jpeg(strip('As JPEG'))),
      await place.put('in/b/scan.png', png(strip('From b'))),
    ];
    const { documents } = await open([place.path('in')]);
    const ids = documents.map(({ id }) => id);
    await readAll(engine, ids.slice(0, 2));
    const written = await engine.request('export', {
      documentIds: ids,
      formats: ['md'],
      folder: place.path('out'),
    });
    expect(written.files).toHaveLength(2);
    expect(written.failed).toEqual([
      expect.objectContaining({ message: 'No page of scan.png has been read.' }),
    ]);
    expect(await place.list('out')).toEqual(['a/scan.jpg.md', 'a/scan.png.md']);
    expect(paths).toHaveLength(3);
  });
});

describe('X20: models', () => {
  it('are named in the document by the hashes and versions of their manifests', async () => {
    const id = await openOne(await place.put('a.png', png(strip('Which model read this?'))));
    await readAll(engine, [id]);
    const { text } = await engine.request('text', { documentId: id, format: 'json' });
    const { models } = JSON.parse(text).document;
    const { models: all } = await engine.request('status', {});
    // The line reader has read; nano has not.
    const shipped = all.filter(({ id: model }) => model !== 'nano');
    const sorted = (list: { sha256: string; version: string }[]): string[] =>
      list.map(({ sha256, version }) => `${sha256} ${version}`).sort();
    expect(shipped.length).toBeGreaterThanOrEqual(5);
    expect(all.every(({ usable }) => usable)).toBe(true);
    expect(sorted(models)).toEqual(sorted([...shipped]));
    for (const { id: folder, version } of all) {
      const manifest = JSON.parse(await readFile(`${assetsDir}/models/${folder}/manifest.json`, 'utf8'));
      expect(version).toBe(manifest.version);
    }
  });

  it('that were changed are noticed, and read nothing', async () => {
    await cp(assetsDir, place.path('assets'), { recursive: true });
    const file = place.path('assets/models/text-orientation/model.onnx');
    const bytes = await readFile(file);
    bytes[bytes.length - 100]! ^= 1;
    await writeFile(file, bytes);
    const broken = createEngine({ assetsDir: place.path('assets'), cacheDir: place.path('.cache') });
    await expect(broken.verifyModels()).rejects.toMatchObject({ code: 'model-damaged', place: { file } });
    const id = await openOne(await place.put('a.png', png(strip('Not read'))), broken);
    expect(await readAll(broken, [id])).toMatchObject({ outcome: 'failed', pagesDone: 0 });
    expect(await statusesOf(id, broken)).toEqual(['waiting']);
    await broken.close();
  });
});
