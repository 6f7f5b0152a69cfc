import { expect, it } from 'vitest';
import type { LiveDecode, LiveEvent } from '../protocol/events';
import { scriptedReader } from '../testing/scripted-reader';
import { LiveFeed } from './live-feed';

const words = 'One region after the other, each of a few words, many of them within a second. ';

it('sends a page of small regions whole and in order, in few messages', async () => {
  let time = 0;
  const texts = Array.from({ length: 40 }, (_, index) => `${index} ${words}`);
  const reader = scriptedReader({
    textOf: ({ regionId }) => ({ text: texts[Number(regionId)] ?? '', format: 'plain' }),
    after: async () => {
      time += 2;
    },
  });
  const sent: LiveDecode[] = [];
  const subject = { documentId: 'd', pageId: 'p', readingOf: 'page', mode: 'self-speculative' } as const;
  const feed = new LiveFeed(
    subject,
    reader,
    () => 'text',
    (event) => void sent.push(event),
    () => time,
  );
  const raster = { width: 1, height: 1, data: new Uint8Array(3) };
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const requests = texts.map((_, index) => {
    return { regionId: String(index), task: 'text' as const, page: raster, box, lines: [] };
  });
  const readings = [];
  for await (const read of reader.read(requests, { onDecodeEvent: feed.onDecodeEvent })) readings.push(read);
  feed.flush();

  const events = (regionId: string): LiveEvent[] =>
    sent.filter((message) => message.regionId === regionId).flatMap((message) => message.events);
  for (const { regionId, reading } of readings) {
    const all = events(regionId);
    const rounds = all.flatMap((event) => (event.kind === 'round-verified' ? [event.round] : []));
    expect(rounds).toEqual(rounds.map((_, round) => round));
    expect(
      all.map(({ kind }) => kind).filter((kind) => kind === 'region-started' || kind === 'done'),
    ).toEqual(['region-started', 'done']);
    expect(feed.traces.get(regionId)?.kept).toBe(reading.tokens?.length);
  }
  // Thirty a second, one for each region's end, and a few in a row.
  expect(sent.length).toBeLessThanOrEqual((30 * time) / 1000 + texts.length + 4);
  expect(sent.map(({ regionId }) => Number(regionId))).toEqual(
    sent.map(({ regionId }) => Number(regionId)).sort((a, b) => a - b),
  );
});
