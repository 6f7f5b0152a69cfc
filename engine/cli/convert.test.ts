import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../index';
import { pdf } from '../testing/document-files';
import { drawPage, jpeg, png } from '../testing/drawn-page';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { runCli } from './run';

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

interface Finished {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** As typed in the workplace's folder. */
async function palimpsest(
  argv: readonly string[],
  onError: (text: string, stop: () => void) => void = () => {},
) {
  const controller = new AbortController();
  const finished = { code: 0, out: '', errors: '' };
  finished.code = await runCli(argv, {
    stdout: (text) => {
      finished.out += text;
    },
    stderr: (text) => {
      finished.errors += text;
      onError(text, () => controller.abort());
    },
    cwd: place.folder,
    assetsDir,
    signal: controller.signal,
  });
  return finished as Finished;
}

const summary = async (name: string): Promise<Account> => JSON.parse(await place.text(name));

const page = (text: string) => drawPage(560, 120, [{ text, x: 30, y: 70 }]).canvas;

describe('palimpsest convert', { timeout: 180_000 }, () => {
  it('O12: bad files fail one by one, each with its reason, and the others are done', async () => {
    await place.put('in/ok1.png', png(page('First good page')));
    await place.put('in/zero.png', '');
    const whole = jpeg(page('A page that was cut off'));
    await place.put('in/cut.jpg', whole.subarray(0, whole.length * 0.4));
    await place.put('in/text.png', 'This is no picture at all.\n');
    await place.put('in/ok2.png', png(page('Second good page')));
    const { code, out, errors } = await palimpsest([
      'convert',
      'in',
      '--out',
      'out',
      '--summary',
      's/sum.json',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/^2 done, 3 failed, /);
    expect(out.split('\n')).toHaveLength(2);
    for (const name of ['cut.jpg', 'text.png', 'zero.png'])
      expect(errors).toMatch(new RegExp(`^${name}: failed \\(.{10,}\\)$`, 'm'));
    expect(errors).toMatch(/zero\.png: failed \(.*empty/);
    expect(await place.list('out')).toEqual(['ok1.md', 'ok2.md', 'palimpsest-report.html']);
    expect(await place.text('out/ok1.md')).toContain('First good page');
    expect(await place.text('out/ok2.md')).toContain('Second good page');
    const { files, total } = await summary('s/sum.json');
    expect(total.files).toEqual({ total: 5, done: 2, partial: 0, failed: 3, skipped: 0, cancelled: 0 });
    for (const file of files.filter(({ outcome }) => outcome === 'failed')) {
      expect(file.reason).toBeTruthy();
      expect(file.errors).toHaveLength(1);
    }
  });

  it('passwords: an encrypted PDF opens with its own only', async () => {
    const locked = await pdf(
      [
        { picture: page('Behind a lock') },
        { picture: page('Second leaf'), texts: [{ text: 'lorem', x: 9, y: 9, hidden: true }] },
      ],
      {
        password: 'key',
      },
    );
    await place.put('locked.pdf', locked);
    const without = await palimpsest(['convert', 'locked.pdf', '--out', 'out']);
    expect(without.code).toBe(1);
    expect(without.errors).toMatch(/locked\.pdf: failed \(.*password/i);
    const opened = await palimpsest([
      'convert',
      'locked.pdf',
      '--out',
      'out',
      '--password',
      'key',
      '--pages',
      '2',
    ]);
    expect(opened).toMatchObject({ code: 0, out: expect.stringMatching(/^1 done, 0 failed, 1 of 1 pages/) });
    const text = await place.text('out/locked.md');
    expect(text).toContain('Second leaf');
    expect(text).not.toContain('lock');
  });

  it('Ctrl+C: tells what is done, keeps it, writes nothing more', async () => {
    for (const name of ['1', '2', '3']) await place.put(`in/${name}.png`, png(page(`Page ${name}`)));
    const { code, out } = await palimpsest(
      ['convert', 'in', '--out', 'out', '--summary', 'sum.json'],
      (text, stop) => text.startsWith('1.png: done') && stop(),
    );
    expect(code).toBe(130);
    expect(out).toMatch(/^Cancelled: 1 done, 0 failed, 2 not finished/);
    expect(await place.list('out')).toEqual(['1.md']);
    const { files } = await summary('sum.json');
    expect(files.map(({ outcome }) => outcome)).toEqual(['done', 'cancelled', 'cancelled']);
    const again = await palimpsest(['convert', '--resume', '--out', 'out', '--summary', 'sum.json']);
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^3 done, 0 failed, 3 of 3 pages/) });
    expect(again.errors).toMatch(/^Going on with the last job: 1 of 3 files are finished\.$/m);
    expect(again.errors).not.toMatch(/^1\.png/m);
    expect(await place.list('out')).toEqual(['1.md', '2.md', '3.md', 'palimpsest-report.html']);
    expect((await summary('sum.json')).total.files).toMatchObject({ total: 3, done: 3 });
  });

  it('shows the names of results before it begins, and makes nothing', async () => {
    await place.put('in/b/scan.png', 'x');
    await place.put('in/a.png', 'x');
    const { code, out } = await palimpsest([
      'convert',
      'in',
      '--out',
      'out',
      '--dry-run',
      '--name',
      '{number} {name}',
    ]);
    expect({ code, out }).toEqual({ code: 0, out: 'a.png -> 0001 a.md\nb/scan.png -> 0002 scan.md\n' });
    expect(await place.list('out')).toEqual([]);
    const wrong = await palimpsest(['convert', 'in', '--out', 'out', '--name', 'all']);
    expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('would have one name') });
    const nothing = await palimpsest(['convert', '--resume', '--out', 'out']);
    expect(nothing).toMatchObject({ code: 1, errors: expect.stringContaining('no job to go on with') });
  });

  it('says at once when there is nothing to convert, or nowhere to write', async () => {
    await mkdir(place.path('empty'));
    expect(await palimpsest(['convert', 'empty', '--out', 'out'])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^palimpsest: There is nothing to convert/m),
    });
    expect(await palimpsest(['convert', 'missing.png', '--out', 'out'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('missing.png does not exist'),
    });
    await place.put('a.png', png(page('Some text')));
    await place.put('file', 'in the way');
    expect(await palimpsest(['convert', 'a.png', '--out', 'file'])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/a file stands where a folder is needed/),
    });
  });

  it('wrong use: exit code 2 and one line', async () => {
    const { code, out, errors } = await palimpsest(['convert', 'in', '--out', 'out', '--to', 'doc']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toMatch(/^palimpsest: [^\n]+\n$/);
  });
});
