import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { freeStem, outputStems, writeOutput } from './output';

/** As the least discerning file systems compare names. */
const folded = (name: string): string => name.normalize('NFD').toLowerCase();

const name = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'scan',
        'Scan',
        'SCAN',
        'é',
        'e\u0301',
        'É',
        'straße',
        'STRASSE',
        'scan (2)',
        'a.b',
        'ø 🔥',
      ),
      fc
        .constantFrom('x', '文')
        .chain((unit) => fc.integer({ min: 60, max: 80 }).map((n) => unit.repeat(n * 3))),
      fc.string({ minLength: 1, maxLength: 6 }).map((text) => text.replace(/[/\0]/g, '_')),
    ),
    fc.constantFrom('.png', '.PNG', '.jpg', '.tiff', '', '.pdf '),
  )
  .map(([stem, ending]) => (/^\.{1,2}$/.test(stem + ending) ? 'dot' : stem + ending));
const paths = fc.array(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  {
    maxLength: 12,
  },
);

describe('outputStems', () => {
  it('gives different stems wherever case and normalisation do not count', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const stems = outputStems(list).map(folded);
        expect(new Set(stems).size).toBe(list.length);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps every source in its folder, fits its ending into a file name, and is stable', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const stems = outputStems(list);
        expect(outputStems([...list])).toEqual(stems);
        stems.forEach((stem, index) => {
          expect(posix.dirname(stem)).toBe(posix.dirname(list[index]!));
          expect(Buffer.byteLength(`${posix.basename(stem)}.docx`)).toBeLessThanOrEqual(255);
          expect(posix.basename(stem)).not.toBe('');
        });
      }),
      { numRuns: 150 },
    );
  });

  it('X07: files of one name with different endings keep them', () => {
    expect(outputStems(['a/scan.png', 'b/scan.png', 'a/scan.jpg'])).toEqual([
      'a/scan.png',
      'b/scan',
      'a/scan.jpg',
    ]);
    expect(outputStems(['scan.png', 'Scan.PNG', 'other.png'])).toEqual(['scan', 'Scan (2)', 'other']);
  });

  it('X06: names stay as they are', () => {
    const long = `${'n'.repeat(196)}.png`;
    expect(outputStems(['Scans 🔥 ü 文档/ø.png', long, 'blank .png', 'no ending', 'Dr. Smith'])).toEqual([
      'Scans 🔥 ü 文档/ø',
      'n'.repeat(196),
      'blank ',
      'no ending',
      'Dr. Smith',
    ]);
  });
});

describe('writing', () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await makeWorkplace();
  });
  afterEach(() => place.remove());
  const bytes = Buffer.from('whole');

  it('replaces a file at once and leaves nothing beside it', async () => {
    await place.put('out/a.md', 'before');
    await place.put('out/.dead.part', 'left over by a run that was killed');
    await writeOutput(place.path('out/a.md'), bytes);
    expect(await place.list('out')).toEqual(['.dead.part', 'a.md']);
    expect(await place.text('out/a.md')).toBe('whole');
  });

  it('says why a file cannot be written, and leaves no half of it', async () => {
    await mkdir(place.path('folder.md/below'), { recursive: true });
    await place.put('file', 'a file');
    const cases: [string, RegExp][] = [
      ['folder.md', /a folder stands where the file should be/],
      ['file/a.md', /a file stands where a folder is needed/],
      [`${'n'.repeat(300)}.md`, /its name is too long/],
    ];
    for (const [path, reason] of cases) {
      const error = await writeOutput(place.path(path), bytes).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'write-failed', message: expect.stringMatching(reason) });
      expect(error).toMatchObject({ message: expect.stringContaining(place.path(path)) });
    }
    expect(await place.list()).toEqual(['file']);
  });

  it('says that a read-only folder may not be written to', async () => {
    await mkdir(place.path('locked'));
    await chmod(place.path('locked'), 0o555);
    await chmod(place.folder, 0o755);
    const restore = withoutPrivileges();
    try {
      await expect(writeOutput(place.path('locked/a.md'), bytes)).rejects.toMatchObject({
        code: 'write-failed',
        message: expect.stringContaining('no permission to write there'),
      });
    } finally {
      restore();
    }
    expect(await place.list('locked')).toEqual([]);
  });

  it('killed while writing, leaves the file that was there', async () => {
    const target = await place.put('a.md', 'before');
    // The same steps as `writeOutput`, held before the rename by a file system call that never returns.
    const program = `
      const fs = require('node:fs/promises');
      fs.rename = () => new Promise(() => { console.log('ready'); setInterval(() => {}, 1000); });
      require(${JSON.stringify(await bundledWriter(place))}).writeOutput(${JSON.stringify(target)}, Buffer.from('after'));`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await readFile(target, 'utf8')).toBe('before');
    const rest = (await place.list()).filter((file) => file !== 'a.md' && !file.endsWith('.cjs'));
    expect(rest).toEqual([expect.stringMatching(/^\.[0-9a-f]{12}\.part$/)]);
    await writeOutput(target, bytes);
    expect(await readFile(target, 'utf8')).toBe('whole');
  });

  it('finds a number that is free for all formats of a document', async () => {
    await place.put('a.md', '');
    await place.put('a (2).html', '');
    expect(await freeStem(place.folder, 'a', ['md', 'html'])).toBe('a (3)');
    expect(await freeStem(place.folder, 'a', ['tex'])).toBe('a');
  });
});

/** Root may write anywhere; the test should not. */
function withoutPrivileges(): () => void {
  if (process.getuid?.() !== 0 || !process.seteuid) return () => {};
  const { seteuid } = process;
  seteuid.call(process, 65534);
  return () => seteuid.call(process, 0);
}

async function bundledWriter(place: Workplace): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = place.path('writer.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'output.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  await stat(outfile);
  return outfile;
}
