/**
 * Text line detection: PP-OCRv6 (differentiable binarisation). Gives one quadrilateral per printed line fragment,
 * in page pixels, clockwise from the corner where the text would start if the page is upright.
 */

import { findComponents } from '../base/components';
import { boxOfQuad, type Quad } from '../base/geometry';
import type { Raster } from '../base/raster';
import { normalisation, sampleRaster } from '../base/sampling';
import { floatsOf, floatTensor, type Session } from '../runtime';
import { expandRectangle, meanInside, minimumAreaRectangle } from './rectangles';

export interface DetectedLine {
  readonly quad: Quad;
  /** Mean text probability inside the box, 0..1. */
  readonly score: number;
}

export interface LineDetectionOptions {
  /** Longest side of the network's input in pixels; larger pages are scaled down. */
  readonly maxSide: number;
  /** Pages smaller than this (short side) are scaled up. */
  readonly minSide: number;
}

export const defaultLineDetection: LineDetectionOptions = { maxSide: 1600, minSide: 320 };

const pixelThreshold = 0.3;
const boxThreshold = 0.5;
/** How far the shrunken core that the network marks is grown back: area * ratio / perimeter. */
const unclipRatio = 1.6;
const maxLines = 4000;
const input = normalisation([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], 'bgr');

/** Network input size: multiples of 32, within the limits, aspect kept as far as that allows. */
export function detectionSize(
  width: number,
  height: number,
  { maxSide, minSide }: LineDetectionOptions,
): { width: number; height: number } {
  let ratio = Math.min(1, maxSide / Math.max(width, height));
  const short = Math.min(width, height) * ratio;
  if (short < minSide) ratio *= Math.min(minSide / short, maxSide / (Math.max(width, height) * ratio));
  const snap = (length: number): number => Math.max(32, Math.round((length * ratio) / 32) * 32);
  return { width: snap(width), height: snap(height) };
}

export async function detectLines(
  session: Session,
  page: Raster,
  options: LineDetectionOptions = defaultLineDetection,
): Promise<DetectedLine[]> {
  const { width, height } = detectionSize(page.width, page.height, options);
  const values = new Float32Array(3 * width * height);
  sampleRaster(page, width, height, values, input);
  const name = session.outputNames[0] ?? '';
  const outputs = await session.run({
    [session.inputNames[0] ?? 'x']: floatTensor(values, [1, 3, height, width]),
  });
  return linesOf(floatsOf(outputs, name).data, width, height, page.width / width, page.height / height);
}

/** Probability map [height, width] to boxes; `scaleX/Y` from map pixels to page pixels. */
export function linesOf(
  map: Float32Array,
  width: number,
  height: number,
  scaleX: number,
  scaleY: number,
): DetectedLine[] {
  const lines: DetectedLine[] = [];
  for (const component of findComponents(map, width, height, pixelThreshold)) {
    if (lines.length >= maxLines) break;
    const core = minimumAreaRectangle(component);
    if (!core || Math.min(core.width, core.height) < 3) continue;
    const score = meanInside(map, width, height, core);
    if (score < boxThreshold) continue;
    const grow = (core.width * core.height * unclipRatio) / (2 * (core.width + core.height));
    const quad = expandRectangle(core, grow).map(({ x, y }) => ({
      x: Math.min(Math.max(x, 0), width) * scaleX,
      y: Math.min(Math.max(y, 0), height) * scaleY,
    })) as unknown as Quad;
    const box = boxOfQuad(quad);
    if (box.width < 4 || box.height < 4) continue;
    lines.push({ quad, score });
  }
  return lines;
}
