import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodeEvent } from '../decoding';
import type { LiveEvent } from '../protocol/events';
import { arrange, collect, settings } from '../testing/scripted-decodes';
import { LiveEvents } from './live-events';
import { storedTrace, traceOf } from './live-trace';

/** Bytes of a vocabulary: words, cut characters, bytes that are no text at all, and special ids without any. */
const vocabulary = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => [...Buffer.from(text)]),
      fc.constantFrom([0xc3], [0xa9], [0xe2, 0x82], [0xac], [0xf0, 0x9f], [0x98], [0x80], [0xef, 0xbb, 0xbf]),
      fc.array(fc.integer({ min: 0x70, max: 0xff }), { maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((pieces) => (id: number) => Uint8Array.from(pieces[id % pieces.length] ?? []));

const textOf = (ids: readonly number[], bytesOf: (id: number) => Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(ids.map(bytesOf)));

function live(events: readonly DecodeEvent[], bytesOf: (id: number) => Uint8Array): LiveEvent[] {
  const region = new LiveEvents({
    task: 'text',
    model: 'scripted',
    mode: 'self-speculative',
    cap: 99,
    bytesOf,
  });
  return events.flatMap((event) => region.of(event));
}

describe('live events', () => {
  it('write the raw text, whatever the bytes of the ids; drafts are written as if they were accepted', async () => {
    await fc.assert(
      fc.asyncProperty(settings, vocabulary, async (given, bytesOf) => {
        const { verifier, plan } = arrange(given);
        const { events, reading } = await collect(verifier, plan, given.options);
        const shown = live(events, bytesOf);
        expect(shown[0]).toMatchObject({ kind: 'region-started', cap: 99, mode: 'self-speculative' });
        const done = shown[shown.length - 1];
        if (done?.kind !== 'done') throw new Error('not done');
        const tokens = shown.flatMap((event) => (event.kind === 'round-verified' ? event.committed : []));
        const kept = tokens.slice(0, done.kept);
        expect(kept.map(({ id }) => id)).toEqual(reading.ids);
        const written = kept.map(({ text }) => text).join('') + (done.tail ?? '');
        expect(written).toBe(textOf(reading.ids, bytesOf));

        let draft: readonly { text: string }[] = [];
        for (const event of shown) {
          if (event.kind === 'round-started') ({ draft } = event);
          if (event.kind !== 'round-verified') continue;
          const accepted = event.committed.slice(0, event.accepted).map(({ text }) => text);
          expect(draft.slice(0, event.accepted).map(({ text }) => text)).toEqual(accepted);
        }
        const rounds = shown.flatMap((event) => (event.kind === 'round-verified' ? [event] : []));
        const { counters } = reading;
        const forwards = Object.values(counters.forwards).reduce((sum, count) => sum + count, 0);
        expect(rounds[rounds.length - 1]).toMatchObject({ tokens: counters.tokens, forwards });
      }),
      { numRuns: 300 },
    );
  });

  it('are the same again from a stored trace, without the model', async () => {
    await fc.assert(
      fc.asyncProperty(settings, vocabulary, async (given, bytesOf) => {
        const { verifier, plan } = arrange(given);
        const { events, reading } = await collect(verifier, plan, given.options);
        const models = [{ id: 'scripted', name: '', version: '', sha256: '' }];
        const trace = traceOf({ models, bytesOf }, 'text', events, 'page 1');
        expect(trace.subject.text).toBe(textOf(reading.ids, bytesOf));
        const stored = storedTrace(JSON.parse(JSON.stringify(trace)));
        const [started, ...rest] = live(events, bytesOf);
        expect(started).toMatchObject({ kind: 'region-started' });
        expect(stored.events.slice(1)).toEqual(rest);
        for (const { ids, draft } of stored.rounds)
          for (const id of [...ids, ...draft]) expect(stored.texts[id]).toBeTypeOf('string');
      }),
      { numRuns: 200 },
    );
  });
});
