/**
 * Boxes between a page raster and its source, and boxes under quarter turns. Pure. Box edges are real numbers:
 * a box from x 0 to `width` covers the whole raster.
 */
import { type Box, boxFromEdges } from '../base/geometry';
import { straightenedSize } from '../base/turning';
import type { PageTransform } from './types';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Boxes that turn keep to this grid (1/256 pixel), on which turning is exact arithmetic. */
const grid = 256;
const snap = (value: number): number => Math.round(value * grid) / grid;

const normalTurns = (turns: number): 0 | 1 | 2 | 3 => {
  const rest = ((turns % 4) + 4) % 4;
  return rest === 1 || rest === 2 || rest === 3 ? rest : 0;
};

/** Size of the page raster in pixels before it is cropped, as real numbers (the raster itself is rounded). */
export function rasterSize(transform: PageTransform): Size {
  const { width, height } = uprightSize(transform);
  return straightenedSize(width, height, transform.skewDegrees);
}

/** Before deskewing. */
function uprightSize({ sourceWidth, sourceHeight, scale, quarterTurns }: PageTransform): Size {
  const width = sourceWidth * scale;
  const height = sourceHeight * scale;
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * A box of a raster of `size` after turning that raster clockwise by quarter turns. Snaps to 1/256 pixel first, so
 * that four turns, or one and back, give bit-identical boxes.
 */
export function turnBox(box: Box, size: Size, turns: number): Box {
  const x = snap(box.x);
  const y = snap(box.y);
  const width = snap(box.width);
  const height = snap(box.height);
  const pageWidth = snap(size.width);
  const pageHeight = snap(size.height);
  switch (normalTurns(turns)) {
    case 0:
      return { x, y, width, height };
    case 1:
      return { x: pageHeight - y - height, y: x, width: height, height: width };
    case 2:
      return { x: pageWidth - x - width, y: pageHeight - y - height, width, height };
    case 3:
      return { x: y, y: pageWidth - x - width, width: height, height: width };
  }
}

/** The transform after the page has been turned clockwise by further quarter turns. */
export function turnTransform(transform: PageTransform, turns: number): PageTransform {
  return { ...transform, quarterTurns: normalTurns(transform.quarterTurns + turns) };
}

/** From page pixels to source units. With skew, the smallest upright box around the slanted one. */
export function mapBoxToSource(box: Box, transform: PageTransform): Box {
  const size = uprightSize(transform);
  const { x, y } = transform.crop ?? origin;
  const whole = { ...box, x: box.x + x, y: box.y + y };
  const upright = slant(whole, rasterSize(transform), size, -transform.skewDegrees);
  const displayed = turnExactly(upright, size, -transform.quarterTurns);
  return scaleBox(displayed, 1 / transform.scale);
}

/** From source units to page pixels; the inverse of `mapBoxToSource` where there is no skew. */
export function mapBoxFromSource(box: Box, transform: PageTransform): Box {
  const displayed = scaleBox(box, transform.scale);
  const before = uprightSize({ ...transform, quarterTurns: 0 });
  const turned = turnExactly(displayed, before, transform.quarterTurns);
  const whole = slant(turned, uprightSize(transform), rasterSize(transform), transform.skewDegrees);
  const { x, y } = transform.crop ?? origin;
  return { ...whole, x: whole.x - x, y: whole.y - y };
}

const origin = { x: 0, y: 0 } as const;

function scaleBox({ x, y, width, height }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

/** As `turnBox`, without its grid: source units may be coarse. */
function turnExactly(box: Box, { width, height }: Size, turns: number): Box {
  switch (normalTurns(turns)) {
    case 0:
      return box;
    case 1:
      return { x: height - box.y - box.height, y: box.x, width: box.height, height: box.width };
    case 2:
      return { ...box, x: width - box.x - box.width, y: height - box.y - box.height };
    case 3:
      return { x: box.y, y: width - box.x - box.width, width: box.height, height: box.width };
  }
}

/** Turns the box clockwise, the centre of `from` going to that of `to`, and takes the box around it. */
function slant(box: Box, from: Size, to: Size, degrees: number): Box {
  if (degrees === 0) return box;
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const dx = box.x + box.width / 2 - from.width / 2;
  const dy = box.y + box.height / 2 - from.height / 2;
  const x = to.width / 2 + dx * cos - dy * sin;
  const y = to.height / 2 + dx * sin + dy * cos;
  const halfWidth = (Math.abs(cos) * box.width + Math.abs(sin) * box.height) / 2;
  const halfHeight = (Math.abs(sin) * box.width + Math.abs(cos) * box.height) / 2;
  return boxFromEdges(x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
}
