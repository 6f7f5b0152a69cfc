/** Who drafts a round, and how much of the draft is worth verifying. */
import type { Ledger } from './ledger';
import type { BlockLengthControl, Drafter } from './types';

export interface Proposer {
  readonly drafters: readonly Drafter[];
  readonly control: BlockLengthControl;
  readonly ledger: Ledger;
  readonly vocabularySize: number;
  readonly endIds: ReadonlySet<number>;
}

export interface Proposal {
  readonly drafter: string | undefined;
  readonly draft: readonly number[];
}

/** Asks the drafters in turn; the first with something to say drafts. Nobody is asked where nothing can be verified. */
export async function propose(
  { drafters, control, ledger, vocabularySize, endIds }: Proposer,
  prefix: readonly number[],
  room: number,
): Promise<Proposal> {
  for (const drafter of control.order?.(drafters) ?? drafters) {
    const limit = Math.min(control.limitFor(drafter), room);
    if (limit < 1) continue;
    const ample = Math.max(limit, Math.min(room, control.roomFor?.(drafter, room) ?? room));
    const { ids } = await ledger.draft(drafter, { prefix, limit, room: ample });
    if (ids.length === 0) continue;
    const known = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < vocabularySize;
    // An end token needs no row of its own: the row before it predicts it, and nothing follows it.
    const cut = ids.findIndex((id, place) => place >= ample || !known(id) || endIds.has(id));
    return { drafter: drafter.name, draft: cut < 0 ? ids.slice() : ids.slice(0, cut) };
  }
  return { drafter: undefined, draft: [] };
}
