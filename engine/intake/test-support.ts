/** For tests of this stage: fixtures by name, comparison of rasters, pages drawn with known words. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Box } from '../base/geometry';
import type { Raster } from '../base/raster';
import { openSource } from './open-source';

export const fixture = (name: string): string =>
  path.join(path.dirname(fileURLToPath(import.meta.url)), 'fixtures', name);

/** First page of a file as a raster. */
export async function rasterOfFile(file: string, page = 1): Promise<Raster> {
  const source = await openSource(file);
  try {
    return (await source.rasterise(page)).raster;
  } finally {
    await source.close();
  }
}

/** Largest difference of any channel of any pixel; infinite when the sizes differ. */
export function largestDifference(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) largest = Math.max(largest, Math.abs(a.data[i]! - b.data[i]!));
  return largest;
}

export function meanDifference(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i]! - b.data[i]!);
  return sum / a.data.length;
}

export function pixelAt({ data, width }: Raster, x: number, y: number): [number, number, number] {
  const at = (y * width + x) * 3;
  return [data[at]!, data[at + 1]!, data[at + 2]!];
}

/** Smallest box around all pixels darker than mid-grey within `area`; undefined when there are none. */
export function inkBox(raster: Raster, area?: Box): Box | undefined {
  const left = Math.max(0, Math.floor(area?.x ?? 0));
  const top = Math.max(0, Math.floor(area?.y ?? 0));
  const right = Math.min(raster.width, Math.ceil(area ? area.x + area.width : raster.width));
  const bottom = Math.min(raster.height, Math.ceil(area ? area.y + area.height : raster.height));
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (pixelAt(raster, x, y)[1] >= 128) continue;
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x + 1);
      y1 = Math.max(y1, y + 1);
    }
  }
  return x1 > x0 ? { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } : undefined;
}
