import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventCoalescer } from './coalesce';
import type { DecodeEvent } from './types';

const event = (round: number): DecodeEvent => ({ kind: 'round-started', at: 0, round, draft: [] });

const perSecond = 30;

it('sends every event once and in order, at most thirty bundles a second but for a few in a row', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { maxLength: 200 }), (pauses) => {
      let time = 0;
      const coalescer = eventCoalescer<DecodeEvent>(() => time, perSecond);
      const sent: number[] = [];
      const received: DecodeEvent[] = [];
      pauses.forEach((pause, round) => {
        time += pause;
        const bundle = coalescer.push(event(round));
        if (bundle.length > 0) sent.push(time);
        received.push(...bundle);
      });
      received.push(...coalescer.flush());
      expect(received).toEqual(pauses.map((_, round) => event(round)));
      sent.forEach((from, first) => {
        const within = sent.slice(first).filter((at) => at < from + 1000).length;
        expect(within).toBeLessThanOrEqual(perSecond + 4);
      });
      expect(coalescer.flush()).toEqual([]);
    }),
  );
});

it('sends both events of a slow round at once', () => {
  let time = 0;
  const coalescer = eventCoalescer<DecodeEvent>(() => time);
  for (let round = 0; round < 50; round++) {
    time += 400;
    expect(coalescer.push(event(round))).toHaveLength(1);
    expect(coalescer.push(event(round))).toHaveLength(1);
  }
});

it('never holds back the end', () => {
  const coalescer = eventCoalescer<DecodeEvent>(() => 0);
  const bundles = [0, 1, 2, 3, 4, 5].map((round) => coalescer.push(event(round)).length);
  expect(bundles).toEqual([1, 1, 1, 1, 0, 0]);
  const counts = { prefill: 0, draft: 0, verify: 0, denoise: 0 };
  const drafts = { drafted: 0, accepted: 0, draftedAt: [], acceptedAt: [] };
  const counters = { ...drafts, rounds: 0, tokens: 0, forwards: counts, milliseconds: counts, drafters: {} };
  const reading = { mode: 'autoregressive', ids: [], tokens: [], stop: 'cancelled', counters } as const;
  expect(coalescer.push({ kind: 'done', at: 0, reading })).toHaveLength(3);
});
