/**
 * Who is asked first: the drafter whose rounds commit the most ids for what their forwards cost. A line reader's text
 * is unbeaten where it is right and useless where it is not; block diffusion costs a forward and is steadier.
 */
import type { ForwardCost } from './block-length';
import type { BlockLengthControl, Drafter, RoundOutcome } from './types';

/** Part of the evidence that is left after a round: about the last 30 count, so that whoever did badly is tried again. */
const memory = 0.97;
/** Rounds that hope weighs: of whoever was not seen for long everything is expected, so that it gets its try. */
const hopeRounds = 0.1;

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
  const rowsOf = new Map<string, (length: number) => number>();
  const costOf = (name: string, length: number): number => {
    const rows = rowsOf.get(name)?.(length) ?? 0;
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
    order(drafters) {
      for (const { name, draftRows } of drafters) if (draftRows) rowsOf.set(name, draftRows);
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
      record.ids += accepted + 1;
      record.cost += costOf(drafter, draft.length);
      records.set(drafter, record);
    },
  };
}
