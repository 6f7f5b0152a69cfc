/** From decoded pixels to what `Source.rasterise` gives. */
import { PalimpsestError } from '../base/errors';
import type { Raster } from '../base/raster';
import { resizeRaster } from './pixels/resize';
import type { PageRaster, PageText } from './types';

/** Pixels of one page, upright as far as the file itself says, within the limits. */
export interface DecodedPage {
  readonly raster: Raster;
  readonly downscaled: boolean;
}

/** The page in the source's own units, as displayed. */
export interface SourcePage {
  readonly width: number;
  readonly height: number;
  readonly dpi?: number | undefined;
  readonly notes: readonly string[];
}

export const noText: PageText = { existing: { found: 'none', characters: 0, used: false }, runs: [] };

export function toPageRaster(page: DecodedPage, source: SourcePage, maxWidth = Infinity): PageRaster {
  let { raster } = page;
  if (raster.width > maxWidth) {
    const width = Math.max(1, Math.floor(maxWidth));
    raster = resizeRaster(raster, width, Math.max(1, Math.round((raster.height * width) / raster.width)));
  }
  const scale = raster.width / source.width;
  return {
    raster,
    ...(source.dpi === undefined ? {} : { dpi: source.dpi * scale }),
    transform: {
      sourceWidth: source.width,
      sourceHeight: source.height,
      scale,
      quarterTurns: 0,
      skewDegrees: 0,
    },
    downscaled: page.downscaled,
    notes: source.notes,
  };
}

export function checkPageNumber(pageNumber: number, count: number): void {
  if (Number.isInteger(pageNumber) && pageNumber >= 1 && pageNumber <= count) return;
  throw new PalimpsestError('invalid-request', `There is no page ${pageNumber}; the file has ${count}.`);
}
