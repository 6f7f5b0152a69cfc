import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSources } from './list-sources';
import { fixture } from './test-support';
import type { ListedSource } from './types';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'palimpsest-list-'));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

async function put(name: string, from = 'chart.png'): Promise<void> {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.copyFile(fixture(from), file);
}

async function list(paths: readonly string[] = [folder]): Promise<ListedSource[]> {
  const found: ListedSource[] = [];
  for await (const item of listSources(paths)) found.push(item);
  return found;
}

const summary = (found: readonly ListedSource[]): string[] =>
  found.map(({ kind, relativePath }) => `${kind} ${relativePath}`);

describe('folders', () => {
  it('are walked in natural order, folders among files', async () => {
    for (const name of ['page 10.png', 'page 2.png', 'Page 1.png', 'b/2.png', 'b/11.png', 'b/1.png'])
      await put(name);
    expect(summary(await list())).toEqual([
      'file b/1.png',
      'file b/2.png',
      'file b/11.png',
      'file Page 1.png',
      'file page 2.png',
      'file page 10.png',
    ]);
  });

  it('leave out hidden and system files, and pass companions over with a reason', async () => {
    for (const name of ['.DS_Store', '.hidden/x.png', 'Thumbs.db', 'desktop.ini', 'a.png']) await put(name);
    await fs.writeFile(path.join(folder, 'notes.txt'), 'notes');
    await fs.writeFile(path.join(folder, 'letter.docx'), 'PK\x03\x04 word/');
    const found = await list();
    expect(summary(found)).toEqual(['file a.png', 'skipped letter.docx', 'skipped notes.txt']);
    expect(found[2]).toMatchObject({ reason: expect.stringContaining('a text file') });
  });

  it('list what nothing is known of, so that it is reported', async () => {
    await fs.writeFile(path.join(folder, 'unknown.xyz'), 'data');
    await fs.writeFile(path.join(folder, 'renamed.png'), 'a text');
    expect(summary(await list())).toEqual(['file renamed.png', 'file unknown.xyz']);
  });

  it('O13: a picture is one under any name', async () => {
    await put('scan.txt');
    expect(summary(await list())).toEqual(['file scan.txt']);
  });

  it('X06: any name comes back byte for byte', async () => {
    const names = ['Scans 🔥 ü 文档/ø.png', `${'n'.repeat(200)}.png`, 'trailing blank '];
    for (const name of names) await put(name);
    const found = await list();
    expect(found.map(({ relativePath }) => relativePath).sort()).toEqual([...names].sort());
    for (const item of found) await fs.access(item.path);
  });

  it('end where links lead in a circle', async () => {
    await put('a/1.png');
    await fs.symlink(folder, path.join(folder, 'a', 'loop'));
    await fs.symlink(path.join(folder, 'a', '1.png'), path.join(folder, 'linked.png'));
    expect(summary(await list())).toEqual(['file a/1.png', 'file linked.png']);
  });

  it('report a broken link and go on', async () => {
    await put('z.png');
    await fs.symlink(path.join(folder, 'nowhere'), path.join(folder, 'broken.png'));
    const found = await list();
    expect(summary(found)).toEqual(['failed broken.png', 'file z.png']);
    expect(found[0]).toMatchObject({ error: { code: 'not-found', file: 'broken.png' } });
  });

  // Root may read everything, so there is nothing to see.
  it.skipIf(process.getuid?.() === 0)('report a folder without permission and go on', async () => {
    await put('closed/1.png');
    await put('open.png');
    await fs.chmod(path.join(folder, 'closed'), 0);
    const found = await list();
    await fs.chmod(path.join(folder, 'closed'), 0o755);
    expect(summary(found)).toEqual(['failed closed', 'file open.png']);
  });
});

describe('named paths', () => {
  it('are tried whatever their ending, in the order given', async () => {
    await put('b.png');
    await fs.writeFile(path.join(folder, 'a.txt'), 'text');
    const paths = [path.join(folder, 'b.png'), path.join(folder, 'a.txt'), path.join(folder, 'missing.pdf')];
    const found = await list(paths);
    expect(summary(found)).toEqual(['file b.png', 'file a.txt', 'failed missing.pdf']);
    expect(found[2]).toMatchObject({ error: { code: 'not-found' } });
  });

  it('stop when cancelled', async () => {
    await put('a.png');
    const controller = new AbortController();
    controller.abort();
    await expect(listSources([folder], controller.signal).next()).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
