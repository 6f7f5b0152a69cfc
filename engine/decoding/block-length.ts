/**
 * How many ids a draft should have. Longer drafts commit more ids a round and cost more a forward; which wins depends
 * on the device and on how well the drafts fare.
 */
import type { BlockLengthControl, Drafter, RoundOutcome } from './types';

/** Always as many ids as the block has masks, and one for the pending row (32 masks: 33 ids, a verify of 34 rows). */
export function fixedBlockLength(blockLength: number): BlockLengthControl {
  return { limitFor: () => blockLength + 1, observe: () => {} };
}

/** Milliseconds of one forward over `rows` rows, at least 1. Measured once per device and model. */
export type ForwardCost = (rows: number) => number;

/** Straight lines between measured points; beyond the last one the last slope goes on. Needs a point at least. */
export function costFromTable(
  points: readonly { readonly rows: number; readonly milliseconds: number }[],
): ForwardCost {
  const sorted = points.slice().sort((a, b) => a.rows - b.rows);
  const [first] = sorted;
  if (first === undefined) throw new Error('A cost table needs at least one measured point.');
  return (rows) => {
    let above = sorted.findIndex((point) => point.rows >= rows);
    if (above < 0) above = sorted.length - 1;
    const high = sorted[above] ?? first;
    const low = sorted[above - 1] ?? first;
    if (high.rows === low.rows) return high.milliseconds;
    const slope = (high.milliseconds - low.milliseconds) / (high.rows - low.rows);
    return low.milliseconds + slope * (rows - low.rows);
  };
}

export interface AutoBlockLength {
  readonly cost: ForwardCost;
  /** Most ids asked for. Default 33: 32 masks, as trained, and the pending row's own prediction. */
  readonly longest?: number;
}

/** Part of the evidence that is left after a round: about the last 50 rounds count. */
const memory = 0.98;
/** What is assumed of places that were never reached, and for how many observations that stands. */
const hope = 0.9;
const hopeWeight = 8;
/** Neighbouring places speak for each other; a place d away counts this to the power d. */
const nearness = 0.8;

/** Running chance, by place, that a drafted id is accepted given that all before it were. */
class Acceptance {
  /** Ids accepted in all drafts, however long, and drafts that were cut. */
  private right = 0;
  private wrong = 0;
  private readonly reached: Float64Array;
  private readonly accepted: Float64Array;

  constructor(longest: number) {
    this.reached = new Float64Array(longest);
    this.accepted = new Float64Array(longest);
  }

  forget(): void {
    this.right *= memory;
    this.wrong *= memory;
    for (let place = 0; place < this.reached.length; place++) {
      this.reached[place] = (this.reached[place] ?? 0) * memory;
      this.accepted[place] = (this.accepted[place] ?? 0) * memory;
    }
  }

  add(drafted: number, accepted: number): void {
    this.right += accepted;
    this.wrong += accepted < drafted ? 1 : 0;
    const last = Math.min(drafted, accepted + 1, this.reached.length);
    for (let place = 0; place < last; place++) {
      this.reached[place] = (this.reached[place] ?? 0) + 1;
      this.accepted[place] = (this.accepted[place] ?? 0) + (place < accepted ? 1 : 0);
    }
  }

  /** The chance of an id at any place, where places are alike; undefined before anything was drafted. */
  steadyChance(): number | undefined {
    const seen = this.right + this.wrong;
    return seen === 0 ? undefined : (this.right + hope) / (seen + 1);
  }

  /** Chances for all places: each place's own evidence and its neighbours', leaning on the mean of all places. */
  chances(): Float64Array {
    const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
    const mean = (sum(this.accepted) + hope * hopeWeight) / (sum(this.reached) + hopeWeight);
    const reached = spread(this.reached);
    const accepted = spread(this.accepted);
    return reached.map((count, place) => ((accepted[place] ?? 0) + mean * hopeWeight) / (count + hopeWeight));
  }
}

/** Sums of all values weighted by nearness, by one pass from each side. */
function spread(values: Float64Array): Float64Array {
  const out = new Float64Array(values.length);
  let carried = 0;
  for (let place = 0; place < values.length; place++) {
    carried = carried * nearness + (values[place] ?? 0);
    out[place] = carried;
  }
  carried = 0;
  for (let place = values.length - 1; place >= 0; place--) {
    out[place] = (out[place] ?? 0) + carried;
    carried = (carried + (values[place] ?? 0)) * nearness;
  }
  return out;
}

/**
 * Asks each drafter for the number of ids n with the most expected ids per millisecond:
 * (1 + Σ chance that the first j are accepted, j = 1 … n) / (verify of n + 1 rows + its own forward for n ids).
 * n = 0 wins where drafting does not pay; evidence fades with the rounds, so that it is tried again. Keep one instance
 * for all regions of a task on one device.
 */
export function autoBlockLength({ cost, longest = 33 }: AutoBlockLength): BlockLengthControl {
  const known = new Map<string, Acceptance>();
  const acceptanceOf = (name: string): Acceptance => {
    const acceptance = known.get(name) ?? new Acceptance(longest);
    known.set(name, acceptance);
    return acceptance;
  };
  const bestUpTo = (most: number, drafter: Drafter, chanceAt: (place: number) => number): number => {
    let best = 0;
    let bestRate = 1 / cost(1);
    let survival = 1;
    let expected = 1;
    for (let length = 1; length <= most; length++) {
      survival *= chanceAt(length - 1);
      expected += survival;
      const draftRows = drafter.draftRows?.(length) ?? 0;
      const rate = expected / (cost(length + 1) + (draftRows > 0 ? cost(draftRows) : 0));
      if (rate > bestRate) {
        best = length;
        bestRate = rate;
      }
    }
    return best;
  };
  return {
    limitFor(drafter) {
      const chances = acceptanceOf(drafter.name).chances();
      return bestUpTo(longest, drafter, (place) => chances[place] ?? 0);
    },
    // Who was never seen gets its chance: a text that is right is then verified in one forward.
    roomFor(drafter, room) {
      const chance = acceptanceOf(drafter.name).steadyChance();
      return chance === undefined ? room : bestUpTo(room, drafter, () => chance);
    },
    observe({ drafter, draft, accepted }: RoundOutcome): void {
      for (const acceptance of known.values()) acceptance.forget();
      if (drafter !== undefined) acceptanceOf(drafter).add(draft.length, accepted);
    },
  };
}
