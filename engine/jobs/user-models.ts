/** A person's own models: added, listed, removed. What a folder must hold to be of use is known by its stage. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { PalimpsestError, toErrorData } from '../base/errors';
import type { ModelInfo } from '../document';
import {
  type AddedModel,
  type AddModelOptions,
  addModel,
  findInstalled,
  installedNames,
  removeInstalled,
} from '../library';
import { checkGlmOcrFolder } from '../model';
import { checkDocLayout } from '../regions';
import { type ModelFolder, verifyModelFolder } from '../runtime';

/** Adds a model that the readers or detectors can use; everything else is refused before much of it is fetched. */
export function addUserModel(options: Omit<AddModelOptions, 'accept'>): Promise<AddedModel> {
  return addModel({
    ...options,
    accept: async (folder, kind, isComplete) => {
      if (kind === 'layout') await checkDocLayout(join(folder, 'model.onnx'));
      else await checkGlmOcrFolder(folder, { weights: isComplete });
    },
  });
}

/** Returns the model's name as it was installed. */
export function removeUserModel(modelsFolder: string, name: string): Promise<string> {
  return removeInstalled(modelsFolder, name);
}

export interface InstalledModel extends ModelInfo {
  readonly kind: 'reader' | 'layout';
  readonly usable: boolean;
  readonly note?: string;
  readonly bytes: number;
}

/** What is installed, with what is wrong with it at first sight. */
export async function userModels(modelsFolder: string | undefined): Promise<InstalledModel[]> {
  if (modelsFolder === undefined) return [];
  const models: InstalledModel[] = [];
  for (const name of await installedNames(modelsFolder)) {
    try {
      const model = await findInstalled(modelsFolder, name);
      if (!model) continue;
      const { manifest, sha256 } = model;
      const note = await missingPart(model);
      const fault = note === undefined ? { usable: true } : { usable: false, note };
      const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
      const { version, kind = 'reader' } = manifest;
      models.push({ id: name, name: manifest.name, version, sha256, kind, bytes, ...fault });
    } catch (error) {
      const note = toErrorData(error).message;
      models.push({ id: name, name, version: '', sha256: '', kind: 'reader', bytes: 0, usable: false, note });
    }
  }
  return models;
}

/** Hashes every file of every installed model. Fails with `model-damaged` or `model-missing`, naming the file. */
export async function verifyUserModels(modelsFolder: string | undefined): Promise<void> {
  if (modelsFolder === undefined) return;
  for (const name of await installedNames(modelsFolder)) {
    const model = await findInstalled(modelsFolder, name);
    if (model) await verifyModelFolder(model);
  }
}

/** The folder of an installed reader or of an absolute path; `model-missing` names what there is. */
export async function readerFolder(
  modelsFolder: string | undefined,
  model: string,
  shipped: readonly string[],
): Promise<string> {
  const isFolder = (await stat(join(model, 'config.json')).catch(() => undefined))?.isFile();
  if (isAbsolute(model) && isFolder) return model;
  const found = modelsFolder !== undefined && (await findInstalled(modelsFolder, model));
  if (found && (found.manifest.kind ?? 'reader') === 'reader') return found.folder;
  const readers = (await userModels(modelsFolder)).filter(({ kind }) => kind === 'reader');
  const known = [...shipped, ...readers.map(({ id }) => id)].join(', ');
  throw new PalimpsestError(
    'model-missing',
    `There is no model "${model}": neither one of ${known} nor a folder with config.json, such as ./GravityOCR.`,
    { file: model },
  );
}

/** The detector that a person has installed in place of the shipped one, if any. */
export async function installedLayout(modelsFolder: string | undefined): Promise<ModelFolder | undefined> {
  const found = (await userModels(modelsFolder)).find(({ kind, usable }) => kind === 'layout' && usable);
  return found && modelsFolder !== undefined ? findInstalled(modelsFolder, found.id) : undefined;
}

/** What is wrong with a model's files at first sight (their sizes); undefined when nothing is. */
export async function missingPart(model: ModelFolder): Promise<string | undefined> {
  for (const [name, { bytes }] of Object.entries(model.manifest.files)) {
    const info = await stat(model.path(name)).catch(() => undefined);
    if (!info) return `Its file ${name} is missing.`;
    if (info.size !== bytes) return `Its file ${name} is not the one in its manifest.`;
  }
  return undefined;
}
