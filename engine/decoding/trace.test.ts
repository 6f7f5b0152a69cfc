import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, collect, settings } from '../testing/scripted-decodes';
import { hashLanguage, readingLanguage, ScriptedVerifier } from '../testing/scripted-verifier';
import { blockDiffusionDrafter, type DecodeOptions, parseTrace, replay, toTrace } from '.';

describe('counters, marks and traces', () => {
  it('add up, agree with the verifier and replay to the same events', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (given) => {
        const { verifier, plan } = arrange(given);
        let time = 0;
        const options = { ...given.options, now: () => (time += 0.25) };
        const { events, reading } = await collect(verifier, plan, options);
        const { counters } = reading;
        const marks = events.flatMap((event) => (event.kind === 'round-verified' ? event.committed : []));
        const own = marks.filter((token) => token.origin !== 'drafted').length;
        const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

        expect(marks).toHaveLength(counters.tokens);
        expect(counters.accepted + own).toBe(counters.tokens);
        expect(reading.tokens).toEqual(marks.slice(0, reading.ids.length));
        expect(counters.forwards).toEqual(verifier.forwards);
        expect(counters.rounds).toBe(verifier.forwards.verify);
        expect(sum(counters.acceptedAt)).toBe(counters.accepted);
        expect(sum(counters.draftedAt)).toBe(counters.drafted);
        expect(
          counters.acceptedAt.every((count, place) => count <= (counters.acceptedAt[place - 1] ?? count)),
        ).toBe(true);
        const each = Object.values(counters.drafters);
        expect(sum(each.map((one) => one.accepted))).toBe(counters.accepted);
        expect(sum(each.map((one) => one.drafted))).toBe(counters.drafted);
        expect(sum(each.map((one) => one.forwards))).toBe(counters.forwards.draft);
        expect(each.every((one) => one.calls >= one.drafts)).toBe(true);
        expect(sum(verifier.verifiedRows)).toBe(counters.drafted + counters.rounds);

        const trace = toTrace({ model: 'scripted', task: 'text' }, events);
        expect([...replay(parseTrace(JSON.stringify(trace)))]).toEqual(events);
      }),
      { numRuns: 300 },
    );
  });

  it('carry the margin of the forward that fixed the id', async () => {
    const language = hashLanguage({ seed: 5, vocabularySize: 30, order: 1000, endIds: 1, ends: false });
    const options: DecodeOptions = { endIds: [0], cap: 60, loopGuard: 'off' };
    const verifier = new ScriptedVerifier({ language, drafts: (place) => place < 6 });
    const drafters = [blockDiffusionDrafter(verifier)];
    const { reading } = await collect(
      verifier,
      { mode: 'self-speculative', drafters, blockLength: 16 },
      options,
    );
    expect(reading.ids.length).toBeGreaterThan(10);
    reading.tokens.forEach((token, place) => {
      expect(token.margin).toBe(language.next(reading.ids.slice(0, place)).margin);
    });
    expect(new Set(reading.tokens.map((token) => token.origin))).toEqual(
      new Set(['plain', 'drafted', 'corrected', 'bonus']),
    );
  });

  it('refuse damaged and newer traces by what is wrong', async () => {
    const verifier = new ScriptedVerifier({ language: readingLanguage([3, 4, 5], 9, 0) });
    const options: DecodeOptions = { endIds: [0], cap: 9, loopGuard: 'off' };
    const { events } = await collect(verifier, { mode: 'autoregressive' }, options);
    const trace = toTrace({ model: 'scripted', task: 'text' }, events);
    expect(() => parseTrace('{')).toThrow('not JSON');
    expect(() => parseTrace({ ...trace, version: 2 })).toThrow('version 2');
    expect(() => parseTrace({ ...trace, kept: 100 })).toThrow('more ids kept');
    expect(() => parseTrace({ ...trace, stop: 'tired' })).toThrow('damaged at stop');
    expect(() => toTrace({ model: 'scripted', task: 'text' }, events.slice(0, -1))).toThrow('unfinished');
  });
});
