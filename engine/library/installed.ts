/** The models that a person has installed: one folder each, with a manifest, in a folder of the user's own. */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PalimpsestError } from '../base/errors';
import { type ModelFolder, type ModelManifest, openModelFolder } from '../runtime';
import { checkName } from './catalogue';
import { lockModel } from './lock';
import { unfinishedFolder } from './unfinished';
import { asWriteFault } from './write-fault';

/** Where a person's models lie when nothing else is said; `PALIMPSEST_MODELS` names another folder. */
export function userModelsFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = environment.PALIMPSEST_MODELS;
  if (own) return own;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Palimpsest', 'models');
  if (platform === 'win32') {
    return join(environment.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Palimpsest', 'models');
  }
  return join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'palimpsest', 'models');
}

/** Folders with a manifest, by name; none where the models folder does not exist. */
export async function installedNames(modelsFolder: string): Promise<string[]> {
  const entries = await readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const manifest = await stat(join(modelsFolder, entry.name, 'manifest.json')).catch(() => undefined);
    if (manifest?.isFile()) names.push(entry.name);
  }
  return names.sort();
}

/** An installed model by name, in any case of letters. Throws `model-damaged` for one whose manifest is. */
export async function findInstalled(modelsFolder: string, name: string): Promise<ModelFolder | undefined> {
  const wanted = name.toLowerCase();
  const found = (await installedNames(modelsFolder)).find((each) => each.toLowerCase() === wanted);
  return found === undefined ? undefined : openModelFolder(join(modelsFolder, found));
}

export async function writeManifest(folder: string, manifest: ModelManifest): Promise<void> {
  const path = join(folder, 'manifest.json');
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`);
    await rename(`${path}.new`, path);
  } catch (error) {
    throw asWriteFault(error, path);
  }
}

/** Removes a model, or what an unfinished fetch of it has left. Throws `model-missing` when there is neither. */
export async function removeInstalled(modelsFolder: string, name: string): Promise<string> {
  checkName(name);
  const wanted = name.toLowerCase();
  const begun = await readdir(join(modelsFolder, '.unfinished'), { withFileTypes: true }).catch(() => []);
  const entries = [
    ...(await installedNames(modelsFolder)),
    ...begun.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
  ];
  const found = entries.find((each) => each.toLowerCase() === wanted);
  if (found === undefined) {
    throw new PalimpsestError('model-missing', `There is no installed model "${name}" in ${modelsFolder}.`);
  }
  const unlock = await lockModel(modelsFolder, found);
  try {
    const folder = join(modelsFolder, found);
    // Gone under its name at once, so that a removal that is cut off leaves no half model to be used.
    const leaving = join(modelsFolder, '.unfinished', `${found}.removed`);
    await rm(leaving, { recursive: true, force: true });
    await rename(folder, leaving).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rm(leaving, { recursive: true, force: true });
    await rm(unfinishedFolder(modelsFolder, found), { recursive: true, force: true });
  } catch (error) {
    throw asWriteFault(error, join(modelsFolder, found));
  } finally {
    await unlock();
  }
  return found;
}
