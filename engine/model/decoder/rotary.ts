/** Rotary angles. Positions are triples (temporal, height, width); text stands at the same number on all three. */
import type { DecoderConfig } from './decoder-config';

/** Axis-major, [3, count]. */
export type Positions = Int32Array;

/** Text positions first, first + 1, … on all axes. */
export function textPositions(first: number, count: number): Positions {
  const positions = new Int32Array(3 * count);
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) positions[axis * count + i] = first + i;
  }
  return positions;
}

/** base^(-2k/size) for k = 0 … size / 2 - 1, rounded to fp32 at each step like the reference. */
export function inverseFrequencies(base: number, size: number): Float32Array {
  return Float32Array.from({ length: size / 2 }, (_, k) => {
    return 1 / Math.fround(base ** Math.fround((2 * k) / size));
  });
}

export interface RotaryAngles {
  /** [count, headSize / 2] each. */
  readonly cosines: Float32Array;
  readonly sines: Float32Array;
}

export class Rotary {
  private readonly frequencies: Float32Array;
  /** Axis that each frequency follows. */
  private readonly axes: Uint8Array;

  constructor(config: DecoderConfig) {
    this.frequencies = inverseFrequencies(config.rotaryBase, config.headSize);
    this.axes = new Uint8Array(config.headSize / 2);
    let from = 0;
    config.rotarySections.forEach((length, section) => {
      this.axes.fill(section % 3, from, from + length);
      from += length;
    });
  }

  angles(positions: Positions): RotaryAngles {
    const count = positions.length / 3;
    const half = this.frequencies.length;
    const cosines = new Float32Array(count * half);
    const sines = new Float32Array(count * half);
    for (let row = 0; row < count; row++) {
      for (let k = 0; k < half; k++) {
        const position = positions[this.axes[k]! * count + row]!;
        const angle = Math.fround(position * this.frequencies[k]!);
        cosines[row * half + k] = Math.cos(angle);
        sines[row * half + k] = Math.sin(angle);
      }
    }
    return { cosines, sines };
  }
}
