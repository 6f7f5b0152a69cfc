/** Which row sees which: additive biases [rows, width] over cache, window and padding. */

/** Finite, so that no arithmetic on it can give NaN, and far below any score. */
const hidden = -1e30;

/**
 * The kernels sum in blocks of columns. Within whole blocks, columns with a share of exactly 0 change nothing, so that
 * a row gives the same bits in every window; a started block may be summed in another order, depending on the processor.
 */
const block = 64;

export function paddedWidth(columns: number): number {
  return Math.ceil(columns / block) * block;
}

export interface AttentionBias {
  readonly values: Float32Array;
  readonly width: number;
}

/**
 * Every row sees the cache of `past` rows. In the window the first `causal` rows see themselves and what stands before
 * them; the rows after them see the whole window.
 */
export function windowBias(past: number, rows: number, causal: number): AttentionBias {
  const width = paddedWidth(past + rows);
  const values = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const seen = past + (row < causal ? row + 1 : rows);
    values.fill(hidden, row * width + seen, (row + 1) * width);
  }
  return { values, width };
}
