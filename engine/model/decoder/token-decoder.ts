/** A loaded decoder: runs windows of rows behind a cache. Knows no ids of special tokens and no drafting. */
import {
  DeviceMemory,
  type DeviceName,
  floatsOf,
  floatTensor,
  type Graph,
  keepsTensors,
  openGraph,
  type Session,
  type Tensor,
} from '../../runtime';
import { windowBias } from './attention-bias';
import type { DecoderConfig } from './decoder-config';
import type { CacheForm } from './decoder-graph';
import { DeviceCache } from './device-cache';
import { type DecoderCache, KeyValueCache } from './key-value-cache';
import { type Positions, Rotary } from './rotary';

export interface Window {
  /** [rows, hiddenSize]. */
  readonly embeddings: Float32Array;
  readonly positions: Positions;
  /** Rows from the start that are causal; the others see the whole window. */
  readonly causal: number;
  /** Indices of the rows whose predictions are wanted. */
  readonly asked: readonly number[];
  /** What a head of the family's own needs for the rows asked. */
  readonly headInputs?: Readonly<Record<string, Tensor>>;
}

/** The two best ids of each asked row, best first, as [rows, 2]; of equal values the smaller id comes first. */
export interface BestTwo {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

/** Rows of one run while reading a prompt: bounds the memory of attention; results do not depend on it. */
const rowsPerRun = 256;

/** The form of the graph that a decoder on the device runs. */
export const cacheFormFor = (device: DeviceName): CacheForm => (keepsTensors(device) ? 'whole' : 'views');

export class TokenDecoder {
  private readonly rotary: Rotary;

  private constructor(
    readonly config: DecoderConfig,
    private readonly session: Session,
    /** Where the cache lies, unless it is here. */
    private readonly memory: DeviceMemory | undefined,
  ) {
    this.rotary = new Rotary(config);
  }

  /** The graph must have the form of the device. Fails with `unsupported` where it cannot run there. */
  static async open(
    config: DecoderConfig,
    graph: Graph,
    threads: number,
    device: DeviceName = 'cpu',
  ): Promise<TokenDecoder> {
    // With more threads than heads the kernels would cut single products, and rows would sum in another order.
    const session = await openGraph(graph, { threads: Math.min(threads, config.keyValueHeads), device });
    const memory = keepsTensors(device) ? await DeviceMemory.open(device) : undefined;
    return new TokenDecoder(config, session, memory);
  }

  newCache(capacity: number): DecoderCache {
    return this.memory
      ? new DeviceCache(this.config, this.memory, capacity)
      : new KeyValueCache(this.config, capacity);
  }

  /** Runs the window; its keys and values then stand behind the cache, whose length stays. */
  async run(cache: DecoderCache, window: Window): Promise<BestTwo> {
    return bestTwo(await this.forward(cache, window, ['best_values', 'best_ids']));
  }

  /** Like `run`, with the logits [asked, vocabularySize]. */
  async runWithLogits(
    cache: DecoderCache,
    window: Window,
  ): Promise<{ readonly rows: BestTwo; readonly logits: Float32Array }> {
    const outputs = await this.forward(cache, window, ['best_values', 'best_ids', 'logits']);
    return { rows: bestTwo(outputs), logits: floatsOf(outputs, 'logits').data };
  }

  /** Runs causal rows in pieces and commits all of them; `between` is called between two pieces. */
  async prefill(
    cache: DecoderCache,
    { embeddings, positions, headInputs }: Pick<Window, 'embeddings' | 'positions' | 'headInputs'>,
    between: () => Promise<void>,
  ): Promise<BestTwo> {
    const { hiddenSize } = this.config;
    const total = positions.length / 3;
    for (let from = 0; ; from += rowsPerRun) {
      const rows = Math.min(rowsPerRun, total - from);
      const last = from + rows === total;
      const best = await this.run(cache, {
        embeddings: embeddings.subarray(from * hiddenSize, (from + rows) * hiddenSize),
        positions: slicePositions(positions, from, rows),
        causal: rows,
        asked: [rows - 1],
        ...(headInputs && { headInputs }),
      });
      cache.length += rows;
      if (last) return best;
      await between();
    }
  }

  async close(): Promise<void> {
    await this.session.release();
    await this.memory?.close();
  }

  private async forward(cache: DecoderCache, window: Window, wanted: readonly string[]) {
    const { hiddenSize, headSize } = this.config;
    const rows = window.positions.length / 3;
    const places = await cache.prepare(rows);
    const { cosines, sines } = this.rotary.angles(window.positions);
    const bias = windowBias(cache.length, rows, window.causal);
    const asked = BigInt64Array.from(window.asked, (row) => BigInt(row));
    return this.session.run(
      {
        embeddings: floatTensor(window.embeddings, [rows, hiddenSize]),
        cosines: floatTensor(cosines, [rows, headSize / 2]),
        sines: floatTensor(sines, [rows, headSize / 2]),
        bias: floatTensor(bias.values, [rows, bias.width]),
        rows: { type: 'int64', data: asked, dims: [asked.length] },
        ...window.headInputs,
        ...places.inputs,
      },
      { ...Object.fromEntries(wanted.map((name) => [name, null])), ...places.outputs },
    );
  }
}

function bestTwo(outputs: Readonly<Record<string, Tensor>>): BestTwo {
  const ids = outputs.best_ids?.data;
  if (!(ids instanceof BigInt64Array)) throw new Error('The decoder gave no ids.');
  return { ids: Int32Array.from(ids, Number), values: floatsOf(outputs, 'best_values').data };
}

function slicePositions(positions: Positions, from: number, count: number): Positions {
  const total = positions.length / 3;
  const part = new Int32Array(3 * count);
  for (let axis = 0; axis < 3; axis++) {
    part.set(positions.subarray(axis * total + from, axis * total + from + count), axis * count);
  }
  return part;
}
