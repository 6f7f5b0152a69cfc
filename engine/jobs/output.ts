/** Writing results: names that never collide, complete files or none. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { PalimpsestError } from '../base/errors';

export type OnExists = 'skip' | 'rename' | 'replace';

/**
 * Gives each source its own output stem below a folder, mirroring its relative path. Two sources that differ only in
 * their extension keep it (`scan.png` and `scan.jpg` → `scan.png`, `scan.jpg`); what is still the same gets a number.
 */
export class OutputNames {
  private readonly taken = new Set<string>();

  /** `siblings`: how many sources share this path without its extension. */
  stemFor(relativePath: string, siblings: number): string {
    const extension = extname(relativePath);
    const bare = extension === '' ? relativePath : relativePath.slice(0, -extension.length);
    const wanted = siblings > 1 ? relativePath : bare;
    let stem = wanted;
    for (let number = 2; this.taken.has(keyOf(stem)); number++) stem = `${wanted} (${number})`;
    this.taken.add(keyOf(stem));
    return stem;
  }
}

/** File systems differ in case and normalisation; two names that some of them hold to be equal are equal here. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Longest file name that common file systems take, in bytes; room is left for the temporary ending. */
const longestName = 240;

/** Shortens the last part of a stem so that stem + ending fits, keeping whole characters. */
export function fitName(stem: string, ending: string): string {
  const folder = dirname(stem);
  let name = basename(stem);
  while (Buffer.byteLength(name + ending) > longestName) name = [...name].slice(0, -1).join('');
  return folder === '.' ? name : `${folder}/${name}`;
}

/**
 * Writes a file by a temporary name beside it and renames, so that a reader never sees half of it. Returns the path
 * written, or undefined when it exists and `skip` was asked for. Fails with `write-failed`, naming file and reason.
 */
export async function writeOutput(
  path: string,
  bytes: Uint8Array,
  onExists: OnExists,
): Promise<string | undefined> {
  const target = await targetFor(path, onExists);
  if (target === undefined) return undefined;
  const temporary = join(dirname(target), `.${randomBytes(6).toString('hex')}.part`);
  try {
    await mkdir(dirname(target), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    return target;
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new PalimpsestError(
      'write-failed',
      `${target} cannot be written: ${reasonOf(cause)}.`,
      { file: target },
      cause,
    );
  }
}

async function targetFor(path: string, onExists: OnExists): Promise<string | undefined> {
  if (onExists === 'replace' || !(await exists(path))) return path;
  if (onExists === 'skip') return undefined;
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (let number = 2; ; number++) {
    const candidate = `${stem} (${number})${extension}`;
    if (!(await exists(candidate))) return candidate;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'EBUSY') return 'it is open in another program';
  if (code === 'ENAMETOOLONG') return 'its name is too long';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file stands where a folder is needed';
  return cause instanceof Error ? cause.message : String(cause);
}
