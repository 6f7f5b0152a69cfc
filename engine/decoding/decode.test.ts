import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrange,
  collect,
  drafterMakers,
  greedy,
  informed,
  type MakeDrafter,
  settings,
} from '../testing/scripted-decodes';
import { hashLanguage, ScriptedVerifier } from '../testing/scripted-verifier';
import { blockDiffusionDrafter, type DecodeOptions, type DecodePlan, tokensPerForward } from '.';

describe('self-speculative decoding equals plain greedy decoding', () => {
  it('for every drafter, composition, block length, cap, cache and stop rule', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (given) => {
        const { verifier, plan, expected } = arrange(given);
        const { events, reading } = await collect(verifier, plan, given.options);
        expect(reading.ids).toEqual(expected.ids);
        expect(reading.stop).toBe(expected.stop);
        expect(reading.counters.tokens).toBe(expected.committed);

        const verified = events.flatMap((event) => (event.kind === 'round-verified' ? [event] : []));
        expect(verified.every((event) => event.committed.length >= 1)).toBe(true);
        expect(verified.every((event) => event.committed.length <= event.accepted + 1)).toBe(true);
        expect(events.filter((event) => event.kind === 'round-started')).toHaveLength(verified.length);
        expect(events[events.length - 1]).toMatchObject({ kind: 'done', reading });
        if (verifier.length() > 0) expect(verifier.length()).toBe(7 + reading.counters.tokens - 1);
      }),
      { numRuns: 1500 },
    );
  });

  for (const [name, make] of Object.entries(drafterMakers)) {
    it(`with the drafter "${name}" alone`, async () => {
      await fc.assert(
        fc.asyncProperty(settings, async (given) => {
          const arranged = arrange(given);
          const drafter = make(arranged.verifier, greedy(arranged.language, given.options).ids, given.seed);
          const plan: DecodePlan = { mode: 'self-speculative', drafters: [drafter], blockLength: 4 };
          const { reading } = await collect(arranged.verifier, plan, given.options);
          expect(reading.ids).toEqual(arranged.expected.ids);
          expect(reading.stop).toBe(arranged.expected.stop);
        }),
        { numRuns: 150 },
      );
    });
  }

  it('and so does the autoregressive mode, at one token a forward', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (given) => {
        const { verifier, expected } = arrange(given);
        const { reading } = await collect(verifier, { mode: 'autoregressive' }, given.options);
        expect(reading.ids).toEqual(expected.ids);
        expect(reading.stop).toBe(expected.stop);
        expect(tokensPerForward(reading.counters)).toBe(1);
        expect(reading.tokens.every((token) => token.origin === 'plain')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('speed in tokens per forward', () => {
  const language = hashLanguage({ seed: 11, vocabularySize: 500, order: 1000, endIds: 1, ends: false });
  const options: DecodeOptions = { endIds: [0], cap: 1000, loopGuard: 'off' };
  const truth = greedy(language, options).ids;
  const rate = async (make: MakeDrafter, drafts: () => boolean, blockLength = 32): Promise<number> => {
    const verifier = new ScriptedVerifier({ language, drafts });
    const plan: DecodePlan = { mode: 'self-speculative', drafters: [make(verifier, truth, 1)], blockLength };
    return tokensPerForward((await collect(verifier, plan, options)).reading.counters);
  };

  it('is about the block length for a perfect drafter without a forward, and half of it with one', async () => {
    expect(
      await rate(
        informed((ids) => ids),
        () => true,
      ),
    ).toBeGreaterThan(31);
    expect(
      await rate(
        (verifier) => blockDiffusionDrafter(verifier),
        () => true,
      ),
    ).toBeGreaterThan(15.9);
    expect(
      await rate(
        (verifier) => blockDiffusionDrafter(verifier),
        () => true,
        8,
      ),
    ).toBeGreaterThan(4.9);
  });

  it('is never below a half, however useless the drafter', async () => {
    const useless: MakeDrafter = (_, __, ___) => ({
      name: 'useless',
      draft: ({ limit }) => ({ ids: new Array<number>(limit).fill(1), forwards: 1 }),
    });
    expect(await rate(useless, () => false)).toBeGreaterThanOrEqual(0.5);
    // The pending row of the paper's draft is causal: its own prediction always holds.
    expect(
      await rate(
        (verifier) => blockDiffusionDrafter(verifier),
        () => false,
      ),
    ).toBeGreaterThanOrEqual(1);
  });
});
