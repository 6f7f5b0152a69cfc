/** Exact quarter turns and mirrorings: every pixel moves, none is resampled. */
import type { Raster } from '../../base/raster';

/** Turns the picture clockwise by quarter turns (any integer; -1 is counter-clockwise). */
export function rotateQuarter(raster: Raster, turns: number): Raster {
  const quarter = ((Math.round(turns) % 4) + 4) % 4;
  const { width, height } = raster;
  if (quarter === 0) return raster;
  if (quarter === 1) return remap(raster, height, width, (height - 1) * width, -width, 1);
  if (quarter === 2) return remap(raster, width, height, width * height - 1, -1, -width);
  return remap(raster, height, width, width - 1, width, -1);
}

/** Brings a picture with an EXIF/TIFF orientation (1..8) upright; unknown values change nothing. */
export function applyOrientation(raster: Raster, orientation: number): Raster {
  const { width, height } = raster;
  switch (orientation) {
    case 2:
      return remap(raster, width, height, width - 1, -1, width);
    case 3:
      return rotateQuarter(raster, 2);
    case 4:
      return remap(raster, width, height, (height - 1) * width, 1, -width);
    case 5:
      return remap(raster, height, width, 0, width, 1);
    case 6:
      return rotateQuarter(raster, 1);
    case 7:
      return remap(raster, height, width, width * height - 1, -width, -1);
    case 8:
      return rotateQuarter(raster, 3);
    default:
      return raster;
  }
}

/** Whether an orientation exchanges width and height. */
export const orientationSwapsSides = (orientation: number): boolean => orientation >= 5 && orientation <= 8;

/** Reads source pixels from `start`, by `stepX` along a target row and by `stepY` from row to row. */
function remap(
  raster: Raster,
  width: number,
  height: number,
  start: number,
  stepX: number,
  stepY: number,
): Raster {
  const { data } = raster;
  const out = new Uint8Array(data.length);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = (start + y * stepY) * 3;
    for (let x = 0; x < width; x++) {
      out[to] = data[from]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from + 2]!;
      to += 3;
      from += stepX * 3;
    }
  }
  return { width, height, data: out };
}
