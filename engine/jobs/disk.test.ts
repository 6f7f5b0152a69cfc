/** Disks that are full or may not be written to: results are whole or not there, and the account says why. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDisk } from '../store/testing/small-disk';
import { drawPage, png } from '../testing/drawn-page';
import { convert } from '../testing/real-engine';
import { openStubEngine } from '../testing/stub-engine';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import type { Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeEach(async () => {
  place = await makeWorkplace();
  engine = openStubEngine(place, { regions: 12 });
});
afterEach(async () => {
  await engine.close();
  await place.remove();
});

const needsMount = 'a small disk cannot be mounted here (root on Linux can)';

async function sources(count: number): Promise<string[]> {
  const canvas = drawPage(300, 300, [{ text: 'A', x: 20, y: 60 }]).canvas;
  const bytes = png(canvas);
  return Promise.all(
    Array.from({ length: count }, (_, index) => place.put(`in/${String(index).padStart(3, '0')}.png`, bytes)),
  );
}

describe('a full disk', () => {
  it('of the results: each file that did not fit failed with the reason, each that is there is whole', async (test) => {
    const disk = smallDisk(1);
    test.skip(!disk, needsMount);
    if (!disk) return;
    const out = `${disk.folder}/out`;
    const { account } = await convert(engine, {
      paths: await sources(60),
      out,
      project: place.path('project'),
      formats: ['json', 'html'],
    });
    const { done, failed, partial } = account.total.files;
    expect(done).toBeGreaterThan(0);
    expect(failed + partial).toBeGreaterThan(0);
    expect(account.files).toHaveLength(60);
    for (const { errors, outcome } of account.files) {
      if (outcome !== 'done')
        expect(errors[0]).toMatchObject({
          code: 'write-failed',
          message: expect.stringContaining('the disk is full'),
        });
    }
    await expectWhole(account.files.flatMap(({ outputs }) => outputs));
    const there = await filesIn(out);
    expect(there.sort()).toEqual(account.files.flatMap(({ outputs }) => outputs).sort());
  });

  it('of the project: the job ends and says so, nothing is half there, and it goes on once there is room', async (test) => {
    const disk = smallDisk(1);
    test.skip(!disk, needsMount);
    if (!disk) return;
    const options = {
      paths: await sources(80),
      out: place.path('out'),
      project: `${disk.folder}/project`,
      formats: ['txt'],
    };
    const { account } = await convert(engine, options);
    expect(account.stopped).toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining('disk is full'),
    });
    expect(account.total.files).toMatchObject({ total: 80 });
    expect(account.total.files.cancelled).toBeGreaterThan(0);
    await expectWhole(account.files.flatMap(({ outputs }) => outputs));
    disk.enlarge(64);
    const again = await convert(engine, options);
    expect(again.events[0]).toMatchObject({ kind: 'job', resumed: true });
    expect(again.account.total.files).toMatchObject({ total: 80, done: 80 });
    expect(await place.list('out')).toHaveLength(80);
  });
});

describe('a read-only disk', () => {
  it('is refused at once, before anything is read', async (test) => {
    const disk = smallDisk(1);
    test.skip(!disk, needsMount);
    if (!disk) return;
    await mkdir(`${disk.folder}/out`);
    disk.makeReadOnly();
    const paths = await sources(1);
    const refused = { code: 'write-failed', message: expect.stringMatching(/read-only|no permission/) };
    await expect(convert(engine, { paths, out: `${disk.folder}/out` })).rejects.toMatchObject(refused);
    await expect(convert(engine, { paths, out: `${disk.folder}/new` })).rejects.toMatchObject(refused);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => `${folder}/${name}`);
}

async function expectWhole(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (file.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow();
    else if (file.endsWith('.html')) expect(text.trimEnd()).toMatch(/<\/html>$/);
    else expect(text).toContain('r12.');
  }
}
