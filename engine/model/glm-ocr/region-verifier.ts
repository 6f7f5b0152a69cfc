/** One region's decode session on the decoder: the ports of `engine/decoding`, on top of prompt, cache and windows. */
import { yieldToHost } from '../../base/abort';
import { throwIfAborted } from '../../base/errors';
import type { BlockDraftModel, DenoisedRows, Denoiser, TopTwo, Verifier } from '../../decoding/types';
import type { EmbeddingTable } from '../decoder/embedding-table';
import type { DecoderCache } from '../decoder/key-value-cache';
import { textPositions } from '../decoder/rotary';
import type { TokenDecoder, Window } from '../decoder/token-decoder';
import type { Prompt } from './prompt';

export interface RegionPrompt extends Prompt {
  /** [ids, hiddenSize], the picture's embeddings in place. */
  readonly embeddings: Float32Array;
}

export class RegionVerifier implements Verifier, BlockDraftModel, Denoiser {
  readonly vocabularySize: number;
  private readonly cache: DecoderCache;
  /** Rows of the last verify or denoise that may still be committed. */
  private open = 0;

  /**
   * `mostIds`: ids that can be committed. `maskId` may be any id of the vocabulary: a wrong one spoils drafts, never
   * the text. The signal is checked between the pieces of a long prefill.
   */
  constructor(
    private readonly decoder: TokenDecoder,
    private readonly table: EmbeddingTable,
    private readonly prompt: RegionPrompt,
    readonly maskId: number,
    mostIds: number,
    private readonly signal?: AbortSignal,
  ) {
    this.vocabularySize = decoder.config.vocabularySize;
    this.cache = decoder.newCache(prompt.ids.length + mostIds);
  }

  get capacity(): number {
    return this.cache.capacity;
  }

  length(): number {
    return this.cache.length;
  }

  async prefill(): Promise<TopTwo> {
    return this.decoder.prefill(this.cache, this.prompt, async () => {
      await yieldToHost();
      throwIfAborted(this.signal);
    });
  }

  async verify(ids: readonly number[]): Promise<TopTwo> {
    const rows = await this.decoder.run(this.cache, await this.window(ids, ids.length));
    this.open = ids.length;
    return rows;
  }

  commit(count: number): void {
    if (count > this.open) throw new Error(`Only ${this.open} rows were run, so ${count} cannot be kept.`);
    this.open = 0;
    this.cache.length += count;
  }

  /** Gives the cache back; the session is over. */
  close(): void {
    this.cache.release();
  }

  async draftBlock(pending: number, maskCount: number): Promise<TopTwo> {
    this.open = 0;
    const ids = [pending, ...new Array<number>(maskCount).fill(this.maskId)];
    return this.decoder.run(this.cache, await this.window(ids, 1));
  }

  async denoise(ids: readonly number[]): Promise<DenoisedRows> {
    const { rows, logits } = await this.decoder.runWithLogits(this.cache, await this.window(ids, 0));
    this.open = ids.length;
    const probabilities = Float32Array.from(ids, (_, row) => {
      const from = row * this.vocabularySize;
      const best = rows.values[2 * row] ?? 0;
      let sum = 0;
      for (let id = 0; id < this.vocabularySize; id++) sum += Math.exp((logits[from + id] ?? 0) - best);
      return 1 / sum;
    });
    return { ...rows, probabilities };
  }

  /** Generated tokens, masks and drafts stand at consecutive text positions. */
  private async window(ids: readonly number[], causal: number): Promise<Window> {
    const embeddings = new Float32Array(ids.length * this.decoder.config.hiddenSize);
    await this.table.fill(ids, embeddings);
    const first = this.prompt.nextPosition + this.cache.length - this.prompt.ids.length;
    return {
      embeddings,
      positions: textPositions(first, ids.length),
      causal,
      asked: ids.map((_, row) => row),
    };
  }
}
