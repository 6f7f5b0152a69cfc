/** What the pixels of a table say: white between characters, level rules between printed rows. */
import { type Box, bottom, clampBox, right, wholePixels } from '../../base/geometry';
import { countsOf, greysOf, levelBeyond } from '../../base/grey-levels';
import { cropRaster, type Raster } from '../../base/raster';
import { stretchesOf } from '../../base/stretches';

/** From left to right, page pixels. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Share of the contrast of the print at which a pixel is ink; faint rules count too. */
const inkLevel = 0.4;
/** Share of a stretch that is dark where a rule runs along it. */
const leastRule = 0.75;
/** Of the height in which an upright rule stands. */
const leastUpright = 0.9;
const thickestRule = 14;
/** Share of the contrast by which rules differ from the ground on both sides: it may be dark. */
const ruleLevel = 0.18;
/** The same of rules that are darker than dark ground, which leaves them little. */
const darkRuleLevel = 0.05;
/** Share of an upright rule that may lie within level ones. */
const mostCrossed = 0.4;
/** Grey levels that ground spreads over. */
const evenness = 13;
/** Pixels to that ground from an upright rule. */
const beside = 4;

export class TableInk {
  private readonly grounds = new Map<Box, number>();

  private constructor(
    private readonly left: number,
    private readonly top: number,
    private readonly width: number,
    private readonly height: number,
    private readonly greys: Uint8Array,
    /** Usual grey, and how much darker print is. */
    private readonly paper: number,
    private readonly contrast: number,
  ) {}

  static of(page: Raster, box: Box): TableInk {
    const part = clampBox(wholePixels(box), page.width, page.height);
    const picture = cropRaster(page, part);
    const greys = greysOf(picture);
    const counts = countsOf(greys);
    const paper = levelBeyond(counts, 0.5);
    const contrast = Math.max(40, paper - levelBeyond(counts, 0.005));
    return new TableInk(part.x, part.y, picture.width, picture.height, greys, paper, contrast);
  }

  /** The longest white stretch between two places within a printed line; white is what its own ground is. */
  white(line: Box, from: number, to: number): Extent {
    const [x0, x1] = this.columns(from, to);
    const [y0, y1] = this.rows(line.y + 0.15 * line.height, bottom(line) - 0.15 * line.height);
    const paper = this.ground(line);
    const most = y1 - y0 > 14 ? 1 : 0;
    let best = { from: x0, to: x0 };
    let start = x0;
    for (let x = x0; x <= x1; x++) {
      let dark = 0;
      for (let y = y0; y < y1 && x < x1; y++) {
        if (Math.abs(paper - this.greys[y * this.width + x]!) > inkLevel * this.contrast) dark++;
      }
      // What is dark from top to bottom is a rule.
      if (x < x1 && (dark <= most || dark >= 0.95 * (y1 - y0))) continue;
      if (x - start > best.to - best.from) best = { from: start, to: x };
      start = x + 1;
    }
    return { from: best.from + this.left, to: best.to + this.left };
  }

  /** Heights at which level rules run along all of the extent, from the top down; white for `around` pixels. */
  rules({ from, to }: Extent, around: number): number[] {
    const [x0, x1] = this.columns(from, to);
    if (x1 - x0 < 4) return [];
    // Unlike the ground above and below in one of three rows, since rules lean a little.
    const dark = new Uint16Array(this.height);
    const light = new Uint16Array(this.height);
    const least = ruleLevel * this.contrast;
    const leastInDark = darkRuleLevel * this.contrast;
    const shade = this.paper - inkLevel * this.contrast;
    // One column of the picture, with paper above and below.
    const margin = around + 2;
    const column = new Uint8Array(this.height + 2 * margin).fill(this.paper);
    for (let x = x0; x < x1; x++) {
      for (let y = 0; y < this.height; y++) column[y + margin] = this.greys[y * this.width + x]!;
      for (let y = 0; y < this.height; y++) {
        const [a, b, c] = [column[y + around]!, column[y + around + 1]!, column[y + margin]!];
        const [above, below] = [column[y]!, column[y + margin + around]!];
        const isDark = Math.max(above, below) < shade;
        if (Math.min(above, below) - Math.min(a, b, c) > (isDark ? leastInDark : least)) dark[y]!++;
        else if (isDark && Math.max(a, b, c) - Math.max(above, below) > least) light[y]!++;
      }
    }
    const length = leastRule * (x1 - x0);
    // Shades are thick.
    return stretchesOf(0, this.height, (y) => Math.max(dark[y]!, light[y]!) >= length)
      .filter(({ from, to }) => to - from < thickestRule)
      .map(({ from, to }) => this.top + (from + to - 3) / 2);
  }

  /** Places of the upright rules that run from one height to the other. */
  uprights(above: number, below: number): number[] {
    const [y0, y1] = this.rows(above, below);
    const least = ruleLevel * this.contrast;
    const shade = this.paper - inkLevel * this.contrast;
    const dark = new Uint16Array(this.width);
    const light = new Uint16Array(this.width);
    const crossed = new Uint16Array(this.width);
    for (let y = y0; y < y1; y++) {
      for (let x = 0; x < this.width; x++) {
        const at = y * this.width + x;
        const [a, b, c] = [
          this.greys[at - 1] ?? this.paper,
          this.greys[at]!,
          this.greys[at + 1] ?? this.paper,
        ];
        const left = this.greys[at - beside] ?? this.paper;
        const right = this.greys[at + beside] ?? this.paper;
        if (Math.min(left, right) - Math.min(a, b, c) > least) dark[x]!++;
        else if (Math.max(left, right) >= shade) continue;
        else if (Math.max(a, b, c) - Math.max(left, right) > least) light[x]!++;
        else crossed[x]!++;
      }
    }
    if (y1 === y0) return [];
    // Level rules may cross it; shade is no rule.
    const isRule = (x: number): boolean => {
      const height = y1 - y0 - crossed[x]!;
      const isClear = height >= (1 - mostCrossed) * (y1 - y0);
      return isClear && Math.max(dark[x]!, light[x]!) >= leastUpright * height;
    };
    return stretchesOf(0, this.width, isRule).map(({ from, to }) => this.left + (from + to) / 2);
  }

  /** Usual grey of the ground of a line. */
  ground(line: Box): number {
    const known = this.grounds.get(line);
    if (known !== undefined) return known;
    const [x0, x1] = this.columns(line.x, right(line));
    const [y0, y1] = this.rows(line.y, bottom(line));
    const counts = new Uint32Array(256);
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x += 2) counts[this.greys[y * this.width + x]!]!++;
    }
    const ground = usualOf(counts);
    this.grounds.set(line, ground);
    return ground;
  }

  /** The same around a height, `height` pixels in all. */
  groundAt({ from, to }: Extent, y: number, height: number): number {
    return this.ground({ x: from, width: to - from, y: y - height / 2, height });
  }

  private columns(from: number, to: number): [number, number] {
    const x0 = Math.min(this.width, Math.max(0, Math.round(from - this.left)));
    return [x0, Math.max(x0, Math.min(this.width, Math.round(to - this.left)))];
  }

  private rows(from: number, to: number): [number, number] {
    const y0 = Math.min(this.height, Math.max(0, Math.round(from - this.top)));
    return [y0, Math.max(y0, Math.min(this.height, Math.round(to - this.top)))];
  }
}

/** The grey that most pixels are near: thick print is not as even as its ground. */
function usualOf(counts: Uint32Array): number {
  let sum = 0;
  let most = 0;
  let last = 0;
  for (let grey = 0; grey < counts.length; grey++) {
    sum += counts[grey]! - (counts[grey - evenness] ?? 0);
    if (sum > most) [most, last] = [sum, grey];
  }
  const first = Math.max(0, last - evenness + 1);
  return first + levelBeyond(counts.subarray(first, last + 1), 0.5);
}
