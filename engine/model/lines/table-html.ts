/**
 * Places line readings into table cells and writes honest HTML: every line is in some cell, cells that got nothing
 * stay empty, and nothing is added that is not on the page.
 */
import {
  area,
  type Box,
  bottom,
  boxFromEdges,
  centre,
  intersection,
  overlapY,
  right,
  unionOf,
} from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { Peak } from './ctc';
import { findDrift, type GridCell, layOutCells, shiftBox } from './table-grid';
import type { StructureCell, TableStructure } from './table-structure';

export interface TableReading {
  readonly html: string;
  /** What `html` says, row by row. */
  readonly rows: readonly (readonly TableCell[])[];
  /** Where each piece of a line begins in `html`, in the order of the text. */
  readonly places: readonly { readonly start: number; readonly piece: TableLine }[];
  /** Rows do not agree on their number of columns. */
  readonly ragged: boolean;
}

/** A cell as written: its place in the grid, and what stands in it. */
export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly header: boolean;
  /** The network's, its box corrected for drift; absent in rows that the network did not reach. */
  readonly seen?: Pick<StructureCell, 'box' | 'certainty' | 'otherForm'>;
  /** Printed rows, top down; the pieces of a row are joined by a blank. */
  readonly text: readonly (readonly TableLine[])[];
  /** The rows are one text that wrapped: they are joined by blanks, not by breaks. */
  readonly wraps: boolean;
}

/** A line as read; with `peaks`, a line that runs over several cells is divided between them. */
export interface TableLine {
  readonly box: Box;
  readonly text: string;
  readonly peaks?: readonly Peak[];
  /** Time steps that the peaks count over the width of the whole line. */
  readonly steps?: number;
  /** Index of the line among those of the region. */
  readonly line?: number;
}

/** Markup, or the text of a line that stands there. */
type Part = string | TableLine;

/** `strokes`: dashes, which count only in cells that are empty otherwise. */
export function tableHtml(
  structure: TableStructure,
  lines: readonly TableLine[],
  strokes: readonly TableLine[] = [],
): TableReading {
  const cells = layOutCells(structure.cells);
  const boundaries = columnBoundaries(cells);
  const pieces = lines
    .filter((line) => line.text !== '')
    .flatMap((line) => (structure.ruled ? divideAtRules(line, cells) : divide(line, boundaries)));
  const [covered, beyond] = structure.complete ? [pieces, []] : splitAtEnd(pieces, cells);
  // A cut-off structure says nothing about the scale: it ends before the text does.
  const boxes = structure.complete && !structure.ruled ? covered.map((piece) => piece.box) : [];
  const drift = findDrift(cells, boxes);
  const placed = cells.map((cell) => ({ ...cell, box: shiftBox(cell.box, drift) }));
  const contents: TableLine[][] = structure.cells.map(() => []);
  for (const piece of covered) {
    const cell = bestCell(placed, piece.box);
    if (cell !== undefined) contents[cell]!.push(piece);
  }
  const empty = placed.filter(({ index }) => contents[index]!.length === 0);
  for (const stroke of strokes) {
    const cell = placed.find(({ index }) => index === bestCell(placed, stroke.box));
    if (cell && empty.includes(cell) && isLevel(stroke.box, cell.box)) contents[cell.index]!.push(stroke);
  }
  const rows: TableCell[][] = Array.from({ length: structure.rows }, () => []);
  for (const { index, ...cell } of placed) {
    const { header, certainty, otherForm } = structure.cells[index]!;
    const { box, ...place } = cell;
    const seen = { box, certainty, otherForm };
    rows[cell.row]?.push({ ...place, header, seen, ...cellText(contents[index]!) });
  }
  rows.push(...rowsBeyond(beyond, cells, structure.rows));
  const parts = rows.flatMap((row): Part[] => ['<tr>', ...row.flatMap(cellParts), '</tr>']);
  return {
    ...joinParts(['<table>', ...parts, '</table>']),
    rows,
    ragged: isRagged(structure.cells, structure.rows),
  };
}

function joinParts(parts: readonly Part[]): Pick<TableReading, 'html' | 'places'> {
  const places: { start: number; piece: TableLine }[] = [];
  let html = '';
  for (const part of parts) {
    if (typeof part !== 'string') places.push({ start: html.length, piece: part });
    html += typeof part === 'string' ? part : escapeHtml(part.text);
  }
  return { html, places };
}

function spansOf({ colspan, rowspan }: { readonly colspan: number; readonly rowspan: number }): string {
  return (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '');
}

/** Text within and below the cells of a structure that was cut off. */
function splitAtEnd(pieces: readonly TableLine[], cells: readonly GridCell[]): [TableLine[], TableLine[]] {
  const end = Math.max(...cells.map((cell) => bottom(cell.box)));
  const isBeyond = (piece: TableLine): boolean => centre(piece.box).y > end;
  return [pieces.filter((piece) => !isBeyond(piece)), pieces.filter(isBeyond)];
}

/** Rows that the structure did not reach, in the columns of its last row: text is never piled up in that row. */
function rowsBeyond(
  pieces: readonly TableLine[],
  cells: readonly GridCell[],
  rowsBefore: number,
): TableCell[][] {
  const last = cells.filter((cell) => cell.row === cells[cells.length - 1]?.row);
  return printedRows(pieces).map((row, number) => {
    const contents = new Map<number, TableLine[]>();
    for (const piece of row) {
      const level = last.map((cell) => ({
        ...cell,
        box: { ...cell.box, y: piece.box.y, height: piece.box.height },
      }));
      const cell = bestCell(level, piece.box);
      if (cell !== undefined) contents.set(cell, [...(contents.get(cell) ?? []), piece]);
    }
    return last.map(({ index, column, colspan }) => {
      const place = { row: rowsBefore + number, column, colspan, rowspan: 1, header: false };
      return { ...place, ...cellText(contents.get(index) ?? []) };
    });
  });
}

/** The cell that holds the piece: by overlap, else by distance, with rows weighing more than columns. */
function bestCell(cells: readonly GridCell[], box: Box): number | undefined {
  let best: number | undefined;
  let bestCost = Infinity;
  const middle = centre(box);
  for (const { index, box: cell } of cells) {
    const shared = area(intersection(cell, box)) / Math.max(1, Math.min(area(cell), area(box)));
    const target = centre(cell);
    const dx = Math.max(0, Math.abs(middle.x - target.x) - cell.width / 2);
    const dy = Math.max(0, Math.abs(middle.y - target.y) - cell.height / 2);
    const apart = Math.hypot(middle.x - target.x, middle.y - target.y);
    const cost = -shared * 1e6 + dx + 3 * dy + 0.01 * apart;
    if (cost < bestCost) {
      best = index;
      bestCost = cost;
    }
  }
  return best;
}

/** Whether the box lies at the height of the cell: the network's boxes of empty cells are rough. */
function isLevel(box: Box, cell: Box): boolean {
  const { y } = centre(box);
  return y > cell.y - 0.25 * cell.height && y < bottom(cell) + 0.25 * cell.height;
}

/** x between neighbouring columns, from cells that span one column; where columns overlap there is none. */
function columnBoundaries(cells: readonly GridCell[]): number[] {
  const columns = new Map<number, Box[]>();
  for (const cell of cells) {
    if (cell.colspan === 1) columns.set(cell.column, [...(columns.get(cell.column) ?? []), cell.box]);
  }
  const extents = [...columns]
    .sort(([a], [b]) => a - b)
    .map(([column, boxes]) => ({
      column,
      from: medianOf(boxes.map((box) => box.x))!,
      to: medianOf(boxes.map(right))!,
    }));
  return extents.slice(1).flatMap((extent, index) => {
    const before = extents[index]!;
    return extent.column === before.column + 1 && extent.from > before.from
      ? [(before.to + extent.from) / 2]
      : [];
  });
}

/** Cuts a line at clear gaps that hold a column boundary. */
function divide(line: TableLine, boundaries: readonly number[]): TableLine[] {
  const { peaks, steps, box } = line;
  if (!peaks || !steps || peaks.length < 2) return [line];
  const scale = box.width / steps;
  const letters = peaks.filter((peak) => peak.text !== ' ');
  const advances = letters.slice(1).map((peak, index) => peak.first - letters[index]!.last);
  const usual = medianOf(advances) ?? 1;
  const cuts: Peak[] = [];
  letters.slice(1).forEach((peak, index) => {
    const previous = letters[index]!;
    const from = box.x + (previous.last + 0.5) * scale;
    const to = box.x + (peak.first + 0.5) * scale;
    const wide = peak.first - previous.last > Math.max(2, 2.2 * usual);
    const slack = 0.3 * box.height;
    if (wide && boundaries.some((x) => x > from - slack && x < to + slack)) cuts.push(peak);
  });
  return cutBefore(line, peaks, cuts, scale);
}

/** Cuts a line wherever a rule stands between cells at its height: in a wide gap near the rule. */
function divideAtRules(line: TableLine, cells: readonly GridCell[]): TableLine[] {
  const { peaks, steps, box } = line;
  if (!peaks || !steps) return [line];
  const scale = box.width / steps;
  const { y } = centre(box);
  const near = 0.5 * box.height;
  const rules = cells
    .filter((cell) => y >= cell.box.y && y < bottom(cell.box))
    .map((cell) => cell.box.x)
    .filter((x) => x > box.x + near && x < right(box) - near);
  const letters = peaks.filter((peak) => peak.text !== ' ');
  const gaps = letters.slice(1).map((peak, index) => {
    const { last } = letters[index]!;
    return { peak, size: peak.first - last, x: box.x + ((last + peak.first + 1) / 2) * scale };
  });
  const cuts = rules.flatMap((x) => {
    // Places of letters are rough, blanks are sure.
    const fit = (gap: (typeof gaps)[number]): number => gap.size * scale - 0.3 * Math.abs(gap.x - x);
    const close = gaps.filter((gap) => Math.abs(gap.x - x) <= Math.max(near, (gap.size / 2) * scale));
    return close.length > 0 ? [close.reduce((a, b) => (fit(b) > fit(a) ? b : a)).peak] : [];
  });
  return cutBefore(line, peaks, cuts, scale);
}

function cutBefore(
  line: TableLine,
  peaks: readonly Peak[],
  cuts: readonly Peak[],
  scale: number,
): TableLine[] {
  const parts: Peak[][] = [[]];
  for (const peak of peaks) {
    if (cuts.includes(peak)) parts.push([]);
    parts[parts.length - 1]!.push(peak);
  }
  if (parts.length === 1) return [line];
  const { box } = line;
  return parts.map((part) => {
    const x0 = box.x + (part[0]!.first - 0.5) * scale;
    const x1 = box.x + (part[part.length - 1]!.last + 1.5) * scale;
    const inked = withoutBlankEnds(part);
    const text = inked.map((peak) => peak.text).join('');
    return { ...line, box: boxFromEdges(x0, box.y, x1, bottom(box)), text, peaks: inked };
  });
}

function withoutBlankEnds(peaks: readonly Peak[]): Peak[] {
  const isInked = ({ text }: Peak): boolean => text.trim() !== '';
  const from = peaks.findIndex(isInked);
  return from < 0 ? [] : peaks.slice(from, peaks.length - [...peaks].reverse().findIndex(isInked));
}

/** Pieces by printed row, top down; within a row left to right. */
function printedRows(pieces: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = [];
  for (const piece of [...pieces].sort((a, b) => centre(a.box).y - centre(b.box).y)) {
    const row = rows[rows.length - 1];
    const first = row?.[0];
    const level =
      first && overlapY(first.box, piece.box) > 0.5 * Math.min(first.box.height, piece.box.height);
    if (row && level) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => row.sort((a, b) => a.box.x - b.box.x));
}

function cellText(pieces: readonly TableLine[]): Pick<TableCell, 'text' | 'wraps'> {
  const text = printedRows(pieces);
  return { text, wraps: wraps(text) };
}

function cellParts(cell: TableCell): Part[] {
  const tag = cell.header ? 'th' : 'td';
  const between = cell.wraps ? ' ' : '<br>';
  const content = cell.text.flatMap((row, at): Part[] => {
    const inRow = row.flatMap((piece, index): Part[] => (index === 0 ? [piece] : [' ', piece]));
    return at === 0 ? inRow : [between, ...inRow];
  });
  return [`<${tag}${spansOf(cell)}>`, ...content, `</${tag}>`];
}

/** Long lines one close under the other are one text that wrapped; short ones are separate lines. */
function wraps(rows: readonly (readonly TableLine[])[]): boolean {
  const boxes = rows.map((row) => unionOf(row.map((piece) => piece.box)));
  const widest = Math.max(...boxes.map((box) => box.width));
  return boxes.slice(0, -1).every((box, index) => {
    const next = boxes[index + 1]!;
    return box.width > 0.7 * widest && box.width > 5 * box.height && next.y - bottom(box) < box.height;
  });
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Whether the rows disagree on their number of columns. */
export function isRagged(
  cells: readonly Pick<StructureCell, 'row' | 'colspan' | 'rowspan'>[],
  rows: number,
): boolean {
  const widths = new Array<number>(rows).fill(0);
  for (const cell of cells) {
    for (let row = cell.row; row < Math.min(rows, cell.row + cell.rowspan); row++)
      widths[row]! += cell.colspan;
  }
  return new Set(widths).size > 1;
}
