/** The logical grid behind a table's cells: which cell covers which row and column, and where columns lie. */
import { type Box, bottom, overlapX, overlapY } from '../../base/geometry';
import type { StructureCell } from './table-structure';

export interface GridCell {
  readonly index: number;
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly box: Box;
}

/** Places cells as HTML does: each takes the first free column of its row; spans reserve. */
export function layOutCells(cells: readonly StructureCell[]): GridCell[] {
  const taken = new Set<string>();
  const placed: GridCell[] = [];
  let row = -1;
  let column = 0;
  cells.forEach((cell, index) => {
    if (cell.row !== row) {
      row = cell.row;
      column = 0;
    }
    while (taken.has(`${row} ${column}`)) column++;
    for (let r = row; r < row + cell.rowspan; r++) {
      for (let c = column; c < column + cell.colspan; c++) taken.add(`${r} ${c}`);
    }
    placed.push({ index, row, column, colspan: cell.colspan, rowspan: cell.rowspan, box: cell.box });
    column += cell.colspan;
  });
  return placed;
}

/** Shorter tables are placed well; there, lines that wrap would only look like drift. */
const leastRowsThatDrift = 12;

/** Vertical correction of cell boxes: y' = top + (y - top) * stretch + shift. */
export interface Drift {
  readonly top: number;
  readonly stretch: number;
  readonly shift: number;
}

/**
 * The network's cell boxes drift downwards or upwards in long tables. Looks for the stretch and shift under which
 * the text lies best inside cells, and most cells get text of their own; without drift nothing changes.
 */
export function findDrift(cells: readonly GridCell[], texts: readonly Box[]): Drift {
  const boxes = cells.map((cell) => cell.box);
  const none: Drift = {
    top: boxes.length > 0 ? Math.min(...boxes.map((box) => box.y)) : 0,
    stretch: 1,
    shift: 0,
  };
  const rows = new Set(cells.map((cell) => cell.row)).size;
  if (rows < leastRowsThatDrift || texts.length === 0) return none;
  const height = Math.max(...boxes.map(bottom)) - none.top;
  const pitch = height / Math.max(1, rows);
  let best = none;
  // Drift is upright: which cells a text may lie in by its columns is the same throughout.
  const beside = texts.map((text) => {
    const near = boxes.map((box, index) => ({ box, index })).filter(({ box }) => overlapX(box, text) > 0);
    return { text, cells: near.map(({ index }) => index) };
  });
  // Only a clear gain counts: without it the boxes stay where the network put them.
  let bestFit = fitOf(boxes, beside, none) * 1.02;
  for (let stretch = 0.86; stretch <= 1.1401; stretch += 0.01) {
    for (let shift = -0.5; shift <= 0.501; shift += 0.125) {
      const drift = { top: none.top, stretch, shift: shift * pitch };
      const value = fitOf(boxes, beside, drift);
      if (value > bestFit) {
        best = drift;
        bestFit = value;
      }
    }
  }
  return best;
}

export function shiftBox(box: Box, { top, stretch, shift }: Drift): Box {
  return { ...box, y: top + (box.y - top) * stretch + shift, height: box.height * stretch };
}

/** Sum over the texts of the part that lies in its best cell, plus half a point for every cell that has text. */
function fitOf(
  boxes: readonly Box[],
  beside: readonly { readonly text: Box; readonly cells: readonly number[] }[],
  drift: Drift,
): number {
  const moved = boxes.map((box) => shiftBox(box, drift));
  const filled = new Set<number>();
  let sum = 0;
  for (const { text, cells } of beside) {
    let best = -1;
    let bestShare = 0;
    for (const index of cells) {
      const share = overlapY(moved[index]!, text) / text.height;
      if (share > bestShare) {
        best = index;
        bestShare = share;
      }
    }
    sum += bestShare;
    if (best >= 0) filled.add(best);
  }
  return sum + 0.5 * filled.size;
}
