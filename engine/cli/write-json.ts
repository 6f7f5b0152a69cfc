import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PalimpsestError } from '../index';

/** Writes a value as JSON; complete or not at all. Fails with `write-failed`. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, `${JSON.stringify(value, undefined, 2)}\n`);
    await rename(`${path}.part`, path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PalimpsestError('write-failed', `${path} cannot be written: ${reason}`, { file: path }, cause);
  }
}
