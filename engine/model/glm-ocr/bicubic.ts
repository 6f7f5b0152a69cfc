/**
 * Bicubic resizing with antialiasing as Pillow does it for 8-bit pictures, byte for byte: two passes with 22-bit
 * fixed-point weights, rounded to bytes in between. The model was trained on pictures resized this way.
 */
import type { Raster } from '../../base/raster';

const sharpness = -0.5;
/** Reach of the kernel in source pixels when not shrinking. */
const reach = 2;
const weightBits = 22;

interface Taps {
  /** First source index per target index, and how many follow. */
  readonly starts: Int32Array;
  readonly counts: Int32Array;
  /** [target, longest] fixed-point weights. */
  readonly weights: Int32Array;
  readonly longest: number;
}

export function resizeBicubic(raster: Raster, width: number, height: number): Raster {
  const wide = width === raster.width ? raster : resizeColumns(raster, width);
  return height === wide.height ? wide : resizeRows(wide, height);
}

function kernel(distance: number): number {
  const x = Math.abs(distance);
  if (x < 1) return ((sharpness + 2) * x - (sharpness + 3)) * x * x + 1;
  if (x < 2) return (((x - 5) * x + 8) * x - 4) * sharpness;
  return 0;
}

function tapsFor(from: number, to: number): Taps {
  const scale = from / to;
  // When shrinking, the kernel is stretched over the source pixels that one target pixel covers.
  const stretch = Math.max(scale, 1);
  const support = reach * stretch;
  const longest = Math.ceil(support) * 2 + 1;
  const starts = new Int32Array(to);
  const counts = new Int32Array(to);
  const weights = new Int32Array(to * longest);
  for (let target = 0; target < to; target++) {
    const centre = (target + 0.5) * scale;
    const start = Math.max(0, Math.trunc(centre - support + 0.5));
    const count = Math.min(from, Math.trunc(centre + support + 0.5)) - start;
    const shares = Array.from({ length: count }, (_, i) =>
      kernel((i + start - centre + 0.5) * (1 / stretch)),
    );
    const total = shares.reduce((sum, share) => sum + share, 0);
    shares.forEach((share, i) => {
      const scaled = (total === 0 ? share : share / total) * 2 ** weightBits;
      weights[target * longest + i] = Math.trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    });
    starts[target] = start;
    counts[target] = count;
  }
  return { starts, counts, weights, longest };
}

/** A weighted sum in fixed point, rounded and limited to a byte. */
function toByte(sum: number): number {
  return Math.min(255, Math.max(0, Math.floor((sum + 2 ** (weightBits - 1)) / 2 ** weightBits)));
}

function resizeColumns({ width: from, height, data }: Raster, width: number): Raster {
  const { starts, counts, weights, longest } = tapsFor(from, width);
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let at = (y * from + starts[x]!) * 3;
      const first = x * longest;
      for (let i = 0; i < counts[x]!; i++, at += 3) {
        const weight = weights[first + i]!;
        red += data[at]! * weight;
        green += data[at + 1]! * weight;
        blue += data[at + 2]! * weight;
      }
      const target = (y * width + x) * 3;
      out[target] = toByte(red);
      out[target + 1] = toByte(green);
      out[target + 2] = toByte(blue);
    }
  }
  return { width, height, data: out };
}

function resizeRows({ width, height: from, data }: Raster, height: number): Raster {
  const { starts, counts, weights, longest } = tapsFor(from, height);
  const row = width * 3;
  const out = new Uint8Array(row * height);
  const sums = new Float64Array(row);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let i = 0; i < counts[y]!; i++) {
      const weight = weights[y * longest + i]!;
      const source = (starts[y]! + i) * row;
      for (let x = 0; x < row; x++) sums[x]! += data[source + x]! * weight;
    }
    for (let x = 0; x < row; x++) out[y * row + x] = toByte(sums[x]!);
  }
  return { width, height, data: out };
}
