/** Jobs of the command line: what is done once is not done again, what failed may be tried again, what changed is noticed. */
import { rmSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from '../store';
import { tiff } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { convert } from '../testing/real-engine';
import { openStubEngine } from '../testing/stub-engine';
import { stubToolbox } from '../testing/stub-tools';
import { makeWorkplace, root, type Workplace } from '../testing/workplace';
import type { ConvertEvent } from './convert-options';
import { createEngine, type Engine } from './engine';
import { openDocument } from './open-document';

let place: Workplace;
let engine: Engine;
beforeEach(async () => {
  place = await makeWorkplace();
  engine = openStubEngine(place);
});
afterEach(async () => {
  await engine.close();
  await place.remove();
});

const picture = (text: string) => drawPage(200, 120, [{ text, x: 20, y: 60, size: 28 }]).canvas;
const all = () => ({ paths: [place.path('in')], out: place.path('out') });
const finished = (events: readonly ConvertEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'file-done' ? [event.account.relativePath] : []));

describe('a job that was cancelled', () => {
  it('X08: goes on with the same words: finished files stay, read pages are not read again', async () => {
    for (const name of ['1', '2', '3'])
      await place.put(`in/${name}.tiff`, tiff([1, 2, 3].map((n) => picture(`${name}${n}`))));
    const controller = new AbortController();
    const first = await convert(engine, { ...all(), signal: controller.signal }, (event) => {
      if (event.kind === 'page' && event.relativePath === '2.tiff' && event.done === 2) controller.abort();
    });
    expect(first.account.files.map(({ outcome }) => outcome)).toEqual(['done', 'cancelled', 'cancelled']);
    expect(first.account.files[1]).toMatchObject({ pages: { total: 3, done: 2, notReached: 1 } });
    expect(await place.list('out')).toEqual(['1.md']);
    const second = await convert(engine, all());
    expect(second.events[0]).toEqual({ kind: 'job', resumed: true, files: 3, filesDone: 1 });
    expect(finished(second.events)).toEqual(['2.tiff', '3.tiff']);
    expect(second.account.total).toMatchObject({ files: { done: 3 }, pages: { total: 9, done: 9 } });
    expect(await place.list('out')).toEqual(['1.md', '2.md', '3.md']);
    const project = openProject(place.path('out/.palimpsest'), { readOnly: true });
    const readings = project.documents
      .list()
      .flatMap(({ id }) => project.documents.load(id).pages)
      .flatMap((page) => page.regions.map((region) => region.readings.length));
    project.close();
    expect(new Set(readings)).toEqual(new Set([1]));
    expect(readings).toHaveLength(27);
  });

  it('another job that need not read a page again says of it what a person should know', async () => {
    const animated = await readFile(join(root, 'engine/intake/fixtures/gif-animated.gif'));
    await place.put('in/a.gif', animated);
    await place.put('in/copy.gif', animated);
    const first = await convert(engine, all());
    const second = await convert(engine, { ...all(), formats: ['txt'], report: true });
    expect(second.events[0]).toMatchObject({ kind: 'job', resumed: false });
    for (const { account } of [first, second]) {
      for (const { notes } of account.files)
        expect(notes).toEqual(['Page 1: This picture is animated; its first frame is read.']);
    }
    expect(second.account.files.map(({ seconds }) => seconds.reading)).toEqual([undefined, undefined]);
    const report = await place.text('out/palimpsest-report.html');
    expect(report.match(/This picture is animated/g)).toHaveLength(2);
  });

  it('with other words it is another job', async () => {
    await place.put('in/a.png', png(picture('a')));
    const controller = new AbortController();
    await convert(engine, { ...all(), signal: controller.signal }, () => controller.abort());
    const { events } = await convert(engine, { ...all(), formats: ['txt'] });
    expect(events[0]).toMatchObject({ kind: 'job', resumed: false });
  });
});

describe('--resume', () => {
  it('adds what has come, does again what has changed, and says what has gone', async () => {
    await place.put('in/a.png', png(picture('a')));
    await place.put('in/b.png', png(picture('b')));
    await place.put('in/c.png', png(picture('c')));
    await convert(engine, all());
    await place.put('in/b.png', png(picture('changed')));
    await rename(place.path('in/c.png'), place.path('in/d.png'));
    const { account, events } = await convert(engine, { ...all(), paths: [], resume: true });
    expect(finished(events)).toEqual(['b.png', 'd.png']);
    expect(account.files.map(({ relativePath, outcome }) => `${relativePath} ${outcome}`)).toEqual([
      'a.png done',
      'b.png done',
      'd.png done',
      'c.png done',
    ]);
    // The changed one replaces its own result; the renamed one is the same content under another name.
    expect(await place.list('out')).toEqual(['a.md', 'b.md', 'c.md', 'd.md']);
  });

  it('O12: tries what failed once more when it is asked to', async () => {
    await place.put('in/a.png', png(picture('a')));
    await place.put('in/zero.png', '');
    const first = await convert(engine, all());
    expect(first.account.total.files).toMatchObject({ done: 1, failed: 1 });
    const second = await convert(engine, { ...all(), paths: [], resume: true });
    expect(finished(second.events)).toEqual([]);
    expect(second.account.total.files).toMatchObject({ done: 1, failed: 1 });
    await place.put('in/zero.png', png(picture('whole now')));
    const third = await convert(engine, { ...all(), paths: [], resume: true, retryFailed: true });
    expect(finished(third.events)).toEqual(['zero.png']);
    expect(third.account.total.files).toMatchObject({ done: 2, failed: 0 });
  });

  it('a source that vanished before its turn fails with the reason, the others are done', async () => {
    await place.put('in/a.png', png(picture('a')));
    await place.put('in/b.png', png(picture('b')));
    await place.put('in/c.png', png(picture('c')));
    const { account } = await convert(engine, all(), (event) => {
      // Synchronous, so that it is gone before the next file is opened.
      if (event.kind === 'file' && event.relativePath === 'a.png') rmSync(place.path('in/b.png'));
    });
    expect(account.files.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'done']);
    expect(account.files[1]).toMatchObject({ errors: [{ code: 'not-found' }] });
  });
});

describe('a page that ends the program', () => {
  it('O12: is passed over after three tries, and the rest of its file is read', async () => {
    await place.put('in/a.tiff', tiff([picture('1'), picture('2'), picture('3')]));
    const controller = new AbortController();
    await convert(engine, { ...all(), signal: controller.signal }, (event) => {
      if (event.kind === 'page') controller.abort();
    });
    const project = openProject(place.path('out/.palimpsest'));
    const [job] = project.jobs.list();
    const [file] = project.jobs.files(job!.id);
    // As three crashes leave it: begun, and no page further each time.
    for (let crash = 0; crash < 3; crash++) project.jobs.setFileState(job!.id, file!.id, 'working');
    project.close();
    const { account } = await convert(engine, all());
    expect(account.files[0]).toMatchObject({
      outcome: 'partial',
      pages: { done: 2, failed: 1 },
      pageNumbers: { failed: [2] },
      errors: [{ code: 'engine-crashed', page: 2 }],
    });
    expect(await place.text('out/a.md')).toContain('-p3-r1');
    const retried = await convert(engine, { ...all(), paths: [], resume: true, retryFailed: true });
    expect(retried.account.files[0]).toMatchObject({
      outcome: 'done',
      errors: [],
      pages: { done: 3, failed: 0 },
    });
    expect(await place.list('out')).toEqual(['a.md']);
    expect(await place.text('out/a.md')).toContain('-p2-r1');
  });
});

describe('the same content twice', () => {
  it('X07: is read once and written twice', async () => {
    await place.put('in/a/scan.png', png(picture('same')));
    await place.put('in/b/scan.png', png(picture('same')));
    const { account } = await convert(engine, { ...all(), formats: ['txt', 'json'] });
    expect(account.total.files.done).toBe(2);
    expect(account.files.map(({ seconds }) => seconds.reading !== undefined)).toEqual([true, false]);
    expect(await place.list('out')).toEqual(['a/scan.json', 'a/scan.txt', 'b/scan.json', 'b/scan.txt']);
    const { document } = JSON.parse(await place.text('out/b/scan.json'));
    expect(document.pages[0].regions[0].id).toBe(`${document.id}-p1-r1`);
  });
});

describe('blank pages', () => {
  it('X14: are kept in their place, marked and named in the account, never left out by themselves', async () => {
    const blank = drawPage(200, 120, []).canvas;
    await place.put('in/a.tiff', tiff([blank, picture('1'), blank, picture('2')]));
    await place.put('in/blank.png', png(blank));
    const { account } = await convert(engine, { ...all(), formats: ['json', 'md'], report: true });
    const [first, second] = account.files;
    expect(first).toMatchObject({
      outcome: 'done',
      pages: { total: 4, done: 4, blank: 2 },
      pageNumbers: { blank: [1, 3] },
    });
    expect(second).toMatchObject({ outcome: 'done', pages: { total: 1, done: 1, blank: 1 } });
    const { document } = JSON.parse(await place.text('out/a.json'));
    const marks = document.pages.map((page: { marks: { kind: string }[] }) =>
      page.marks.map(({ kind }) => kind),
    );
    expect(marks).toEqual([['blank'], [], ['blank'], []]);
    expect(document.pages.map((page: { excluded: boolean }) => page.excluded)).toEqual(Array(4).fill(false));
    expect(await place.text('out/palimpsest-report.html')).toContain('Pages 1, 3: blank?');
    expect(await place.list('out')).toContain('blank.md');
  });
});

describe('X15: double pages', () => {
  const spread = () =>
    drawPage(400, 160, [
      { text: 'L', x: 60, y: 90, size: 40 },
      { text: 'R', x: 300, y: 90, size: 40 },
    ]).canvas;

  it.each([
    ['left-first', 200],
    ['right-first', 200],
  ] as const)('4 spreads give 8 pages, %s', async (spreads, width) => {
    await place.put('in/book.tiff', tiff([spread(), spread(), spread(), spread()]));
    const { account } = await convert(engine, { ...all(), formats: ['json'], spreads });
    expect(account.total.pages).toMatchObject({ total: 8, done: 8 });
    const { document } = JSON.parse(await place.text('out/book.json'));
    const pages: { number: number; width: number }[] = document.pages;
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const page of pages) expect(Math.abs(page.width - width)).toBeLessThan(20);
  });

  it('the window opens them as they were read', async () => {
    await place.put('in/book.tiff', tiff([spread(), spread()]));
    await convert(engine, { ...all(), spreads: 'right-first' });
    const projectDir = place.path('out/.palimpsest');
    const window = createEngine({
      assetsDir: place.path('none'),
      cacheDir: place.path('.window'),
      projectDir,
      toolbox: stubToolbox(),
    });
    const [known] = await window.request('recent', {});
    const { documents } = await window.request('open', { paths: [known!.path], documentIds: [known!.id] });
    expect(documents.map(({ id }) => id)).toEqual([known!.id]);
    const { pages } = await window.request('document', { documentId: known!.id });
    expect(pages.map(({ status, regions }) => [status, regions.length])).toEqual(Array(4).fill(['done', 3]));
    await window.close();
  });

  it('are cut where a person says, and the window knows that cut too', async () => {
    await place.put('in/book.tiff', tiff([spread(), spread()]));
    await convert(engine, { ...all(), formats: ['json'], spreads: 'right-first 40' });
    const { document } = JSON.parse(await place.text('out/book.json'));
    expect(document.pages.map(({ width }: { width: number }) => width)).toEqual([240, 160, 240, 160]);
    const known: ReadonlySet<string> = new Set([document.id]);
    const opened = await openDocument(place.path('in/book.tiff'), 'book.tiff', { known });
    expect(opened.document.pages.map(({ width }) => width)).toEqual([240, 160, 240, 160]);
    await opened.source.close();
  });

  it('single pages among them stay as they are', async () => {
    await place.put('in/book.tiff', tiff([spread(), drawPage(200, 300, []).canvas]));
    const { account } = await convert(engine, { ...all(), spreads: 'left-first' });
    expect(account.total.pages.total).toBe(3);
  });
});
