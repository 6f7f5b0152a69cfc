/** Recognised line fragments as printed lines. */
import { overlapY } from '../base/geometry';
import type { Line } from '../document';

/** Fragments of one printed line joined by a blank; one entry per printed line. */
export function printedLines(lines: readonly Line[]): string[] {
  return printedRows(lines).map((row) => row.map(({ text }) => text).join(' '));
}

/** Lines with text by printed line. */
export function printedRows(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    if (!line.text) continue;
    const row = rows[rows.length - 1];
    const first = row?.[0];
    const sameRow =
      first !== undefined &&
      line.box.x > first.box.x &&
      overlapY(first.box, line.box) > 0.55 * Math.min(first.box.height, line.box.height);
    if (row && sameRow) row.push(line);
    else rows.push([line]);
  }
  return rows;
}
