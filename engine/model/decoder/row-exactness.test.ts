/**
 * Draft and verify are exact only if a row's result does not depend, bit for bit, on how many rows run with it. The
 * kernels choose their way by shape, so this is shown for the shapes of the published models, not only for tiny ones.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWeights, type Tensor, type Weights } from '../../runtime';
import type { DecoderConfig } from './decoder-config';
import { buildDecoderGraph } from './decoder-graph';
import { KeyValueCache } from './key-value-cache';
import { textPositions } from './rotary';
import { TokenDecoder } from './token-decoder';

const base = { normEpsilon: 1e-5, rotaryBase: 10000 };
const shapes: Readonly<Record<string, DecoderConfig>> = {
  'GLM-OCR (short vocabulary)': {
    ...base,
    layers: 1,
    vocabularySize: 1024,
    hiddenSize: 1536,
    innerSize: 4608,
    heads: 16,
    keyValueHeads: 8,
    headSize: 128,
    rotarySections: [16, 24, 24],
  },
  'one key head per query head, odd sizes': {
    ...base,
    layers: 2,
    vocabularySize: 301,
    hiddenSize: 72,
    innerSize: 90,
    heads: 3,
    keyValueHeads: 3,
    headSize: 24,
    rotarySections: [4, 4, 4],
  },
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-rows-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Uniform in -1 … 1; the same on every machine. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

async function writeRandomWeights(config: DecoderConfig): Promise<Weights> {
  const { hiddenSize, innerSize, heads, keyValueHeads, headSize } = config;
  const tensors: [name: string, dims: number[]][] = [
    ['norm.weight', [hiddenSize]],
    ['head', [config.vocabularySize, hiddenSize]],
  ];
  for (let layer = 0; layer < config.layers; layer++) {
    for (const norm of ['input', 'post_self_attn', 'post_attention', 'post_mlp']) {
      tensors.push([`layers.${layer}.${norm}_layernorm.weight`, [hiddenSize]]);
    }
    const matrices = {
      'self_attn.q_proj': [heads * headSize, hiddenSize],
      'self_attn.k_proj': [keyValueHeads * headSize, hiddenSize],
      'self_attn.v_proj': [keyValueHeads * headSize, hiddenSize],
      'self_attn.o_proj': [hiddenSize, heads * headSize],
      'mlp.gate_up_proj': [2 * innerSize, hiddenSize],
      'mlp.down_proj': [hiddenSize, innerSize],
    };
    for (const [name, dims] of Object.entries(matrices)) {
      tensors.push([`layers.${layer}.${name}.weight`, dims]);
    }
  }
  const header: Record<string, unknown> = {};
  const parts: Buffer[] = [];
  let offset = 0;
  const next = noise(7);
  for (const [name, dims] of tensors) {
    const count = dims.reduce((a, b) => a * b);
    const scale = dims.length === 1 ? 1 : 2 / Math.sqrt(dims[1] ?? 1);
    const mean = dims.length === 1 ? 1 : 0;
    // bf16 is the upper half of fp32. Plain loops: these are tens of millions of values.
    const value = new Float32Array(1);
    const bits = new Uint32Array(value.buffer);
    const halves = new Uint16Array(count);
    for (let i = 0; i < count; i++) {
      value[0] = next() * scale + mean;
      halves[i] = bits[0]! >>> 16;
    }
    parts.push(Buffer.from(halves.buffer));
    header[name] = { dtype: 'BF16', shape: dims, data_offsets: [offset, offset + count * 2] };
    offset += count * 2;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  await writeFile(join(folder, 'model.safetensors'), Buffer.concat([length, text, ...parts]));
  return readWeights(folder);
}

function bitsOf(...arrays: readonly Float32Array[]): Buffer {
  return Buffer.concat(arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)));
}

function arraysOf(tensors: Readonly<Record<string, Tensor>>): Float32Array[] {
  return Object.values(tensors).map(({ data }) => {
    if (!(data instanceof Float32Array)) throw new Error('The cache holds floats.');
    return data;
  });
}

describe.each(Object.entries(shapes))('rows are exact: %s', (_, config) => {
  it('one row at a time gives the bits of many', { timeout: 120_000 }, async () => {
    const weights = await writeRandomWeights(config);
    const stored = (name: string) => {
      const tensor = weights.get(name);
      if (!tensor) throw new Error(name);
      return tensor;
    };
    const graph = buildDecoderGraph(
      config,
      {
        vector: (builder, name) => builder.weight(stored(name)),
        linear: (builder, input, name) =>
          builder.node('Gemm', [input, builder.weight(stored(name))], { transB: 1 }),
      },
      { prefix: '', head: 'head' },
    );
    const decoder = await TokenDecoder.open(config, graph, 4);
    const next = noise(3);
    const embeddings = Float32Array.from({ length: 300 * config.hiddenSize }, next);
    const rowsFrom = (from: number, count: number) => ({
      embeddings: embeddings.subarray(from * config.hiddenSize, (from + count) * config.hiddenSize),
      positions: textPositions(from, count),
      causal: count,
      asked: Array.from({ length: count }, (_, row) => row),
    });
    for (const [past, count] of [
      [30, 34],
      [63, 2],
      [127, 17],
      [200, 9],
    ] as const) {
      const cache = new KeyValueCache(config, 300);
      await decoder.prefill(cache, rowsFrom(0, past), async () => {});
      const together = await decoder.runWithLogits(cache, rowsFrom(past, count));
      const writtenTogether = bitsOf(...arraysOf(cache.window(count)));
      const singly: Float32Array[] = [];
      const start = cache.length;
      for (let row = 0; row < count; row++) {
        singly.push((await decoder.runWithLogits(cache, rowsFrom(past + row, 1))).logits);
        cache.length++;
      }
      cache.length = start;
      const where = `${count} rows behind ${past}`;
      expect(bitsOf(...singly).equals(bitsOf(together.logits)), `logits of ${where}`).toBe(true);
      expect(bitsOf(...arraysOf(cache.window(count))).equals(writtenTogether), `cache of ${where}`).toBe(
        true,
      );
    }
    // A prompt is read in pieces; it must be as if read at once.
    const whole = new KeyValueCache(config, 300);
    const pieces = new KeyValueCache(config, 300);
    const atOnce = await decoder.run(whole, rowsFrom(0, 290));
    const inPieces = await decoder.prefill(pieces, rowsFrom(0, 290), async () => {});
    whole.length = 290;
    expect(bitsOf(...arraysOf(pieces.past())).equals(bitsOf(...arraysOf(whole.past())))).toBe(true);
    expect([...inPieces.ids, ...inPieces.values]).toEqual([
      ...atOnce.ids.slice(-2),
      ...atOnce.values.slice(-2),
    ]);
    await decoder.close();
  });
});
