/**
 * Which way up a page is: quarter turns from the shape of its lines, upside-down from a small classifier that was
 * trained on line crops (0° or 180°).
 */
import { boxOfQuad, type Point, type Quad } from '../base/geometry';
import type { Raster } from '../base/raster';
import { normalisation, quadSize, sampleQuad } from '../base/sampling';
import { floatsOf, floatTensor, type Session } from '../runtime';
import type { DetectedLine } from './text-lines';

const cropWidth = 192;
const cropHeight = 48;
const sampleSize = 24;
const input = normalisation([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], 'bgr');

/** True when most of the text (by length) runs up or down the raster. */
export function isSideways(lines: readonly DetectedLine[]): boolean {
  let across = 0;
  let along = 0;
  for (const { quad } of lines) {
    const { width, height } = boxOfQuad(quad);
    if (width > height * 1.6) across += width;
    else if (height > width * 1.6) along += height;
  }
  return along > across * 1.5;
}

/**
 * Probability that lines stand on their head, from the most telling (longest) lines; 0.5 when there are none.
 * `quads` start at the corner where text starts if the page is upright.
 */
export async function upsideDownProbability(
  session: Session,
  page: Raster,
  quads: readonly Quad[],
): Promise<{ probability: number; lines: number }> {
  const chosen = [...quads]
    .map((quad) => ({ quad, size: quadSize(quad) }))
    .filter(({ size }) => size.width > size.height * 2 && size.height >= 8)
    .sort((a, b) => b.size.width - a.size.width)
    .slice(0, sampleSize);
  if (chosen.length === 0) return { probability: 0.5, lines: 0 };
  const size = 3 * cropWidth * cropHeight;
  const values = new Float32Array(chosen.length * size);
  chosen.forEach(({ quad, size: { width, height } }, index) => {
    // The classifier saw crops of 4:1; the first part of a longer line keeps its proportions.
    const part = Math.min(1, (cropWidth / cropHeight) * (height / width));
    sampleQuad(page, startOf(quad, part), cropWidth, cropHeight, values, index * size, cropWidth, input);
  });
  const feeds = {
    [session.inputNames[0] ?? 'x']: floatTensor(values, [chosen.length, 3, cropHeight, cropWidth]),
  };
  const output = floatsOf(await session.run(feeds), session.outputNames[0] ?? '').data;
  let sum = 0;
  for (let index = 0; index < chosen.length; index++) sum += output[index * 2 + 1]!;
  return { probability: sum / chosen.length, lines: chosen.length };
}

/** The first `part` (0..1) of a quadrilateral along its text. */
function startOf([topLeft, topRight, bottomRight, bottomLeft]: Quad, part: number): Quad {
  const between = (a: Point, b: Point): Point => ({
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
  });
  return [topLeft, between(topLeft, topRight), between(bottomLeft, bottomRight), bottomLeft];
}

/**
 * Mean slope of the page's lines in degrees, clockwise positive; 0 when too few long lines agree.
 * Long lines count more: their ends are known more exactly.
 */
export function skewOf(lines: readonly DetectedLine[]): number {
  const slopes = lines
    .map(({ quad }) => {
      const { width, height } = quadSize(quad);
      const [topLeft, topRight, bottomRight, bottomLeft] = quad;
      const dx = topRight.x - topLeft.x + bottomRight.x - bottomLeft.x;
      const dy = topRight.y - topLeft.y + bottomRight.y - bottomLeft.y;
      return { degrees: (Math.atan2(dy, dx) * 180) / Math.PI, weight: width, long: width > height * 6 };
    })
    .filter((slope) => slope.long && Math.abs(slope.degrees) <= 40)
    .sort((a, b) => a.degrees - b.degrees);
  const total = slopes.reduce((sum, slope) => sum + slope.weight, 0);
  if (slopes.length < 3) return 0;
  let passed = 0;
  let median = 0;
  for (const slope of slopes) {
    passed += slope.weight;
    if (passed >= total / 2) {
      median = slope.degrees;
      break;
    }
  }
  const agreeing = slopes.filter((slope) => Math.abs(slope.degrees - median) < 0.6);
  const agreed = agreeing.reduce((sum, slope) => sum + slope.weight, 0);
  if (agreed < total * 0.6) return 0;
  return agreeing.reduce((sum, slope) => sum + slope.degrees * slope.weight, 0) / agreed;
}
