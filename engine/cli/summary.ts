import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Account } from '../index';

/** Writes the account as JSON; complete or not at all. */
export async function writeSummary(path: string, account: Account): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, `${JSON.stringify(account, undefined, 2)}\n`);
  await rename(`${path}.part`, path);
}
