/** Reading the verifier's two best ids, shapes [rows, 2]. */
import { PalimpsestError } from '../base/errors';
import type { DecodedToken, TokenOrigin, TopTwo } from './types';

export function bestOf({ ids }: TopTwo, row: number): number {
  const id = ids[2 * row];
  if (id === undefined) throw new Error(`The model returned no row ${row}.`);
  return id;
}

/** The row's best id and its margin; refuses values that are not numbers instead of reading nonsense. */
export function tokenOf(rows: TopTwo, row: number, round: number, origin: TokenOrigin): DecodedToken {
  const id = bestOf(rows, row);
  const margin = (rows.values[2 * row] ?? Number.NaN) - (rows.values[2 * row + 1] ?? Number.NaN);
  if (!Number.isFinite(margin)) {
    throw new PalimpsestError('model-damaged', 'The model computes values that are not numbers.');
  }
  return { id, round, origin, margin };
}
