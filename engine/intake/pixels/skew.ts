import type { Raster } from '../../base/raster';
export interface Skew {
  readonly degrees: number;
  readonly confidence: number;
}
export function estimateSkew(_r: Raster): Skew {
  return { degrees: 0, confidence: 0 };
}
export function deskew(r: Raster, _d: number): Raster {
  return r;
}
