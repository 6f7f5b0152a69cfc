import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineApi } from '../protocol/engine-api';
import type { LiveDecode, LiveEvent } from '../protocol/events';
import { RoundGate, readDecodeLog } from './round-gate';
import type { Script } from './script';
import { createScriptedEngine } from './scripted-engine';
import { makeWorkplace, type Workplace } from './workplace';

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(() => place.remove());

interface Scene {
  readonly engine: EngineApi;
  readonly gate: RoundGate;
  readonly log: string;
  readonly decodes: LiveDecode[];
  readonly documentId: string;
}

let scenes = 0;
async function open(script: Partial<Script> = {}): Promise<Scene> {
  const folder = place.path(`scene-${++scenes}`);
  mkdirSync(folder);
  const gate = new RoundGate(`${folder}/gate`);
  const log = `${folder}/decode.log`;
  const content = JSON.stringify({ ...script, roundGate: gate.file, decodeLog: log });
  const path = await place.put(`scene-${scenes}/letter.png`, content);
  const engine = createScriptedEngine({ cacheDir: place.path('cache') });
  const decodes: LiveDecode[] = [];
  engine.on('decode', (event) => void decodes.push(event));
  const { documents } = await engine.request('open', { paths: [path] });
  return { engine, gate, log, decodes, documentId: documents[0]?.id ?? '' };
}

const eventsOf = (decodes: readonly LiveDecode[]): LiveEvent[] => decodes.flatMap(({ events }) => events);
const committedIn = (events: readonly LiveEvent[]) =>
  events.flatMap((event) => (event.kind === 'round-verified' ? event.committed : []));
const roundsIn = (decodes: readonly LiveDecode[]): number =>
  eventsOf(decodes).filter(({ kind }) => kind === 'round-verified').length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the scripted slow model', () => {
  it('is held in the middle of a region, having sent exactly the ids of the last finished round', async () => {
    const { engine, gate, log, decodes, documentId } = await open();
    const done = new Promise((resolve) => engine.on('job-done', resolve));
    gate.holdAfter(5);
    await engine.request('start', { documentIds: [documentId] });
    await until(() => roundsIn(decodes) === 5);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(roundsIn(decodes)).toBe(5);
    const last = decodes[decodes.length - 1];
    const region = decodes.filter(({ regionId }) => regionId === last?.regionId);
    const logged = readDecodeLog(log).filter(({ regionId }) => regionId === last?.regionId);
    const ids = logged.flatMap(({ event }) =>
      event.kind === 'round-verified' ? event.committed.map(({ id }) => id) : [],
    );
    const shown = committedIn(eventsOf(region));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.map(({ id }) => id)).toEqual(ids);
    expect(shown.map(({ text }) => text).join('')).toBe(logged[logged.length - 1]?.text);

    gate.release();
    expect(await done).toMatchObject({ outcome: 'done', pagesDone: 1 });
    const { pages } = await engine.request('document', { documentId });
    const regions = pages[0]?.regions.filter(({ task }) => task !== 'none') ?? [];
    expect(regions.length).toBeGreaterThan(5);
    for (const { id, readings } of regions) {
      const [reading] = readings;
      const events = eventsOf(decodes.filter(({ regionId }) => regionId === id));
      const end = events[events.length - 1];
      if (end?.kind !== 'done' || !reading) throw new Error(`${id} was not decoded`);
      const text = committedIn(events).slice(0, end.kept);
      expect(text.map((token) => token.text).join('')).toBe(reading.text);
      const trace = await engine.request('trace', { documentId, regionId: id, readingId: reading.id });
      expect(trace?.events.slice(1)).toEqual(events.slice(1));
    }
    const origins = new Set(committedIn(eventsOf(decodes)).map(({ origin }) => origin));
    expect(origins).toEqual(new Set(['plain', 'drafted', 'corrected', 'bonus']));
    await engine.close();
  });

  it('gives up a held page when it is told to', async () => {
    const { engine, decodes, documentId } = await open();
    const done = new Promise((resolve) => engine.on('job-done', resolve));
    await engine.request('start', { documentIds: [documentId] });
    await until(() => roundsIn(decodes) === 1);
    expect(await engine.request('cancel', {})).toEqual({ stopped: true });
    expect(await done).toMatchObject({ outcome: 'cancelled' });
    const { pages } = await engine.request('document', { documentId });
    expect(pages[0]?.status).toBe('waiting');
  });

  it('reads a region anew as a proposal, and finds what differs from plain decoding', async () => {
    const { engine, gate, decodes, documentId } = await open({ differsAt: 4 });
    gate.release();
    const done = new Promise((resolve) => engine.on('job-done', resolve));
    await engine.request('start', { documentIds: [documentId] });
    await done;
    const before = await engine.request('document', { documentId });
    const region = before.pages[0]?.regions.find(({ label }) => label === 'text');
    if (!region) throw new Error('no text');
    decodes.length = 0;
    const regionId = region.id;
    const { reading } = await engine.request('read-region', { documentId, regionId });
    expect(reading.text).toBe(region.readings[0]?.text);
    expect(reading.id).not.toBe(region.readings[0]?.id);
    expect(new Set(decodes.map(({ readingOf }) => readingOf))).toEqual(new Set(['region']));
    const trace = await engine.request('trace', { documentId, regionId, readingId: reading.id });
    expect(trace?.kept).toBe(reading.tokens?.length);
    expect(await engine.request('document', { documentId })).toEqual(before);

    const { regions } = await engine.request('check-identity', { documentId, regionIds: [regionId] });
    expect(regions).toEqual([
      expect.objectContaining({
        regionId,
        identical: false,
        difference: {
          token: 4,
          selfSpeculative: ' was',
          autoregressive: ' wasx',
          before: 'Page 1 lists what',
        },
      }),
    ]);
    const checked = await engine.request('check-identity', { documentId, pageId: before.pages[0]?.id });
    expect(checked.regions.length).toBeGreaterThan(5);
  });
});
