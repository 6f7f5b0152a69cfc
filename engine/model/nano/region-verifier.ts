/** One region's decode session: the ports of `engine/decoding` over the shared decoder, anchored to the prior reading. */
import { yieldToHost } from '../../base/abort';
import { throwIfAborted } from '../../base/errors';
import type { BlockDraftModel, DenoisedRows, Denoiser, TopTwo, Verifier } from '../../decoding/types';
import { floatTensor, type Tensor } from '../../runtime';
import type { DecoderCache } from '../decoder/key-value-cache';
import type { BestTwo, TokenDecoder, Window } from '../decoder/token-decoder';
import { type Anchor, assumeCopy, pushId, startAnchor } from './anchor';
import { keepsCells, type NanoConfig } from './config';
import type { PriorReading } from './prior-reading';
import { type NanoTask, type Shortlist, type SlotTable, slotsOf } from './slots';
import { maskId, taskIds } from './vocabulary';

/** A region made ready: its prior reading with all that was computed from it once. */
export interface PreparedRegion {
  readonly task: NanoTask;
  readonly prior: PriorReading;
  readonly shortlist: Shortlist;
  readonly slots: SlotTable;
  /** [places, hiddenSize]. */
  readonly prompt: Float32Array;
  readonly anchors: Float32Array;
  /** [columns, hiddenSize]. */
  readonly tokens: Float32Array;
  /** [columns, featureSize]. */
  readonly head: Float32Array;
}

interface Row {
  readonly id: number;
  readonly anchor: Anchor;
}

export class NanoVerifier implements Verifier, BlockDraftModel, Denoiser {
  readonly maskId = maskId;
  readonly vocabularySize: number;
  private readonly cache: DecoderCache;
  /** Anchor behind the committed rows. */
  private anchor: Anchor = startAnchor;
  /** Anchors of the rows of the last verify, which may still be committed. */
  private open: readonly Anchor[] = [];

  /** `operations`: [6, hiddenSize]. `mostIds`: ids that can be committed. */
  constructor(
    private readonly decoder: Pick<TokenDecoder, 'newCache' | 'run' | 'runWithLogits' | 'prefill'>,
    private readonly config: NanoConfig,
    private readonly operations: Float32Array,
    private readonly region: PreparedRegion,
    mostIds: number,
    private readonly signal?: AbortSignal,
  ) {
    this.vocabularySize = config.decoder.vocabularySize;
    this.cache = decoder.newCache(region.prior.tokens.length + mostIds);
  }

  get capacity(): number {
    return this.cache.capacity;
  }

  length(): number {
    return this.cache.length;
  }

  async prefill(): Promise<TopTwo> {
    const { prompt, prior, task } = this.region;
    const { hiddenSize } = this.config.decoder;
    const places = prior.tokens.length - 1;
    const start: Row = { id: taskIds[task], anchor: startAnchor };
    const embeddings = new Float32Array((places + 1) * hiddenSize);
    embeddings.set(prompt.subarray(0, places * hiddenSize));
    this.embed(start, embeddings.subarray(places * hiddenSize));
    const best = await this.decoder.prefill(
      this.cache,
      {
        embeddings,
        positions: this.positions([...new Array<undefined>(places).keys(), 0]),
        headInputs: this.headInputs([startAnchor]),
      },
      async () => {
        await yieldToHost();
        throwIfAborted(this.signal);
      },
    );
    return this.toIds(best);
  }

  async verify(ids: readonly number[]): Promise<TopTwo> {
    const rows: Row[] = [];
    let anchor = this.anchor;
    for (const id of ids) {
      anchor = this.push(anchor, id);
      rows.push({ id, anchor });
    }
    const best = await this.decoder.run(this.cache, this.window(rows, ids.length));
    this.open = rows.map((row) => row.anchor);
    return this.toIds(best);
  }

  commit(count: number): void {
    if (count > this.open.length) {
      throw new Error(`Only ${this.open.length} rows were run, so ${count} cannot be kept.`);
    }
    this.anchor = this.open[count - 1] ?? this.anchor;
    this.open = [];
    this.cache.length += count;
  }

  async draftBlock(pending: number, maskCount: number): Promise<TopTwo> {
    this.open = [];
    let anchor = this.push(this.anchor, pending);
    const rows: Row[] = [{ id: pending, anchor }];
    for (let mask = 0; mask < maskCount; mask++) {
      anchor = assumeCopy(this.region.prior.ids, anchor);
      rows.push({ id: maskId, anchor });
    }
    return this.toIds(await this.decoder.run(this.cache, this.window(rows, 1)));
  }

  async denoise(ids: readonly number[]): Promise<DenoisedRows> {
    const rows: Row[] = [];
    let anchor = this.anchor;
    for (const id of ids) {
      anchor = id === maskId ? assumeCopy(this.region.prior.ids, anchor) : this.push(anchor, id);
      rows.push({ id, anchor });
    }
    const { rows: best, logits } = await this.decoder.runWithLogits(this.cache, this.window(rows, 0));
    this.open = rows.map((row) => row.anchor);
    const columns = this.region.shortlist.ids.length;
    const probabilities = Float32Array.from(ids, (_, row) => {
      const largest = best.values[2 * row] ?? 0;
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += Math.exp((logits[row * columns + column] ?? 0) - largest);
      }
      return 1 / sum;
    });
    return { ...this.toIds(best), probabilities };
  }

  /** Gives the cache back; the session is over. */
  close(): void {
    this.cache.release();
  }

  private push(anchor: Anchor, id: number): Anchor {
    return pushId(this.region.prior.ids, anchor, id, { keepsCells: keepsCells(this.config) });
  }

  private window(rows: readonly Row[], causal: number): Window {
    const { hiddenSize } = this.config.decoder;
    const embeddings = new Float32Array(rows.length * hiddenSize);
    rows.forEach((row, index) => {
      this.embed(row, embeddings.subarray(index * hiddenSize, (index + 1) * hiddenSize));
    });
    const anchors = rows.map(({ anchor }) => anchor);
    return {
      embeddings,
      positions: this.positions(anchors.map(({ place }) => place)),
      causal,
      asked: rows.map((_, row) => row),
      headInputs: this.headInputs(anchors),
    };
  }

  /** What was committed, what the prior says next, and what the last id was. */
  private embed({ id, anchor }: Row, into: Float32Array): void {
    const { hiddenSize } = this.config.decoder;
    const { tokens, anchors, shortlist } = this.region;
    const token = shortlist.columnOf(id) * hiddenSize;
    const place = anchor.place * hiddenSize;
    const operation = anchor.operation * hiddenSize;
    for (let i = 0; i < hiddenSize; i++) {
      into[i] = (tokens[token + i] ?? 0) + (anchors[place + i] ?? 0) + (this.operations[operation + i] ?? 0);
    }
  }

  private positions(places: readonly number[]): Int32Array {
    const { tokens } = this.region.prior;
    const positions = new Int32Array(3 * places.length);
    places.forEach((place, row) => {
      positions[row] = place;
      positions[places.length + row] = tokens[place]?.line ?? 0;
      positions[2 * places.length + row] = tokens[place]?.column ?? 0;
    });
    return positions;
  }

  private headInputs(anchors: readonly Anchor[]): Record<string, Tensor> {
    const { slots, shortlist, head, task } = this.region;
    const margin = task === 'table' ? this.config.tableMargin : this.config.margin;
    const { columns, priors } = slotsOf(slots, anchors, shortlist, margin);
    const slotCount = columns.length / anchors.length;
    return {
      columns: { type: 'int64', data: columns, dims: [anchors.length, slotCount] },
      priors: floatTensor(priors, [anchors.length, slotCount]),
      head: floatTensor(head, [shortlist.ids.length, this.config.featureSize]),
      column_bias: floatTensor(shortlist.bias, [shortlist.ids.length]),
    };
  }

  /** From columns of the short list to ids. */
  private toIds({ ids, values }: BestTwo): TopTwo {
    return { ids: ids.map((column) => this.region.shortlist.ids[column] ?? 0), values };
  }
}
