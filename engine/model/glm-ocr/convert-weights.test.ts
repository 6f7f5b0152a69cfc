import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neededTensors } from './checkpoint';
import { greedyIds, shareUnchanged } from './compare-precision';
import { convertWeights, type QuantisedPrecision } from './convert-weights';
import { modelFolder, readExpected } from './fixtures';
import { readFolderConfig } from './folder-config';
import { GlmOcrModel } from './glm-ocr-model';

let root = '';
let folder = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palimpsest-convert-'));
  folder = join(root, 'model');
  // The one whose matrix widths are no multiples of a block.
  await cp(modelFolder('even-heads'), folder, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function samples() {
  const expected = await readExpected('even-heads');
  return Promise.all(
    expected.cases.map(async ({ task }) => ({ task, picture: await expected.raster(`${task}.image`) })),
  );
}

describe('weight-only quantisation', () => {
  it.each<[QuantisedPrecision, number]>([
    ['int8', 0.9],
    ['int4', 0.4],
  ])('%s reads nearly the same, and one row has the bits of many', async (precision, least) => {
    const pictures = await samples();
    const stored = await GlmOcrModel.open(folder, { threads: 2 });
    const ids = await greedyIds(stored, pictures, 40);
    expect(await shareUnchanged(stored, pictures, ids)).toBe(1);
    await stored.close();

    const shares: number[] = [];
    const report = await convertWeights(folder, precision, { onProgress: (share) => shares.push(share) });
    expect(shares[shares.length - 1]).toBe(1);
    expect((await readFile(report.file)).length).toBe(report.bytes);

    const model = await GlmOcrModel.open(folder, { threads: 2, precision });
    expect(await shareUnchanged(model, pictures, ids)).toBeGreaterThan(least);
    // Its own greedy ids, one row at a time, are what one verify over all of them says.
    const own = await greedyIds(model, pictures, 40);
    expect(await shareUnchanged(model, pictures, own)).toBe(1);
    await model.close();
  });

  it('asks for the conversion, and refuses one of another model', async () => {
    const open = () => GlmOcrModel.open(folder, { threads: 1, precision: 'int8' });
    await expect(open()).rejects.toMatchObject({ code: 'model-missing' });
    await convertWeights(folder, 'int8');
    const other = join(root, 'other');
    await cp(modelFolder('gravity-like'), other, { recursive: true });
    await cp(join(folder, 'int8'), join(other, 'int8'), { recursive: true });
    const wrong = GlmOcrModel.open(other, { threads: 1, precision: 'int8' });
    await expect(wrong).rejects.toMatchObject({ code: 'model-damaged' });
  });

  it('leaves nothing behind when it is cancelled, and keeps a finished conversion', async () => {
    await convertWeights(folder, 'int8');
    const before = await readFile(join(folder, 'int8', 'model.safetensors'));
    await writeFile(join(folder, 'int8', 'note.txt'), 'mine');
    const abort = new AbortController();
    const cancelled = convertWeights(folder, 'int8', {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect((await readdir(join(folder, 'int8'))).sort()).toEqual(['model.safetensors', 'note.txt']);
    expect((await readFile(join(folder, 'int8', 'model.safetensors'))).equals(before)).toBe(true);
  });

  it('holds little of a large file at a time', async () => {
    const { text_config: text, ...config } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
    const rows = 40_000;
    const wide = { ...text, hidden_size: 1024, vocab_size: rows };
    const vision = { ...config.vision_config, out_hidden_size: 1024 };
    await writeFile(
      join(folder, 'config.json'),
      JSON.stringify({ ...config, text_config: wide, vision_config: vision }),
    );
    const bytes = await writeEmptyWeights(folder, rows);
    expect(bytes).toBeGreaterThan(150e6);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 2);
    await convertWeights(folder, 'int4');
    clearInterval(watch);
    // One matrix alone has 82 MB.
    expect(most).toBeGreaterThan(4e6);
    expect(most).toBeLessThan(64e6);
  });

  it('says that a file cannot be written, and where', async () => {
    await writeFile(join(folder, 'int8'), 'no folder');
    await expect(convertWeights(folder, 'int8')).rejects.toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining(join(folder, 'int8', 'model.safetensors')),
    });
  });
});

/** All tensors that the config needs, as zeros in a file with holes: large, and written at once. */
async function writeEmptyWeights(folder: string, rows: number): Promise<number> {
  const header: Record<string, unknown> = {};
  let place = 0;
  for (const [name, shape] of neededTensors(await readFolderConfig(folder), rows)) {
    const end = place + shape.reduce((product, dim) => product * dim, 2);
    header[name] = { dtype: 'BF16', shape, data_offsets: [place, end] };
    place = end;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const file = join(folder, 'model.safetensors');
  await writeFile(file, Buffer.concat([length, text]));
  await truncate(file, 8 + text.length + place);
  return place;
}
