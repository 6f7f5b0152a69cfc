/**
 * Keys and values of a region's prefix: one buffer per layer and kind, sequence-major, so that the past is a view and
 * new rows are written right behind it. Rolling back is a change of `length`.
 */
import { floatTensor, type Tensor } from '../../runtime';
import { type DecoderConfig, rowSize } from './decoder-config';

export class KeyValueCache {
  /** Rows that count. */
  length = 0;
  private readonly buffers: { readonly keys: Float32Array; readonly values: Float32Array }[];
  private readonly row: number;

  /** `capacity`: rows that can be held, those of a running window included. */
  constructor(
    private readonly config: DecoderConfig,
    readonly capacity: number,
  ) {
    this.row = rowSize(config);
    this.buffers = Array.from({ length: config.layers }, () => ({
      keys: new Float32Array(capacity * this.row),
      values: new Float32Array(capacity * this.row),
    }));
  }

  /** The first `length` rows as graph inputs. */
  past(length = this.length): Record<string, Tensor> {
    return this.views('past_keys', 'past_values', 0, length);
  }

  /** The places of `count` rows behind the cache, for the graph to write into. */
  window(count: number): Record<string, Tensor> {
    if (this.length + count > this.capacity) {
      throw new Error(`The cache of ${this.capacity} rows has no room for ${this.length} + ${count}.`);
    }
    return this.views('keys', 'values', this.length, count);
  }

  private views(keysName: string, valuesName: string, from: number, count: number): Record<string, Tensor> {
    const dims = [count, this.config.keyValueHeads, this.config.headSize];
    const tensors: Record<string, Tensor> = {};
    this.buffers.forEach(({ keys, values }, layer) => {
      const start = from * this.row;
      const end = (from + count) * this.row;
      tensors[`${keysName}.${layer}`] = floatTensor(keys.subarray(start, end), dims);
      tensors[`${valuesName}.${layer}`] = floatTensor(values.subarray(start, end), dims);
    });
    return tensors;
  }
}
