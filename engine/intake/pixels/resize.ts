/** Resampling a whole raster: area average when shrinking, bilinear when enlarging. */
import { createRaster, type Raster } from '../../base/raster';

/** For each target position: first source index and the weights from there on, summing to 1. */
interface Taps {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly weights: Float32Array;
  readonly most: number;
}

function taps(source: number, target: number): Taps {
  const ratio = source / target;
  // A triangle would blur when shrinking; a box of the target pixel's own extent keeps thin strokes' ink exactly.
  const most = ratio > 1 ? Math.ceil(ratio) + 1 : 2;
  const first = new Int32Array(target);
  const count = new Int32Array(target);
  const weights = new Float32Array(target * most);
  for (let i = 0; i < target; i++) {
    if (ratio > 1) {
      const from = i * ratio;
      const to = Math.min(source, from + ratio);
      const start = Math.floor(from);
      first[i] = start;
      let n = 0;
      for (let s = start; s < to && n < most; s++, n++) {
        weights[i * most + n] = (Math.min(to, s + 1) - Math.max(from, s)) / (to - from);
      }
      count[i] = n;
    } else {
      const centre = Math.min(source - 1, Math.max(0, (i + 0.5) * ratio - 0.5));
      const start = Math.floor(centre);
      const next = start + 1 < source ? centre - start : 0;
      first[i] = start;
      weights[i * most] = 1 - next;
      weights[i * most + 1] = next;
      count[i] = next > 0 ? 2 : 1;
    }
  }
  return { first, count, weights, most };
}

/** A new raster of exactly `width` × `height` pixels; the same raster when the size does not change. */
export function resizeRaster(raster: Raster, width: number, height: number): Raster {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error(`resizeRaster: bad size ${width} × ${height}`);
  }
  if (width === raster.width && height === raster.height) return raster;
  const out = createRaster(width, height, 0);
  const across = taps(raster.width, width);
  const down = taps(raster.height, height);
  const row = new Float32Array(raster.width * 3);
  for (let y = 0; y < height; y++) {
    sumRows(raster, down, y, row);
    for (let x = 0; x < width; x++) {
      let r = 0.5;
      let g = 0.5;
      let b = 0.5;
      let at = across.first[x]! * 3;
      const base = x * across.most;
      const n = across.count[x]!;
      for (let k = 0; k < n; k++, at += 3) {
        const weight = across.weights[base + k]!;
        r += row[at]! * weight;
        g += row[at + 1]! * weight;
        b += row[at + 2]! * weight;
      }
      const to = (y * width + x) * 3;
      out.data[to] = r;
      out.data[to + 1] = g;
      out.data[to + 2] = b;
    }
  }
  return out;
}

function sumRows(raster: Raster, down: Taps, y: number, row: Float32Array): void {
  const length = row.length;
  const n = down.count[y]!;
  for (let k = 0; k < n; k++) {
    const weight = down.weights[y * down.most + k]!;
    const from = (down.first[y]! + k) * length;
    if (k === 0) for (let i = 0; i < length; i++) row[i] = raster.data[from + i]! * weight;
    else for (let i = 0; i < length; i++) row[i] = row[i]! + raster.data[from + i]! * weight;
  }
}
