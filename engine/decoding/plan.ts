/** Refuses settings with which a decode could not end or would not mean anything. */
import { PalimpsestError } from '../base/errors';
import type { DecodeOptions, DecodePlan } from './types';

function require(holds: boolean, message: string): void {
  if (!holds) throw new PalimpsestError('invalid-request', message);
}

const isWhole = (value: number, least: number): boolean => Number.isInteger(value) && value >= least;

export function checkPlan(
  plan: DecodePlan,
  { endIds, cap, loopGuard, longestDraft = 1 }: DecodeOptions,
): void {
  require(endIds.length > 0, 'A decode needs at least one end token.');
  require(isWhole(cap, 1), `The length limit must be a whole number from 1, not ${cap}.`);
  require(isWhole(longestDraft, 1), `The longest draft must be a whole number from 1, not ${longestDraft}.`);
  if (loopGuard !== 'off') {
    const { copies, tokens, longestUnit } = loopGuard;
    const sound = isWhole(copies, 2) && isWhole(tokens, 2) && isWhole(longestUnit, 1);
    require(sound, 'A loop guard needs at least two copies, two ids and a unit of one.');
  }
  if (plan.mode === 'self-speculative' && typeof plan.blockLength === 'number') {
    const sound = isWhole(plan.blockLength, 0);
    require(sound, `The block length must be a whole number from 0, not ${plan.blockLength}.`);
  }
  if (plan.mode === 'parallel') {
    require(isWhole(
      plan.blockLength,
      2,
    ), `A parallel block needs at least two ids, not ${plan.blockLength}.`);
  }
}
