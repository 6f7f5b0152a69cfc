/**
 * Keys and values of a region's prefix: one buffer per layer and kind, sequence-major, so that the past is a view and
 * new rows are written right behind it. Rolling back is a change of `length`.
 */
import { type DeviceTensor, floatTensor, type Tensor } from '../../runtime';
import { type DecoderConfig, rowSize } from './decoder-config';

/** A region's cache, wherever it lies. */
export interface DecoderCache {
  /** Rows that count. Rolling back is lowering it. */
  length: number;
  /** Most rows that can be held, those of a running window included. */
  readonly capacity: number;
  /** For a run of `count` rows behind those that count. What was handed out before is void then. */
  prepare(count: number): Promise<CacheTensors>;
  /** Gives the memory back. */
  release(): void;
}

export interface CacheTensors {
  readonly inputs: Readonly<Record<string, Tensor | DeviceTensor>>;
  /** Where the graph writes. */
  readonly outputs: Readonly<Record<string, Tensor | DeviceTensor>>;
}

interface LayerBuffers {
  keys: Float32Array;
  values: Float32Array;
}

/** Rows of the first buffers. Most regions are short, and a full-size row takes 128 KiB over all layers. */
const firstRows = 1024;

export class KeyValueCache implements DecoderCache {
  /** Rows that count. */
  length = 0;
  private buffers: readonly LayerBuffers[];
  private readonly row: number;
  private rows: number;

  /** `capacity`: most rows that can be held, those of a running window included. */
  constructor(
    private readonly config: DecoderConfig,
    readonly capacity: number,
  ) {
    this.row = rowSize(config);
    this.rows = Math.min(capacity, firstRows);
    const size = this.rows * this.row;
    this.buffers = Array.from({ length: config.layers }, () => ({
      keys: new Float32Array(size),
      values: new Float32Array(size),
    }));
  }

  async prepare(count: number): Promise<CacheTensors> {
    const outputs = this.window(count);
    return { inputs: this.past(), outputs };
  }

  release(): void {
    this.buffers = [];
  }

  /** The rows that count, as graph inputs. */
  past(): Record<string, Tensor> {
    return this.views('past_keys', 'past_values', 0, this.length);
  }

  /** The places of `count` rows behind the cache, for the graph to write into. Earlier views are void then. */
  window(count: number): Record<string, Tensor> {
    const needed = this.length + count;
    if (needed > this.capacity) {
      throw new Error(`The cache of ${this.capacity} rows has no room for ${this.length} + ${count}.`);
    }
    if (needed > this.rows) this.grow(Math.min(this.capacity, Math.max(needed, 2 * this.rows)));
    return this.views('keys', 'values', this.length, count);
  }

  /** Layer by layer, so that only one buffer exists twice at a time. */
  private grow(rows: number): void {
    const larger = (buffer: Float32Array): Float32Array => {
      const grown = new Float32Array(rows * this.row);
      grown.set(buffer.subarray(0, this.length * this.row));
      return grown;
    };
    for (const layer of this.buffers) {
      layer.keys = larger(layer.keys);
      layer.values = larger(layer.values);
    }
    this.rows = rows;
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
