import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../engine/protocol/events';
import { liveDecode } from '../../../engine/testing/live-decodes';
import { settings } from '../../../engine/testing/scripted-decodes';
import {
  committedText,
  type DecodeView,
  emptyView,
  reduceDecode,
  rejectedIn,
  tokensPerForward,
  viewOf,
} from './decode-view';

const roundsOf = (view: DecodeView) => view.groups.flat();
const idsOf = (view: DecodeView) => roundsOf(view).flatMap(({ tokens }) => tokens.map(({ id }) => id));

describe('the view of a decode', () => {
  it('shows after any event exactly the ids committed by then, and the draft that is being verified', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const { live } = await liveDecode(about);
        const ids: number[] = [];
        let view = emptyView;
        for (const event of live) {
          view = reduceDecode(view, event);
          if (event.kind === 'round-verified') {
            ids.push(...event.committed.map(({ id }) => id));
            expect(view.last).toMatchObject({ round: event.round, accepted: event.accepted });
            expect(view.tokens).toBe(ids.length);
          }
          if (event.kind === 'round-started') expect(view.draft?.tokens).toEqual(event.draft);
          else expect(view.draft).toBeUndefined();
          expect(idsOf(view)).toEqual(ids);
        }
        expect(view.end?.kept).toBeLessThanOrEqual(ids.length);
      }),
      { numRuns: 60 },
    ));

  it('is the same from the stored trace as it was live, at every event', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const { live, replayed } = await liveDecode(about);
        expect(replayed.length).toBe(live.length);
        let [before, after] = [emptyView, emptyView];
        live.forEach((event, index) => {
          before = reduceDecode(before, event);
          const again: LiveEvent | undefined = replayed[index];
          if (again) after = reduceDecode(after, again);
          expect(after).toEqual(before);
        });
      }),
      { numRuns: 60 },
    ));

  it('has the text of the reading at the end, whatever bytes the tokens are made of', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const { live, text } = await liveDecode(about);
        expect(committedText(viewOf(live))).toBe(text);
      }),
      { numRuns: 60 },
    ));

  it('strikes the first drafted id that was not taken, and none where all or nothing was drafted', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const { events, live } = await liveDecode(about);
        const drafts = events.flatMap((event) => (event.kind === 'round-started' ? [event.draft] : []));
        for (const round of roundsOf(viewOf(live))) {
          const corrected = round.tokens.some(({ origin }) => origin === 'corrected');
          expect(rejectedIn(round) !== undefined).toBe(corrected);
          if (corrected) {
            const struck = drafts[round.round]?.[round.accepted];
            expect(rejectedIn(round)?.id).toBe(struck);
            expect(round.tokens[round.accepted]?.id).not.toBe(struck);
          }
        }
      }),
      { numRuns: 60 },
    ));

  it('changes nothing but its last group of rounds, so that the others are not drawn anew', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const { live } = await liveDecode(about);
        let before = emptyView;
        for (const event of live) {
          const view = reduceDecode(before, event);
          const full = event.kind === 'region-started' ? [] : before.groups.slice(0, -1);
          for (const [index, group] of full.entries()) expect(view.groups[index]).toBe(group);
          before = view;
        }
      }),
      { numRuns: 40 },
    ));

  it('counts one token per forward in plain decoding', async () => {
    const [about] = fc.sample(settings, { seed: 7, numRuns: 1 });
    if (!about) throw new Error('no sample');
    const { live } = await liveDecode({ ...about, names: [], options: { ...about.options, cap: 60 } });
    const view = viewOf(live.slice(0, -1));
    expect(tokensPerForward(view)).toBe(1);
  });
});
