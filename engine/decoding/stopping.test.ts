import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPriorDrafter } from '../testing/id-prior';
import { arrange, collect, greedy, settings } from '../testing/scripted-decodes';
import { hashLanguage, readingLanguage, ScriptedVerifier } from '../testing/scripted-verifier';
import {
  blockDiffusionDrafter,
  type DecodeEvent,
  type DecodeOptions,
  type DecodePlan,
  decode,
  loopGuards,
  nGramDrafter,
  replay,
  toTrace,
} from '.';

describe('stopping', () => {
  const text = [5, 6, 7, 8, 9, 10, 11, 12];
  const plain: DecodePlan = { mode: 'autoregressive' };

  it('O10: on either end token, which is no part of the text, also inside a draft', async () => {
    for (const end of [0, 1]) {
      const verifier = new ScriptedVerifier({ language: readingLanguage(text, 20, end) });
      const drafters = [blockDiffusionDrafter(verifier)];
      const plan: DecodePlan = { mode: 'self-speculative', drafters, blockLength: 32 };
      const { reading } = await collect(verifier, plan, {
        endIds: [0, 1],
        cap: 100,
        loopGuard: loopGuards.text,
      });
      expect(reading).toMatchObject({ ids: text, stop: 'end' });
      expect(reading.counters.forwards).toMatchObject({ draft: 1, verify: 1 });
    }
  });

  it('O10: a loop stops, is marked and keeps the text before it and its first copy', async () => {
    const poster = [5, 6, 7, 8, 9, 5, 6, 8];
    const page = Array.from({ length: 40 }, () => poster).flat();
    for (const drafter of [nGramDrafter(), idPriorDrafter(page)]) {
      const verifier = new ScriptedVerifier({ language: readingLanguage([...text, ...page], 20, 0) });
      const plan: DecodePlan = { mode: 'self-speculative', drafters: [drafter], blockLength: 32 };
      const { reading } = await collect(verifier, plan, {
        endIds: [0],
        cap: 1000,
        loopGuard: loopGuards.text,
      });
      expect(reading).toMatchObject({ ids: [...text, ...poster], stop: 'loop' });
      expect(reading.loop).toMatchObject({ start: text.length, unit: poster.length, copies: 32 });
      expect(reading.counters.tokens).toBe(text.length + 256);
    }
  });

  it('O10: repeats that are really there stay: refrains, equal rows, empty rows, dots', async () => {
    const line = [5, 6, 7, 8, 9, 10, 11];
    const repeat = (ids: readonly number[], times: number): number[] =>
      Array.from({ length: times }, () => ids).flat();
    const cells = [15, ...repeat([16, 17, 18], 19), 19];
    const cases: [keyof typeof loopGuards, number[]][] = [
      ['text', [...line, ...line, 12, ...line, ...line]],
      ['text', repeat(line, 12)],
      ['text', [5, ...repeat([6], 150), 7]],
      ['table', [13, ...cells, ...cells, 14]],
      ['table', [13, ...repeat(cells, 25), 14]],
      ['formula', repeat([...repeat([5, 6], 12), 7], 12)],
    ];
    for (const [task, ids] of cases) {
      const verifier = new ScriptedVerifier({ language: readingLanguage(ids, 20, 0) });
      const options = { endIds: [0], cap: 4000, loopGuard: loopGuards[task] };
      expect((await collect(verifier, plain, options)).reading).toMatchObject({ ids, stop: 'end' });
    }
  });

  it('O06: a text that never ends stops at the limit and says so', async () => {
    const language = hashLanguage({ seed: 3, vocabularySize: 30, order: 1000, endIds: 1, ends: false });
    const verifier = new ScriptedVerifier({ language });
    const drafters = [blockDiffusionDrafter(verifier)];
    const plan: DecodePlan = { mode: 'self-speculative', drafters, blockLength: 32 };
    const { reading } = await collect(verifier, plan, { endIds: [0], cap: 100, loopGuard: loopGuards.text });
    expect(reading.stop).toBe('cap');
    expect(reading.ids).toHaveLength(100);
    expect(verifier.length()).toBe(7 + 99);
  });

  it('O05: takes the best id however often it was taken before, in every mode', async () => {
    const rows = Array.from({ length: 8 }, () => [5, 6, 7, 5, 6, 7, 7, 7]).flat();
    const language = readingLanguage(rows, 20, 0);
    // The runner-up is close behind: any penalty on repeated ids would let it win.
    const close = {
      ...language,
      next: (prefix: readonly number[]) => ({ ...language.next(prefix), margin: 1e-6 }),
    };
    const options: DecodeOptions = { endIds: [0], cap: 500, loopGuard: loopGuards.table };
    const one = await collect(new ScriptedVerifier({ language: close }), plain, options);
    const verifier = new ScriptedVerifier({ language: close });
    const drafters = [nGramDrafter(), blockDiffusionDrafter(verifier)];
    const two = await collect(verifier, { mode: 'self-speculative', drafters, blockLength: 32 }, options);
    expect(one.reading.ids).toEqual(rows);
    expect(two.reading.ids).toEqual(rows);
  });

  it('a cancelled decode keeps a valid prefix and says so', async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.nat({ max: 20 }), async (given, after) => {
        const { language, verifier, plan, expected } = arrange(given);
        const cancel = new AbortController();
        const events: DecodeEvent[] = [];
        if (after === 0) cancel.abort();
        for await (const event of decode(verifier, plan, { ...given.options, signal: cancel.signal })) {
          events.push(event);
          if (event.kind === 'round-verified' && event.round + 1 >= after) cancel.abort();
        }
        const done = events[events.length - 1];
        if (done?.kind !== 'done') throw new Error('no last event');
        const { ids, stop } = done.reading;
        const whole = greedy(language, { ...given.options, loopGuard: 'off' });
        expect(ids).toEqual(whole.ids.slice(0, ids.length));
        if (done.reading.counters.tokens < expected.committed) expect(stop).toBe('cancelled');
        else expect(stop).toBe(expected.stop);
        if (after === 0) expect(verifier.forwards.prefill).toBe(0);
        const trace = toTrace({ model: 'scripted', task: 'text' }, events);
        expect([...replay(trace)]).toEqual(events);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses settings without sense, and values that are not numbers', async () => {
    const verifier = new ScriptedVerifier({ language: readingLanguage(text, 20, 0) });
    const sound: DecodeOptions = { endIds: [0], cap: 10, loopGuard: 'off' };
    await expect(collect(verifier, plain, { ...sound, cap: 0 })).rejects.toThrow('length limit');
    await expect(collect(verifier, plain, { ...sound, endIds: [] })).rejects.toThrow('end token');
    const plan: DecodePlan = { mode: 'self-speculative', drafters: [], blockLength: 1.5 };
    await expect(collect(verifier, plan, sound)).rejects.toThrow('block length');
    const broken = { vocabularySize: 20, next: () => ({ best: 3, second: 4, margin: Number.NaN }) };
    const damaged = new ScriptedVerifier({ language: broken });
    await expect(collect(damaged, plain, sound)).rejects.toMatchObject({ code: 'model-damaged' });
  });
});
