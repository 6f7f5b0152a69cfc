/**
 * Where in the prior reading the decoder stands: a pure function of the prior's ids and the committed ids, the same in
 * training, draft, verify and one-token steps, so that exactness holds (workshop/nano/SPEC.md §3).
 */
import { contextLength, realignment } from './realignment';
import { closesCell, endId, isGap, isRowTag, isTag, opensCell, tableTags } from './vocabulary';

/** What the last id was. An embedding of it goes into the row. */
export const operations = {
  copy: 0,
  firstHold: 1,
  secondHold: 2,
  substitution: 3,
  deletion: 4,
  realigned: 5,
} as const;

export interface Anchor {
  /** Index of the prior's token expected next; that of its end token at last. */
  readonly place: number;
  readonly operation: number;
  /** Ids inserted since the place last moved. */
  readonly held: number;
  /** Place that the last id has replaced, or -1: it may turn out to have been inserted. */
  readonly replaced: number;
  /** Tokens passed over by substitutions and deletions: so far a realignment may go back, or it could go in circles. */
  readonly passed: number;
  /** Edits lately, decaying: what the guard goes by. */
  readonly edits: number;
  /** The last committed ids, oldest first: what a realignment goes by. */
  readonly last: readonly number[];
}

export const startAnchor: Anchor = {
  place: 0,
  operation: 0,
  held: 0,
  replaced: -1,
  passed: 0,
  edits: 0,
  last: [],
};

const mostHeld = 2;
const mostEdits = 8;
const mostPassed = { text: 8, table: 96 } as const;

/**
 * The anchor after committing `id`. `prior` includes its end token. `keepsCells`: decoding holds the tags of tables to
 * the prior's (tag margin), so that a realignment passes over none; training has truths with other cells.
 */
export function pushId(
  prior: readonly number[],
  anchor: Anchor,
  id: number,
  { keepsCells = false }: { readonly keepsCells?: boolean } = {},
): Anchor {
  const moved = move(prior, anchor, id);
  const edits = editsBehind(anchor.edits, id, prior[anchor.place] ?? endId);
  const last = [...anchor.last.slice(1 - contextLength), id];
  const isTable = prior[0] === tableTags.table;
  const kept = (count: number): number =>
    Math.max(0, Math.min(mostPassed[isTable ? 'table' : 'text'], count));
  const passed = kept(anchor.passed + passedBy(prior, anchor, moved, id));
  const found = realignment({ prior, place: moved.place, last, passed, isTable, keepsCells });
  if (!found) return { ...moved, passed, edits, last };
  return {
    place: found.place,
    operation: operations.realigned,
    held: 0,
    replaced: -1,
    passed: kept(passed + found.passed),
    edits,
    last,
  };
}

/** The anchor behind a row whose id is not known: a mask is taken for a copy. */
export function assumeCopy(prior: readonly number[], anchor: Anchor): Anchor {
  const place = Math.min(prior.length - 1, anchor.place + 1);
  return {
    place,
    operation: operations.copy,
    held: 0,
    replaced: -1,
    passed: anchor.passed,
    edits: anchor.edits,
    last: [],
  };
}

/** What is added to the logit of the prior's next token: keeps an edited text from running away. */
export function guardOf({ edits }: Anchor, margin: number): number {
  return margin + 2 * Math.max(0, edits - 1);
}

/** Another kind of cell or another span is no edit of the text: the rows after it are as near to the prior. */
function editsBehind(edits: number, id: number, here: number): number {
  if (id === here) return Math.max(0, edits - 0.5);
  return isSameTag(id, here) ? edits : Math.min(mostEdits, edits + 1);
}

/** Both open a cell, or both close one. */
function isSameTag(id: number, here: number): boolean {
  return (opensCell(id) && opensCell(here)) || (closesCell(id) && closesCell(here));
}

type Move = Pick<Anchor, 'place' | 'operation' | 'held' | 'replaced'>;

function move(prior: readonly number[], anchor: Anchor, id: number): Move {
  const { place, held, replaced } = anchor;
  const end = prior.length - 1;
  const here = prior[place] ?? endId;
  const to = (next: number, operation: number, substituted = -1): Move => {
    return { place: next, operation, held: 0, replaced: substituted };
  };
  const hold = (): Move => {
    const more = Math.min(mostHeld, held + 1);
    // Characters pass over no tag and tags over no character: a cell more or less moves nothing.
    return held < mostHeld || isTag(id) || isTag(here)
      ? { place, operation: more, held: more, replaced: -1 }
      : to(place + 1, operations.substitution);
  };
  const next = prior[place + 1] ?? endId;
  if (place < end && id === here) return to(place + 1, operations.copy);
  if (place === end) {
    return { place, operation: id === endId ? operations.copy : operations.substitution, held, replaced: -1 };
  }
  if (isGap(id)) return isGap(here) ? to(place + 1, operations.substitution) : hold();
  if (isSameTag(id, here)) return to(place + 1, operations.substitution);
  if (place + 1 < end && id === next && !isRowTag(here)) return to(place + 2, operations.deletion);
  if (replaced >= 0 && id === prior[replaced]) return to(replaced + 1, operations.realigned);
  const isSecondNext = place + 2 < end && id === prior[place + 2];
  if (isSecondNext && !isRowTag(here) && !isRowTag(next)) return to(place + 3, operations.deletion);
  if (isGap(here) || isTag(here) || isTag(id)) return hold();
  return to(place + 1, operations.substitution, place);
}

/** Tokens of the prior that the move left out; -1 where an earlier one turned out to be in the text after all. */
function passedBy(prior: readonly number[], anchor: Anchor, { place, operation }: Move, id: number): number {
  if (operation === operations.deletion) return place - anchor.place - 1;
  if (operation === operations.realigned) return -1;
  const here = prior[anchor.place] ?? endId;
  if (operation !== operations.substitution || place === anchor.place) return 0;
  return isGap(here) || isSameTag(id, here) ? 0 : 1;
}
