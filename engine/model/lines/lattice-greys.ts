/** How many pixels of a part of a page have which grey. */
import { type Box, bottom, clampBox, right } from '../../base/geometry';
import { levelAt } from '../../base/grey-levels';
import type { Raster } from '../../base/raster';

/** Greens are as good as greys here. */
export function countGreys({ data, width, height }: Raster, box: Box, step: number): Uint32Array {
  const inside = clampBox(box, width, height);
  const counts = new Uint32Array(256);
  for (let y = Math.ceil(inside.y); y < bottom(inside); y += step) {
    for (let x = Math.ceil(inside.x); x < right(inside); x += step) counts[data[3 * (y * width + x) + 1]!]!++;
  }
  return counts;
}

/** The least grey up to which this share of the pixels lies. */
export function greyAt(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return levelAt(counts, share * total);
}
