/** Characters of a reading with the recogniser's certainty, and the words that it was least sure of. */
import type { DoubtfulWord, Line } from '../../document';
import { type CertainPart, doubtfulWords, lineThresholds } from '../doubtful-words';
import { printedRows } from '../printed-lines';
import { escapeHtml, type TableLine, type TableReading } from './table-html';

/** `text`: the lines printed one below the other. */
export function doubtsOfLines(
  text: string,
  read: readonly { readonly line: Line; readonly table: TableLine }[],
): DoubtfulWord[] {
  const pieces = new Map(read.map(({ line, table }) => [line, table]));
  const parts: CertainPart[] = [];
  let start = 0;
  for (const line of printedRows(read.map(({ line }) => line)).flat()) {
    const piece = pieces.get(line);
    if (piece) parts.push(...partsOf(piece, start, (character) => character.length));
    // A blank or a break follows.
    start += (line.text ?? '').length + 1;
  }
  return doubtfulWords(text, parts, lineThresholds);
}

export function doubtsOfTable({ html, places }: TableReading): DoubtfulWord[] {
  const parts = places.flatMap(({ piece, start }) =>
    partsOf(piece, start, (character) => escapeHtml(character).length),
  );
  return doubtfulWords(html, parts, lineThresholds, true);
}

function partsOf(
  { peaks = [], steps = 1, line }: TableLine,
  from: number,
  lengthOf: (character: string) => number,
): CertainPart[] {
  let end = from;
  return peaks.map(({ text, probability, first, last }): CertainPart => {
    const start = end;
    end += lengthOf(text);
    const place = line === undefined ? undefined : { line, from: first / steps, to: (last + 1) / steps };
    return { start, end, certainty: text === ' ' ? 1 : probability, ...(place && { place }) };
  });
}
