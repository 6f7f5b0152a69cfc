/** The embedded model through the real round loop: whatever drafts, the ids are those of plain greedy decoding. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  blockDiffusionDrafter,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  nGramDrafter,
} from '../decoding';
import { type Expected, fixtureModel, priorIn, readExpected } from '../model/nano/fixtures';
import { NanoModel } from '../model/nano/nano-model';
import { anchoredPriorDrafter } from '../model/nano/prior-drafter';
import type { NanoVerifier, PreparedRegion } from '../model/nano/region-verifier';
import { endId } from '../model/nano/vocabulary';
import { assetsDir } from './workplace';

let expected: Expected;
let model: NanoModel;
let regions: PreparedRegion[];

beforeAll(async () => {
  expected = await readExpected('tiny');
  model = await NanoModel.open(fixtureModel('tiny'), { threads: 2 });
  regions = [];
  for (const region of expected.regions) {
    regions.push(await model.prepare(await priorIn(expected, region), region.task));
  }
});
afterAll(() => model.close());

async function run(
  place: number,
  plan: (verifier: NanoVerifier) => DecodePlan,
  cap?: number,
): Promise<DecodedReading> {
  const region = regions[place]!;
  const most = cap ?? model.capFor(region.prior);
  const verifier = model.session(region, most);
  try {
    const events = decode(verifier, plan(verifier), { endIds: model.endIds, cap: most, loopGuard: 'off' });
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
    }
  } finally {
    verifier.close();
  }
}

/** Proposes what it is told, right or wrong. */
const scripted = (ids: readonly number[]): Drafter => ({
  name: 'scripted',
  draft: ({ prefix, limit }) => ({ ids: ids.slice(prefix.length, prefix.length + limit), forwards: 0 }),
});

it('decodes one token a step like the reference', async () => {
  let edited = 0;
  for (const [place, { greedy, prior }] of expected.regions.entries()) {
    const { ids } = await run(place, () => ({ mode: 'autoregressive' }));
    expect([...ids, endId]).toEqual(greedy);
    if (ids.join() !== prior.ids.slice(0, -1).join()) edited++;
  }
  // One that only ever repeats the prior would prove nothing.
  expect(edited).toBeGreaterThan(1);
});

it('gives the same ids for every drafter, block length and cap', { timeout: 120_000 }, async () => {
  const plan = fc.record({
    place: fc.integer({ min: 0, max: 3 }),
    drafter: fc.constantFrom('block', 'prior', 'n-gram', 'scripted', 'all'),
    blockLength: fc.integer({ min: 0, max: 40 }),
    memo: fc.boolean(),
    wholeFirst: fc.boolean(),
    cap: fc.integer({ min: 1, max: 60 }),
    faults: fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 18_831 })), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ place, drafter, blockLength, memo, wholeFirst, cap, faults }) => {
      const { greedy, prior } = expected.regions[place]!;
      const script = greedy.slice();
      // Ids that the region cannot hold at all are among them.
      for (const [at, id] of faults) script[at % script.length] = id;
      const text = greedy.slice(0, -1).slice(0, cap);
      const { ids } = await run(
        place,
        (verifier) => {
          const each: Record<string, Drafter> = {
            block: blockDiffusionDrafter(verifier),
            prior: anchoredPriorDrafter(prior.ids, { memo, wholeFirst }),
            'n-gram': nGramDrafter({}),
            scripted: scripted(script),
          };
          const drafters = drafter === 'all' ? Object.values(each).reverse() : [each[drafter]!];
          return { mode: 'self-speculative', drafters, blockLength };
        },
        cap,
      );
      expect(ids).toEqual(text);
    }),
    { numRuns: 60 },
  );
});

it('the prior costs no forward, and its first verify goes over the whole of it', async () => {
  const { prior } = expected.regions[0]!;
  const { counters } = await run(0, () => {
    return { mode: 'self-speculative', drafters: [anchoredPriorDrafter(prior.ids)], blockLength: 4 };
  });
  expect(counters.forwards.draft).toBe(0);
  expect(counters.drafters.prior?.draftedAt.length).toBeGreaterThan(5);
});

it('the naive parallel baseline comes to its end', async () => {
  const { ids, stop } = await run(0, (denoiser) => ({
    mode: 'parallel',
    denoiser,
    blockLength: 8,
    threshold: 0.9,
  }));
  expect(['end', 'cap']).toContain(stop);
  expect(ids.length).toBeGreaterThan(0);
});

it('the shipped weights: every drafter gives the ids and, bit for bit, the margins of one-token steps', {
  timeout: 120_000,
}, async () => {
  const shipped = await readExpected('trained');
  const trained = await NanoModel.open(join(assetsDir, 'models', 'nano'), { threads: 2 });
  try {
    for (const region of shipped.regions) {
      const prepared = await trained.prepare(await priorIn(shipped, region), region.task);
      const read = async (plan: (verifier: NanoVerifier) => DecodePlan): Promise<DecodedReading> => {
        const cap = trained.capFor(prepared.prior);
        const verifier = trained.session(prepared, cap);
        const events = decode(verifier, plan(verifier), { endIds: trained.endIds, cap, loopGuard: 'off' });
        for (;;) {
          const step = await events.next();
          if (step.done) return step.value;
        }
      };
      const plain = await read(() => ({ mode: 'autoregressive' }));
      const margins = ({ tokens }: DecodedReading): number[] => tokens.map(({ margin }) => margin);
      for (const blockLength of [7, 32]) {
        const drafts = (verifier: NanoVerifier): Drafter[][] => [
          [anchoredPriorDrafter(prepared.prior.ids)],
          [blockDiffusionDrafter(verifier)],
        ];
        for (const which of [0, 1]) {
          const drafted = await read((verifier) => {
            return { mode: 'self-speculative', drafters: drafts(verifier)[which] ?? [], blockLength };
          });
          expect(drafted.ids).toEqual(plain.ids);
          expect(margins(drafted)).toEqual(margins(plain));
        }
      }
    }
  } finally {
    await trained.close();
  }
});
