/** Oriented rectangles around detected text. */
import type { Point, Quad } from '../base/geometry';

/** `angle` in radians, of the `width` side against the x axis, in (-π/4, π/4] or turned by a quarter for tall text. */
export interface OrientedRectangle {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** Convex hull, counter-clockwise in a y-down frame (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const cross = (o: Point, a: Point, b: Point): number =>
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && cross(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0)
        chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Rectangle of least area around the points: one of its sides lies on a side of the hull. */
export function minimumAreaRectangle(points: readonly Point[]): OrientedRectangle | undefined {
  const hull = convexHull(points);
  if (hull.length < 3) return undefined;
  let best: OrientedRectangle | undefined;
  let bestArea = Infinity;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!;
    const b = hull[(i + 1) % hull.length]!;
    let angle = Math.atan2(b.y - a.y, b.x - a.x);
    // Any multiple of a quarter turn describes the same rectangle; keep text running left to right.
    while (angle > Math.PI / 4) angle -= Math.PI / 2;
    while (angle <= -Math.PI / 4) angle += Math.PI / 2;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    let minU = Infinity;
    let maxU = -Infinity;
    let minV = Infinity;
    let maxV = -Infinity;
    for (const point of hull) {
      const u = point.x * cos + point.y * sin;
      const v = -point.x * sin + point.y * cos;
      if (u < minU) minU = u;
      if (u > maxU) maxU = u;
      if (v < minV) minV = v;
      if (v > maxV) maxV = v;
    }
    const size = (maxU - minU) * (maxV - minV);
    if (size < bestArea - 1e-9) {
      bestArea = size;
      const u = (minU + maxU) / 2;
      const v = (minV + maxV) / 2;
      best = {
        centre: { x: u * cos - v * sin, y: u * sin + v * cos },
        width: maxU - minU,
        height: maxV - minV,
        angle,
      };
    }
  }
  return best;
}

/** Corners, clockwise from the top left, of the rectangle grown by `grow` on every side. */
export function expandRectangle({ centre, width, height, angle }: OrientedRectangle, grow: number): Quad {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const halfWidth = width / 2 + grow;
  const halfHeight = height / 2 + grow;
  const corner = (u: number, v: number): Point => ({
    x: centre.x + u * cos - v * sin,
    y: centre.y + u * sin + v * cos,
  });
  return [
    corner(-halfWidth, -halfHeight),
    corner(halfWidth, -halfHeight),
    corner(halfWidth, halfHeight),
    corner(-halfWidth, halfHeight),
  ];
}

/** Mean of `map` [mapHeight, mapWidth] over the pixels whose centre lies in the rectangle. */
export function meanInside(
  map: Float32Array,
  mapWidth: number,
  mapHeight: number,
  { centre, width, height, angle }: OrientedRectangle,
): number {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const reachX = (Math.abs(width * cos) + Math.abs(height * sin)) / 2;
  const reachY = (Math.abs(width * sin) + Math.abs(height * cos)) / 2;
  const x0 = Math.max(0, Math.floor(centre.x - reachX));
  const x1 = Math.min(mapWidth - 1, Math.ceil(centre.x + reachX));
  const y0 = Math.max(0, Math.floor(centre.y - reachY));
  const y1 = Math.min(mapHeight - 1, Math.ceil(centre.y + reachY));
  let sum = 0;
  let count = 0;
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - centre.x;
      const dy = y + 0.5 - centre.y;
      if (Math.abs(dx * cos + dy * sin) > width / 2 || Math.abs(dy * cos - dx * sin) > height / 2) continue;
      sum += map[y * mapWidth + x]!;
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
