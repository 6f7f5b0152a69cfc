/** Long runs: many kills, real models, memory over hundreds of pages, a PDF of a thousand. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledProgram } from '../testing/bundled-program';
import type { Weight } from '../testing/conversion-process';
import { killAt, type Run, resultsIn, runConversionProcess, timeless } from '../testing/conversion-runs';
import { pdf, tiff } from '../testing/document-files';
import { drawPage, wrapText } from '../testing/drawn-page';
import { assetsDir, makeWorkplace, root, type Workplace } from '../testing/workplace';

const program = bundledProgram('testing/conversion-process');
const hour = 3_600_000;

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const conversionTo = (out: string, formats: readonly string[] = ['md', 'json']) => ({
  options: {
    paths: [place.path('in')],
    out: place.path(out),
    formats,
    model: 'lines',
    existingText: 'read',
    keep: [],
    onExists: 'rename',
    report: true,
  } as const,
  cacheDir: place.path('cache', out),
});

const small = (text: string) => drawPage(200, 120, [{ text, x: 20, y: 60, size: 28 }]).canvas;
/** A page of a scan at 200 dpi. */
const scan = (text: string) =>
  drawPage(1654, 2339, wrapText(`${text} `.repeat(15), { width: 1400, size: 36 })).canvas;

const weights = ({ lines }: Run): Weight[] => lines.flatMap((line) => (line.kind === 'weight' ? [line] : []));

describe('X09', { timeout: hour }, () => {
  it('killed at 50 points of a 60-page job, its result is each time that of a run that was not', async () => {
    for (let file = 0; file < 12; file++) {
      const pages = [0, 1, 2, 3, 4].map((page) => small(`${file} ${page}`));
      await place.put(`in/${file % 3}/scan ${file}.tiff`, tiff(pages));
    }
    const whole = await runConversionProcess(program(), conversionTo('whole'));
    const results = await resultsIn(place, 'whole');
    const account = timeless(whole.account, place.path('whole'));
    for (let seed = 101; seed <= 150; seed++) {
      const out = `killed-${seed}`;
      const conversion = { ...conversionTo(out), milliseconds: 2 };
      await runConversionProcess(program(), conversion, { kill: killAt(seed, 60) });
      const again = await runConversionProcess(program(), conversion);
      expect(await resultsIn(place, out), out).toEqual(results);
      expect(timeless(again.account, place.path(out)), out).toEqual(account);
    }
  });

  it('with the real reader, X12 without a network: the same bytes, and no connection is tried', async () => {
    for (const file of [1, 2])
      await place.put(`in/${file}.tiff`, tiff([`Page ${file}a`, `Page ${file}b`].map(scan)));
    await place.put('in/3.pdf', await pdf([{ picture: scan('From a PDF') }, { picture: small('Small') }]));
    const real = { assetsDir, vendorDir: join(root, 'dist') };
    const within = canUnshare() ? ['unshare', '-n'] : [];
    const whole = await runConversionProcess(program(), { ...conversionTo('whole'), ...real }, { within });
    expect(whole.account?.total).toMatchObject({ files: { done: 3 }, pages: { done: 6 } });
    expect(whole.lines.filter(({ kind }) => kind === 'connection')).toEqual([]);
    const conversion = { ...conversionTo('killed'), ...real };
    const first = await runConversionProcess(program(), conversion, {
      kill: { pages: 3, milliseconds: 700 },
    });
    expect(first.wasKilled).toBe(true);
    const again = await runConversionProcess(program(), conversion);
    expect(await resultsIn(place, 'killed')).toEqual(await resultsIn(place, 'whole'));
    expect(timeless(again.account, place.path('killed'))).toEqual(
      timeless(whole.account, place.path('whole')),
    );
  });
});

describe('O18: memory', { timeout: hour }, () => {
  it('after 60 documents of 5 pages is at most 15 % above that after 10, and nothing is left lying', async () => {
    const pages = [1, 2, 3, 4, 5].map((page) => ({ picture: scan(`Page ${page}`) }));
    const bytes = await pdf(pages);
    for (let file = 0; file < 60; file++) {
      // Each a document of its own, not the same content again.
      const comment = Buffer.from(`\n% ${file}\n`);
      await place.put(`in/${String(file).padStart(2, '0')}.pdf`, Buffer.concat([bytes, comment]));
    }
    const vendorDir = join(root, 'dist');
    const run = await runConversionProcess(program(), { ...conversionTo('out', ['md']), vendorDir });
    expect(run.account?.total.pages.done).toBe(300);
    const measured = weights(run);
    const [tenth, last] = [measured[9]!, measured[59]!];
    const megabytes = measured.map(({ resident }) => Math.round(resident / 2 ** 20));
    console.info(
      `resident after 10, 20 … 60 documents: ${[9, 19, 29, 39, 49, 59].map((at) => megabytes[at])} MB`,
    );
    expect(last.resident).toBeLessThan(1.15 * tenth.resident);
    expect(last.handles).toBeLessThanOrEqual(tenth.handles + 2);
    expect(last.cached).toBe(0);
    expect((await place.list('out')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('X18: a PDF of 1,000 pages is read in the memory of its page in work', async () => {
    const picture = scan('One of a thousand');
    const pages = Array.from({ length: 1000 }, () => ({ picture: small('x') }));
    await place.put('in/long.pdf', await pdf([{ picture }, ...pages.slice(1)]));
    const run = await runConversionProcess(program(), {
      ...conversionTo('out', ['md']),
      vendorDir: join(root, 'dist'),
    });
    expect(run.account?.total.pages).toMatchObject({ total: 1000, done: 1000 });
    const resident = Math.round(weights(run)[0]!.resident / 2 ** 20);
    console.info(`resident after 1,000 pages: ${resident} MB`);
    expect(resident).toBeLessThan(1000);
  });
});

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
