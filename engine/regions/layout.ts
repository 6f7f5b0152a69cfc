/**
 * Page layout: PicoDet trained on CDLA, ten classes. Decoding of its distribution outputs follows
 * "Generalized Focal Loss" (Li et al. 2020): each side's distance is the expectation over 8 bins.
 */
import { type Box, boxFromEdges, clampBox, intersectionOverUnion } from '../base/geometry';
import type { Raster } from '../base/raster';
import { normalisation, sampleRaster } from '../base/sampling';
import { floatsOf, floatTensor, type Session } from '../runtime';

export const layoutClasses = [
  'text',
  'title',
  'figure',
  'figure-caption',
  'table',
  'table-caption',
  'header',
  'footer',
  'reference',
  'equation',
] as const;
export type LayoutClass = (typeof layoutClasses)[number];

export interface LayoutBox {
  readonly kind: LayoutClass;
  readonly box: Box;
  /** 0..1 */
  readonly score: number;
}

const inputWidth = 608;
const inputHeight = 800;
const strides = [8, 16, 32, 64] as const;
const scoreThreshold = 0.4;
const overlapThreshold = 0.5;
const candidatesPerStride = 1000;
const input = normalisation([0.485, 0.456, 0.406], [0.229, 0.224, 0.225], 'bgr');

export async function detectLayout(session: Session, page: Raster): Promise<LayoutBox[]> {
  const values = new Float32Array(3 * inputWidth * inputHeight);
  sampleRaster(page, inputWidth, inputHeight, values, input);
  const feeds = { [session.inputNames[0] ?? 'image']: floatTensor(values, [1, 3, inputHeight, inputWidth]) };
  const outputs = await session.run(feeds);
  const candidates: LayoutBox[] = [];
  const scaleX = page.width / inputWidth;
  const scaleY = page.height / inputHeight;
  strides.forEach((stride, level) => {
    const scores = floatsOf(outputs, session.outputNames[level] ?? '');
    const distances = floatsOf(outputs, session.outputNames[level + strides.length] ?? '');
    candidates.push(
      ...decodeLevel(scores.data, distances.data, stride, scaleX, scaleY, page.width, page.height),
    );
  });
  return suppress(candidates);
}

/** `scores` [cells, 10], `distances` [cells, 4 * bins]; cells row-major over the input divided by `stride`. */
function decodeLevel(
  scores: Float32Array,
  distances: Float32Array,
  stride: number,
  scaleX: number,
  scaleY: number,
  pageWidth: number,
  pageHeight: number,
): LayoutBox[] {
  const classes = layoutClasses.length;
  const cells = scores.length / classes;
  const columns = Math.ceil(inputWidth / stride);
  const bins = distances.length / cells / 4;
  const found: LayoutBox[] = [];
  for (let cell = 0; cell < cells; cell++) {
    for (let kind = 0; kind < classes; kind++) {
      const score = scores[cell * classes + kind]!;
      if (score <= scoreThreshold) continue;
      const x = ((cell % columns) + 0.5) * stride;
      const y = (Math.floor(cell / columns) + 0.5) * stride;
      const side = (index: number): number =>
        expectation(distances, (cell * 4 + index) * bins, bins) * stride;
      const box = boxFromEdges(
        (x - side(0)) * scaleX,
        (y - side(1)) * scaleY,
        (x + side(2)) * scaleX,
        (y + side(3)) * scaleY,
      );
      found.push({ kind: layoutClasses[kind]!, box: clampBox(box, pageWidth, pageHeight), score });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, candidatesPerStride);
}

/** Mean bin under the softmax of `bins` values. */
function expectation(values: Float32Array, from: number, bins: number): number {
  let peak = -Infinity;
  for (let bin = 0; bin < bins; bin++) peak = Math.max(peak, values[from + bin]!);
  let sum = 0;
  let weighted = 0;
  for (let bin = 0; bin < bins; bin++) {
    const weight = Math.exp(values[from + bin]! - peak);
    sum += weight;
    weighted += weight * bin;
  }
  return weighted / sum;
}

/** Non-maximum suppression within a class, then between classes for boxes that are nearly the same. */
function suppress(candidates: readonly LayoutBox[]): LayoutBox[] {
  const kept: LayoutBox[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score)) {
    const rival = kept.some((other) => {
      const overlap = intersectionOverUnion(candidate.box, other.box);
      return other.kind === candidate.kind ? overlap > overlapThreshold : overlap > 0.8;
    });
    if (!rival) kept.push(candidate);
  }
  return kept;
}
