/** Recognised line fragments as printed lines. */
import { overlapY } from '../base/geometry';
import type { Line } from '../document';

/** Fragments of one printed line joined by a blank; one entry per printed line. */
export function printedLines(lines: readonly Line[]): string[] {
  const rows: { first: Line; texts: string[] }[] = [];
  for (const line of lines) {
    if (!line.text) continue;
    const row = rows[rows.length - 1];
    const sameRow =
      row !== undefined &&
      line.box.x > row.first.box.x &&
      overlapY(row.first.box, line.box) > 0.55 * Math.min(row.first.box.height, line.box.height);
    if (sameRow) row.texts.push(line.text);
    else rows.push({ first: line, texts: [line.text] });
  }
  return rows.map((row) => row.texts.join(' '));
}
