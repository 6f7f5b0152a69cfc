/**
 * Results opened by the programs that they are for: TeX compiles the LaTeX, LibreOffice opens the Word file. Needs
 * pdflatex (Debian: texlive-latex-extra, texlive-fonts-recommended) and soffice (libreoffice-writer-nogui); skipped, saying so, without them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { furnitureLabels } from '../document';
import { findExporter } from './index';
import { exportInput } from './rich-document';

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-consumers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(format: string): Promise<string> {
  const exporter = findExporter(format);
  const { bytes, assets } = await exporter.export(exportInput({ options: { keep: [...furnitureLabels] } }));
  for (const asset of assets) {
    const path = join(folder, asset.relativePath);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, asset.bytes);
  }
  const file = join(folder, `rich.${exporter.extension}`);
  await writeFile(file, bytes);
  return file;
}

describe.skipIf(!has('pdflatex'))('TeX (skipped where pdflatex is not installed)', () => {
  test('O07: the LaTeX of every kind of block compiles without an error', async () => {
    await write('tex');
    const run = (): string =>
      execFileSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'rich.tex'], {
        cwd: folder,
        encoding: 'latin1',
        timeout: 120_000,
      });
    run();
    expect(run()).toMatch(/Output written on rich\.pdf/);
  }, 300_000);
});

describe.skipIf(!has('soffice'))('LibreOffice (skipped where soffice is not installed)', () => {
  test('the Word file opens, and its text, tables and notes are there', async () => {
    await write('docx');
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', 'html', '--outdir', folder, 'rich.docx'],
      {
        cwd: folder,
        timeout: 240_000,
        stdio: 'ignore',
      },
    );
    const html = (await readFile(join(folder, 'rich.html'), 'utf8')).replace(/\s+/g, ' ');
    expect(html).toMatch(/<h1/i);
    expect(html).toMatch(/<table/i);
    expect(html).toMatch(/(col|row)span="2"/i);
    expect(html).toMatch(/<(ul|ol)/i);
    expect(html).toMatch(/sdfootnote|endnote|<sup/i);
  }, 300_000);
});
