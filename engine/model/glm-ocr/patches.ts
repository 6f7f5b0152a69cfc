/** A picture as the vision tower wants it: resized to whole merge blocks, normalised, cut into patches. */
import { PalimpsestError } from '../../base/errors';
import type { Raster } from '../../base/raster';
import { resizeBicubic } from './bicubic';
import type { PreprocessingConfig } from './folder-config';

export interface PatchGrid {
  /** Patches per column and per row of the picture. */
  readonly rows: number;
  readonly columns: number;
}

export interface Patches extends PatchGrid {
  /** [rows · columns, 3 · frames · patch²], merge block after merge block. */
  readonly values: Float32Array;
}

const widestAspect = 200;

/** Half to even, as the reference rounds. */
function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

/**
 * Size in pixels that a picture is resized to: multiples of patch · merge, near its own size and aspect, within the
 * bounds of frames × area. Throws `unsupported` for strips longer than 200 times their width.
 */
export function targetSize(
  width: number,
  height: number,
  { patchSize, mergeSize, frames, fewestPixels, mostPixels }: PreprocessingConfig,
): { readonly width: number; readonly height: number } {
  const unit = patchSize * mergeSize;
  if (height < unit || width < unit) {
    const scale = Math.max(unit / height, unit / width);
    height = Math.trunc(height * scale);
    width = Math.trunc(width * scale);
  }
  if (Math.max(height, width) / Math.min(height, width) > widestAspect) {
    throw new PalimpsestError(
      'unsupported',
      `The region is ${width} × ${height} pixels; the model reads none more than ${widestAspect} times as long as wide.`,
    );
  }
  const area = frames * height * width;
  const rounded = { width: roundHalfEven(width / unit) * unit, height: roundHalfEven(height / unit) * unit };
  const roundedArea = frames * rounded.width * rounded.height;
  if (roundedArea > mostPixels) {
    const shrink = Math.sqrt(area / mostPixels);
    const fit = (side: number): number => Math.max(unit, Math.floor(side / shrink / unit) * unit);
    return { width: fit(width), height: fit(height) };
  }
  if (roundedArea < fewestPixels) {
    const grow = Math.sqrt(fewestPixels / area);
    const fit = (side: number): number => Math.ceil((side * grow) / unit) * unit;
    return { width: fit(width), height: fit(height) };
  }
  return rounded;
}

export function cutPatches(raster: Raster, config: PreprocessingConfig): Patches {
  const size = targetSize(raster.width, raster.height, config);
  const { width, height, data } = resizeBicubic(raster, size.width, size.height);
  const { patchSize, mergeSize, frames, mean, deviation } = config;
  const rows = height / patchSize;
  const columns = width / patchSize;
  const area = patchSize * patchSize;
  const values = new Float32Array(rows * columns * 3 * frames * area);
  const normalised = [0, 1, 2].map((channel) =>
    Float32Array.from({ length: 256 }, (_, byte) => (byte / 255 - mean[channel]!) / deviation[channel]!),
  );
  let at = 0;
  for (const { row, column } of patchOrder({ rows, columns }, mergeSize)) {
    for (let channel = 0; channel < 3; channel++) {
      const table = normalised[channel]!;
      const plane = at;
      for (let y = 0; y < patchSize; y++) {
        let source = ((row * patchSize + y) * width + column * patchSize) * 3 + channel;
        for (let x = 0; x < patchSize; x++, source += 3) values[at++] = table[data[source]!]!;
      }
      // A still picture stands in for every frame.
      for (let frame = 1; frame < frames; frame++, at += area) values.copyWithin(at, plane, plane + area);
    }
  }
  return { rows, columns, values };
}

/** Places of the patches in the order of the tower's rows: within each merge block row by row, block after block. */
export function* patchOrder(
  { rows, columns }: PatchGrid,
  mergeSize: number,
): Generator<{ readonly row: number; readonly column: number }> {
  for (let blockRow = 0; blockRow < rows; blockRow += mergeSize) {
    for (let blockColumn = 0; blockColumn < columns; blockColumn += mergeSize) {
      for (let y = 0; y < mergeSize; y++) {
        for (let x = 0; x < mergeSize; x++) yield { row: blockRow + y, column: blockColumn + x };
      }
    }
  }
}
