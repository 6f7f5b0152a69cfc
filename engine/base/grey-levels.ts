/** Greys of a picture, and how they are spread. */
import type { Raster } from './raster';

/** One byte a pixel, row-major; green counts twice. */
export function greysOf({ data, width, height }: Raster): Uint8Array {
  const greys = new Uint8Array(width * height);
  for (let at = 0; at < greys.length; at++) {
    greys[at] = (data[3 * at]! + 2 * data[3 * at + 1]! + data[3 * at + 2]!) >> 2;
  }
  return greys;
}

export function countsOf(greys: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const grey of greys) counts[grey]!++;
  return counts;
}

/** The least grey up to which there are at least so many pixels; the brightest where there are not so many. */
export function levelAt(counts: Uint32Array, pixels: number): number {
  let sum = 0;
  for (let grey = 0; grey < counts.length; grey++) {
    sum += counts[grey]!;
    if (sum >= pixels) return grey;
  }
  return counts.length - 1;
}

/** The least grey up to which there are more than this share of the pixels. */
export function levelBeyond(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return levelAt(counts, Math.floor(share * total) + 1);
}
