/** Dictionaries as folders: those that are shipped, and a person's own beside the words that they have added. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../base/errors';

export interface DictionaryFolder {
  /** A language tag; of a person's own ones the name of the files, such as `de_AT`. */
  readonly language: string;
  readonly name: string;
  readonly source: 'shipped' | 'own';
  readonly folder: string;
}

const manifest = z.object({ id: z.string(), name: z.string() });

/** By name; folders without both files are passed over. */
export async function listDictionaries(
  shipped: string,
  own: string | undefined,
): Promise<DictionaryFolder[]> {
  const found: DictionaryFolder[] = [];
  for (const name of await foldersIn(shipped)) {
    const folder = join(shipped, name);
    const { id, name: title } = manifest.parse(
      JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
    );
    found.push({ language: id, name: title, source: 'shipped', folder });
  }
  for (const name of own === undefined ? [] : await foldersIn(own)) {
    found.push({ language: name, name, source: 'own', folder: join(own ?? '', name) });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

export const affixFile = 'words.aff';
export const wordFile = 'words.dic';

/** Most bytes of a file of a dictionary; the largest known have some thirty million. */
export const largestFile = 100_000_000;

/** A language's name from the file's: it becomes the name of a folder. */
export function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.(?:aff|dic)$/i, '');
  if (/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(name)) return name;
  throw new PalimpsestError(
    'unsupported',
    `${basename(file)} should be named after its language, such as de_AT.dic.`,
  );
}

/** Also takes away one that is half there. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
