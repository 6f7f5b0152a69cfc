/** Ruled lines of a table, as its picture has them (workshop/nano/SPEC.md §2). */
import { type Box, bottom, clampBox, right } from '../../base/geometry';
import { levelBeyond } from '../../base/grey-levels';
import { cropRaster, type Raster } from '../../base/raster';

/** Grey levels below the paper's at which a pixel may belong to a rule. */
const leastContrast = 60;

export class TableRules {
  private constructor(
    private readonly left: number,
    private readonly top: number,
    private readonly width: number,
    private readonly height: number,
    /** [height, width], 1 for dark pixels. */
    private readonly dark: Uint8Array,
    private readonly reach: number,
  ) {}

  /** `reach`: how far a rule may lie from where it is asked for, in pixels. */
  static of(page: Raster, box: Box, reach: number): TableRules {
    const x = Math.max(0, Math.floor(box.x - reach));
    const y = Math.max(0, Math.floor(box.y - reach));
    const around = { x, y, width: right(box) + reach - x, height: bottom(box) + reach - y };
    const { width, height, data } = cropRaster(page, clampBox(around, page.width, page.height));
    const greys = new Uint8Array(width * height);
    const counts = new Uint32Array(256);
    for (let at = 0; at < greys.length; at++) {
      const grey = Math.floor((data[3 * at]! + data[3 * at + 1]! + data[3 * at + 2]!) / 3);
      greys[at] = grey;
      counts[grey]!++;
    }
    const darkest = levelBeyond(counts, 0.5) - leastContrast;
    const dark = greys.map((grey) => (grey <= darkest ? 1 : 0));
    return new TableRules(x, y, width, height, dark, reach);
  }

  /** Share of an upright rule at `x` between two heights, 0..1; page pixels. */
  upright(x: number, from: number, to: number): number {
    return this.share(x - this.left, from - this.top, to - this.top, this.width, this.height, 1, this.width);
  }

  /** Share of a level rule at `y` between two places, 0..1; page pixels. */
  level(y: number, from: number, to: number): number {
    return this.share(y - this.top, from - this.left, to - this.left, this.height, this.width, this.width, 1);
  }

  /** `across` and `along`: steps from one pixel to the next beside the rule and in its direction. */
  private share(
    place: number,
    from: number,
    to: number,
    size: number,
    length: number,
    across: number,
    along: number,
  ): number {
    const first = Math.max(0, Math.round(place - this.reach));
    const last = Math.min(size - 1, Math.round(place + this.reach));
    const start = Math.max(0, Math.floor(from));
    const end = Math.min(length, Math.ceil(to));
    if (end <= start) return 0;
    let most = 0;
    for (let line = first; line <= last; line++) {
      let count = 0;
      for (let at = start; at < end; at++) count += this.dark[line * across + at * along]!;
      most = Math.max(most, count);
    }
    return most / (end - start);
  }
}
