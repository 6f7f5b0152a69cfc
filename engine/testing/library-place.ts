/** A hub with a small model, and a fresh folder to install it into. For tests only. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { type AddedModel, type AddModelOptions, addModel } from '../library/add-model';
import { openModelFolder, verifyModelFolder } from '../runtime';
import { type HubOptions, HubServer } from './hub-server';

export let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palimpsest-library-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

export const weights = Buffer.from(
  Array.from({ length: 400 }, (_, i) => createHash('sha512').update(String(i)).digest('hex')).join(''),
);
export const files = {
  'config.json': Buffer.from('{"model_type":"glm_ocr"}'),
  'generation_config.json': Buffer.from('{}'),
  'tokenizer.json': Buffer.from('{"model":{}}'),
  'model.safetensors': weights,
  'README.md': Buffer.from('not wanted'),
};

export async function hubWith(options?: HubOptions, of: Record<string, Buffer> = files): Promise<HubServer> {
  const hub = await HubServer.start('zai-org/GLM-OCR', of, options);
  onTestFinished(() => hub.stop());
  return hub;
}

export const models = (): string => join(root, 'models');

export function add(hub: HubServer | undefined, more: Partial<AddModelOptions> = {}): Promise<AddedModel> {
  return addModel({
    what: 'zai-org/GLM-OCR',
    cwd: root,
    modelsFolder: models(),
    accept: async () => {},
    patience: { silence: 1_000, pause: 5 },
    hub: hub?.url ?? 'http://127.0.0.1:9',
    ...more,
  });
}

/** The model is complete, under its name, and as the hub has it. */
export async function expectWhole(model: AddedModel, of: Record<string, Buffer> = files): Promise<void> {
  const folder = await openModelFolder(model.folder);
  await verifyModelFolder(folder);
  const wanted = Object.keys(of).filter((name) => name !== 'README.md');
  expect(Object.keys(folder.manifest.files).sort()).toEqual([...wanted].sort());
  for (const name of wanted) {
    expect((await readFile(join(model.folder, name))).equals(of[name] ?? Buffer.alloc(0))).toBe(true);
  }
  expect((await readdir(model.folder)).sort()).toEqual([...wanted, 'manifest.json'].sort());
  expect(await readdir(join(models(), '.unfinished'))).toEqual([]);
}

export const partPath = (): string => join(models(), '.unfinished', 'GLM-OCR', 'model.safetensors.part');
