/** Gives each equation number to the formula that it stands beside. */
import { type Box, centre, right } from '../base/geometry';
import { textOf } from '../document';
import type { Piece } from './piece';

const longestNumber = 24;

/** A number without a formula beside it stays what it is: a line of text. */
export function attachEquationNumbers(pieces: readonly Piece[]): Piece[] {
  const numberOf = new Map<Piece, { readonly number: string; readonly piece: Piece }>();
  const taken = new Set<Piece>();
  for (const [index, piece] of pieces.entries()) {
    const number = numberIn(piece);
    if (number === undefined) continue;
    const isOpen = (other: Piece | undefined): other is Piece =>
      other?.block.kind === 'formula' &&
      other.page === piece.page &&
      !numberOf.has(other) &&
      // A model may have read the number with the formula; another number belongs elsewhere.
      (other.block.number === undefined || other.block.number === number);
    const formula = nearest(
      piece.region.box,
      pieces.filter((other) => isOpen(other) && standsBeside(piece.region.box, other.region.box)),
    );
    // Above or below its formula it is the neighbour in reading order.
    const found =
      formula ??
      [pieces[index - 1], pieces[index + 1]].find((other) => isOpen(other) && isNear(piece, other));
    if (!found) continue;
    numberOf.set(found, { number, piece });
    taken.add(piece);
  }
  return pieces.flatMap((piece): Piece[] => {
    if (taken.has(piece)) return [];
    const found = numberOf.get(piece);
    if (!found || piece.block.kind !== 'formula') return [piece];
    const { source } = piece.block;
    const regionIds = [...source.regionIds, found.piece.region.id];
    return [{ ...piece, block: { ...piece.block, number: found.number, source: { ...source, regionIds } } }];
  });
}

/** `(3.2)`, `[4a]`, `$(5)$`: without brackets. Undefined for what is no number of a formula. */
function numberIn({ region, block }: Piece): string | undefined {
  if (region.label !== 'formula-number' || block.kind !== 'paragraph') return undefined;
  const number = bareNumber(textOf(block.content));
  return number === '' || number.length > longestNumber ? undefined : number;
}

/** A printed equation number without brackets, dots or dollars around it. */
export function bareNumber(text: string): string {
  return text
    .replace(/^[\s$.…·]+|[\s$]+$/g, '')
    .replace(/^\\tag\*?\s*\{(.*)\}$/, '$1')
    .replace(/^[([（【](.*)[)\]）】]$/, '$1')
    .trim();
}

function standsBeside(number: Box, formula: Box): boolean {
  const { y } = centre(number);
  return y >= formula.y - number.height / 2 && y <= formula.y + formula.height + number.height / 2;
}

function nearest(number: Box, formulas: readonly Piece[]): Piece | undefined {
  const gap = ({ x, width }: Box): number => Math.max(0, number.x - (x + width), x - right(number));
  return [...formulas].sort((a, b) => gap(a.region.box) - gap(b.region.box))[0];
}

function isNear({ region: { box } }: Piece, { region: { box: other } }: Piece): boolean {
  return Math.max(other.y - (box.y + box.height), box.y - (other.y + other.height)) < 1.5 * box.height;
}
