import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Account, PalimpsestError } from '../index';

/** Writes the account as JSON; complete or not at all. Fails with `write-failed`. */
export async function writeSummary(path: string, account: Account): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, `${JSON.stringify(account, undefined, 2)}\n`);
    await rename(`${path}.part`, path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PalimpsestError(
      'write-failed',
      `The summary cannot be written: ${reason}`,
      { file: path },
      cause,
    );
  }
}
