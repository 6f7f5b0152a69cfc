/** A ruled table as a test draws it, and what the rules say of its cells. */
import type { Box } from '../base/geometry';
import { createRaster, type Raster } from '../base/raster';
import { latticeOf } from '../model/lines/lattice';
import type { TableStructure } from '../model/lines/table-structure';

/** Places of the rules. */
export const xs = [60, 220, 380, 540, 700];
export const ys = [60, 110, 160, 210, 260];
export const textHeight = 26;
const table: Box = { x: 60, y: 60, width: 640, height: 200 };

/** A page under construction, and the lines that a detector would find. */
export class RuledSheet {
  readonly page: Raster;
  readonly lines: Box[] = [];
  /** Sideways drift of an upright, and drop of a level rule, for each pixel. */
  skew = 0;
  ink = 40;
  thickness = 2;
  double = false;
  /** Pixels that are missing again and again. */
  worn = 0;

  constructor(paper = 245) {
    this.page = createRaster(780, 340, paper);
  }

  fill(box: Box, grey: number): void {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) this.dot(x, y, grey);
    }
  }

  private dot(x: number, y: number, grey = this.ink): void {
    const at = Math.round(y + this.skew * x) * this.page.width + Math.round(x - this.skew * y);
    this.page.data.fill(grey, 3 * at, 3 * at + 3);
  }

  private strokes(): number[] {
    const one = Array.from({ length: this.thickness }, (_, at) => at);
    return this.double ? [...one, ...one.map((at) => at + this.thickness + 3)] : one;
  }

  level(y: number, from = xs[0]!, to = xs[4]!): void {
    for (let x = from; x < to; x++) {
      if ((x + 17) % 40 >= this.worn) for (const by of this.strokes()) this.dot(x, y + by);
    }
  }

  upright(x: number, from = ys[0]!, to = ys[4]!): void {
    for (let y = from; y < to + this.thickness; y++) {
      if ((y + 18) % 50 >= this.worn) for (const by of this.strokes()) this.dot(x + by, y);
    }
  }

  /** Print in a cell, or across some: strokes of letters, x-height high with ascenders, over a base line. */
  text(x: number, y: number, width = 80): void {
    for (let at = x; at < x + width; at += 9) {
      this.fill({ x: at, y: y + (at % 2 === 0 ? 3 : 8), width: 3, height: at % 2 === 0 ? 18 : 13 }, this.ink);
      this.fill({ x: at, y: y + 12, width: 6, height: 2 }, this.ink);
    }
    const drop = Math.round(this.skew * x);
    const shift = Math.round(this.skew * y);
    this.lines.push({ x: x - shift - 3, y: y + drop, width: width + 8, height: textHeight });
  }

  /** Text in all cells of the grid but those that are named. */
  texts(besides: readonly string[] = []): void {
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        if (!besides.includes(`${row} ${column}`)) this.text(xs[column]! + 24, ys[row]! + 14);
      }
    }
  }

  grid(): void {
    for (const y of ys) this.level(y);
    for (const x of xs) this.upright(x);
  }

  lattice(seen: TableStructure = { cells: [], rows: 0, confidence: 0.7, complete: true }) {
    return latticeOf(this.page, table, this.lines, seen);
  }

  /** Rows of cells, each by its spans. */
  spans(): string[] | undefined {
    const found = this.lattice();
    return found && spansOf(found);
  }
}

export function spansOf({ cells, rows }: TableStructure): string[] {
  return Array.from({ length: rows }, (_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ colspan, rowspan }) => `${colspan}${rowspan}`)
      .join(' '),
  );
}
