/** Caps that keep one hostile or enormous file from taking the machine down. */
import { PalimpsestError } from '../base/errors';
import type { IntakeLimits } from './types';

export const defaultLimits: IntakeLimits = {
  maxPixels: 40_000_000,
  maxSourcePixels: 400_000_000,
  maxFileBytes: 2 * 1024 ** 3,
  maxPages: 5_000,
  maxSecondsPerPage: 120,
};

/** No side of a raster is longer; canvases and encoders beyond this are untested. */
const longestSide = 60_000;

/** Decoders that hold four bytes per pixel get this share of the pixels that others may use. */
export const fourByteShare = 0.5;

export interface FittedSize {
  readonly width: number;
  readonly height: number;
  /** Raster pixels per source unit. */
  readonly scale: number;
  /** True where the limits, not the caller's `maxWidth`, made it smaller. */
  readonly downscaled: boolean;
}

/** The raster's size for a page of `width` × `height` units that should be drawn at `scale`. */
export function fitToLimits(
  width: number,
  height: number,
  scale: number,
  maxPixels: number,
  maxWidth = Infinity,
): FittedSize {
  const byArea = Math.sqrt(maxPixels / (width * height));
  const bySide = longestSide / Math.max(width, height);
  const allowed = Math.min(scale, byArea, bySide);
  const wanted = Math.min(allowed, maxWidth / width);
  return {
    width: Math.max(1, Math.round(width * wanted)),
    height: Math.max(1, Math.round(height * wanted)),
    scale: wanted,
    downscaled: allowed < scale,
  };
}

export function checkSourcePixels(width: number, height: number, most: number, what: string): void {
  if (width * height <= most) return;
  throw new PalimpsestError(
    'too-large',
    `${what} is ${width} × ${height} pixels; at most ${Math.round(most / 1e6)} million pixels are opened.`,
  );
}
