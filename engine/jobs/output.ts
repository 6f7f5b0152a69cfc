/** Names of results: they never collide. */
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isPartial } from '../store';

export type OnExists = 'skip' | 'rename' | 'replace';

/** Bytes that common file systems take in a name, less room for `-images` and for a number. */
const longestStem = 255 - '-images'.length - ' (9999)'.length;

/** Stems that are never given to a source: the job's own report lies beside the results. */
export const reportStem = 'palimpsest-report';
export const reservedStems: readonly string[] = [reportStem];

const ending = /\.[a-z][a-z0-9]{1,4}\s*$/i;

/** A relative path without the ending of its file name; only what looks like one counts (not `Dr. Smith`). */
function withoutEnding(relativePath: string): string {
  const name = posix.basename(relativePath);
  const bare = name.replace(ending, '');
  return bare === '' ? relativePath : relativePath.slice(0, relativePath.length - name.length + bare.length);
}

/**
 * One output stem (path without ending, `/`-separated) for each source, mirroring its relative path. Sources that
 * differ only in their ending keep it (`scan.png` and `scan.jpg` → `scan.png`, `scan.jpg`); what is still the same
 * gets a number. All stems differ, also where case and Unicode normalisation do not count, and leave room for
 * endings; `taken` ones are given to none. The same lists always give the same stems.
 */
export function outputStems(relativePaths: readonly string[], taken: readonly string[] = []): string[] {
  const variants = new Map<string, Set<string>>();
  for (const path of relativePaths) {
    const key = keyOf(withoutEnding(path));
    variants.set(key, (variants.get(key) ?? new Set()).add(keyOf(path)));
  }
  const used = new Set(taken.map(keyOf));
  return relativePaths.map((path) => {
    const bare = withoutEnding(path);
    const wanted = (variants.get(keyOf(bare))?.size ?? 1) > 1 ? path : bare;
    let stem = fitted(wanted, '');
    for (let number = 2; used.has(keyOf(stem)); number++) stem = fitted(wanted, ` (${number})`);
    used.add(keyOf(stem));
    return stem;
  });
}

/** File systems differ in case and normalisation; two names that some of them hold to be equal are equal here. */
function keyOf(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/** Shortens the last part of a path so that it fits, keeping whole characters. */
function fitted(path: string, suffix: string): string {
  const name = posix.basename(path);
  const characters = [...name];
  while (Buffer.byteLength(characters.join('') + suffix) > longestStem) characters.pop();
  return path.slice(0, path.length - name.length) + characters.join('') + suffix;
}

/**
 * The stem, or the stem with the first number for which none of the files is there yet. All formats of one document
 * get the same number, so that they stay together.
 */
export async function freeStem(folder: string, stem: string, endings: readonly string[]): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? stem : `${stem} (${number})`;
    const found = await Promise.all(endings.map((each) => exists(join(folder, `${candidate}.${each}`))));
    if (!found.includes(true)) return candidate;
  }
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Removes what a killed program has left half written below a folder: our own temporary files from before `since`. */
export async function removeUnfinished(folder: string, since: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) await removeUnfinished(path, since);
    else if (entry.isFile() && isPartial(entry.name)) {
      const info = await stat(path).catch(() => undefined);
      if (info && info.mtimeMs < since) await rm(path, { force: true }).catch(() => {});
    }
  }
}
