/** Shape of a GLM text decoder: grouped-query attention, sandwich norms, interleaved rotary positions on three axes. */
export interface DecoderConfig {
  readonly vocabularySize: number;
  readonly hiddenSize: number;
  readonly innerSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  /** Not hiddenSize / heads in published models. Even. */
  readonly headSize: number;
  readonly normEpsilon: number;
  readonly rotaryBase: number;
  /** How many of the headSize / 2 frequencies follow each axis in turn: temporal, height, width, and again. */
  readonly rotarySections: readonly number[];
}

/** Numbers of one row in one layer's keys (or values). */
export function rowSize(config: DecoderConfig): number {
  return config.keyValueHeads * config.headSize;
}
