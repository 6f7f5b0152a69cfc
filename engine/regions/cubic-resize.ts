/**
 * Bicubic resizing without averaging when shrinking (a = −0.75), as PP-DocLayoutV3 was trained with: it gives planes
 * of 0..1, red first. Smoother resizing would show the network other pages than it knows.
 */
import type { Raster } from '../base/raster';

const sharpness = -0.75;

interface Taps {
  /** Four per output place, clamped to the edge. */
  readonly indices: Int32Array;
  readonly weights: Float64Array;
}

/** Planes [3, height, width]; values are rounded to bytes first, as in the reference. */
export function resizeCubic(
  { width: from, height: rows, data }: Raster,
  width: number,
  height: number,
): Float32Array {
  const across = tapsFor(from, width);
  const down = tapsFor(rows, height);
  const planes = new Float32Array(3 * width * height);
  // Each source row is resized once and kept while output rows need it.
  const resized = new Map<number, Float64Array>();
  for (let y = 0; y < height; y++) {
    const needed = [0, 1, 2, 3].map((tap) => down.indices[4 * y + tap]!);
    for (const row of resized.keys()) if (row < needed[0]!) resized.delete(row);
    const sources = needed.map((row) => {
      const known = resized.get(row) ?? resizeRow(data, row * from * 3, across, width);
      resized.set(row, known);
      return known;
    });
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let tap = 0; tap < 4; tap++) sum += down.weights[4 * y + tap]! * sources[tap]![3 * x + channel]!;
        planes[(channel * height + y) * width + x] = Math.min(255, Math.max(0, Math.round(sum))) / 255;
      }
    }
  }
  return planes;
}

function resizeRow(data: Uint8Array, start: number, { indices, weights }: Taps, width: number): Float64Array {
  const row = new Float64Array(3 * width);
  for (let x = 0; x < width; x++) {
    for (let tap = 0; tap < 4; tap++) {
      const weight = weights[4 * x + tap]!;
      const at = start + 3 * indices[4 * x + tap]!;
      row[3 * x]! += weight * data[at]!;
      row[3 * x + 1]! += weight * data[at + 1]!;
      row[3 * x + 2]! += weight * data[at + 2]!;
    }
  }
  return row;
}

function tapsFor(from: number, to: number): Taps {
  const indices = new Int32Array(4 * to);
  const weights = new Float64Array(4 * to);
  for (let place = 0; place < to; place++) {
    const source = ((place + 0.5) * from) / to - 0.5;
    const left = Math.floor(source);
    for (let tap = 0; tap < 4; tap++) {
      indices[4 * place + tap] = Math.min(from - 1, Math.max(0, left - 1 + tap));
      weights[4 * place + tap] = cubic(source - (left - 1 + tap));
    }
  }
  return { indices, weights };
}

/** Keys' kernel. */
function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x <= 1) return ((sharpness + 2) * x - (sharpness + 3)) * x * x + 1;
  if (x < 2) return ((x - 5) * x + 8) * x * sharpness - 4 * sharpness;
  return 0;
}
