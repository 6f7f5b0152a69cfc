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
