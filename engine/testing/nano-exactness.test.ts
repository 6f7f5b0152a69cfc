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
import { type Expected, fixtureModel, priorIn, readExpected, regionNames } from '../model/nano/fixtures';
import type { PriorToken } from '../model/nano/line-tokens';
import { NanoModel } from '../model/nano/nano-model';
import { anchoredPriorDrafter } from '../model/nano/prior-drafter';
import type { PriorReading } from '../model/nano/prior-reading';
import type { NanoVerifier, PreparedRegion } from '../model/nano/region-verifier';
import { cellBreakId, endId, spaceId, tableTags } from '../model/nano/vocabulary';
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

type PlanFor = (verifier: NanoVerifier) => DecodePlan;

const run = (place: number, plan: PlanFor, cap?: number): Promise<DecodedReading> =>
  runRegion(regions[place]!, plan, cap);

async function runRegion(region: PreparedRegion, plan: PlanFor, cap?: number): Promise<DecodedReading> {
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
    place: fc.integer({ min: 0, max: regionNames('tiny').length - 1 }),
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

/** A table-like prior reading whose every token has other ids beside it. */
function tablePrior(seed: number, rows: number, columns: number): PriorReading {
  let state = seed;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pick = (ids: readonly number[]): number => ids[Math.floor(random() * ids.length)] ?? 0;
  const opening = [tableTags.cell, tableTags.header, 18725, 18736];
  const texts = [34, 35, 36, 43, 44, spaceId, cellBreakId];
  const cells = (): number[] => [
    pick(opening),
    ...Array.from({ length: Math.floor(4 * random()) }, () => pick(texts)),
    pick([tableTags.cellEnd, tableTags.headerEnd]),
  ];
  const row = (): number[] => [
    tableTags.row,
    ...Array.from({ length: columns }, cells).flat(),
    tableTags.rowEnd,
  ];
  const ids = [tableTags.table, ...Array.from({ length: rows }, row).flat(), tableTags.tableEnd, endId];
  const { evidenceSize, featureSize } = model.config;
  const others = [0, tableTags.cell, tableTags.header, tableTags.cellEnd, ...texts];
  const tokens = ids.map((id, place): PriorToken => {
    const isTag = id >= tableTags.table;
    return {
      id,
      runnersUp: [pick(others), pick(others)],
      probabilities: [0.4 + 0.6 * random(), 0.3 * random(), 0.1 * random()],
      space: isTag ? 0 : random(),
      ghost: isTag ? 0 : pick(texts.slice(0, 5)),
      ghostProbability: isTag ? 0 : 0.3 * random(),
      ...(!isTag && { feature: Float32Array.from({ length: featureSize }, () => random() - 0.5) }),
      evidence: Array.from({ length: evidenceSize }, random),
      line: Math.floor((rows * place) / ids.length),
      column: place % 40,
    };
  });
  return { tokens, ids };
}

it('tables: the same ids for every drafter', { timeout: 120_000 }, async () => {
  const edits = { all: 0, ofTags: 0 };
  for (const [seed, rows, columns] of [
    [7, 2, 3],
    [11, 4, 2],
    [23, 5, 5],
  ] as const) {
    const prior = tablePrior(seed, rows, columns);
    const region = await model.prepare(prior, 'table');
    const plain = await runRegion(region, () => ({ mode: 'autoregressive' }));
    if (plain.ids.join() !== prior.ids.slice(0, -1).join()) edits.all++;
    const tagsOf = (ids: readonly number[]): string => ids.filter((id) => id >= tableTags.table).join();
    if (tagsOf(plain.ids) !== tagsOf(prior.ids)) edits.ofTags++;
    const drafters = (verifier: NanoVerifier): Drafter[][] => [
      [anchoredPriorDrafter(prior.ids, { memo: false, wholeFirst: false })],
      [anchoredPriorDrafter(prior.ids)],
      [blockDiffusionDrafter(verifier)],
      [anchoredPriorDrafter(prior.ids), blockDiffusionDrafter(verifier)],
      [],
    ];
    for (const blockLength of [5, 32]) {
      for (const which of [0, 1, 2, 3, 4]) {
        const { ids } = await runRegion(region, (verifier) => {
          return { mode: 'self-speculative', drafters: drafters(verifier)[which] ?? [], blockLength };
        });
        expect(ids).toEqual(plain.ids);
      }
    }
  }
  // Copies of the prior would prove nothing.
  expect(edits).toEqual({ all: 3, ofTags: 2 });
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
