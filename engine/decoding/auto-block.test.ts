/**
 * `--block auto` as a whole, by the real round loop and the real drafters, on texts without a model: what a forward
 * would take is counted by measured costs. Never much worse than the best fixed block, whichever that is.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPriorDrafter } from '../testing/id-prior';
import { hash } from '../testing/scripted-verifier';
import type { BlockDraftModel, BlockLengthControl, Drafter, ForwardCost, TopTwo, Verifier } from '.';
import {
  autoBlockLength,
  blockDiffusionDrafter,
  costFromTable,
  decode,
  fixedBlockLength,
  nGramDrafter,
  orderedByGain,
} from '.';

/** Milliseconds by rows of one thread, from bench/results/decode.json: the small checkpoint, and 1.1 B parameters. */
const costs: Readonly<Record<string, ForwardCost>> = {
  small: table({ 1: 0.363, 9: 0.592, 17: 0.953, 34: 1.65 }),
  int8: table({ 1: 68, 2: 71.2, 4: 95.9, 8: 126.3, 17: 210.7, 34: 368.5, 68: 673.3, 136: 1322.3 }),
  int4: table({ 1: 56.2, 17: 212.7, 34: 391.7 }),
  'as published': table({ 1: 177.6, 17: 319.7, 34: 508.2 }),
  'rows for nothing, as on a graphics processor': () => 20,
};

function table(points: Readonly<Record<number, number>>): ForwardCost {
  return costFromTable(
    Object.entries(points).map(([rows, milliseconds]) => ({ rows: Number(rows), milliseconds })),
  );
}

interface Pattern {
  readonly seed: number;
  /** Ids in each region, and how many different ones: few make a text that repeats itself, as tables do. */
  readonly lengths: readonly number[];
  readonly variety: number;
  /** Share of the prior's ids that are wrong, missing or additional; undefined: there is no prior. */
  readonly priorErrors: number | undefined;
  /** Chance that a mask names the right id, and what each further place in the block loses; undefined: no masks. */
  readonly block: { readonly chance: number; readonly fading: number } | undefined;
}

const chance = (...values: readonly number[]): number => hash(...values) / 2 ** 32;
const wordsFrom = 2;
const vocabularySize = 4000;

function textOf({ seed, variety }: Pattern, region: number, length: number): number[] {
  const text: number[] = [];
  for (let place = 0; place < length; place++) {
    // The longer the context that decides, the rarer a repetition.
    const context = text.slice(-2).reduce((sum, id) => sum * 31 + id, variety < 60 ? 0 : region);
    text.push(wordsFrom + (hash(seed, context, variety < 60 ? place % 7 : place) % variety));
  }
  return text;
}

function priorOf(text: readonly number[], errors: number, seed: number): number[] {
  return text.flatMap((id, place) => {
    if (chance(seed, place) >= errors) return [id];
    const stranger = 3000 + (hash(seed, place, 1) % 900);
    return [[stranger], [stranger], [], [id, stranger]][hash(seed, place, 2) % 4] ?? [];
  });
}

/** A steady reader of its text, also after a wrong id. Counts what its forwards would take. */
class Simulation implements Verifier, BlockDraftModel {
  readonly vocabularySize = vocabularySize;
  readonly capacity = 10_000;
  private committed = 0;

  constructor(
    private readonly text: readonly number[],
    private readonly spend: (rows: number) => void,
    private readonly isRight: (place: number, ahead: number) => boolean,
  ) {}

  length(): number {
    return 1 + this.committed;
  }

  async prefill(): Promise<TopTwo> {
    return this.rows(0, 1, () => true);
  }

  async verify(ids: readonly number[]): Promise<TopTwo> {
    this.spend(ids.length);
    return this.rows(this.committed + 1, ids.length, () => true);
  }

  async draftBlock(_pending: number, maskCount: number): Promise<TopTwo> {
    this.spend(maskCount + 1);
    const from = this.committed + 1;
    return this.rows(from, maskCount + 1, (ahead) => ahead === 0 || this.isRight(from + ahead, ahead));
  }

  commit(count: number): void {
    this.committed += count;
  }

  /** The end token is 0, a wrong id 1. */
  private rows(from: number, count: number, isRight: (ahead: number) => boolean): TopTwo {
    const best = Array.from({ length: count }, (_, row) => (isRight(row) ? (this.text[from + row] ?? 0) : 1));
    return { ids: Int32Array.from(best.flatMap((id) => [id, 1])), values: new Float32Array(2 * count) };
  }
}

/** Ids per modelled millisecond over all regions of the pattern, one control for all of them. */
async function rate(
  pattern: Pattern,
  cost: ForwardCost,
  control: BlockLengthControl | number,
): Promise<number> {
  const { seed, lengths, priorErrors, block } = pattern;
  let spent = 0;
  let ids = 0;
  for (const [region, length] of lengths.entries()) {
    const text = textOf(pattern, region, length);
    const model = new Simulation(
      text,
      (rows) => {
        spent += cost(rows);
      },
      (place, ahead) =>
        block !== undefined && chance(seed, region, place, ahead) < block.chance - block.fading * ahead,
    );
    const drafters: Drafter[] = [
      ...(priorErrors === undefined ? [] : [idPriorDrafter(priorOf(text, priorErrors, hash(seed, region)))]),
      block ? blockDiffusionDrafter(model) : nGramDrafter(),
    ];
    const plan = { mode: 'self-speculative', drafters, blockLength: control } as const;
    for await (const event of decode(model, plan, { endIds: [0], cap: 1000, loopGuard: 'off' })) {
      if (event.kind !== 'done') continue;
      expect(event.reading.ids).toEqual(text);
      ids += event.reading.counters.tokens;
    }
  }
  return ids / spent;
}

async function compare(
  pattern: Pattern,
  cost: ForwardCost,
): Promise<{ auto: number; fixed: readonly number[] }> {
  const fixed: number[] = [];
  for (const length of [8, 16, 32]) {
    fixed.push(await rate(pattern, cost, length));
    // As the product has it: with the drafters in order, not knowing what forwards cost.
    fixed.push(
      await rate(
        pattern,
        cost,
        orderedByGain(fixedBlockLength(length), () => 1),
      ),
    );
  }
  return { auto: await rate(pattern, cost, orderedByGain(autoBlockLength({ cost }), cost)), fixed };
}

const patterns: fc.Arbitrary<Pattern> = fc.record({
  seed: fc.nat(100_000),
  lengths: fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 20, maxLength: 20 }),
  variety: fc.constantFrom(12, 40, 900),
  priorErrors: fc.option(fc.constantFrom(0, 0.02, 0.05, 0.1, 0.2, 0.5, 1), { nil: undefined }),
  block: fc.option(
    fc.record({ chance: fc.constantFrom(0.3, 0.8, 0.93, 0.99, 1), fading: fc.constantFrom(0, 0.004, 0.02) }),
    { nil: undefined },
  ),
});

/** Flat costs are no measured ones: there all lengths are alike, and trying the drafters is what a try costs. */
const leastShare = (name: string): number => (name.startsWith('rows for nothing') ? 0.85 : 0.9);

describe('automatic block length against the best fixed one', () => {
  for (const [name, cost] of Object.entries(costs)) {
    it(`is at least ${leastShare(name)} of it: ${name}`, { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(patterns, async (pattern) => {
          const { auto, fixed } = await compare(pattern, cost);
          expect(auto / Math.max(...fixed)).toBeGreaterThan(leastShare(name));
        }),
        // Of texts and drafts by chance: 120 other patterns held (the least was 0.95); these stay the same.
        { numRuns: 8, seed: 4, endOnFailure: true },
      );
    });
  }
});
