/**
 * Where the ids last committed stand in the prior reading, looked for when they don't stand before the anchor
 * (workshop/nano/SPEC.md §3). Pure.
 */
import { isTag } from './vocabulary';

/** As many ids are looked at. */
export const contextLength = 12;
/** Of them, so many that are no tags have to be found. */
const contextSize = 3;

export interface RealignmentContext {
  /** With its end token. */
  readonly prior: readonly number[];
  readonly place: number;
  /** Oldest first. */
  readonly last: readonly number[];
  /** So far a step may go back. */
  readonly passed: number;
  readonly isTable: boolean;
  /** The prior's tags are what is written, so that none lies between the right place and this one. */
  readonly keepsCells: boolean;
}

export interface Realigned {
  readonly place: number;
  /** What it adds to the tokens passed over; less than 0 on the way back. */
  readonly passed: number;
}

/** Undefined: the place is right, or none near fits better. */
export function realignment(context: RealignmentContext): Realigned | undefined {
  return context.isTable ? inTable(context) : inText(context);
}

/** Steps from the place, nearest first and then ahead. */
const textSearch = [-1, 1, -2, 2, -3, 3, -4, 4, 5, 6, 7, 8];
/** Rows are long, and text may stand a row further. */
const tableSearch = Array.from({ length: 64 }, (_, index) => [-1 - index, 1 + index]).flat();

function inText({ prior, place, last, passed }: RealignmentContext): Realigned | undefined {
  const sought = last.slice(-contextSize);
  // Tags repeat everywhere: three ids with one among them say nothing of the place.
  if (sought.length < contextSize || sought.some(isTag) || endsAt(prior, place, sought)) return undefined;
  const step = textSearch.find((steps) => steps >= -passed && endsAt(prior, place + steps, sought));
  return step === undefined ? undefined : { place: place + step, passed: Math.min(0, step) };
}

/** By three characters with the tags among them, where none of the three is what stands before the place. */
function inTable({ prior, place, last, passed, keepsCells }: RealignmentContext): Realigned | undefined {
  const characters = last.flatMap((id, index) => (isTag(id) ? [] : [index])).slice(-contextSize);
  const [first = 0] = characters;
  if (characters.length < contextSize || characters[contextSize - 1] !== last.length - 1) return undefined;
  if (characters.some((index) => prior[place - last.length + index] === last[index])) return undefined;
  const sought = last.slice(first);
  for (const step of tableSearch) {
    const found = place + step;
    if (!endsAt(prior, found, sought)) continue;
    const between = prior.slice(Math.min(place, found), Math.max(place, found));
    if (keepsCells && between.some(isTag)) continue;
    const cost = Math.max(1, between.filter((id) => !isTag(id)).length);
    if (step > 0) return { place: found, passed: cost };
    if (cost <= passed) return { place: found, passed: -cost };
  }
  return undefined;
}

function endsAt(prior: readonly number[], end: number, sought: readonly number[]): boolean {
  const start = end - sought.length;
  return start >= 0 && end < prior.length && sought.every((id, index) => prior[start + index] === id);
}
