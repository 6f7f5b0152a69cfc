import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { isPartial, writeFileWhole } from './write-file';

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
    await writeFileWhole(place.path('out/a.md'), bytes);
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
      const error = await writeFileWhole(place.path(path), bytes).catch((caught: unknown) => caught);
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
      await expect(writeFileWhole(place.path('locked/a.md'), bytes)).rejects.toMatchObject({
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
    // The same steps as `writeFileWhole`, held before the rename by a file system call that never returns.
    const program = `
      const fs = require('node:fs/promises');
      fs.rename = () => new Promise(() => { console.log('ready'); setInterval(() => {}, 1000); });
      require(${JSON.stringify(await bundledWriter(place))}).writeFileWhole(${JSON.stringify(target)}, Buffer.from('after'));`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await readFile(target, 'utf8')).toBe('before');
    const rest = (await place.list()).filter((file) => file !== 'a.md' && !file.endsWith('.cjs'));
    expect(rest.map(isPartial)).toEqual([true]);
    await writeFileWhole(target, bytes);
    expect(await readFile(target, 'utf8')).toBe('whole');
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
    entryPoints: [join(import.meta.dirname, 'write-file.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  await stat(outfile);
  return outfile;
}
