/**
 * The glm-ocr graphs on a WebGPU device with the cache in its memory: the ids of plain decoding on that device, numbers
 * near the processor's. Without a graphics processor SwiftShader stands in, exact and slow.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blockDiffusionDrafter, type DecodedReading, type DecodePlan, decode } from '../decoding';
import { DeviceCache } from '../model/decoder/device-cache';
import { textPositions } from '../model/decoder/rotary';
import { readCheckpoint } from '../model/glm-ocr/checkpoint';
import {
  largestDifference,
  modelFolder,
  overfittedFolder,
  readExpected,
  readOverfittedCrops,
} from '../model/glm-ocr/fixtures';
import { readFolderConfig } from '../model/glm-ocr/folder-config';
import { GlmOcrModel } from '../model/glm-ocr/glm-ocr-model';
import { openDecoder } from '../model/glm-ocr/open-graphs';
import type { RegionPrompt, RegionVerifier } from '../model/glm-ocr/region-verifier';
import { DeviceMemory, GraphBuilder, openGraph } from '../runtime';
import { idPriorDrafter } from './id-prior';
import { missingAdapter } from './webgpu-adapter';

const missing = await missingAdapter();
const unused = [100_000];
// Software takes its time, more so on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

async function run(
  model: GlmOcrModel,
  prompt: RegionPrompt,
  planOf: (verifier: RegionVerifier) => DecodePlan,
  cap: number,
  endIds: readonly number[],
): Promise<DecodedReading> {
  const verifier = model.session(prompt, cap);
  const events = decode(verifier, planOf(verifier), { endIds, cap, loopGuard: 'off' });
  for (;;) {
    const step = await events.next();
    if (!step.done) continue;
    verifier.close();
    return step.value;
  }
}

const plain = (): DecodePlan => ({ mode: 'autoregressive' });
const drafted = (verifier: RegionVerifier): DecodePlan => ({
  mode: 'self-speculative',
  drafters: [blockDiffusionDrafter(verifier)],
  blockLength: 32,
});

describe.skipIf(missing !== undefined)(
  `on WebGPU${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('decides between equal values like the processor: the smaller id first', async () => {
      const graph = new GraphBuilder();
      const logits = graph.input('logits', 'float32', ['R', 5000]);
      const [values = '', ids = ''] = graph.outputsOf('TopK', [logits, graph.integers([2])], { axis: -1 }, 2);
      graph.output('values', values, 'float32', ['R', 2]);
      graph.output('ids', ids, 'int64', ['R', 2]);
      const session = await openGraph(graph.finish(), { threads: 1, device: 'webgpu' });
      const data = Float32Array.from({ length: 3 * 5000 }, (_, i) => ((i * 7919) % 5000) % 50);
      const { ids: found } = await session.run({ logits: { type: 'float32', data, dims: [3, 5000] } });
      const first = [0, 1, 2].flatMap((row) => {
        const best = data.subarray(row * 5000, (row + 1) * 5000).indexOf(49);
        return [best, data.subarray(row * 5000, (row + 1) * 5000).indexOf(49, best + 1)];
      });
      expect(Array.from(found?.data ?? [], Number)).toEqual(first);
      await session.release();
    });

    it('lengthens a tensor and keeps what stood in it', async () => {
      const memory = await DeviceMemory.open('webgpu');
      const before = await memory.zeros(3, [2, 2]);
      const after = await memory.lengthened(before, 5);
      expect([before.dims, after.dims]).toEqual([
        [3, 2, 2],
        [8, 2, 2],
      ]);
      before.release();
      after.release();
      await memory.close();
    });

    describe.each(['gravity-like', 'even-heads'])('%s', (name) => {
      let here: GlmOcrModel;
      let there: GlmOcrModel;
      beforeAll(async () => {
        here = await GlmOcrModel.open(modelFolder(name), { threads: 2 });
        there = await GlmOcrModel.open(modelFolder(name), { threads: 2, device: 'webgpu' });
      });
      afterAll(async () => {
        await here.close();
        await there.close();
      });

      it('embeds pictures and gives logits like the processor, also behind rejected rows', async () => {
        const expected = await readExpected(name);
        const { task, greedy } = expected.cases[0]!;
        const picture = await expected.raster(`${task}.image`);
        const prompts = [await here.prepare(picture, task), await there.prepare(picture, task)] as const;
        expect(largestDifference(prompts[0].embeddings, prompts[1].embeddings)).toBeLessThan(1e-4);
        const logits: Float32Array[] = [];
        for (const [place, model] of [here, there].entries()) {
          const verifier = model.session(prompts[place]!, 64);
          await verifier.prefill();
          // Three drafts that are thrown away, one of which is longer than what is kept later.
          await verifier.draftBlock(greedy[0]!, 9);
          await verifier.verify([greedy[0]!, 3, 5, 7, 11]);
          verifier.commit(1);
          await verifier.verify([greedy[1]!, 2, 4]);
          verifier.commit(0);
          const rows = await verifier.denoise(greedy.slice(1, 9));
          logits.push(Float32Array.from([...rows.values, ...rows.probabilities]));
          verifier.close();
        }
        expect(largestDifference(logits[0]!, logits[1]!)).toBeLessThan(1e-3);
      });

      it('O05: drafts change no id', async () => {
        const expected = await readExpected(name);
        for (const { task, greedy } of expected.cases.slice(0, 1)) {
          const prompt = await there.prepare(await expected.raster(`${task}.image`), task);
          const cap = 16;
          const { ids } = await run(there, prompt, plain, cap, unused);
          expect(ids).toEqual(greedy.slice(0, cap));
          const wrong = greedy.map((id, place) => (place % 5 === 4 ? (id + 1) % 200 : id));
          const plans = [
            drafted,
            (verifier: RegionVerifier): DecodePlan => ({
              mode: 'self-speculative',
              drafters: [idPriorDrafter(wrong), blockDiffusionDrafter(verifier)],
              blockLength: 7,
            }),
          ];
          for (const plan of plans) expect((await run(there, prompt, plan, cap, unused)).ids).toEqual(ids);
        }
      });
    });

    it('grows its cache without losing a row', async () => {
      const checkpoint = await readCheckpoint(await readFolderConfig(modelFolder('gravity-like')));
      const { config } = checkpoint;
      const embeddings = Float32Array.from({ length: 150 * config.decoder.hiddenSize }, (_, i) =>
        Math.sin(i * 0.37),
      );
      const rowsFrom = (from: number, count: number) => ({
        embeddings: embeddings.subarray(
          from * config.decoder.hiddenSize,
          (from + count) * config.decoder.hiddenSize,
        ),
        positions: textPositions(from, count),
        causal: count,
        asked: [count - 1],
      });
      const memory = await DeviceMemory.open('webgpu');
      const results: Float32Array[] = [];
      for (const device of ['cpu', 'webgpu'] as const) {
        const decoder = await openDecoder(checkpoint, 2, device);
        const cache =
          device === 'cpu' ? decoder.newCache(200) : new DeviceCache(config.decoder, memory, 200, 64);
        for (const [from, count] of [
          [0, 60],
          [60, 40],
          [100, 40],
        ] as const) {
          await decoder.run(cache, rowsFrom(from, count));
          cache.length += count;
        }
        results.push((await decoder.runWithLogits(cache, rowsFrom(140, 5))).logits);
        cache.release();
        await decoder.close();
      }
      await memory.close();
      expect(largestDifference(results[0]!, results[1]!)).toBeLessThan(1e-3);
    });

    it('reads a crop of the overfitted checkpoint as the processor does', async () => {
      const folder = join(overfittedFolder, 'model');
      const [crop] = (await readOverfittedCrops()).filter(({ trained }) => trained);
      const model = await GlmOcrModel.open(folder, { threads: 2, device: 'webgpu' });
      const prompt = await model.prepare(crop!.picture, crop!.task);
      const reading = await run(model, prompt, drafted, 300, model.config.endIds);
      expect(model.tokens.decode(reading.ids)).toBe(crop!.text);
      expect(reading.counters.accepted / reading.counters.rounds).toBeGreaterThan(15);
      expect((await run(model, prompt, plain, 24, model.config.endIds)).ids).toEqual(
        reading.ids.slice(0, 24),
      );
      await model.close();
    });
  },
);
