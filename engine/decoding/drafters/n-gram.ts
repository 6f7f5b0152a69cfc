/**
 * Look-up in what is already written: where the last ids stood before, what followed them then may follow again.
 * Costs no forward. Good for tables (tags, equal columns) and anything that repeats.
 */
import type { Drafter } from '../types';

export interface NGramSettings {
  /** Text to look in besides the region's own, e.g. of the region before. */
  readonly context?: readonly number[];
  /** Shortest and longest run of ids that counts as found. Defaults 2 and 5. */
  readonly shortest?: number;
  readonly longest?: number;
}

export function nGramDrafter({ context = [], shortest = 2, longest = 5 }: NGramSettings = {}): Drafter {
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
        for (let length = shortest; length <= longest && length <= indexed; length++) {
          followers.set(key(indexed, length), indexed);
        }
      }
      for (let length = Math.min(longest, ids.length); length >= shortest; length--) {
        const start = followers.get(key(ids.length, length));
        if (start === undefined) continue;
        const draft: number[] = [];
        // A run that reaches the end of the text goes on with the draft's own ids, as a period does.
        while (draft.length < limit) {
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
