/** Plain geometry in page pixels, origin top left. No knowledge of pages or regions. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Four corners, clockwise from the top left of the text (not of the page). */
export type Quad = readonly [Point, Point, Point, Point];

export const right = (box: Box): number => box.x + box.width;
export const bottom = (box: Box): number => box.y + box.height;
export const area = (box: Box): number => Math.max(0, box.width) * Math.max(0, box.height);
export const centre = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

export function boxFromEdges(x0: number, y0: number, x1: number, y1: number): Box {
  return { x: x0, y: y0, width: Math.max(0, x1 - x0), height: Math.max(0, y1 - y0) };
}

/** Overlap of two boxes; width or height 0 when they do not meet. */
export function intersection(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return boxFromEdges(x, y, Math.min(right(a), right(b)), Math.min(bottom(a), bottom(b)));
}

/** Smallest box around all; throws on an empty list. */
export function unionOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) throw new Error('unionOf: no boxes');
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x);
    y0 = Math.min(y0, box.y);
    x1 = Math.max(x1, right(box));
    y1 = Math.max(y1, bottom(box));
  }
  return boxFromEdges(x0, y0, x1, y1);
}

export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = area(intersection(a, b));
  const total = area(a) + area(b) - shared;
  return total > 0 ? shared / total : 0;
}

/** Share of `inner` that lies within `outer`, 0..1. */
export function coverage(inner: Box, outer: Box): number {
  const whole = area(inner);
  return whole > 0 ? area(intersection(inner, outer)) / whole : 0;
}

/** Length shared by the horizontal extents, 0 when apart. */
export function overlapX(a: Box, b: Box): number {
  return Math.max(0, Math.min(right(a), right(b)) - Math.max(a.x, b.x));
}

export function overlapY(a: Box, b: Box): number {
  return Math.max(0, Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y));
}

export function clampBox(box: Box, width: number, height: number): Box {
  return boxFromEdges(
    Math.min(Math.max(box.x, 0), width),
    Math.min(Math.max(box.y, 0), height),
    Math.min(Math.max(right(box), 0), width),
    Math.min(Math.max(bottom(box), 0), height),
  );
}

/** The box with `by` more on every side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The least box of whole pixels around it. */
export function wholePixels(box: Box): Box {
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
  return { x, y, width: Math.ceil(right(box)) - x, height: Math.ceil(bottom(box)) - y };
}

export function boxOfQuad(quad: Quad): Box {
  const xs = quad.map((point) => point.x);
  const ys = quad.map((point) => point.y);
  return boxFromEdges(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** Corners of an upright box. */
export function quadOfBox({ x, y, width, height }: Box): Quad {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
