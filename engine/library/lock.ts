import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../base/errors';
import { asWriteFault } from './write-fault';

/**
 * Keeps two programs from writing the same model. Returns how to let go. Throws `project-in-use`; the lock of a
 * program that is gone counts for nothing.
 */
export async function lockModel(modelsFolder: string, name: string): Promise<() => Promise<void>> {
  const folder = join(modelsFolder, '.unfinished');
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw asWriteFault(error, folder);
  });
  const path = join(folder, `${name}.lock`);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      const owner = Number(await readFile(path, 'utf8').catch(() => ''));
      if (!(owner > 0)) throw asWriteFault(error, path);
      if (isRunning(owner)) {
        const message = `The model ${name} is being added or removed by another program (process ${owner}).`;
        throw new PalimpsestError('project-in-use', message);
      }
      await rm(path, { force: true });
    }
  }
  throw new PalimpsestError('project-in-use', `The model ${name} is being added or removed elsewhere.`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
