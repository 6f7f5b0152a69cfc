import { appendFile, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pdf } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { openStubEngine } from '../testing/stub-engine';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import type { FileAccount } from './account';
import type { Engine } from './engine';

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

/** Watches until `isEnough`; gives what was converted, in order. */
async function watch(isEnough: (files: readonly FileAccount[]) => boolean): Promise<FileAccount[]> {
  const controller = new AbortController();
  const files: FileAccount[] = [];
  const run = engine.watch({
    folder: place.path('in'),
    out: place.path('out'),
    formats: ['md'],
    model: 'lines',
    existingText: 'read',
    keep: [],
    onExists: 'rename',
    report: true,
    signal: controller.signal,
    everyMilliseconds: 20,
    settleMilliseconds: 150,
    patienceMilliseconds: 500,
  });
  const check = setInterval(() => isEnough(files) && controller.abort(), 10);
  try {
    for await (const event of run) if (event.kind === 'file-done') files.push(event.account);
  } finally {
    clearInterval(check);
  }
  return files;
}

/** True once nothing has come for a while after that many files. */
const quietAfter = (count: number) => {
  let since = Date.now();
  let seen = 0;
  return (files: readonly FileAccount[]): boolean => {
    if (files.length !== seen) since = Date.now();
    seen = files.length;
    return seen >= count && Date.now() - since > 900;
  };
};

describe('O17: a watched folder', { timeout: 120_000 }, () => {
  it('takes each file once and only when it is complete, parks what is broken, and knows it all after a restart', async () => {
    const whole = await pdf(Array.from({ length: 3 }, () => ({ picture: picture('sliced') })));
    await place.put('in/broken.png', 'no picture');
    await place.put('in/Scans 🔥 ü/ø .png', png(picture('name')));
    await place.put('elsewhere/moved.png', png(picture('moved')));
    const slices = 10;
    const arriving = (async () => {
      for (let slice = 0; slice < slices; slice++) {
        const from = Math.floor((whole.length * slice) / slices);
        await appendFile(
          place.path('in/sliced.pdf'),
          whole.slice(from, Math.floor((whole.length * (slice + 1)) / slices)),
        );
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      await rename(place.path('elsewhere/moved.png'), place.path('in/moved.png'));
    })();
    const first = await watch(quietAfter(4));
    await arriving;
    const outcomes = first.map(({ relativePath, outcome }) => `${relativePath} ${outcome}`).sort();
    expect(outcomes).toEqual([
      'Scans 🔥 ü/ø .png done',
      'broken.png failed',
      'moved.png done',
      'sliced.pdf done',
    ]);
    expect(first.find(({ relativePath }) => relativePath === 'sliced.pdf')).toMatchObject({
      pages: { done: 3 },
    });
    const results = await place.list('out');
    expect(results).toEqual(['Scans 🔥 ü/ø .md', 'moved.md', 'palimpsest-report.html', 'sliced.md']);

    expect(await watch(quietAfter(0))).toEqual([]);
    expect(await place.list('out')).toEqual(results);

    await rm(place.path('in/moved.png'));
    await place.put('in/broken.png', png(picture('whole now')));
    const later = await watch(quietAfter(1));
    expect(later).toMatchObject([{ relativePath: 'broken.png', outcome: 'done' }]);
    expect(await place.list('out')).toEqual([...results, 'broken.md'].sort());
  });
});
