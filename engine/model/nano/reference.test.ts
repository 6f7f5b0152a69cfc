/** The engine's numbers against those of `workshop/nano` on the same regions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TokenDecoder, type Window } from '../decoder/token-decoder';
import type { LineSteps } from '../lines';
import { type Anchor, pushId, startAnchor } from './anchor';
import { readNanoConfig } from './config';
import {
  type Expected,
  type ExpectedRegion,
  fixtureModel,
  largestDifference,
  priorIn,
  readExpected,
  regionNames,
} from './fixtures';
import { buildNanoDecoder } from './graphs';
import { Lexicon } from './lexicon';
import { lineEvidence } from './line-evidence';
import { peaksOf } from './line-tokens';
import { NanoModel } from './nano-model';
import { type PriorLine, priorReadingOf } from './prior-reading';
import { NanoVerifier, type PreparedRegion } from './region-verifier';
import { slotsOf } from './slots';
import { spaceId } from './vocabulary';
import { floatsIn, readNanoWeights } from './weights';
import { Letters, Words } from './word-flags';

const tolerance = 1e-4;
const name = 'tiny';

let expected: Expected;
let model: NanoModel;
beforeAll(async () => {
  expected = await readExpected(name);
  model = await NanoModel.open(fixtureModel(name), { threads: 2 });
});
afterAll(() => model.close());

const forEachRegion = (title: string, check: (region: ExpectedRegion) => Promise<void>): void =>
  it.each(regionNames(name))(`${title}: region %s`, (region) => check(regionOf(region)));
const regionOf = (regionName: string): ExpectedRegion => {
  const region = expected.regions.find((one) => one.name === regionName);
  if (!region) throw new Error(`No region ${regionName}.`);
  return region;
};
const prepared = async (region: ExpectedRegion): Promise<PreparedRegion> =>
  model.prepare(await priorIn(expected, region), region.task);

/** Ranks the classes that the fixture keeps; all others have probability 0. Of equals the smaller class comes first. */
function rankedSteps(
  kept: readonly number[],
  sparse: Float32Array,
  width: number,
  steps: number,
  features: Float32Array,
): LineSteps {
  const ranks = 4;
  const classes = new Int32Array(steps * ranks);
  const probabilities = new Float32Array(steps * ranks);
  const spaces = new Float32Array(steps);
  const unkept = Array.from({ length: kept.length + ranks }, (_, id) => id).filter(
    (id) => !kept.includes(id),
  );
  for (let step = 0; step < steps; step++) {
    const known = kept.map((id, k) => ({ id, value: sparse[step * width + k] ?? 0 }));
    spaces[step] = known.find(({ id }) => id === spaceId)?.value ?? 0;
    [...known, ...unkept.map((id) => ({ id, value: 0 }))]
      .sort((a, b) => b.value - a.value || a.id - b.id)
      .slice(0, ranks)
      .forEach(({ id, value }, rank) => {
        classes[step * ranks + rank] = id;
        probabilities[step * ranks + rank] = value;
      });
  }
  return { steps, ranks, classes, probabilities, spaces, features };
}

describe('prior reading', () => {
  it.each(regionNames(name, true))(
    'is what follows from the probabilities: region %s',
    async (regionName) => {
      const region = regionOf(regionName);
      const lines: PriorLine[] = [];
      for (const [number, { classes, box }] of (region.ctc ?? []).entries()) {
        const [x = 0, y = 0, width = 0, height = 0] = box;
        const sparse = await expected.floats(`${region.name}.ctc.${number}.probabilities`);
        const features = await expected.floats(`${region.name}.ctc.${number}.features`);
        const [steps = 0, kept = 0] = sparse.dims;
        const evidence = lineEvidence(rankedSteps(classes, sparse.data, kept, steps, features.data));
        lines.push({ evidence, peaks: peaksOf(evidence), box: { x, y, width, height }, continues: false });
      }
      const { tokens, ids } = priorReadingOf(lines, { featureSize: 120, featureScale: 0.25 });
      const { prior } = region;
      expect(ids).toEqual(prior.ids);
      expect(tokens.map(({ runnersUp }) => runnersUp)).toEqual(
        prior.second.map((id, i) => [id, prior.third[i]]),
      );
      expect(tokens.map(({ ghost }) => ghost)).toEqual(prior.ghosts);
      expect(tokens.map(({ line }) => line)).toEqual(prior.line);
      expect(tokens.map(({ column }) => column)).toEqual(prior.column);
      const close = (own: readonly number[], other: readonly number[]): void =>
        expect(largestDifference(own, other)).toBeLessThan(1e-5);
      close(
        tokens.flatMap(({ probabilities }) => probabilities),
        prior.probabilities,
      );
      close(
        tokens.map(({ space }) => space),
        prior.space,
      );
      close(
        tokens.map(({ ghostProbability }) => ghostProbability),
        prior.ghostProbability,
      );
      const { evidenceSize } = model.config;
      close(
        tokens.flatMap(({ evidence }) => [
          ...evidence,
          ...new Array<number>(evidenceSize - evidence.length).fill(0),
        ]),
        prior.evidence,
      );
      const { data } = await expected.floats(`${region.name}.prior_features`);
      close(
        tokens.flatMap(({ feature }) => [...(feature ?? new Float32Array(120))]),
        [...data],
      );
    },
  );
});

describe('words', () => {
  forEachRegion('are known and unknown as in the workshop', async (region) => {
    const { config, vocabulary } = model;
    const lexicon = await Lexicon.open(fixtureModel(name));
    const words = new Words(lexicon, new Letters(config.core, vocabulary), vocabulary.characterId('-')!);
    const { kinds, flags } = words.flagsOf(await priorIn(expected, region));
    expect([...kinds]).toEqual(region.wordKinds);
    expect([...flags]).toEqual(region.wordFlags);
  });

  it('of the fixture are of all kinds, and some edits make known ones', () => {
    const kinds = new Set(expected.regions.flatMap(({ wordKinds }) => wordKinds));
    expect([...kinds].sort()).toEqual([0, 1, 2]);
    const slots = expected.regions.flatMap(({ wordFlags }) =>
      wordFlags.flatMap((flag, at) => (flag === 1 ? [at % 9] : [])),
    );
    expect([...new Set(slots)].sort()).toEqual(expect.arrayContaining([0, 1, 2, 3]));
  });
});

describe('anchoring', () => {
  forEachRegion('walks as in training', async ({ prior, committed, states }) => {
    let anchor = startAnchor;
    const push = (id: number): Anchor => (anchor = pushId(prior.ids, anchor, id, { keepsCells: true }));
    const walked = [anchor, ...committed.map(push)];
    expect(
      walked.map(({ place, operation, held, replaced, edits }) => [place, operation, held, replaced, edits]),
    ).toEqual(states);
  });
});

describe('forwards', () => {
  forEachRegion('prior graph, short list, suggestions', async (expectedRegion) => {
    const { name: region, shortlist, windows, locked } = expectedRegion;
    const own = await prepared(expectedRegion);
    expect(own.shortlist.ids).toEqual(shortlist);
    expect([...own.slots.locked]).toEqual(locked);
    expect(largestDifference(own.prompt, (await expected.floats(`${region}.z`)).data)).toBeLessThan(
      tolerance,
    );
    expect(largestDifference(own.anchors, (await expected.floats(`${region}.anchors`)).data)).toBeLessThan(
      tolerance,
    );
    expect(windows.length).toBeGreaterThan(0);
  });

  forEachRegion('logits of prefill, draft and verify rows', async (region) => {
    const { decoder, newVerifier, close } = await recordingDecoder(await prepared(region));
    try {
      for (const window of region.windows) {
        const text = region[window.text];
        const verifier = newVerifier();
        await verifier.prefill();
        const prefill = await expected.floats(`${region.name}.prefill`);
        expect(largestDifference(decoder.logits, prefill.data)).toBeLessThan(tolerance);
        const before = text.slice(0, window.committed - 1);
        if (before.length > 0) {
          await verifier.verify(before);
          verifier.commit(before.length);
        }
        const rows = window.states.length;
        if (window.kind === 'verify') await verifier.verify(window.ids);
        else await verifier.draftBlock(window.ids[0] ?? 0, rows - 1);
        expect(decoder.columns.map(Number)).toEqual(window.columns.flat());
        expect(largestDifference(decoder.priors, window.priors.flat())).toBeLessThan(tolerance);
        const { data } = await expected.floats(window.logits);
        expect(largestDifference(decoder.logits, data)).toBeLessThan(tolerance);
        verifier.close();
      }
    } finally {
      await close();
    }
  });
});

/** A decoder that keeps the logits and suggestions of its last run. */
async function recordingDecoder(region: PreparedRegion) {
  const config = await readNanoConfig(fixtureModel(name));
  const weights = await readNanoWeights(config);
  const operations = await floatsIn(weights.tensor('nano.operation.weight'));
  const real = await TokenDecoder.open(config.decoder, buildNanoDecoder(config, weights), 2);
  const record = { logits: new Float32Array(), columns: [] as bigint[], priors: new Float32Array() };
  const run: TokenDecoder['run'] = async (cache, window: Window) => {
    const { rows, logits } = await real.runWithLogits(cache, window);
    record.logits = logits.slice();
    const { columns, priors } = window.headInputs ?? {};
    if (!(columns?.data instanceof BigInt64Array)) throw new Error('The head got no columns.');
    if (!(priors?.data instanceof Float32Array)) throw new Error('The head got no priors.');
    record.columns = [...columns.data];
    record.priors = priors.data.slice();
    return rows;
  };
  const decoder = {
    newCache: (capacity: number) => real.newCache(capacity),
    run,
    runWithLogits: real.runWithLogits.bind(real),
    prefill: async (cache: Parameters<typeof run>[0], window: Omit<Window, 'causal' | 'asked'>) => {
      const rows = window.positions.length / 3;
      const best = await run(cache, { ...window, causal: rows, asked: [rows - 1] });
      cache.length += rows;
      return best;
    },
  };
  return {
    decoder: record,
    newVerifier: () =>
      new NanoVerifier(decoder, config, operations, region, 2 * region.prior.ids.length + 64),
    close: () => real.close(),
  };
}

// Kept honest: suggestions do depend on the path (the guard), so a window's priors are no constants.
it('the guard raises copying after edits', async () => {
  const region = await prepared(regionOf(regionNames(name)[0] ?? ''));
  const calm = slotsOf(region.slots, [startAnchor], region.shortlist, 0.5).priors[0] ?? 0;
  const edited = slotsOf(region.slots, [{ ...startAnchor, edits: 4 }], region.shortlist, 0.5).priors[0] ?? 0;
  expect(edited - calm).toBeCloseTo(6);
});
