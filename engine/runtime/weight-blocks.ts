/**
 * Weight-only quantisation in the form that ONNX Runtime's MatMulNBits reads: each row of a matrix [outputs, inputs]
 * is cut into blocks of inputs, each with one fp32 scale and symmetric integers around the middle of their range.
 */

export type WeightBits = 4 | 8;

/** Inputs per block. */
export const blockInputs = 32;

export interface BlockShape {
  readonly blocks: number;
  /** Bytes of one block's integers. */
  readonly blockBytes: number;
}

export function blockShape(inputs: number, bits: WeightBits): BlockShape {
  return { blocks: Math.ceil(inputs / blockInputs), blockBytes: (blockInputs * bits) / 8 };
}

export interface QuantisedRows {
  /** [rows, blocks, blockBytes]; in 4 bits the earlier input of a pair is the low half of the byte. */
  readonly integers: Uint8Array;
  /** [rows, blocks]. */
  readonly scales: Float32Array;
}

/** `values`: [rows, inputs]. A last block that is not full is filled with zeros. */
export function quantiseRows(values: Float32Array, inputs: number, bits: WeightBits): QuantisedRows {
  const rows = values.length / inputs;
  const { blocks, blockBytes } = blockShape(inputs, bits);
  const middle = 2 ** (bits - 1);
  const integers = new Uint8Array(rows * blocks * blockBytes);
  const scales = new Float32Array(rows * blocks);
  for (let row = 0; row < rows; row++) {
    for (let block = 0; block < blocks; block++) {
      const from = row * inputs + block * blockInputs;
      const count = Math.min(blockInputs, inputs - block * blockInputs);
      let extreme = 0;
      for (let i = 0; i < count; i++) {
        const value = values[from + i]!;
        if (Math.abs(value) > Math.abs(extreme)) extreme = value;
      }
      // The value farthest from 0 gets the lowest integer, so that the whole range is used on its side.
      const scale = Math.fround(extreme / -middle);
      const index = row * blocks + block;
      scales[index] = scale;
      const at = index * blockBytes;
      for (let i = 0; i < blockInputs; i++) {
        const value = i < count && scale !== 0 ? Math.round(values[from + i]! / scale) : 0;
        const integer = Math.min(middle - 1, Math.max(-middle, value)) + middle;
        if (bits === 8) integers[at + i] = integer;
        else integers[at + (i >> 1)]! |= integer << (4 * (i & 1));
      }
    }
  }
  return { integers, scales };
}
