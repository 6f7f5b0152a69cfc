/** The engine's numbers against those of `transformers` on tiny checkpoints of the same architecture. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddingTable } from '../decoder/embedding-table';
import { KeyValueCache } from '../decoder/key-value-cache';
import { textPositions } from '../decoder/rotary';
import type { TokenDecoder } from '../decoder/token-decoder';
import { TokenText } from '../decoder/token-text';
import { type Checkpoint, embeddingName, readCheckpoint } from './checkpoint';
import { checkpointNames, type Expected, largestDifference, modelFolder, readExpected } from './fixtures';
import { readFolderConfig } from './folder-config';
import { openDecoder, openVision } from './open-graphs';
import { cutPatches } from './patches';
import { buildPrompt, type Prompt } from './prompt';
import type { VisionTower } from './vision-tower';

const tolerance = 1e-4;

describe.each(checkpointNames)('%s', (name) => {
  let expected: Expected;
  let checkpoint: Checkpoint;
  let tokens: TokenText;
  let vision: VisionTower;
  let decoder: TokenDecoder;
  let table: EmbeddingTable;
  let maskId: number;

  beforeAll(async () => {
    expected = await readExpected(name);
    checkpoint = await readCheckpoint(await readFolderConfig(modelFolder(name)));
    tokens = await TokenText.open(modelFolder(name));
    vision = await openVision(checkpoint, 2);
    decoder = await openDecoder(checkpoint, 2);
    table = await EmbeddingTable.open(checkpoint.tensor(embeddingName));
    maskId = tokens.idOf('<|mask|>') ?? tokens.idOf('[MASK]') ?? 0;
  });
  afterAll(async () => {
    await vision.close();
    await decoder.close();
    await table.close();
  });

  const forEachCase = (title: string, check: (task: Expected['cases'][number]) => Promise<void>) =>
    it.each(['text', 'table', 'formula'])(`${title}: %s`, async (task) => {
      const found = expected.cases.find((one) => one.task === task);
      if (!found) throw new Error(`No case ${task}.`);
      await check(found);
    });

  const promptOf = ({ task, grid: [rows, columns] }: Expected['cases'][number]): Prompt =>
    buildPrompt(
      tokens,
      task,
      { rows, columns },
      {
        mergeSize: 2,
        imageId: checkpoint.config.imageId,
        folder: checkpoint.config.folder,
      },
    );

  /** A prefilled cache, with the reference's image embeddings, and the prompt's logits. */
  async function prefilled(
    one: Expected['cases'][number],
  ): Promise<{ cache: KeyValueCache; logits: Float32Array }> {
    const prompt = promptOf(one);
    const { hiddenSize } = decoder.config;
    const embeddings = new Float32Array(prompt.ids.length * hiddenSize);
    await table.fill(prompt.ids, embeddings);
    embeddings.set(await expected.floats(`${one.task}.image_embeds`), prompt.imageStart * hiddenSize);
    const cache = new KeyValueCache(decoder.config, prompt.ids.length + 120);
    const { logits } = await decoder.runWithLogits(cache, {
      embeddings,
      positions: prompt.positions,
      causal: prompt.ids.length,
      asked: [prompt.ids.length - 1],
    });
    cache.length = prompt.ids.length;
    return { cache, logits };
  }

  async function run(
    cache: KeyValueCache,
    one: Expected['cases'][number],
    ids: readonly number[],
    causal: number,
  ) {
    const embeddings = new Float32Array(ids.length * decoder.config.hiddenSize);
    await table.fill(ids, embeddings);
    const first = one.nextPosition + cache.length - one.prompt.length;
    const positions = textPositions(first, ids.length);
    return decoder.runWithLogits(cache, { embeddings, positions, causal, asked: ids.map((_, row) => row) });
  }

  /** Brings the cache to `count` committed ids, the last of them pending. */
  async function commit(cache: KeyValueCache, one: Expected['cases'][number], count: number): Promise<void> {
    cache.length = one.prompt.length;
    if (count === 1) return;
    await run(cache, one, one.greedy.slice(0, count - 1), count - 1);
    cache.length += count - 1;
  }

  const bestIds = (rows: { readonly ids: Int32Array }): number[] =>
    [...rows.ids].filter((_, i) => i % 2 === 0);

  forEachCase('cuts a picture into patches', async ({ task, grid }) => {
    const patches = cutPatches(await expected.raster(`${task}.image`), checkpoint.config.preprocessing);
    expect([patches.rows, patches.columns]).toEqual(grid);
    expect(largestDifference(patches.values, await expected.floats(`${task}.pixels`))).toBeLessThan(1e-5);
  });

  forEachCase('embeds a picture', async ({ task, grid: [rows, columns] }) => {
    const values = await expected.floats(`${task}.pixels`);
    const embeddings = await vision.embed({ rows, columns, values });
    expect(largestDifference(embeddings, await expected.floats(`${task}.image_embeds`))).toBeLessThan(
      tolerance,
    );
  });

  forEachCase('writes the prompt', async (one) => {
    const prompt = promptOf(one);
    expect(prompt.ids).toEqual(one.prompt);
    expect(prompt.nextPosition).toBe(one.nextPosition);
    expect([...prompt.positions]).toEqual([...(await expected.integers(`${one.task}.positions`))]);
  });

  forEachCase('reads the prompt', async (one) => {
    const { logits } = await prefilled(one);
    expect(largestDifference(logits, await expected.floats(`${one.task}.prefill_logits`))).toBeLessThan(
      tolerance,
    );
  });

  forEachCase('drafts with masks only (round 0)', async (one) => {
    const { cache } = await prefilled(one);
    const { logits, rows } = await run(cache, one, new Array<number>(32).fill(maskId), 0);
    expect(largestDifference(logits, await expected.floats(`${one.task}.draft_0_32`))).toBeLessThan(
      tolerance,
    );
    expect(bestIds(rows)).toEqual(one.drafts['0_32']);
  });

  forEachCase('drafts with a pending id and masks', async (one) => {
    const { cache } = await prefilled(one);
    for (const [key, best] of Object.entries(one.drafts)) {
      const [count = 0, masks = 0] = key.split('_').map(Number);
      if (count === 0) continue;
      await commit(cache, one, count);
      const ids = [one.greedy[count - 1]!, ...new Array<number>(masks).fill(maskId)];
      const { logits, rows } = await run(cache, one, ids, 1);
      const reference = await expected.floats(`${one.task}.draft_${key}`);
      expect(largestDifference(logits, reference), key).toBeLessThan(tolerance);
      expect(bestIds(rows), key).toEqual(best);
    }
  });

  forEachCase('verifies a draft', async (one) => {
    const { cache } = await prefilled(one);
    for (const [key, { window, best }] of Object.entries(one.verified)) {
      await commit(cache, one, Number(key.split('_')[0]));
      const { logits, rows } = await run(cache, one, window, window.length);
      const reference = await expected.floats(`${one.task}.verify_${key}`);
      expect(largestDifference(logits, reference), key).toBeLessThan(tolerance);
      expect(bestIds(rows), key).toEqual(best);
    }
  });

  forEachCase('keeps only accepted rows in the cache', async (one) => {
    const { cache } = await prefilled(one);
    await run(cache, one, [one.greedy[0]!, ...new Array<number>(32).fill(maskId)], 1);
    await run(cache, one, one.verified['1_5_3']?.window ?? [], 9);
    cache.length += 6;
    const past = cache.past();
    for (let layer = 0; layer < decoder.config.layers; layer++) {
      for (const kind of ['keys', 'values']) {
        const { data } = past[`past_${kind}.${layer}`]!;
        const reference = await expected.floats(`${one.task}.${kind}_${layer}`);
        if (!(data instanceof Float32Array)) throw new Error('The cache holds floats.');
        expect(largestDifference(data, reference), `${kind} ${layer}`).toBeLessThan(tolerance);
      }
    }
  });

  it('reads and writes text like the tokenizer', () => {
    for (const { text, ids, decoded } of expected.texts) {
      expect(tokens.encode(text)).toEqual(ids);
      expect(tokens.decode(ids)).toBe(decoded);
    }
    for (const { greedy, text } of expected.cases) expect(tokens.decode(greedy)).toBe(text);
  });
});
