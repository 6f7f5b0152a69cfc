import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveDecode, LiveEvent } from '../protocol/events';
import { drawPage, png } from '../testing/drawn-page';
import { nextJobDone } from '../testing/real-engine';
import { scriptedReader } from '../testing/scripted-reader';
import { stubToolbox } from '../testing/stub-tools';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { createEngine, type Engine } from './engine';
import type { ToolSource } from './toolbox';

let place: Workplace;
let path: string;
beforeAll(async () => {
  place = await makeWorkplace();
  path = await place.put('in/page.png', png(drawPage(300, 400, [{ text: 'Not read', x: 30, y: 60 }]).canvas));
});
afterAll(() => place.remove());

/** Held after each round while `gate` is set. */
let gate: Promise<void> | undefined;
let afterRound: (regionId: string) => void = () => {};
beforeEach(() => {
  gate = undefined;
  afterRound = () => {};
});

const textOf = (regionId: string): string => `Região ${regionId}: a text of many words, read round by round.`;

/** The real pipeline over stub regions and a model that decodes scripted texts. */
const toolbox = (cap?: number): ToolSource => ({
  ...stubToolbox({ regions: 3 }),
  readers: async (name) => {
    if (name === 'no tokens') return stubToolbox().readers(name);
    const reader = scriptedReader({
      textOf: ({ regionId }) => ({ text: textOf(regionId), format: 'plain' }),
      ...(cap !== undefined && { cap }),
      after: async (regionId, event) => {
        if (event.kind !== 'round-verified') return;
        afterRound(regionId);
        await gate;
      },
    });
    return { reader };
  },
});

let projects = 0;
async function openEngine(projectDir = place.path(`project-${++projects}`), cap?: number) {
  const engine = createEngine({
    assetsDir,
    cacheDir: place.path('cache'),
    projectDir,
    toolbox: toolbox(cap),
  });
  const decodes: LiveDecode[] = [];
  engine.on('decode', (event) => void decodes.push(event));
  const { documents } = await engine.request('open', { paths: [path] });
  return { engine, decodes, documentId: documents[0]?.id ?? '', projectDir };
}

async function readAll(engine: Engine, documentId: string) {
  const done = nextJobDone(engine);
  await engine.request('start', { documentIds: [documentId] });
  expect(await done).toMatchObject({ outcome: 'done' });
  const { pages } = await engine.request('document', { documentId });
  const [page] = pages;
  const region = page?.regions[1];
  if (!page || !region) throw new Error('no region');
  return { page, region };
}

const written = (events: readonly LiveEvent[]): string =>
  events
    .flatMap((event) => (event.kind === 'round-verified' ? event.committed : []))
    .map(({ text }) => text)
    .join('');

describe('decoding as it is seen', () => {
  it('comes as events, and as the same events again from the project, also after a restart', async () => {
    const { engine, decodes, documentId, projectDir } = await openEngine();
    const { page } = await readAll(engine, documentId);
    await engine.close();
    const again = await openEngine(projectDir);
    for (const { id, readings } of page.regions) {
      const events = decodes.filter(({ regionId }) => regionId === id).flatMap((decode) => decode.events);
      expect(written(events)).toBe(textOf(id));
      expect(readings[0]?.text).toBe(textOf(id));
      const readingId = readings[0]?.id ?? '';
      const trace = await again.engine.request('trace', { documentId, regionId: id, readingId });
      expect(trace?.events.slice(1)).toEqual(events.slice(1));
    }
    expect(
      await again.engine.request('trace', {
        documentId,
        regionId: page.regions[0]?.id ?? '',
        readingId: 'x',
      }),
    ).toBeNull();
    await again.engine.close();
  });
});

describe('reading one region anew', () => {
  it('changes nothing, and what is taken of it is kept with its trace', async () => {
    const { engine, decodes, documentId, projectDir } = await openEngine();
    const { region } = await readAll(engine, documentId);
    const before = await engine.request('document', { documentId });
    decodes.length = 0;
    const regionId = region.id;
    const proposal = await engine.request('read-region', { documentId, regionId, decode: 'autoregressive' });
    expect(proposal.reading).toMatchObject({ text: textOf(regionId), mode: 'autoregressive', task: 'text' });
    expect(await engine.request('document', { documentId })).toEqual(before);
    expect(decodes.every((decode) => decode.readingOf === 'region')).toBe(true);

    const { reading, lines, marks } = proposal;
    await engine.request('edit', {
      documentId,
      edits: [{ kind: 'add-reading', regionId, reading, lines, marks }],
    });
    await engine.close();
    const again = await openEngine(projectDir);
    const { pages } = await again.engine.request('document', { documentId });
    const kept = pages[0]?.regions.find(({ id }) => id === regionId);
    expect(kept?.readings.map(({ id }) => id)).toEqual([region.readings[0]?.id, reading.id]);
    const trace = await again.engine.request('trace', { documentId, regionId, readingId: reading.id });
    expect(written(trace?.events ?? [])).toBe(textOf(regionId));
    await again.engine.close();
  });

  it('O06: reads what was cut off to twice the length, and again, until it is whole', async () => {
    const { engine, documentId } = await openEngine(undefined, 6);
    const { region } = await readAll(engine, documentId);
    expect(region.readings[0]).toMatchObject({ stop: 'cap', counters: { tokens: 6 } });
    const lengths: number[] = [];
    for (let stop = 'cap'; stop === 'cap'; ) {
      const { reading, lines, marks } = await engine.request('read-region', {
        documentId,
        regionId: region.id,
      });
      ({ stop } = reading);
      lengths.push(reading.counters.tokens);
      const edit = { kind: 'add-reading', regionId: region.id, reading, lines, marks } as const;
      await engine.request('edit', { documentId, edits: [edit] });
      if (stop !== 'cap') expect(reading.text).toBe(textOf(region.id));
    }
    expect(lengths[0]).toBe(12);
    expect(lengths.slice(0, -1)).toEqual(lengths.slice(0, -1).map((_, tries) => 12 * 2 ** tries));
    await engine.close();
  });

  it('waits for the page in work, and gives way to whoever takes the question back', async () => {
    const { engine, decodes, documentId } = await openEngine();
    const { region } = await readAll(engine, documentId);
    let goOn: () => void = () => {};
    gate = new Promise((resolve) => {
      goOn = resolve;
    });
    const started = new Promise<void>((resolve) => {
      afterRound = () => resolve();
    });
    const done = nextJobDone(engine);
    await engine.request('start', { documentIds: [documentId], again: true });
    await started;
    decodes.length = 0;
    const controller = new AbortController();
    const params = { documentId, regionId: region.id };
    const dropped = engine.request('read-region', params, controller.signal);
    const read = engine.request('read-region', params);
    controller.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'cancelled' });
    goOn();
    await Promise.all([done, read]);
    const kinds = decodes.map(({ readingOf }) => readingOf);
    const first = kinds.indexOf('region');
    expect(first).toBeGreaterThan(0);
    expect(kinds.slice(first).every((kind) => kind === 'region')).toBe(true);
    await engine.close();
  });

  it('is stopped by cancel and by closing, in the middle of a region', async () => {
    const { engine, documentId } = await openEngine();
    const { region } = await readAll(engine, documentId);
    const params = { documentId, regionId: region.id };
    for (const stop of [() => engine.request('cancel', {}), () => engine.close()]) {
      let goOn: () => void = () => {};
      gate = new Promise((resolve) => {
        goOn = resolve;
      });
      const started = new Promise<void>((resolve) => {
        afterRound = () => resolve();
      });
      const read = engine.request('read-region', params);
      const refused = expect(read).rejects.toMatchObject({ code: 'cancelled' });
      await started;
      const stopped = stop();
      goOn();
      await Promise.all([refused, stopped]);
    }
  });

  it('refuses pictures and unknown regions', async () => {
    const { engine, documentId } = await openEngine();
    const { region } = await readAll(engine, documentId);
    const regionId = region.id;
    await engine.request('edit', { documentId, edits: [{ kind: 'set-label', regionId, label: 'figure' }] });
    await expect(engine.request('read-region', { documentId, regionId })).rejects.toThrow('picture');
    const asText = await engine.request('read-region', { documentId, regionId, task: 'text' });
    expect(asText.reading.text).toBe(textOf(regionId));
    await expect(engine.request('read-region', { documentId, regionId: 'r' })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await engine.close();
  });
});

describe('the check against plain decoding', () => {
  it('finds a page identical, with forwards of both, and shows both decodes', async () => {
    const { engine, decodes, documentId } = await openEngine();
    const { page } = await readAll(engine, documentId);
    decodes.length = 0;
    const { regions } = await engine.request('check-identity', { documentId, pageId: page.id });
    expect(regions.map(({ regionId }) => regionId)).toEqual(page.regions.map(({ id }) => id));
    for (const { identical, tokens, forwards } of regions) {
      expect(identical).toBe(true);
      expect(forwards.autoregressive).toBe(tokens + 1);
      expect(forwards.selfSpeculative).toBeLessThan(tokens);
    }
    const modes = decodes
      .flatMap(({ events }) => events)
      .flatMap((event) => (event.kind === 'region-started' ? [event.mode] : []));
    expect(modes.slice(0, 2)).toEqual(['self-speculative', 'autoregressive']);
    expect(new Set(decodes.map(({ readingOf }) => readingOf))).toEqual(new Set(['check']));
    await engine.close();
  });

  it('says so of a model that decodes no tokens', async () => {
    const { engine, documentId } = await openEngine();
    const { region } = await readAll(engine, documentId);
    const check = engine.request('check-identity', {
      documentId,
      regionIds: [region.id],
      model: 'no tokens',
    });
    await expect(check).rejects.toThrow('decodes no tokens');
    await engine.close();
  });
});
