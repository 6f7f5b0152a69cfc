import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveDecode, LiveEvent } from '../../../engine/protocol/events';
import { liveDecode } from '../../../engine/testing/live-decodes';
import { settings } from '../../../engine/testing/scripted-decodes';
import { countAt, type DecodeLog, extendLog, roundsAt, viewAt } from './decode-log';
import { viewOf } from './decode-view';
import { frameFeed, type LiveState, takeBundles } from './live-store';
import { advance, type Player, play, stepRound, toRound } from './player';

const place = { documentId: 'd', pageId: 'p', regionId: 'r', readingOf: 'page' as const };
const timed = (events: readonly LiveEvent[]): LiveEvent[] =>
  events.map((event, index) => ({ ...event, at: index * 7 }));

async function logOf(about: Parameters<typeof liveDecode>[0]): Promise<DecodeLog> {
  const { live } = await liveDecode(about);
  return extendLog(undefined, place, timed(live));
}

const playerOf = (log: DecodeLog): Player => ({
  source: 'replay',
  log,
  count: 0,
  playing: false,
  speed: 1,
  clock: 0,
});

describe('a log', () => {
  it('shows any earlier state, asked for in any order', () =>
    fc.assert(
      fc.asyncProperty(settings, fc.array(fc.nat(), { maxLength: 12 }), async (about, places) => {
        const log = await logOf(about);
        for (const each of places) {
          const count = each % (log.length + 1);
          expect(viewAt(log, count)).toEqual(viewOf(log.events.slice(0, count)));
        }
      }),
      { numRuns: 40 },
    ));

  it('is the same whatever bundles its events come in', () =>
    fc.assert(
      fc.asyncProperty(settings, fc.integer({ min: 1, max: 9 }), async (about, size) => {
        const { live } = await liveDecode(about);
        let log: DecodeLog | undefined;
        for (let at = 0; at < live.length; at += size) log = extendLog(log, place, live.slice(at, at + size));
        expect(log?.view).toEqual(viewOf(live));
        expect(log?.events).toEqual(live);
      }),
      { numRuns: 30 },
    ));

  it('begins anew when the region does', async () => {
    const [about] = fc.sample(settings, 1);
    if (!about) throw new Error('no sample');
    const log = await logOf(about);
    const again = extendLog(log, place, log.events.slice(0, 2));
    expect(again.length).toBe(2);
    expect(again.events).not.toBe(log.events);
    expect(log.length).toBe(log.events.length);
  });
});

describe('a player', () => {
  it('steps through every round once, forwards and back', () =>
    fc.assert(
      fc.asyncProperty(settings, async (about) => {
        const log = await logOf(about);
        let player = playerOf(log);
        const seen: (number | undefined)[] = [];
        for (let each = 0; each < log.ends.length; each += 1) {
          player = stepRound(player, 1);
          seen.push(viewAt(log, player.count).last?.round);
        }
        expect(seen).toEqual(log.events.flatMap((e) => (e.kind === 'round-verified' ? [e.round] : [])));
        expect(stepRound(player, 1).count).toBe(log.length);
        for (let each = log.ends.length - 1; each > 0; each -= 1) {
          player = stepRound(player, -1);
          expect(roundsAt(log, player.count)).toBe(each);
        }
      }),
      { numRuns: 30 },
    ));

  it('at a held draft steps back to before it', () =>
    fc.assert(
      fc.asyncProperty(settings, fc.nat(), async (about, which) => {
        const log = await logOf(about);
        const starts = log.events.flatMap((event, index) =>
          event.kind === 'round-started' ? [index + 1] : [],
        );
        const drafted = starts[which % starts.length] ?? 0;
        expect(viewAt(log, drafted).draft).toBeDefined();
        const back = stepRound({ ...playerOf(log), count: drafted }, -1);
        expect(back.count).toBe(countAt(log, roundsAt(log, drafted)));
        expect(viewAt(log, back.count).draft).toBeUndefined();
      }),
      { numRuns: 30 },
    ));

  it('shows what had happened by its clock and stops at the end', () =>
    fc.assert(
      fc.asyncProperty(
        settings,
        fc.constantFrom(0.25, 1, 4),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }),
        async (about, speed, frames) => {
          const log = await logOf(about);
          let player = play({ ...playerOf(log), speed });
          let clock = 0;
          for (const milliseconds of frames) {
            if (!player.playing) break;
            player = advance(player, milliseconds);
            clock += milliseconds * speed;
            expect(player.count).toBe(log.events.filter(({ at }) => at <= clock).length);
          }
          expect(player.playing).toBe(player.count < log.length);
        },
      ),
      { numRuns: 40 },
    ));

  it('plays from the start again after the end, and from where it was held before', async () => {
    let tried = 0;
    for (const about of fc.sample(settings, 40)) {
      const log = await logOf(about);
      expect(play({ ...playerOf(log), count: log.length })).toMatchObject({ count: 0, clock: 0 });
      const held = toRound(playerOf(log), 1);
      // With a single round the place held is the end.
      if (held.count === log.length) continue;
      tried++;
      expect(play(held)).toMatchObject({ count: held.count, playing: true });
    }
    expect(tried).toBeGreaterThan(0);
  });
});

describe('the feed', () => {
  it('hands on once a frame, everything, in order', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean()), (steps) => {
        const frames: (() => void)[] = [];
        const taken: number[] = [];
        let takes = 0;
        const push = frameFeed<number>(
          (flush) => frames.push(flush),
          (bundles) => {
            takes += 1;
            taken.push(...bundles);
          },
        );
        let [pushed, ran] = [0, 0];
        for (const isFrame of steps) {
          if (isFrame && frames.length > 0) {
            ran += 1;
            frames.shift()?.();
          } else push(pushed++);
          expect(frames.length).toBeLessThanOrEqual(1);
        }
        frames.shift()?.();
        expect(takes).toBeLessThanOrEqual(ran + 1);
        expect(taken).toEqual(Array.from({ length: pushed }, (_, index) => index));
      }),
    ));

  const empty: LiveState = { logs: {}, begun: {}, current: undefined, player: undefined };
  const bundle = (regionId: string, ...events: LiveEvent[]): LiveDecode => ({
    ...place,
    regionId,
    pageId: `page of ${regionId[0]}`,
    events,
  });
  const started: LiveEvent = {
    kind: 'region-started',
    at: 0,
    task: 'text',
    model: 'm',
    mode: 'self-speculative',
  };
  const done: LiveEvent = { kind: 'done', at: 1, stop: 'end', kept: 0 };

  it('knows which region is at work, and that none is when it is done', () => {
    const first = takeBundles(empty, [bundle('a1', started), bundle('a1', done), bundle('a2', started)]);
    expect(first.current).toBe('a2');
    expect(first.begun).toEqual({ 'page of a': ['a1', 'a2'] });
    const second = takeBundles(first, [bundle('a2', done)]);
    expect(second.current).toBeUndefined();
    expect(second.logs.a1).toBe(first.logs.a1);
  });

  it('keeps the logs of the last regions only', () => {
    const many = Array.from({ length: 200 }, (_, index) => bundle(`r${index}`, started, done));
    const state = many.reduce((before, each) => takeBundles(before, [each]), empty);
    expect(Object.keys(state.logs)).toHaveLength(80);
    expect(state.begun['page of r']).toHaveLength(80);
    expect(state.logs.r199).toBeDefined();
  });
});
