/** What the pixels of a table say: white between characters, level rules between printed rows. */
import { type Box, bottom, clampBox, right, wholePixels } from '../../base/geometry';
import { countsOf, greysOf, levelBeyond } from '../../base/grey-levels';
import { cropRaster, type Raster } from '../../base/raster';

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
    // Dark in one of three rows, since rules lean a little, and light above and below, as print is not.
    const dark = new Uint16Array(this.height);
    const isDark = (x: number, y: number): boolean =>
      y >= 0 && y < this.height && this.paper - this.greys[y * this.width + x]! > inkLevel * this.contrast;
    for (let x = x0; x < x1; x++) {
      let recent = -9;
      for (let y = 0; y < this.height; y++) {
        if (isDark(x, y)) recent = y;
        if (y - recent < 3 && !isDark(x, y - 2 - around) && !isDark(x, y + around)) dark[y]!++;
      }
    }
    const found: number[] = [];
    let start: number | undefined;
    for (let y = 0; y <= this.height; y++) {
      if (y < this.height && dark[y]! >= leastRule * (x1 - x0)) start ??= y;
      else if (start !== undefined) {
        // Shades are thick.
        if (y - start < thickestRule) found.push(this.top + (start + y - 3) / 2);
        start = undefined;
      }
    }
    return found;
  }

  /** Whether an upright rule runs from one height to the other somewhere in the extent. */
  hasUpright({ from, to }: Extent, above: number, below: number): boolean {
    const [x0, x1] = this.columns(from, to);
    const [y0, y1] = this.rows(above, below);
    for (let x = x0; x < x1; x++) {
      let dark = 0;
      for (let y = y0; y < y1; y++) {
        const at = y * this.width + x;
        const darkest = Math.min(
          this.greys[at]!,
          this.greys[Math.max(0, at - 1)]!,
          this.greys[at + 1] ?? 255,
        );
        if (this.paper - darkest > inkLevel * this.contrast) dark++;
      }
      if (y1 > y0 && dark >= leastUpright * (y1 - y0)) return true;
    }
    return false;
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
    const ground = levelBeyond(counts, 0.5);
    this.grounds.set(line, ground);
    return ground;
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
