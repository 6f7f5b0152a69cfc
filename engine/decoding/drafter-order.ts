/**
 * Who is asked first: the drafter whose rounds commit the most ids for what their forwards cost. A line reader's text
 * is unbeaten where it is right and useless where it is not; block diffusion costs a forward and is steadier.
 */
import type { ForwardCost } from './block-length';
import type { BlockLengthControl, Drafter, RoundOutcome } from './types';

/** Part of the evidence that is left after a round: about the last 16 count, so that whoever did badly is tried again. */
const memory = 0.94;
/**
 * Rounds that hope weighs: one bad draft is no proof, and of whoever was not seen for long everything is expected. A
 * try costs little with `autoBlockLength`, which asks drafters of little use for few ids.
 */
const hopeRounds = 0.5;

interface Record {
  ids: number;
  cost: number;
}

/**
 * `control` with an order of drafters. Whoever gains less than plain steps (one id for a forward of one row) is not
 * asked at all. Keep one instance for all regions of a task on one device.
 */
export function orderedByGain(control: BlockLengthControl, cost: ForwardCost): BlockLengthControl {
  const records = new Map<string, Record>();
  const roomFor = control.roomFor?.bind(control);
  const seen = new Map<string, Drafter>();
  const costOf = (name: string, length: number): number => {
    const rows = seen.get(name)?.draftRows?.(length) ?? 0;
    return cost(length + 1) + (rows > 0 ? cost(rows) : 0);
  };
  const gain = (drafter: Drafter): number => {
    const length = control.limitFor(drafter);
    if (length < 1) return 0;
    const { ids, cost: spent } = records.get(drafter.name) ?? { ids: 0, cost: 0 };
    const hoped = hopeRounds * (1 + length);
    return (ids + hoped) / (spent + hopeRounds * costOf(drafter.name, length));
  };
  return {
    limitFor: (drafter) => control.limitFor(drafter),
    ...(roomFor && { roomFor: (drafter, room) => roomFor(drafter, room) }),
    order(drafters) {
      for (const drafter of drafters) seen.set(drafter.name, drafter);
      const plain = 1 / cost(1);
      return drafters
        .map((drafter) => ({ drafter, gain: gain(drafter) }))
        .filter((each) => each.gain > plain)
        .sort((a, b) => b.gain - a.gain)
        .map(({ drafter }) => drafter);
    },
    observe(outcome: RoundOutcome) {
      control.observe(outcome);
      for (const record of records.values()) {
        record.ids *= memory;
        record.cost *= memory;
      }
      const { drafter, draft, accepted } = outcome;
      if (drafter === undefined) return;
      const record = records.get(drafter) ?? { ids: 0, cost: 0 };
      // What counts is what a draft of usual length would have been worth: a text that was tried as a whole and has one
      // wrong letter is a good one all the same.
      const asked = seen.get(drafter);
      const length = Math.min(draft.length, Math.max(1, asked ? control.limitFor(asked) : draft.length));
      record.ids += Math.min(accepted, length) + 1;
      record.cost += costOf(drafter, length);
      records.set(drafter, record);
    },
  };
}
