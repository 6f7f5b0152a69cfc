/** Folders for the length of one run. What a killed run left behind goes when the next one begins. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The process may be one of another container that shares the folder: unseen from here, and still at work. */
const leastAge = 3_600_000;

/** A fresh folder, named by this process; to be removed by the caller. `kind`: letters and hyphens. */
export async function makeTemporaryFolder(kind: string, parent = tmpdir()): Promise<string> {
  await removeLeftBehind(kind, parent);
  return mkdtemp(join(parent, `palimpsest-${kind}-${process.pid}-`));
}

async function removeLeftBehind(kind: string, parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const process = new RegExp(`^palimpsest-${kind}-(\\d+)-\\w{6}$`).exec(name)?.[1];
    if (process === undefined || isRunning(Number(process))) continue;
    const folder = join(parent, name);
    const changed = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();
    // Another user's stays.
    if (Date.now() - changed > leastAge) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}
