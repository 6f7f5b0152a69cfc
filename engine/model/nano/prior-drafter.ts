/**
 * Drafts the prior reading from the anchor on. The walk is the model's own anchoring, so that a draft stands where the
 * verifier stands. Memo: best ids of rows behind a wrong one are kept under (place, operation, id before) and preferred
 * next time; a model that looks at the picture often says the right thing there all the same.
 */
import type { Drafter } from '../../decoding/types';
import { type Anchor, pushId, startAnchor } from './anchor';
import { endId } from './vocabulary';

export interface AnchoredDrafterOptions {
  /** Default true. */
  readonly memo?: boolean;
  /** The first draft goes over all of the prior. Default true. */
  readonly wholeFirst?: boolean;
  /** As the verifier's anchoring. Default true. */
  readonly keepsCells?: boolean;
}

const keyOf = ({ place, operation }: Anchor, last: number): string => `${place} ${operation} ${last}`;

/** `prior`: ids with the end token. Costs no forward. */
export function anchoredPriorDrafter(
  prior: readonly number[],
  { memo: useMemo = true, wholeFirst = true, keepsCells = true }: AnchoredDrafterOptions = {},
): Drafter {
  const push = (from: Anchor, id: number): Anchor => pushId(prior, from, id, { keepsCells });
  const memo = new Map<string, number>();
  let anchor = startAnchor;
  let followed = 0;
  let begun = false;
  /** One for each id of the last draft, and one for the row behind it. */
  let keys: string[] = [];
  return {
    name: 'prior',
    draft({ prefix, limit, room }) {
      for (; followed < prefix.length; followed++) anchor = push(anchor, prefix[followed] ?? endId);
      const length = wholeFirst && !begun ? room : limit;
      begun = true;
      const ids: number[] = [];
      keys = [];
      let state = anchor;
      let last = prefix[prefix.length - 1] ?? -1;
      for (;;) {
        const key = keyOf(state, last);
        keys.push(key);
        const id = (useMemo ? memo.get(key) : undefined) ?? prior[state.place] ?? endId;
        if (id === endId || ids.length >= length) return { ids, forwards: 0 };
        ids.push(id);
        state = push(state, id);
        last = id;
      }
    },
    observe({ drafter, accepted, predicted }) {
      if (drafter !== 'prior') return;
      for (let row = accepted + 1; row < predicted.length; row++) {
        const [key, id] = [keys[row], predicted[row]];
        if (key !== undefined && id !== undefined) memo.set(key, id);
      }
    },
  };
}
