import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, languages } from '../testing/scripted-decodes';
import { hash, hashLanguage, readingLanguage, ScriptedVerifier } from '../testing/scripted-verifier';
import { type DecodeOptions, type DecodePlan, parseTrace, replay, tokensPerForward, toTrace } from '.';

describe('parallel, the naive baseline', () => {
  const options: DecodeOptions = { endIds: [0, 1], cap: 90, loopGuard: 'off' };

  it('gives the greedy text only while every slot is right, in fewer forwards', async () => {
    const text = Array.from({ length: 70 }, (_, place) => 2 + (hash(place) % 30));
    const run = async (right: boolean) => {
      const language = readingLanguage(text, 40, 0);
      const verifier = new ScriptedVerifier({ language, drafts: (place) => right || place % 5 !== 4 });
      const plan: DecodePlan = { mode: 'parallel', denoiser: verifier, blockLength: 32, threshold: 0.5 };
      const { events, reading } = await collect(verifier, plan, options);
      const trace = toTrace({ model: 'scripted', task: 'text' }, events);
      expect([...replay(parseTrace(JSON.stringify(trace)))]).toEqual(events);
      expect(reading.counters.forwards).toEqual(verifier.forwards);
      return reading;
    };
    const sound = await run(true);
    expect(sound).toMatchObject({ mode: 'parallel', ids: text, stop: 'end' });
    expect(tokensPerForward(sound.counters)).toBeGreaterThan(8);
    expect((await run(false)).ids).not.toEqual(text);
  });

  it('fixes at least the most probable slot in each forward and keeps to cap and cache', async () => {
    await fc.assert(
      fc.asyncProperty(languages, fc.integer({ min: 8, max: 60 }), async (about, capacity) => {
        const verifier = new ScriptedVerifier({ language: hashLanguage(about), capacity });
        const plan: DecodePlan = { mode: 'parallel', denoiser: verifier, blockLength: 9, threshold: 1 };
        const { reading } = await collect(verifier, plan, options);
        expect(reading.counters.tokens).toBeLessThanOrEqual(Math.min(options.cap, capacity - 7 + 1));
        expect(reading.counters.forwards.denoise).toBeLessThanOrEqual(9 * reading.counters.rounds);
        expect(reading.ids.every((id) => !options.endIds.includes(id))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
