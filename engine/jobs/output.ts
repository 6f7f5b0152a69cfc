/** Writing results: names that never collide, complete files or none. */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { PalimpsestError } from '../base/errors';

export type OnExists = 'skip' | 'rename' | 'replace';

/** Bytes that common file systems take in a name, less room for `-images` and for a number. */
const longestStem = 255 - '-images'.length - ' (9999)'.length;

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
 * endings. The same list always gives the same stems.
 */
export function outputStems(relativePaths: readonly string[]): string[] {
  const variants = new Map<string, Set<string>>();
  for (const path of relativePaths) {
    const key = keyOf(withoutEnding(path));
    variants.set(key, (variants.get(key) ?? new Set()).add(keyOf(path)));
  }
  const taken = new Set<string>();
  return relativePaths.map((path) => {
    const bare = withoutEnding(path);
    const wanted = (variants.get(keyOf(bare))?.size ?? 1) > 1 ? path : bare;
    let stem = fitted(wanted, '');
    for (let number = 2; taken.has(keyOf(stem)); number++) stem = fitted(wanted, ` (${number})`);
    taken.add(keyOf(stem));
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

/** Makes a folder and what is above it. Fails with `write-failed`. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw writeFailed(path, cause);
  }
}

/**
 * Writes a file by a hidden temporary name beside it and renames, so that a reader never sees half of it; a file of
 * that name is replaced. Fails with `write-failed`, naming file and reason.
 */
export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.part`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw writeFailed(path, cause);
  }
}

function writeFailed(path: string, cause: unknown): PalimpsestError {
  const message = `${path} cannot be written: ${reasonOf(cause)}.`;
  return new PalimpsestError('write-failed', message, { file: path }, cause);
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'EBUSY') return 'it is open in another program';
  if (code === 'ENAMETOOLONG') return 'its name is too long';
  if (code === 'EISDIR') return 'a folder stands where the file should be';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file stands where a folder is needed';
  return cause instanceof Error ? cause.message : String(cause);
}
