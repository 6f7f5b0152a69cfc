/** X08, X09, O12, X12: a conversion that is killed goes on, in real processes, and its result is that of one that was not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledProgram } from '../testing/bundled-program';
import { killAt, resultsIn, runConversionProcess, timeless } from '../testing/conversion-runs';
import { tiff } from '../testing/document-files';
import { drawPage } from '../testing/drawn-page';
import { makeWorkplace, type Workplace } from '../testing/workplace';

const program = bundledProgram('testing/conversion-process');

let place: Workplace;
let undisturbed: {
  readonly results: Record<string, string>;
  readonly account: unknown;
  readonly connections: number;
};

const picture = (page: number) => drawPage(200, 120, [{ text: String(page), x: 20, y: 60, size: 28 }]).canvas;

const conversionTo = (out: string) => ({
  options: {
    paths: [place.path('in')],
    out: place.path(out),
    formats: ['md', 'json'],
    model: 'lines',
    existingText: 'read',
    keep: [],
    onExists: 'rename',
    report: true,
  } as const,
  cacheDir: place.path('cache', out),
  milliseconds: 3,
});

beforeAll(async () => {
  place = await makeWorkplace();
  for (let file = 0; file < 12; file++) {
    const pages = Array.from({ length: 5 }, (_, page) => picture(file * 5 + page));
    await place.put(`in/${file % 3}/scan ${file}.tiff`, tiff(pages));
  }
  await place.put('in/broken.tiff', 'no picture');
  const run = await runConversionProcess(program(), conversionTo('undisturbed'));
  undisturbed = {
    results: await resultsIn(place, 'undisturbed'),
    account: timeless(run.account, place.path('undisturbed')),
    connections: run.lines.filter(({ kind }) => kind === 'connection').length,
  };
});
afterAll(() => place.remove());

it('X12: a run tries no connection', () => {
  expect(undisturbed.connections).toBe(0);
});

describe('X09: killed and started again', { timeout: 240_000 }, () => {
  it('is what all of it would have been', () => {
    expect(Object.keys(undisturbed.results)).toHaveLength(24);
    expect(undisturbed.account).toMatchObject({
      total: { files: { done: 12, failed: 1 }, pages: { done: 60 } },
    });
  });

  it.each([1, 2, 3, 4, 7])(
    'at point %i: the same bytes, nothing besides, no file done twice',
    async (seed) => {
      const out = `killed-${seed}`;
      const first = await runConversionProcess(program(), conversionTo(out), { kill: killAt(seed, 60) });
      expect(first.wasKilled).toBe(true);
      const second = await runConversionProcess(program(), conversionTo(out));
      expect(await resultsIn(place, out)).toEqual(undisturbed.results);
      expect(timeless(second.account, place.path(out))).toEqual(undisturbed.account);
      const isDone = ({ kind }: { readonly kind: string }): boolean => kind === 'file-done';
      const finished = first.lines.filter(isDone).length;
      // The kill may come between the noting of a file and the word of it.
      expect(13 - finished - second.lines.filter(isDone).length).toBeLessThanOrEqual(1);
    },
  );
});
