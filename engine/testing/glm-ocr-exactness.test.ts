/**
 * The whole path on real graphs: whatever drafts, the ids are those of plain greedy decoding, which are those of
 * `transformers`.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  blockDiffusionDrafter,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  nGramDrafter,
} from '../decoding';
import { checkpointNames, type Expected, modelFolder, readExpected } from '../model/glm-ocr/fixtures';
import { GlmOcrModel } from '../model/glm-ocr/glm-ocr-model';
import type { RegionPrompt, RegionVerifier } from '../model/glm-ocr/region-verifier';
import { idPriorDrafter } from './id-prior';

const neverUsed = [100_000];

async function finish(events: AsyncGenerator<unknown, DecodedReading>): Promise<DecodedReading> {
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
  }
}

/** Proposes what it is told, right or wrong, in pieces of any length. */
function scripted(ids: readonly number[]): Drafter {
  return {
    name: 'scripted',
    draft: ({ prefix, limit }) => ({ ids: ids.slice(prefix.length, prefix.length + limit), forwards: 0 }),
  };
}

describe.each(checkpointNames)('%s', (name) => {
  let expected: Expected;
  let model: GlmOcrModel;
  let prompts: RegionPrompt[];

  beforeAll(async () => {
    expected = await readExpected(name);
    model = await GlmOcrModel.open(modelFolder(name), { threads: 2 });
    prompts = [];
    for (const { task } of expected.cases) {
      prompts.push(await model.prepare(await expected.raster(`${task}.image`), task));
    }
  });
  afterAll(() => model.close());

  const run = (
    place: number,
    plan: (verifier: RegionVerifier) => DecodePlan,
    cap: number,
    endIds: readonly number[] = neverUsed,
  ): Promise<DecodedReading> => {
    const verifier = model.session(prompts[place]!, cap);
    return finish(decode(verifier, plan(verifier), { endIds, cap, loopGuard: 'off' }));
  };

  it('decodes one token a step like the reference', async () => {
    for (const [place, { greedy }] of expected.cases.entries()) {
      const { ids } = await run(place, () => ({ mode: 'autoregressive' }), greedy.length);
      expect(ids).toEqual(greedy);
    }
  });

  it('O05: gives the same ids for every drafter, block length, cap and end token', {
    timeout: 120_000,
  }, async () => {
    const plan = fc.record({
      place: fc.integer({ min: 0, max: 2 }),
      drafter: fc.constantFrom('block', 'n-gram', 'prior', 'scripted', 'all'),
      blockLength: fc.integer({ min: 0, max: 40 }),
      cap: fc.integer({ min: 1, max: 48 }),
      /** Place of the greedy text whose id is made the end token. */
      end: fc.option(fc.integer({ min: 0, max: 47 })),
      /** Places where the prior or script is wrong, and by how much. */
      faults: fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 200 })), {
        maxLength: 6,
      }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ place, drafter, blockLength, cap, end, faults }) => {
        const { greedy } = expected.cases[place]!;
        const endId = end === null ? undefined : greedy[end];
        const draftIds = greedy.slice();
        for (const [at, by] of faults) draftIds[at] = (draftIds[at]! + by) % 280;
        const stop = endId === undefined ? -1 : greedy.indexOf(endId);
        const text = stop >= 0 && stop < cap ? greedy.slice(0, stop) : greedy.slice(0, cap);
        const { ids, tokens } = await run(
          place,
          (verifier) => {
            const each: Record<string, Drafter> = {
              block: blockDiffusionDrafter(verifier),
              'n-gram': nGramDrafter({}),
              prior: idPriorDrafter(draftIds),
              scripted: scripted(draftIds),
            };
            const drafters = drafter === 'all' ? Object.values(each) : [each[drafter]!];
            return { mode: 'self-speculative', drafters, blockLength };
          },
          cap,
          endId === undefined ? neverUsed : [endId],
        );
        expect(ids).toEqual(text);
        expect(tokens.every(({ margin }) => margin >= 0)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the text whatever the mask id is', async () => {
    const { greedy } = expected.cases[0]!;
    for (const maskId of [0, 17, model.config.decoder.vocabularySize - 1]) {
      const prompt = prompts[0]!;
      const verifier = model.session(prompt, greedy.length, undefined, maskId);
      const drafters = [blockDiffusionDrafter(verifier)];
      const plan: DecodePlan = { mode: 'self-speculative', drafters, blockLength: 32 };
      const options = { endIds: neverUsed, cap: greedy.length, loopGuard: 'off' } as const;
      expect((await finish(decode(verifier, plan, options))).ids).toEqual(greedy);
    }
  });

  it('O10: stops at either end token', async () => {
    const { endIds } = model.config;
    expect(endIds.map((id) => model.tokens.decode([id]))).toEqual(['', '']);
    expect(new Set(endIds).size).toBe(2);
  });

  it('runs the naive parallel baseline to its end', async () => {
    const { ids, stop } = await run(
      0,
      (denoiser) => ({ mode: 'parallel', denoiser, blockLength: 8, threshold: 0.9 }),
      24,
    );
    expect(stop).toBe('cap');
    expect(ids.length).toBe(24);
  });
});
