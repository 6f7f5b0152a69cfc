import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash } from '../testing/scripted-verifier';
import type { BlockLengthControl, Drafter, ForwardCost } from '.';
import { autoBlockLength, fixedBlockLength, orderedByGain } from '.';

const drafter = (name: string, ownForward: boolean): Drafter => ({
  name,
  draft: () => ({ ids: [], forwards: 0 }),
  ...(ownForward && { draftRows: (length: number) => length }),
});
const prior = drafter('prior', false);
const block = drafter('block-diffusion', true);
const unit = (): number => 1;

/** Ids per cost over rounds `from` … `to`; whoever is asked first drafts and gets `accepted` of its draft. */
function play(
  control: BlockLengthControl,
  accepted: (name: string, round: number) => number,
  [from, to]: readonly [number, number],
  cost: ForwardCost = unit,
): { readonly rate: number; readonly rounds: Readonly<Record<string, number>> } {
  let ids = 0;
  let spent = 0;
  const rounds: Record<string, number> = {};
  for (let round = 0; round < to; round++) {
    const [first] = control.order?.([prior, block]) ?? [];
    const length = first ? control.limitFor(first) : 0;
    const agreed = first ? Math.min(length, accepted(first.name, round)) : 0;
    const draft = new Array<number>(length).fill(0);
    control.observe({ drafter: first?.name, prefixLength: 1, draft, accepted: agreed, predicted: [] });
    if (round < from) continue;
    ids += agreed + 1;
    spent += cost(length + 1) + (first?.draftRows ? cost(length) : 0);
    rounds[first?.name ?? 'nobody'] = (rounds[first?.name ?? 'nobody'] ?? 0) + 1;
  }
  return { rate: ids / spent, rounds };
}

describe('order of drafters', () => {
  it('keeps near the better one, whichever it is', () => {
    const mean = fc.integer({ min: 0, max: 33 });
    fc.assert(
      fc.property(mean, mean, fc.nat(1000), (priorMean, blockMean, seed) => {
        const means: Record<string, number> = { prior: priorMean, 'block-diffusion': blockMean };
        const accepted = (name: string, round: number): number => {
          const spread = (hash(seed, round) % 5) - 2;
          return Math.max(0, (means[name] ?? 0) + spread);
        };
        const rate = (name: string, forwards: number): number => ((means[name] ?? 0) + 1) / forwards;
        // Fixed blocks are asked for in full, so that trying the worse one costs most where the better one gains little.
        const best = Math.max(1, rate('prior', 1), rate('block-diffusion', 2));
        const control = orderedByGain(fixedBlockLength(32), unit);
        expect(play(control, accepted, [20, 620]).rate).toBeGreaterThan(0.72 * best);
      }),
      { numRuns: 200 },
    );
  });

  it('loses little where no draft is worth more than a plain step, and finds out when one is', () => {
    const cost = (rows: number): number => 1 + rows / 20;
    const control = orderedByGain(autoBlockLength({ cost }), cost);
    const useless = play(control, () => 0, [50, 400], cost);
    expect(useless.rate).toBeGreaterThan(0.9 / cost(1));
    expect(useless.rounds.nobody).toBeGreaterThan(100);
    const better = play(control, (name) => (name === 'prior' ? 20 : 0), [200, 400]);
    expect(better.rounds.prior).toBeGreaterThan(180);
  });

  it('begins in the order given', () => {
    const control = orderedByGain(fixedBlockLength(32), unit);
    expect(control.order?.([prior, block])).toEqual([prior, block]);
  });
});
