/**
 * Places line readings into table cells and writes honest HTML: every line is in some cell, cells that got nothing
 * stay empty, and nothing is added that is not on the page.
 */
import { area, type Box, bottom, centre, intersection, overlapY } from '../../base/geometry';
import type { Line } from '../../document';
import type { StructureCell, TableStructure } from './table-structure';

export interface TableReading {
  readonly html: string;
  /** Rows do not agree on their number of columns. */
  readonly ragged: boolean;
}

export function tableHtml(structure: TableStructure, lines: readonly Line[]): TableReading {
  const contents: Line[][] = structure.cells.map(() => []);
  for (const line of lines) {
    if (!line.text) continue;
    const cell = bestCell(structure.cells, line.box);
    if (cell !== undefined) contents[cell]!.push(line);
  }
  const rows: string[][] = Array.from({ length: structure.rows }, () => []);
  structure.cells.forEach((cell, index) => {
    const tag = cell.header ? 'th' : 'td';
    const spans =
      (cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '') +
      (cell.rowspan > 1 ? ` rowspan="${cell.rowspan}"` : '');
    rows[cell.row]?.push(`<${tag}${spans}>${cellHtml(contents[index]!)}</${tag}>`);
  });
  const html = `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table>`;
  return { html, ragged: isRagged(structure) };
}

/** The cell that holds the line: by overlap, else by distance, with rows weighing more than columns. */
function bestCell(cells: readonly StructureCell[], box: Box): number | undefined {
  let best: number | undefined;
  let bestCost = Infinity;
  const middle = centre(box);
  cells.forEach((cell, index) => {
    const shared = area(intersection(cell.box, box)) / Math.max(1, Math.min(area(cell.box), area(box)));
    const target = centre(cell.box);
    const dx = Math.max(0, Math.abs(middle.x - target.x) - cell.box.width / 2);
    const dy = Math.max(0, Math.abs(middle.y - target.y) - cell.box.height / 2);
    const cost = -shared * 1e6 + dx + 3 * dy + Math.hypot(middle.x - target.x, middle.y - target.y) * 0.01;
    if (cost < bestCost) {
      best = index;
      bestCost = cost;
    }
  });
  return best;
}

/** Text of a cell: fragments of one printed line joined by a blank, lines by a break. */
function cellHtml(lines: readonly Line[]): string {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.box.y - b.box.y)) {
    const row = rows[rows.length - 1];
    const first = row?.[0];
    if (row && first && overlapY(first.box, line.box) > 0.5 * Math.min(first.box.height, line.box.height))
      row.push(line);
    else rows.push([line]);
  }
  const texts = rows.map((row) =>
    row
      .sort((a, b) => a.box.x - b.box.x)
      .map((line) => escapeHtml(line.text ?? ''))
      .join(' '),
  );
  return wraps(rows) ? texts.join(' ') : texts.join('<br>');
}

/** Long lines one close under the other are one text that wrapped; short ones are separate lines. */
function wraps(rows: readonly (readonly Line[])[]): boolean {
  const boxes = rows.map((row) => row[0]!.box);
  const widest = Math.max(...boxes.map((box) => box.width));
  return boxes.slice(0, -1).every((box, index) => {
    const next = boxes[index + 1]!;
    return box.width > 0.7 * widest && box.width > 5 * box.height && next.y - bottom(box) < box.height;
  });
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function isRagged({ cells, rows }: TableStructure): boolean {
  const widths = new Array<number>(rows).fill(0);
  for (const cell of cells) {
    for (let row = cell.row; row < Math.min(rows, cell.row + cell.rowspan); row++)
      widths[row]! += cell.colspan;
  }
  return new Set(widths).size > 1;
}
