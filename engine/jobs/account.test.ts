/** The account is complete: whatever goes in, every page of it appears exactly once. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf, tiff } from '../testing/document-files';
import { drawPage, jpeg, png } from '../testing/drawn-page';
import { convert, openEngine } from '../testing/real-engine';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import type { Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeAll(async () => {
  place = await makeWorkplace();
  engine = openEngine(place);
});
afterAll(async () => {
  await engine.close();
  await place.remove();
});

const canvas = drawPage(200, 60, [{ text: 'Seen', x: 30, y: 40, size: 26 }]).canvas;
const empty = drawPage(96, 64, []).canvas;
const cut = (bytes: Uint8Array, share: number): Uint8Array =>
  bytes.subarray(0, Math.floor(bytes.length * share));

/** What a file is, how many pages it has for whoever can open it, and what becomes of them. */
const kinds: Record<
  string,
  { pages: number; isGood: boolean; make: () => Promise<Uint8Array> | Uint8Array }
> = {
  'page.png': { pages: 1, isGood: true, make: () => png(canvas) },
  'blank.png': { pages: 1, isGood: true, make: () => png(empty) },
  'two.tiff': { pages: 2, isGood: true, make: () => tiff([empty, canvas]) },
  'three.pdf': { pages: 3, isGood: true, make: () => pdf([{ picture: empty }, { picture: canvas }, {}]) },
  'zero.png': { pages: 0, isGood: false, make: () => new Uint8Array() },
  'words.jpg': { pages: 0, isGood: false, make: () => Buffer.from('only words') },
  'cut.jpg': { pages: 1, isGood: false, make: () => cut(jpeg(canvas), 0.4) },
  'cut.png': { pages: 1, isGood: false, make: () => cut(png(canvas), 0.5) },
  'locked.pdf': { pages: 0, isGood: false, make: () => pdf([{ picture: empty }], { password: 'key' }) },
};

describe('the account', { timeout: 180_000 }, () => {
  it('O12: has every page of every file exactly once, done, failed or not asked for', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 5 }),
        fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), { nil: undefined }),
        async (names, pages) => {
          const folder = `run${++run}`;
          for (const [index, name] of names.entries())
            await place.put(`${folder}/in/${index}/${name}`, await kinds[name]!.make());
          const { account } = await convert(engine, {
            paths: [place.path(folder, 'in')],
            out: place.path(folder, 'out'),
            pages: pages && new Set(pages),
          });
          expect(account.files.map(({ relativePath }) => relativePath)).toEqual(
            names.map((name, index) => `${index}/${name}`),
          );
          for (const [index, file] of account.files.entries()) {
            const { isGood, pages: count } = kinds[names[index]!]!;
            const { total, done, failed, notAsked, notReached, removed } = file.pages;
            expect(done + failed + notAsked + notReached + removed, file.relativePath).toBe(total);
            expect(notReached).toBe(0);
            const asked = Array.from({ length: count }, (_, at) => at + 1).filter(
              (number) => pages?.includes(number) ?? true,
            ).length;
            if (isGood) {
              expect([total, done, failed], file.relativePath).toEqual([count, asked, 0]);
              expect(file.outcome, file.relativePath).toBe(asked > 0 ? 'done' : 'failed');
            } else {
              expect(file.outcome, file.relativePath).toBe('failed');
              expect(total, file.relativePath).toBeLessThanOrEqual(count);
            }
            expect(file.reason === undefined, file.relativePath).toBe(file.outcome === 'done');
          }
          const written = (await place.list(folder, 'out')).length;
          expect(account.total.files.done).toBe(written);
          expect(account.files.flatMap(({ outputs }) => outputs)).toHaveLength(written);
          const sum = (key: 'total' | 'done' | 'failed' | 'notAsked'): number =>
            account.files.reduce((all, file) => all + file.pages[key], 0);
          for (const key of ['total', 'done', 'failed', 'notAsked'] as const)
            expect(account.total.pages[key]).toBe(sum(key));
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });
});
