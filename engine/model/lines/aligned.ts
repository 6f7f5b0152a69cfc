/**
 * Tables that are not fully ruled, read by where their texts stand: columns by the white between them, rows by what
 * wraps and what doesn't, spans by what stands over several columns or beside several rows. The network's grid stays
 * where it holds at least as well with the texts.
 */
import { type Box, bottom, boxFromEdges, centre, right } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import { bodyRows } from './aligned-body';
import { columnCuts } from './aligned-columns';
import type { Cell, Grid } from './aligned-grid';
import { headCells, headOf } from './aligned-head';
import { type Extent, TableInk } from './aligned-ink';
import { faultsOf } from './aligned-judge';
import { type Piece, placePieces, settledCuts } from './aligned-pieces';
import { haveValues, isOneRow, rowStarts } from './aligned-rows';
import { levelRules, shadeEndsOf, uprightRules, uprightsAt } from './aligned-rules';
import { printOf } from './aligned-text';
import { areSetLow } from './aligned-tiers';
import { type TableLine, type TableReading, tableHtml } from './table-html';
import type { StructureCell, TableStructure } from './table-structure';

/** Texts with the grid that holds best with them; drawn cells always do. `complete`: no text was beyond what the grid tells. */
export function alignedTable(
  network: TableStructure,
  page: Raster,
  box: Box,
  lines: readonly TableLine[],
  strokes: readonly TableLine[],
): TableReading & { readonly complete: boolean } {
  const seen = { ...tableHtml(network, lines, strokes), complete: network.complete };
  const found = network.ruled ? undefined : alignedStructure(network, page, box, lines, strokes);
  if (!found) return seen;
  const { structure, pieces, apart, unit } = found;
  const aligned = { ...tableHtml(structure, pieces, strokes), complete: true };
  const isBetter = faultsOf(aligned, apart, unit) <= faultsOf(seen, apart, unit);
  return isBetter ? aligned : seen;
}

export interface AlignedStructure {
  readonly structure: TableStructure;
  /** The lines, divided where columns meet. */
  readonly pieces: readonly TableLine[];
  /** Least white between texts that are apart, and height of the usual line. */
  readonly apart: number;
  readonly unit: number;
}

/** Undefined where there is too little text to tell, or no sign of columns. Strokes are evidence; they are not among the pieces. */
export function alignedStructure(
  network: TableStructure,
  page: Raster,
  box: Box,
  lines: readonly TableLine[],
  strokes: readonly TableLine[],
): AlignedStructure | undefined {
  const ink = TableInk.of(page, box);
  const print = printOf(lines, strokes, ink);
  const { unit, apart, levels } = print;
  if (levels.length < 2) return undefined;
  const drawn = uprightRules(ink, levels, unit);
  const cuts = columnCuts(print, drawn);
  if (cuts.length === 0) return undefined;
  const pieces = placePieces(print, cuts, drawn);
  const edges = [box.x, ...settledCuts(cuts, pieces, drawn), right(box)];
  const ys = levels.map(({ y }) => y);
  const extents = edges.slice(1).map((to, column) => extentOf(pieces, column, edges[column]!, to));
  const rules = levelRules(ink, extents, unit);
  const uprights = uprightsAt(cuts, drawn, ys.length);
  const shadeEnds = shadeEndsOf(ink, edges, ys, unit);
  const grid: Grid = { unit, edges, pieces, rules, ys, shadeEnds, uprights };
  let headLevels = headOf(grid, ink);
  let head = headCells(grid, headLevels);
  // What a rule holds together may be rows without a header.
  const names = head.starts[head.starts.length - 1] ?? 0;
  const isOne = head.rows.length > 1 ? !haveValues(grid, names, headLevels) : isOneRow(grid, headLevels);
  if (!isOne && !areSetLow(grid, headLevels)) {
    headLevels = head.rows.length > 1 ? (rowStarts(grid, names)[1] ?? 0) : 0;
    head = headCells(grid, headLevels);
  }
  const body = bodyRows(grid, rowStarts(grid, headLevels), head.rows.length, ink);
  const rows = [...head.rows, ...body.rows];
  const between = rows.slice(1).map(({ top }, index) => (rows[index]!.bottom + top) / 2);
  const heights = [box.y, ...between, bottom(box)];
  const headEnd = Math.max(
    box.y,
    ...network.cells.filter(({ header }) => header).map((cell) => bottom(cell.box)),
  );
  const cells = [...head.cells, ...body.cells]
    .sort((a, b) => a.row - b.row || a.column - b.column)
    .map(({ row, column, colspan, rowspan }: Cell): StructureCell => {
      const [x0, x1] = [edges[column]!, edges[column + colspan]!];
      const place = boxFromEdges(x0, heights[row]!, x1, heights[row + rowspan]!);
      const header = (rows[row]!.top + rows[row]!.bottom) / 2 < headEnd;
      return { row, header, colspan, rowspan, box: place, ...certaintyAt(network, place) };
    });
  const own = new Set(strokes);
  return {
    structure: { cells, rows: rows.length, confidence: network.confidence, complete: true },
    pieces: pieces.flatMap((piece) => piece.lines).filter((line) => !own.has(line)),
    apart,
    unit,
  };
}

/** Where the texts of a column stand. */
function extentOf(pieces: readonly Piece[], column: number, left: number, right: number): Extent {
  const own = pieces.filter(({ first, last }) => first === column && last === column);
  if (own.length === 0) return { from: left, to: right };
  return { from: Math.min(...own.map(({ from }) => from)), to: Math.max(...own.map(({ to }) => to)) };
}

/** Those of the network's cell at the place; a cell of which it knows nothing is as likely as not. */
function certaintyAt(network: TableStructure, box: Box): Pick<StructureCell, 'certainty' | 'otherForm'> {
  const { x, y } = centre(box);
  const cell = network.cells.find(
    ({ box: other }) => x >= other.x && x <= right(other) && y >= other.y && y <= bottom(other),
  );
  return { certainty: cell?.certainty ?? 0.5, otherForm: cell?.otherForm ?? 0.5 };
}
