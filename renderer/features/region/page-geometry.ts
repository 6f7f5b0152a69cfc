/** Boxes while they are drawn, moved and sized. Page pixels. Pure. */
import type { Region } from '../../../engine/document';
import type { Cut, DrawnBox } from '../../store/review-state';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Which edges a handle moves: -1 left or upper, 1 right or lower, 0 none. */
export interface Edges {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const handles: readonly Edges[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

export const smallestSide = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(Math.max(least, most), value));

/** The box between two points, within the page. */
export function drawnBox(from: Point, to: Point, page: Size): DrawnBox {
  const x0 = between(0, Math.min(from.x, to.x), page.width);
  const y0 = between(0, Math.min(from.y, to.y), page.height);
  const x1 = between(0, Math.max(from.x, to.x), page.width);
  const y1 = between(0, Math.max(from.y, to.y), page.height);
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

export function movedBox(box: DrawnBox, right: number, down: number, page: Size): DrawnBox {
  return {
    ...box,
    x: between(0, box.x + right, page.width - box.width),
    y: between(0, box.y + down, page.height - box.height),
  };
}

/** The edges go with the pointer, but not beyond each other or the page. */
export function sizedBox(box: DrawnBox, edges: Edges, right: number, down: number, page: Size): DrawnBox {
  let { x, y } = box;
  let x1 = box.x + box.width;
  let y1 = box.y + box.height;
  if (edges.x < 0) x = between(0, x + right, x1 - smallestSide);
  if (edges.x > 0) x1 = between(x + smallestSide, x1 + right, page.width);
  if (edges.y < 0) y = between(0, y + down, y1 - smallestSide);
  if (edges.y > 0) y1 = between(y + smallestSide, y1 + down, page.height);
  return { x, y, width: x1 - x, height: y1 - y };
}

/** Where a cut runs, as a line across the region. */
export function cutLine(region: Region, at: Cut): { x1: number; y1: number; x2: number; y2: number } {
  const { x, y, width, height } = region.box;
  if ('x' in at) return { x1: at.x, x2: at.x, y1: y, y2: y + height };
  let cut: number;
  if ('y' in at) cut = at.y;
  else {
    const above = region.lines[at.line - 1]?.box;
    const below = region.lines[at.line]?.box;
    cut = above && below ? (above.y + above.height + below.y) / 2 : y + height / 2;
  }
  return { x1: x, x2: x + width, y1: cut, y2: cut };
}

/** The cut that the pointer means: between two lines if it is near, else where it is. */
export function cutAt(region: Region, point: Point, standing: boolean): Cut {
  const { x, y, width, height } = region.box;
  if (standing) return { x: between(x + 1, point.x, x + width - 1) };
  let nearest: { readonly line: number; readonly distance: number } | undefined;
  for (let line = 1; line < region.lines.length; line += 1) {
    const distance = Math.abs(cutLine(region, { line }).y1 - point.y);
    const lineHeight = region.lines[line]?.box.height ?? 0;
    if (distance < lineHeight * 0.6 && distance < (nearest?.distance ?? Infinity))
      nearest = { line, distance };
  }
  return nearest ? { line: nearest.line } : { y: between(y + 1, point.y, y + height - 1) };
}

/** For a region made by keys: below the selected one and as wide, else in the middle of the page. */
export function boxByKeys(selected: Region | undefined, page: Size): DrawnBox {
  if (!selected) {
    const width = Math.round(page.width / 3);
    const height = Math.round(page.height / 20);
    return {
      x: Math.round((page.width - width) / 2),
      y: Math.round((page.height - height) / 2),
      width,
      height,
    };
  }
  const { x, y, width, height } = selected.box;
  const tall = Math.min(height, Math.round(page.height / 20));
  return movedBox({ x, y: y + height + 4, width, height: Math.max(smallestSide, tall) }, 0, 0, page);
}

/** The region's printed line that belongs to a line of its text, when they pair up. */
export function printedLine(region: Region, text: string, line: number): DrawnBox | undefined {
  const written = text.split('\n');
  if (written.filter((each) => each.trim() !== '').length !== region.lines.length) return undefined;
  if ((written[line] ?? '').trim() === '') return undefined;
  const index = written.slice(0, line).filter((each) => each.trim() !== '').length;
  return region.lines[index]?.box;
}

/** What of a box lies on the page. */
export function partOnPage({ x, y, width, height }: DrawnBox, page: Size): DrawnBox {
  const left = Math.max(0, Math.min(x, page.width));
  const top = Math.max(0, Math.min(y, page.height));
  const right = Math.max(left, Math.min(x + width, page.width));
  const lower = Math.max(top, Math.min(y + height, page.height));
  return { x: left, y: top, width: right - left, height: lower - top };
}
