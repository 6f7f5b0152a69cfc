/** A folder that cannot work says which file and which item is wrong. */
import {
  cp,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PalimpsestError } from '../../base/errors';
import { modelFolder } from './fixtures';
import { GlmOcrModel } from './glm-ocr-model';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-model-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function copy(name: string): Promise<string> {
  const target = join(folder, 'model');
  await cp(modelFolder(name), target, { recursive: true });
  return target;
}

async function failure(model: string): Promise<PalimpsestError> {
  try {
    await (await GlmOcrModel.open(model, { threads: 1 })).close();
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
  throw new Error('The folder was accepted.');
}

async function edit(path: string, change: (value: Record<string, never>) => unknown): Promise<void> {
  const value = JSON.parse(await readFile(path, 'utf8'));
  change(value);
  await writeFile(path, JSON.stringify(value));
}

/** Changes the entry of one tensor, keeping the header's length. */
async function editHeader(path: string, change: (text: string) => string): Promise<void> {
  const file = await open(path, 'r+');
  const length = Buffer.alloc(8);
  await file.read(length, 0, 8, 0);
  const header = Buffer.alloc(Number(length.readBigUInt64LE()));
  await file.read(header, 0, header.length, 8);
  const changed = change(header.toString());
  if (changed.length !== header.length) throw new Error('The header must keep its length.');
  await file.write(Buffer.from(changed), 0, header.length, 8);
  await file.close();
}

describe('wrong model folders', () => {
  it.each(['config.json', 'generation_config.json', 'preprocessor_config.json', 'tokenizer.json'])(
    'misses %s',
    async (file) => {
      const model = await copy('gravity-like');
      await unlink(join(model, file));
      const error = await failure(model);
      expect(error.code).toBe('model-missing');
      expect(error.message).toContain(file);
    },
  );

  it('holds no weights, or lacks a shard', async () => {
    const single = await copy('gravity-like');
    await unlink(join(single, 'model.safetensors'));
    expect((await failure(single)).message).toMatch(/neither model\.safetensors nor/);
    const sharded = await copy('glm-ocr-like');
    const shard = 'model-00002-of-00002.safetensors';
    await unlink(join(sharded, shard));
    expect(await failure(sharded)).toMatchObject({
      code: 'model-missing',
      message: expect.stringContaining(shard),
    });
  });

  it('has weights that are cut short, or no weights at all', async () => {
    const model = await copy('gravity-like');
    const path = join(model, 'model.safetensors');
    await truncate(path, 300_000);
    expect(await failure(model)).toMatchObject({
      code: 'model-damaged',
      message: expect.stringMatching(/model\.safetensors is damaged: it is cut short: the tensor/),
    });
    await writeFile(path, 'version https://git-lfs.github.com/spec/v1\n');
    expect((await failure(model)).message).toMatch(/does not begin as a safetensors file/);
  });

  it('names the tensor that is missing or has another shape', async () => {
    const model = await copy('gravity-like');
    const path = join(model, 'model.safetensors');
    await editHeader(path, (text) => text.replace('layers.1.mlp.down_proj', 'layers.1.mlp.drop_proj'));
    expect((await failure(model)).message).toMatch(
      /lacks the tensor "[^"]*layers\.1\.mlp\.down_proj\.weight"/,
    );
    const reshaped = await copy('gravity-like');
    await editHeader(join(reshaped, 'model.safetensors'), (text) =>
      text.replace('[32,1176]', '[1176,32]').replace('[32,3,2,14,14]', '[32,3,14,2,14]'),
    );
    expect((await failure(reshaped)).message).toMatch(
      /patch_embed.*\[32, 3, 14, 2, 14\].*\[32, 3, 2, 14, 14\]/,
    );
  });

  it('names the item of a JSON file', async () => {
    const model = await copy('gravity-like');
    await edit(join(model, 'config.json'), (config: Record<string, Record<string, unknown>>) => {
      delete config.text_config?.head_dim;
    });
    const error = await failure(model);
    expect(error.code).toBe('model-damaged');
    expect(error.message).toMatch(/config\.json is wrong: text_config\.head_dim/);
  });

  it('has a mask id that the model has no row for', async () => {
    const model = await copy('gravity-like');
    await edit(join(model, 'block_diffusion.json'), (config: Record<string, unknown>) => {
      config.mask_id = 59282;
    });
    expect((await failure(model)).message).toMatch(/mask id 59282/);
  });

  it('opens a folder whose weights are links, as the hub lays them out', async () => {
    const model = await copy('gravity-like');
    await rename(join(model, 'model.safetensors'), join(folder, 'blob'));
    await symlink('../blob', join(model, 'model.safetensors'));
    await (await GlmOcrModel.open(model, { threads: 1 })).close();
  });
});
