/** Asks for the room that a model needs before any of it is fetched. */
import * as files from 'node:fs/promises';
import { PalimpsestError } from '../base/errors';

/** Left free for everything else on the disk. */
const margin = 64 << 20;

/** Bytes that may be written below a folder; undefined where this cannot be found out (Node before 18.15). */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const statfs: typeof files.statfs | undefined = files.statfs;
  if (statfs === undefined) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws `write-failed` when there is clearly too little. */
export async function checkSpace(
  folder: string,
  needed: number,
  free: (folder: string) => Promise<number | undefined> = freeBytes,
): Promise<void> {
  const available = await free(folder).catch(() => undefined);
  if (available === undefined || available >= needed + margin) return;
  throw new PalimpsestError(
    'write-failed',
    `There is too little room in ${folder}: ${inWords(needed)} are needed, ${inWords(available)} are free.`,
    { file: folder },
  );
}

export function inWords(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
