/**
 * Drafts from another reader's text of the same region (the line reader's, a model's own first reading): what stands
 * there at the place reached so far. Costs no forward; the first verify goes over the whole of it.
 *
 * Memo: rows behind a wrong id were run in a wrong context, yet a model that looks at the picture often says the right
 * thing there all the same. Their best ids are kept under (place, inserted ids, id before) and preferred next time.
 */
import type { Drafter, RoundOutcome } from '../types';
import { Alignment } from './alignment';

export interface PriorSettings {
  /** The other reader's text in this model's ids, without end token. */
  readonly ids: readonly number[];
  /** Most ids of the first draft. Default: all; the engine bounds every draft anyway. */
  readonly firstDraft?: number;
  /** Default true. */
  readonly memo?: boolean;
}

/** So many drafts in vain, and the prior keeps quiet until the text matches it again over `rejoinedRun` ids. */
const patience = 3;
const rejoinedRun = 3;

interface Step {
  readonly key: string;
  /** The memo overruled the prior here. */
  readonly overruled: boolean;
}

export function priorDrafter({
  ids: prior,
  firstDraft = prior.length,
  memo: useMemo = true,
}: PriorSettings): Drafter {
  const alignment = new Alignment(prior);
  const memo = new Map<string, number>();
  /** How often the memo was right and wrong where it overruled the prior; it is heard while it does not lose. */
  const overruled = { right: 0, wrong: 0 };
  /** One for each id of the last draft, and one for the row behind it. */
  let steps: readonly Step[] = [];
  let followed = 0;
  let begun = false;
  let inVain = 0;

  /** Walks the prior from the present place and writes down what stands there, or what the memo says instead. */
  function compose(pending: number, length: number): number[] {
    const draft: number[] = [];
    const walked: Step[] = [];
    const trusted = useMemo && overruled.wrong <= overruled.right + 1;
    let { place, held } = alignment;
    let last = pending;
    while (draft.length < length) {
      const key = `${place} ${held} ${last}`;
      const expected = prior[place];
      const id = (trusted ? memo.get(key) : undefined) ?? expected;
      if (id === undefined) break;
      draft.push(id);
      walked.push({ key, overruled: id !== expected });
      // How an id that the prior lacks moves the walk: it stands before the expected one, for it, or skips it.
      const isInserted = alignment.insertionLikely || memo.has(`${place} ${held + 1} ${id}`);
      if (id === expected) [place, held] = [place + 1, 0];
      else if (id === prior[place + 1]) [place, held] = [place + 2, 0];
      else if (isInserted) held += 1;
      else [place, held] = [place + 1, 0];
      last = id;
    }
    walked.push({ key: `${place} ${held} ${last}`, overruled: false });
    steps = walked;
    return draft;
  }

  function observeOwn({ draft, accepted, predicted }: RoundOutcome): void {
    inVain = accepted === 0 ? inVain + 1 : 0;
    for (let row = 0; row <= accepted && row < draft.length; row++) {
      if (steps[row]?.overruled) overruled[row < accepted ? 'right' : 'wrong'] += 1;
    }
    for (let row = accepted + 1; row < predicted.length; row++) {
      const step = steps[row];
      const id = predicted[row];
      if (step !== undefined && id !== undefined) memo.set(step.key, id);
    }
  }

  return {
    name: 'prior',
    draft({ prefix, limit, room }) {
      for (; followed < prefix.length; followed++) {
        const id = prefix[followed];
        if (id !== undefined) alignment.push(id);
      }
      const pending = prefix[prefix.length - 1];
      const quiet = inVain >= patience && alignment.run < rejoinedRun;
      if (pending === undefined || quiet) return { ids: [], forwards: 0 };
      const length = begun ? limit : Math.min(room, Math.max(limit, firstDraft));
      begun = true;
      return { ids: compose(pending, length), forwards: 0 };
    },
    observe(outcome) {
      if (outcome.drafter === 'prior') observeOwn(outcome);
    },
  };
}
