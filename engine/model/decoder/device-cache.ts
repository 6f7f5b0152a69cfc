/**
 * Keys and values of a region's prefix in the memory of a device: one tensor per layer and kind. A run writes its rows
 * in place behind those that count, so that nothing is copied and rolling back is a change of `length` here too.
 */
import type { DeviceMemory, DeviceTensor } from '../../runtime';
import { paddedWidth } from './attention-bias';
import type { DecoderConfig } from './decoder-config';
import type { CacheTensors, DecoderCache } from './key-value-cache';

/** Rows of the first tensors. Most regions are short, and a full-size row takes 128 KiB over all layers. */
const usualFirstRows = 1024;

export class DeviceCache implements DecoderCache {
  length = 0;
  private rows = 0;
  private readonly tensors = new Map<string, DeviceTensor>();

  constructor(
    private readonly config: DecoderConfig,
    private readonly memory: DeviceMemory,
    readonly capacity: number,
    private readonly firstRows = usualFirstRows,
  ) {}

  async prepare(count: number): Promise<CacheTensors> {
    const needed = this.length + count;
    if (needed > this.capacity) {
      throw new Error(`The cache of ${this.capacity} rows has no room for ${this.length} + ${count}.`);
    }
    // Attention reads whole blocks of rows; those that do not count are hidden from it.
    if (paddedWidth(needed) > this.rows) {
      await this.grow(paddedWidth(Math.min(this.capacity, Math.max(needed, 2 * this.rows, this.firstRows))));
    }
    const places = BigInt64Array.from({ length: count }, (_, row) => BigInt(this.length + row));
    const inputs: Record<string, CacheTensors['inputs'][string]> = {
      places: { type: 'int64', data: places, dims: [count, 1] },
    };
    const outputs: Record<string, DeviceTensor> = {};
    for (const [name, tensor] of this.tensors) {
      inputs[`past_${name}`] = tensor;
      outputs[name] = tensor;
    }
    return { inputs, outputs };
  }

  release(): void {
    for (const tensor of this.tensors.values()) tensor.release();
    this.tensors.clear();
    this.rows = 0;
    this.length = 0;
  }

  /** Tensor by tensor, so that only one exists twice at a time. */
  private async grow(rows: number): Promise<void> {
    const { layers, keyValueHeads, headSize } = this.config;
    for (let layer = 0; layer < layers; layer++) {
      for (const name of [`keys.${layer}`, `values.${layer}`]) {
        const before = this.tensors.get(name);
        const after = before
          ? await this.memory.lengthened(before, rows - this.rows)
          : await this.memory.zeros(rows, [keyValueHeads, headSize]);
        before?.release();
        this.tensors.set(name, after);
      }
    }
    this.rows = rows;
  }
}
