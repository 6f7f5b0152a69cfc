/**
 * Look-up in what is already written: where the last ids stood before, what followed them then may follow again.
 * Costs no forward. Good for tables (tags, equal columns) and anything that repeats.
 */
import type { Drafter } from '../types';

export interface NGramSettings {
  /** Text to look in besides the region's own, e.g. of the region before. */
  readonly context?: readonly number[];
  /** Longest run of ids that is looked up. Default 5. */
  readonly longest?: number;
}

/** Ids to draft after a run of `length` ids was found: one id alone says little, five say a lot. */
const reach = (length: number): number => 4 * length * length;

export function nGramDrafter({ context = [], longest = 5 }: NGramSettings = {}): Drafter {
  const ids = context.slice();
  /** For each run of ids: the place after its latest occurrence that something is known to follow. */
  const followers = new Map<string, number>();
  const key = (end: number, length: number): string => ids.slice(end - length, end).join(' ');
  let indexed = 0;

  return {
    name: 'n-gram',
    draft({ prefix, limit }) {
      for (let place = ids.length - context.length; place < prefix.length; place++) {
        const id = prefix[place];
        if (id !== undefined) ids.push(id);
      }
      // Runs that end before the last id; the run at the very end has no follower yet.
      for (; indexed < ids.length; indexed++) {
        for (let length = 1; length <= longest && length <= indexed; length++) {
          followers.set(key(indexed, length), indexed);
        }
      }
      for (let length = Math.min(longest, ids.length); length > 0; length--) {
        const start = followers.get(key(ids.length, length));
        if (start === undefined) continue;
        const draft: number[] = [];
        // A run that reaches the end of the text goes on with the draft's own ids, as a period does.
        while (draft.length < Math.min(limit, reach(length))) {
          const from = start + draft.length;
          const id = from < ids.length ? ids[from] : draft[from - ids.length];
          if (id === undefined) break;
          draft.push(id);
        }
        return { ids: draft, forwards: 0 };
      }
      return { ids: [], forwards: 0 };
    },
  };
}
