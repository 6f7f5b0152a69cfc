/** A loaded decoder: runs windows of rows behind a cache. Knows no ids of special tokens and no drafting. */
import { floatsOf, floatTensor, type Graph, openGraph, type Session, type Tensor } from '../../runtime';
import { windowBias } from './attention-bias';
import type { DecoderConfig } from './decoder-config';
import { KeyValueCache } from './key-value-cache';
import { type Positions, Rotary } from './rotary';

export interface Window {
  /** [rows, hiddenSize]. */
  readonly embeddings: Float32Array;
  readonly positions: Positions;
  /** Rows from the start that are causal; the others see the whole window. */
  readonly causal: number;
  /** Indices of the rows whose predictions are wanted. */
  readonly asked: readonly number[];
}

/** The two best ids of each asked row, best first, as [rows, 2]; of equal values the smaller id comes first. */
export interface BestTwo {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

/** Rows of one run while reading a prompt: bounds the memory of attention; results do not depend on it. */
const rowsPerRun = 256;

export class TokenDecoder {
  private readonly rotary: Rotary;

  private constructor(
    readonly config: DecoderConfig,
    private readonly session: Session,
  ) {
    this.rotary = new Rotary(config);
  }

  static async open(config: DecoderConfig, graph: Graph, threads: number): Promise<TokenDecoder> {
    // With more threads than heads the kernels would cut single products, and rows would sum in another order.
    const session = await openGraph(graph, { threads: Math.min(threads, config.keyValueHeads) });
    return new TokenDecoder(config, session);
  }

  newCache(capacity: number): KeyValueCache {
    return new KeyValueCache(this.config, capacity);
  }

  /** Runs the window; its keys and values then stand behind the cache, whose length stays. */
  async run(cache: KeyValueCache, window: Window): Promise<BestTwo> {
    return bestTwo(await this.forward(cache, window, ['best_values', 'best_ids']));
  }

  /** Like `run`, with the logits [asked, vocabularySize]. */
  async runWithLogits(
    cache: KeyValueCache,
    window: Window,
  ): Promise<{ readonly rows: BestTwo; readonly logits: Float32Array }> {
    const outputs = await this.forward(cache, window, ['best_values', 'best_ids', 'logits']);
    return { rows: bestTwo(outputs), logits: floatsOf(outputs, 'logits').data };
  }

  /** Runs causal rows in pieces and commits all of them; `between` is called between two pieces. */
  async prefill(
    cache: KeyValueCache,
    { embeddings, positions }: Pick<Window, 'embeddings' | 'positions'>,
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
      });
      cache.length += rows;
      if (last) return best;
      await between();
    }
  }

  close(): Promise<void> {
    return this.session.release();
  }

  private forward(cache: KeyValueCache, window: Window, wanted: readonly string[]) {
    const { hiddenSize, headSize } = this.config;
    const rows = window.positions.length / 3;
    const places = cache.window(rows);
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
        ...cache.past(),
      },
      { ...Object.fromEntries(wanted.map((name) => [name, null])), ...places },
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
