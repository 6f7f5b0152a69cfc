/** What is printed in a part of a page: connected ink, told by how much darker it is than its surroundings. */
import { findComponents, runsOf } from '../../base/components';
import { area, type Box, bottom, boxFromEdges, clampBox, right, wholePixels } from '../../base/geometry';
import { countsOf, greysOf, levelAt, levelBeyond } from '../../base/grey-levels';
import { medianOf } from '../../base/median';
import { cropRaster, type Raster } from '../../base/raster';

/** Of the contrast between paper and print: how much darker than around a pixel of ink is. */
const inkLevel = 0.3;
/** Of the pixels of a line this share is well within its strokes, which are darker still by this factor. */
const strokeShare = 0.05;
const strokeDepth = 1.25;
const leastContrast = 12;
/** Of the contrast: the usual step from pixel to pixel where paper is noisy. */
const noiseLevel = 0.04;
/** White around a text, as detected boxes have it; in heights of the usual line. */
const margin = 0.25;

/** Share of a rule's length that is ink. */
const leastRule = 0.95;

export interface Piece {
  readonly box: Box;
  readonly pixels: number;
  /** Mean, beyond that of the surroundings. */
  readonly darkness: number;
}

/** Boxes are in pixels of the page. */
export class Ink {
  private found: readonly Piece[] | undefined;

  private constructor(
    private readonly part: Box,
    /** How much darker than around. */
    private readonly depth: Float32Array,
    /** Between paper and print: rules and specks may be darker than print. */
    readonly contrast: number,
    /** Height of the usual line. */
    readonly unit: number,
  ) {}

  /** None where no line tells how large print is, or too little of the box is on the page. */
  static of(page: Raster, box: Box, lines: readonly Box[]): Ink | undefined {
    const unit = medianOf(lines.map(({ height }) => height));
    const part = clampBox(wholePixels(box), page.width, page.height);
    const { width, height } = part;
    if (!unit || width < 3 || height < 3) return undefined;
    const greys = greysOf(cropRaster(page, part));
    const counts = countsOf(greys);
    const most = Math.max(30, levelAt(counts, 0.5 * greys.length) - levelAt(counts, 0.005 * greys.length));
    const clear = usualStep(greys) > noiseLevel * most ? smoothed(greys, width) : greys;
    const depth = depthOf(clear, width, height, Math.round(1.2 * unit));
    const levels = lines.map((line) => strokeLevel(depth, part, line)).filter((level) => level > 0);
    const print = medianOf(levels);
    const contrast = print === undefined ? most : Math.max(leastContrast, strokeDepth * print);
    return new Ink(part, depth, contrast, unit);
  }

  /** Connected ink. */
  get pieces(): readonly Piece[] {
    this.found ??= this.findPieces();
    return this.found;
  }

  private findPieces(): Piece[] {
    const { x: left, y: top, width, height } = this.part;
    return findComponents(this.depth, width, height, inkLevel * this.contrast).map((outline) => {
      let [x0, x1, pixels, sum] = [Infinity, 0, 0, 0];
      for (const { y, from, to } of runsOf(outline)) {
        x0 = Math.min(x0, from);
        x1 = Math.max(x1, to);
        pixels += to - from;
        for (let x = from; x < to; x++) sum += this.depth[y * width + x]!;
      }
      const box = boxFromEdges(
        left + x0,
        top + outline[0]!.y,
        left + x1,
        top + outline[outline.length - 1]!.y,
      );
      return { box, pixels, darkness: sum / pixels };
    });
  }

  /** With the white around it, as far as there is no ink. */
  padded(box: Box): Box {
    const { unit } = this;
    const tall = Math.max(margin * unit, (unit - box.height) / 2);
    const wide = Math.max(margin * unit, (0.9 * unit - box.width) / 2);
    const up = this.white(box, 0, -1, tall);
    const down = this.white(box, 0, 1, tall);
    const left = this.white(box, -1, 0, wide);
    const right_ = this.white(box, 1, 0, wide);
    return boxFromEdges(box.x - left, box.y - up, right(box) + right_, bottom(box) + down);
  }

  /** Whether an upright rule goes through from `top` to `end` within `reach` of `x`; it may lean by a pixel. */
  isRuled(x: number, top: number, end: number, reach: number): boolean {
    const rows = Array.from(
      { length: Math.max(1, Math.round(end - top)) },
      (_, row) => Math.round(top) + row,
    );
    for (let at = Math.round(x - reach); at <= x + reach; at++) {
      const inked = rows.filter((y) => [-1, 0, 1].some((aside) => this.isInk(at + aside, y)));
      if (inked.length >= leastRule * rows.length) return true;
    }
    return false;
  }

  /** Pixels without ink from a side of the box outwards, to be kept one off what is there. */
  private white(box: Box, dx: number, dy: number, most: number): number {
    const reach = Math.round(most);
    for (let step = 1; step <= reach; step++) {
      const x = dx < 0 ? box.x - step : right(box) - 1 + step;
      const y = dy < 0 ? box.y - step : bottom(box) - 1 + step;
      const side = dx === 0 ? box.width : box.height;
      for (let at = 0; at < side; at++) {
        const isInk = dx === 0 ? this.isInk(box.x + at, y) : this.isInk(x, box.y + at);
        if (isInk) return Math.max(0, step - 2);
      }
    }
    return reach;
  }

  private isInk(x: number, y: number): boolean {
    const { x: left, y: top, width, height } = this.part;
    const isWithin = x >= left && y >= top && x < left + width && y < top + height;
    return !isWithin || this.depth[(y - top) * width + x - left]! > inkLevel * this.contrast;
  }
}

/** How much darker each pixel is than the mean of a square of `2 * reach + 1` pixels around it. */
function depthOf(greys: Uint8Array, width: number, height: number, reach: number): Float32Array {
  // Sums over whole columns of the square, moved down row by row.
  const columns = new Float64Array(width + 1);
  const depth = new Float32Array(greys.length);
  const add = (y: number, sign: number): void => {
    for (let x = 0; x < width; x++) columns[x]! += sign * greys[y * width + x]!;
  };
  const sums = new Float64Array(width + 1);
  for (let y = 0; y < Math.min(reach, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + reach < height) add(y + reach, 1);
    if (y > reach) add(y - reach - 1, -1);
    const rows = Math.min(height, y + reach + 1) - Math.max(0, y - reach);
    for (let x = 0; x < width; x++) sums[x + 1] = sums[x]! + columns[x]!;
    for (let x = 0; x < width; x++) {
      const from = Math.max(0, x - reach);
      const to = Math.min(width, x + reach + 1);
      depth[y * width + x] = (sums[to]! - sums[from]!) / (rows * (to - from)) - greys[y * width + x]!;
    }
  }
  return depth;
}

/** Usual difference between neighbours: of most pictures that of paper. */
function usualStep(greys: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 1; at < greys.length; at += 3) counts[Math.abs(greys[at]! - greys[at - 1]!)]!++;
  return levelBeyond(counts, 0.5);
}

/** Means of three by three pixels, weighed by nearness; the outermost pixels stay. */
function smoothed(greys: Uint8Array, width: number): Uint8Array {
  const sums = new Uint16Array(greys.length);
  for (let at = 1; at < greys.length - 1; at++) sums[at] = greys[at - 1]! + 2 * greys[at]! + greys[at + 1]!;
  const means = Uint8Array.from(greys);
  for (let y = width; y < greys.length - width; y += width) {
    for (let at = y + 1; at < y + width - 1; at++) {
      means[at] = (sums[at - width]! + 2 * sums[at]! + sums[at + width]!) >> 4;
    }
  }
  return means;
}

/** Depth of the strokes of a line; 0 where it shows none. */
function strokeLevel(depth: Float32Array, part: Box, line: Box): number {
  const moved = { ...line, x: line.x - part.x, y: line.y - part.y };
  const inside = clampBox(wholePixels(moved), part.width, part.height);
  const counts = new Uint32Array(256);
  for (let y = inside.y; y < bottom(inside); y++) {
    for (let x = inside.x; x < right(inside); x++) {
      counts[Math.max(0, Math.round(depth[y * part.width + x]!))]!++;
    }
  }
  return area(inside) > 0 ? levelBeyond(counts, 1 - strokeShare) : 0;
}
