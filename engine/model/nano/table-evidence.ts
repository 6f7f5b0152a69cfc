/** What the picture says about the cells of a table: items 16 to 31 of a tag's evidence (workshop/nano/SPEC.md §2). */
import { type Box, bottom, right, unionOf } from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { Raster } from '../../base/raster';
import type { TableCell } from '../lines';
import { TableRules } from './table-rules';

/** Numbers that the opening tags of cells and rows have beyond those of every token. */
const tableItems = 16;

interface Extent {
  readonly from: number;
  readonly to: number;
}

export class TableEvidence {
  readonly columns: number;
  private readonly columnExtents: readonly Extent[];
  private readonly rowExtents: readonly Extent[];
  /** Of the rows that have one; 1 when none has. */
  private readonly usualHeight: number;
  private readonly rules: TableRules;

  /** `box` is the table's, in pixels of the page. */
  constructor(
    private readonly rows: readonly (readonly TableCell[])[],
    page: Raster,
    private readonly box: Box,
  ) {
    const cells = rows.flat();
    this.columns = cells.reduce((most, { column, colspan }) => Math.max(most, column + colspan), 0);
    this.columnExtents = Array.from({ length: this.columns }, (_, column) =>
      this.columnExtent(cells, column),
    );
    const extents: Extent[] = [];
    for (const row of rows)
      extents.push(rowExtent(row) ?? nothingAt(extents[extents.length - 1]?.to ?? box.y));
    this.rowExtents = extents;
    const heights = extents.map(({ from, to }) => to - from).filter((height) => height > 0);
    this.usualHeight = medianOf(heights) ?? 1;
    this.rules = TableRules.of(page, box, this.usualHeight / 4);
  }

  ofCell(cell: TableCell): number[] {
    const { row, column, colspan, rowspan, seen } = cell;
    const lastRow = Math.min(this.rows.length, row + rowspan) - 1;
    const lastColumn = column + colspan - 1;
    const across = joined(this.columnExtents[column], this.columnExtents[lastColumn]);
    const down = joined(this.rowExtents[row], this.rowExtents[lastRow]);
    const text = textBoxOf([cell]);
    const items = new Array<number>(tableItems).fill(0);
    items[0] = Math.min(16, column) / 16;
    items[1] = Math.min(4, colspan - 1) / 4;
    items[2] = Math.min(4, rowspan - 1) / 4;
    items[3] = text ? 0 : 1;
    items[4] = this.depthOf(row);
    if (text) items.splice(5, 2, ...offsetsOf(text, across));
    if (seen) items.splice(7, 2, ...offsetsOf(seen.box, across));
    const { x } = this.box;
    items[9] = this.rules.upright(edgeBefore(this.columnExtents, column, x), down.from, down.to);
    items[10] = this.rules.upright(
      edgeAfter(this.columnExtents, lastColumn, right(this.box)),
      down.from,
      down.to,
    );
    items.splice(11, 2, ...this.levelRules(row, lastRow, across));
    items[13] = printedRowsOf(cell);
    items[14] = seen?.otherForm ?? 0;
    items[15] = this.heightOf(row);
    return items;
  }

  ofRow(row: number): number[] {
    const cells = this.rows[row] ?? [];
    const items = new Array<number>(tableItems).fill(0);
    const empty = cells.filter((cell) => !textBoxOf([cell]));
    items[3] = cells.length > 0 ? empty.length / cells.length : 0;
    items[4] = this.depthOf(row);
    items.splice(11, 2, ...this.levelRules(row, row, { from: this.box.x, to: right(this.box) }));
    items[13] = Math.max(0, ...cells.map(printedRowsOf));
    items[15] = this.heightOf(row);
    return items;
  }

  private depthOf(row: number): number {
    return row / Math.max(1, this.rows.length - 1);
  }

  private heightOf(row: number): number {
    const { from, to } = this.rowExtents[row] ?? nothingAt(0);
    return Math.min(4, (to - from) / this.usualHeight) / 4;
  }

  /** Above the first and below the last row. */
  private levelRules(first: number, last: number, { from, to }: Extent): [number, number] {
    const above = edgeBefore(this.rowExtents, first, this.box.y);
    const below = edgeAfter(this.rowExtents, last, bottom(this.box));
    return [this.rules.level(above, from, to), this.rules.level(below, from, to)];
  }

  private columnExtent(cells: readonly TableCell[], column: number): Extent {
    const begin = cells.filter((cell) => cell.seen && cell.column === column);
    const single = begin.filter(({ colspan }) => colspan === 1);
    const boxes = (single.length > 0 ? single : begin).flatMap(({ seen }) => seen?.box ?? []);
    const even = (edge: number): number => this.box.x + (edge * this.box.width) / this.columns;
    return {
      from: medianOf(boxes.map(({ x }) => x)) ?? even(column),
      to: medianOf(boxes.map(right)) ?? even(column + 1),
    };
  }
}

/** From the cells of one row, else from others that begin in it, else from its text. */
function rowExtent(row: readonly TableCell[]): Extent | undefined {
  const boxes = row.flatMap(({ seen, rowspan }) =>
    seen ? [{ rowspan, box: { ...seen.box, height: seen.box.height / rowspan } }] : [],
  );
  const single = boxes.filter(({ rowspan }) => rowspan === 1);
  const found = (single.length > 0 ? single : boxes).map(({ box }) => box);
  const box = found.length > 0 ? unionOf(found) : textBoxOf(row);
  return box && { from: box.y, to: bottom(box) };
}

function textBoxOf(cells: readonly TableCell[]): Box | undefined {
  const boxes = cells.flatMap(({ text }) => text.flat().map(({ box }) => box));
  return boxes.length > 0 ? unionOf(boxes) : undefined;
}

const printedRowsOf = ({ text }: TableCell): number => Math.min(4, text.length) / 4;

/** How far the box begins and ends beyond the extent, in widths of the extent. */
function offsetsOf(box: Box, { from, to }: Extent): [number, number] {
  const width = Math.max(1, to - from);
  const cut = (value: number): number => Math.max(-2, Math.min(2, value));
  return [cut((box.x - from) / width), cut((right(box) - to) / width)];
}

const nothingAt = (place: number): Extent => ({ from: place, to: place });

function joined(first: Extent = nothingAt(0), last: Extent = first): Extent {
  return { from: first.from, to: last.to };
}

/** Between two neighbours; before the first and after the last it is the border of the table. */
function edgeBefore(extents: readonly Extent[], index: number, border: number): number {
  const before = extents[index - 1];
  const own = extents[index];
  return before && own ? (before.to + own.from) / 2 : border;
}

function edgeAfter(extents: readonly Extent[], index: number, border: number): number {
  return index + 1 < extents.length ? edgeBefore(extents, index + 1, border) : border;
}
