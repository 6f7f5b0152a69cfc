import { type Box, bottom, clampBox, right } from './geometry';

/** Pixels of a page or crop: 8 bits, RGB interleaved, no padding. `data.length === width * height * 3`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function createRaster(width: number, height: number, fill = 255): Raster {
  const data = new Uint8Array(width * height * 3);
  if (fill !== 0) data.fill(fill);
  return { width, height, data };
}

/** A copy of the pixels that the box touches; at least one, and never beyond the raster. */
export function cropRaster(raster: Raster, box: Box): Raster {
  const inside = clampBox(box, raster.width, raster.height);
  const x = Math.min(raster.width - 1, Math.floor(inside.x));
  const y = Math.min(raster.height - 1, Math.floor(inside.y));
  const width = Math.max(1, Math.ceil(right(inside)) - x);
  const height = Math.max(1, Math.ceil(bottom(inside)) - y);
  const crop = createRaster(width, height, 0);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * raster.width + x) * 3;
    crop.data.set(raster.data.subarray(from, from + width * 3), row * width * 3);
  }
  return crop;
}
