/** The frame of a crop while it is drawn and moved: edges as shares of the whole page, 0 to 1. Pure. */
import type { DrawnBox } from '../../store/review-state';

export interface CropEdges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export type EdgeName = keyof CropEdges;
export const edgeNames: readonly EdgeName[] = ['left', 'top', 'right', 'bottom'];

interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholePage: CropEdges = { left: 0, top: 0, right: 1, bottom: 1 };
/** Of the page, between two edges. */
const least = 0.02;

const opposite: Readonly<Record<EdgeName, EdgeName>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
};
const isFar = (edge: EdgeName): boolean => edge === 'right' || edge === 'bottom';

/** Stays on the page and on its side of the opposite edge. */
export function moveEdge(edges: CropEdges, edge: EdgeName, to: number): CropEdges {
  if (!Number.isFinite(to)) return edges;
  const limit = edges[opposite[edge]];
  const value = isFar(edge)
    ? Math.min(1, Math.max(to, limit + least))
    : Math.max(0, Math.min(to, limit - least));
  return { ...edges, [edge]: value };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a press at a point takes hold of; `reach`: how near an edge, in shares of the page. */
export type Grip = { readonly edges: readonly EdgeName[] } | 'frame' | 'new';

export function gripAt(edges: CropEdges, at: Point, reach: Point): Grip {
  const { left, top, right, bottom } = edges;
  const isAcross = at.x > left - reach.x && at.x < right + reach.x;
  const isDown = at.y > top - reach.y && at.y < bottom + reach.y;
  const near = edgeNames.filter((edge) => {
    const isUpright = edge === 'left' || edge === 'right';
    return isUpright
      ? isDown && Math.abs(at.x - edges[edge]) < reach.x
      : isAcross && Math.abs(at.y - edges[edge]) < reach.y;
  });
  if (near.length > 0) return { edges: near };
  const isInside = at.x > left && at.x < right && at.y > top && at.y < bottom;
  // Of a frame that is the whole page nothing can be moved.
  const isWhole = edgeNames.every((edge) => edges[edge] === wholePage[edge]);
  return isInside && !isWhole ? 'frame' : 'new';
}

/** The frame after a drag from one point to another. */
export function dragged(edges: CropEdges, grip: Grip, from: Point, to: Point): CropEdges {
  if (grip === 'new') {
    const { left, top } = { left: Math.min(from.x, to.x), top: Math.min(from.y, to.y) };
    const start = { left: clamp(left, 0, 1 - least), top: clamp(top, 0, 1 - least), right: 1, bottom: 1 };
    return moveEdge(moveEdge(start, 'right', Math.max(from.x, to.x)), 'bottom', Math.max(from.y, to.y));
  }
  if (grip === 'frame') {
    const x = clamp(to.x - from.x, -edges.left, 1 - edges.right);
    const y = clamp(to.y - from.y, -edges.top, 1 - edges.bottom);
    return { left: edges.left + x, right: edges.right + x, top: edges.top + y, bottom: edges.bottom + y };
  }
  return grip.edges.reduce(
    (now, edge) => moveEdge(now, edge, edge === 'left' || edge === 'right' ? to.x : to.y),
    edges,
  );
}

/** Undefined for the whole page. */
export function boxOfEdges(edges: CropEdges, { width, height }: Size): DrawnBox | undefined {
  const x = Math.round(edges.left * width);
  const y = Math.round(edges.top * height);
  const box = {
    x,
    y,
    width: Math.round(edges.right * width) - x,
    height: Math.round(edges.bottom * height) - y,
  };
  return box.width === width && box.height === height ? undefined : box;
}

export function edgesOfBox({ x, y, width, height }: DrawnBox, whole: Size): CropEdges {
  return {
    left: x / whole.width,
    top: y / whole.height,
    right: (x + width) / whole.width,
    bottom: (y + height) / whole.height,
  };
}

const clamp = (value: number, from: number, to: number): number => Math.max(from, Math.min(to, value));
