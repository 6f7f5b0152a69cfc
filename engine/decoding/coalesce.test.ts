import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventCoalescer } from './coalesce';
import type { DecodeEvent } from './types';

const event = (round: number): DecodeEvent => ({ kind: 'round-started', at: 0, round, draft: [] });

it('sends every event once and in order, at most thirty bundles a second, the last one at once', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { maxLength: 200 }), (pauses) => {
      let time = 0;
      const coalescer = eventCoalescer(() => time);
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
      sent.forEach((at, index) => {
        if (index > 0) expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(1000 / 30);
      });
      expect(coalescer.flush()).toEqual([]);
    }),
  );
});

it('never holds back the end', () => {
  const coalescer = eventCoalescer(() => 0);
  expect(coalescer.push(event(0))).toHaveLength(1);
  expect(coalescer.push(event(1))).toHaveLength(0);
  const counts = { prefill: 0, draft: 0, verify: 0, denoise: 0 };
  const drafts = { drafted: 0, accepted: 0, draftedAt: [], acceptedAt: [] };
  const counters = { ...drafts, rounds: 0, tokens: 0, forwards: counts, milliseconds: counts, drafters: {} };
  const reading = { mode: 'autoregressive', ids: [], tokens: [], stop: 'cancelled', counters } as const;
  expect(coalescer.push({ kind: 'done', at: 0, reading })).toHaveLength(2);
});
