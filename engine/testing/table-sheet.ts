/** Tables drawn by hand for the tests of their alignment: blocks of ink with the lines that a recogniser would read. */
import type { Box } from '../base/geometry';
import { createRaster, type Raster } from '../base/raster';
import { alignedStructure, alignedTable } from '../model/lines/aligned';
import type { Peak } from '../model/lines/ctc';
import { type TableLine, tableHtml } from '../model/lines/table-html';
import type { StructureCell, TableStructure } from '../model/lines/table-structure';

const advance = 8;
export const lineHeight = 24;

/** A page with a table over most of it; what is written and ruled on it is drawn. */
export class Sheet {
  readonly page: Raster = createRaster(700, 500, 240);
  readonly box: Box = { x: 10, y: 10, width: 680, height: 480 };
  readonly lines: TableLine[] = [];
  readonly strokes: TableLine[] = [];

  /** Each letter is a block of ink, each blank white of its own width. */
  write(text: string, x: number, y: number, step = advance): this {
    const letters = [...text];
    letters.forEach((letter, index) => {
      if (letter !== ' ') this.fill({ x: x + step * index + 1, y: y + 5, width: step - 3, height: 14 });
    });
    const peaks = letters.map((letter, index) => ({
      text: letter,
      probability: 1,
      first: 2 * index,
      last: 2 * index + 1,
      second: { text: '', probability: 0 },
    }));
    const box = { x, y, width: step * letters.length, height: lineHeight };
    this.lines.push({ box, text, peaks, steps: 2 * letters.length });
    return this;
  }

  /** One line of parts with so much white between them, read as blanks; steps are pixels. */
  writeParts(parts: readonly string[], blanks: readonly number[], x: number, y: number): this {
    const peaks: Peak[] = [];
    let at = 0;
    const put = (text: string, width: number): void => {
      peaks.push({
        text,
        probability: 1,
        first: at,
        last: at + width - 1,
        second: { text: '', probability: 0 },
      });
      at += width;
    };
    for (const [index, part] of parts.entries()) {
      for (const letter of part) {
        this.fill({ x: x + at + 1, y: y + 5, width: 5, height: 14 });
        put(letter, advance);
      }
      if (index < blanks.length) put(' ', blanks[index]!);
    }
    const text = parts.join(' ');
    this.lines.push({ box: { x, y, width: at, height: lineHeight }, text, peaks, steps: at });
    return this;
  }

  dash(x: number, y: number): this {
    const box = { x, y: y + 11, width: 10, height: 2 };
    this.fill(box);
    this.strokes.push({ box, text: '–' });
    return this;
  }

  rule(x0: number, x1: number, y: number, grey = 20): this {
    this.fill({ x: x0, y, width: x1 - x0, height: 2 }, grey);
    return this;
  }

  upright(x: number, y0: number, y1: number): this {
    this.fill({ x, y: y0, width: 2, height: y1 - y0 });
    return this;
  }

  /** Before what is written on it. */
  shade(box: Box, grey = 160): this {
    this.fill(box, grey);
    return this;
  }

  fill({ x, y, width, height }: Box, grey = 20): void {
    for (let row = y; row < y + height; row++) {
      this.page.data.fill(grey, (row * this.page.width + x) * 3, (row * this.page.width + x + width) * 3);
    }
  }

  aligned(network: TableStructure = nothing): string {
    const found = alignedStructure(network, this.page, this.box, this.lines, this.strokes);
    return found ? tableHtml(found.structure, found.pieces, this.strokes).html : '';
  }

  chosen(network: TableStructure): string {
    return alignedTable(network, this.page, this.box, this.lines, this.strokes).html;
  }
}

export const nothing: TableStructure = { cells: [], rows: 0, confidence: 0, complete: true };

export function seen(rows: readonly (readonly Box[])[], extra: Partial<StructureCell> = {}): TableStructure {
  const cells = rows.flatMap((row, index) =>
    row.map((box) => ({
      row: index,
      header: false,
      colspan: 1,
      rowspan: 1,
      box,
      certainty: 0.9,
      otherForm: 0.1,
      ...extra,
    })),
  );
  return { cells, rows: rows.length, confidence: 0.9, complete: true };
}

export const cell = (x: number, y: number, width: number, height = 24): Box => ({ x, y, width, height });
export const table = (...rows: string[]): string =>
  `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
export const td = (...texts: string[]): string => texts.map((text) => `<td>${text}</td>`).join('');
