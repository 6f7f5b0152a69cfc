/** While a page is read, the next one is decoded and its regions are found; nothing else about a job changes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PalimpsestError } from '../base/errors';
import type { Raster } from '../base/raster';
import { openProject } from '../store';
import { resultsIn, timeless } from '../testing/conversion-runs';
import { tiff } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { convert, nextJobDone, readAll } from '../testing/real-engine';
import { stubAnalyser, stubReader, stubToolbox } from '../testing/stub-tools';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { createEngine, type Engine } from './engine';
import type { ToolSource } from './toolbox';

let place: Workplace;
let engine: Engine;
/** `regions <n>` when those of page n were found, `read <n>` for each of its regions that was read. */
let steps: string[];
beforeEach(async () => {
  place = await makeWorkplace();
  steps = [];
});
afterEach(async () => {
  await engine.close();
  await place.remove();
});

/** Pages are told apart by their width: 200 + n. */
const width = (n: number): number => 200 + n;
const numberOf = (raster: Raster): number => raster.width - 200;
const picture = (n: number) => drawPage(width(n), 120, [{ text: `${n}`, x: 20, y: 60, size: 28 }]).canvas;

interface Watched {
  readonly overlap?: boolean;
  /** Its regions cannot be found. */
  readonly broken?: number;
  /** The last region is read when the regions of another page are found, which must not take long. */
  readonly waits?: boolean;
  readonly onRead?: (page: number) => void;
}

/** The last of the pages has nothing after it. */
const isFound = (page: number): boolean => page > 7 || steps.includes(`regions ${page}`);

function open({ overlap = true, broken, waits = false, onRead }: Watched = {}): Engine {
  const analyser = stubAnalyser();
  const reader = stubReader({ milliseconds: 1 });
  const toolbox: ToolSource = {
    ...stubToolbox(),
    pageAnalyser: async () => ({
      ...analyser,
      findRegions: async (page, lines) => {
        steps.push(`regions ${numberOf(page)}`);
        if (numberOf(page) === broken) throw new PalimpsestError('unreadable', 'The page is damaged.');
        return analyser.findRegions(page, lines);
      },
    }),
    readers: async () => ({
      reader: {
        ...reader,
        async *read(requests, options) {
          const page = numberOf(requests[0]!.page);
          for await (const reading of reader.read(requests, options)) {
            const isLast = reading.regionId === requests[requests.length - 1]?.regionId;
            for (let wait = 0; waits && isLast && wait < 400 && !isFound(page + 1); wait++) {
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
            steps.push(`read ${page}`);
            onRead?.(page);
            yield reading;
          }
        },
      },
    }),
  };
  engine = createEngine({ assetsDir: place.path('none'), cacheDir: place.path('.cache'), toolbox, overlap });
  return engine;
}

const all = () => ({ paths: [place.path('in')], out: place.path('out') });
const last = (step: string): number => steps.lastIndexOf(step);
/** Most pages whose regions were found and that were not read to their end, at any time. */
function mostInWork(): number {
  let most = 0;
  const inWork = new Map<string, number>();
  for (const step of steps) {
    const [kind = '', page = ''] = step.split(' ');
    if (kind === 'regions') inWork.set(page, 3);
    else inWork.set(page, (inWork.get(page) ?? 0) - 1);
    if (inWork.get(page) === 0) inWork.delete(page);
    most = Math.max(most, inWork.size);
  }
  return most;
}

async function putFiles(): Promise<void> {
  await place.put('in/a.tiff', tiff([1, 2, 3].map(picture)));
  for (const n of [4, 5]) await place.put(`in/b${n}.png`, png(picture(n)));
  await place.put('in/c.tiff', tiff([6, 7].map(picture)));
}

describe('a conversion', () => {
  it('finds the regions of the next page before the last region of a page is read, also of the next file', async () => {
    await putFiles();
    await convert(open({ waits: true }), all());
    for (const n of [1, 2, 3, 4, 5, 6]) {
      expect(steps.indexOf(`regions ${n + 1}`)).toBeLessThan(last(`read ${n}`));
      expect(steps.indexOf(`regions ${n + 1}`)).toBeGreaterThan(n === 1 ? -1 : last(`read ${n - 1}`));
    }
    expect(steps.filter((step) => step.startsWith('regions'))).toHaveLength(7);
    expect(mostInWork()).toBe(2);
  });

  it('gives the same results, accounts and order of events as page after page', async () => {
    await putFiles();
    await place.put('in/b4-copy.png', png(picture(4)));
    await place.put('in/d.png', 'no picture');
    const run = async (overlap: boolean) => {
      const out = place.path(`out-${overlap}`);
      const { account, events } = await convert(open({ overlap, waits: overlap }), {
        ...all(),
        out,
        formats: ['md', 'json'],
      });
      const results = await resultsIn(place, `out-${overlap}`);
      await engine.close();
      return { results, account: timeless(account, out), events: timeless({ events } as never, out) };
    };
    const overlapping = await run(true);
    expect(mostInWork()).toBe(2);
    steps = [];
    expect(overlapping).toEqual(await run(false));
    expect(mostInWork()).toBe(1);
    expect(Object.keys(overlapping.results)).toHaveLength(10);
  });

  it.each([2, 3, 4])(
    'a page that fails ahead of time (%i) fails at its own turn and by itself',
    async (broken) => {
      await putFiles();
      const failed: number[] = [];
      const { account, events } = await convert(open({ broken }), all());
      for (const event of events) if (event.kind === 'page') failed.push(event.page);
      expect(failed).toEqual([1, 2, 3, 1, 1, 1, 2]);
      expect(account.total.pages).toMatchObject({ total: 7, done: 6, failed: 1 });
      expect(account.files.flatMap(({ errors }) => errors)).toMatchObject([
        { message: 'The page is damaged.' },
      ]);
      const outcomes =
        broken === 4 ? ['done', 'failed', 'done', 'done'] : ['partial', 'done', 'done', 'done'];
      expect(account.files.map(({ outcome }) => outcome)).toEqual(outcomes);
    },
  );

  it('reads a page alone that may have ended the program', async () => {
    await place.put('in/a.tiff', tiff([1, 2, 3].map(picture)));
    const controller = new AbortController();
    await convert(open({ onRead: (page) => page === 1 && controller.abort() }), {
      ...all(),
      signal: controller.signal,
    });
    const project = openProject(place.path('out/.palimpsest'));
    const [job] = project.jobs.list();
    project.jobs.setFileState(job!.id, project.jobs.files(job!.id)[0]!.id, 'working');
    project.close();
    await engine.close();
    steps = [];
    await convert(open({ waits: true }), all());
    expect(steps.indexOf('regions 2')).toBeGreaterThan(last('read 1'));
    expect(steps.indexOf('regions 3')).toBeLessThan(last('read 2'));
  });

  it('leaves nothing open or at work when it is cancelled', async () => {
    await putFiles();
    const controller = new AbortController();
    const { account } = await convert(open({ onRead: (page) => page === 3 && controller.abort() }), {
      ...all(),
      signal: controller.signal,
    });
    const count = steps.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(steps).toHaveLength(count);
    expect(account.total.files).toMatchObject({ cancelled: 4 });
    steps = [];
    const second = await convert(engine, all());
    expect(second.account.total.files).toMatchObject({ done: 4 });
    expect(steps.filter((step) => /read [12]$/.test(step))).toEqual([]);
  });
});

describe('a job of the window', () => {
  const openFiles = async (): Promise<string[]> => {
    await putFiles();
    const { documents } = await engine.request('open', { paths: [place.path('in')] });
    return documents.map(({ id }) => id);
  };

  it('prepares the next page, and tells of it at its own turn only', async () => {
    open({ waits: true });
    const ids = await openFiles();
    const told: string[] = [];
    engine.on('page', ({ page }) => told.push(`${page.status} ${page.width - 200}`));
    await readAll(engine, ids);
    expect(last('read 1')).toBeGreaterThan(steps.indexOf('regions 2'));
    expect(last('read 3')).toBeGreaterThan(steps.indexOf('regions 4'));
    expect(mostInWork()).toBe(2);
    // As it becomes known, with its regions, and read.
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((n) => [`working ${n}`, `working ${n}`, `done ${n}`]));
  });

  it('the page that someone looks at goes first, and what was prepared is not lost', async () => {
    const looks: Promise<unknown>[] = [];
    let ids: string[] = [];
    open({
      onRead: (page) => {
        if (page !== 1 || looks.length > 0) return;
        looks.push(engine.request('look', { documentId: ids[3]!, pageId: `${ids[3]}-p2` }));
      },
    });
    ids = await openFiles();
    await readAll(engine, ids);
    await Promise.all(looks);
    expect(steps.filter((step) => step.startsWith('regions'))).toHaveLength(7);
    expect([...new Set(steps.filter((step) => step.startsWith('read')))].slice(0, 3)).toEqual([
      'read 1',
      'read 7',
      'read 2',
    ]);
    expect(mostInWork()).toBeLessThanOrEqual(2);
  });

  it('a page that was turned meanwhile is prepared as it is now', async () => {
    let turned: Promise<unknown> | undefined;
    let id = '';
    open({
      onRead: (page) => {
        if (page !== 1) return;
        turned ??= engine.request('edit', {
          documentId: id,
          edits: [{ kind: 'transform-page', pageId: `${id}-p2`, quarterTurns: 1, skewDegrees: 0 }],
        });
      },
    });
    [id = ''] = await openFiles();
    await readAll(engine, [id]);
    await turned;
    const { pages } = await engine.request('document', { documentId: id });
    expect(pages[1]).toMatchObject({ width: 120, height: width(2), transform: { quarterTurns: 1 } });
  });

  it('held, it does nothing; closed documents are not gone on with', async () => {
    let isHeld = false;
    open({
      onRead: (page) => {
        if (page === 1 && !isHeld) void engine.request('pause', { paused: true });
        isHeld = true;
        if (page === 4) void engine.request('close', { documentIds: [ids[2]!] });
      },
    });
    let ids: string[] = [];
    ids = await openFiles();
    const told: string[] = [];
    engine.on('page', ({ page }) => told.push(`${page.status} ${page.width - 200}`));
    const done = nextJobDone(engine);
    await engine.request('start', { documentIds: ids });
    await vi.waitFor(() => expect(told).toContain('waiting 1'), { timeout: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(steps).not.toContain('read 2');
    expect(steps).not.toContain('regions 3');
    await engine.request('pause', { paused: false });
    expect(await done).toMatchObject({ outcome: 'done' });
    expect(steps).not.toContain('read 5');
    expect(steps).toContain('read 7');
  });
});
