/** Files that are seen whole or not at all. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PalimpsestError } from '../base/errors';

const partialName = /^\.[0-9a-f]{12}\.part$/;

/** Whether a name is one that `writeFileWhole` writes under; such a file is left only when the program was killed. */
export function isPartial(name: string): boolean {
  return partialName.test(name);
}

/**
 * Writes a file by a hidden temporary name beside it and renames, so that a reader never sees half of it; a file of
 * that name is replaced; folders are made. Fails with `write-failed`, naming file and reason; nothing is left then.
 */
export async function writeFileWhole(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.part`);
  makeFolder(dirname(path), path);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
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

/** Makes a folder and what is above it. Fails with `write-failed`, for what was `wanted` there. */
export function makeFolder(path: string, wanted = path): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw writeFailed(wanted, faultAt(path, cause));
  }
}

/** Node says of a read-only disk that the folder above is not there; the first one that is missing tells the truth. */
function faultAt(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) return cause;
  let missing = path;
  while (dirname(missing) !== missing && !existsSync(dirname(missing))) missing = dirname(missing);
  try {
    mkdirSync(missing);
    return cause;
  } catch (fault) {
    return fault;
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
