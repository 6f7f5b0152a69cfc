/** Decodes for tests: a slow greedy decoder to compare with, drafters good and bad, and settings to vary. */
import fc from 'fast-check';
import type {
  DecodedReading,
  DecodeEvent,
  DecodeOptions,
  DecodePlan,
  Drafter,
  LoopGuard,
  StopReason,
} from '../decoding';
import { autoBlockLength, blockDiffusionDrafter, costFromTable, decode, nGramDrafter } from '../decoding';
import { idPriorDrafter } from './id-prior';
import { type HashLanguage, hash, hashLanguage, type Language, ScriptedVerifier } from './scripted-verifier';

/** Runs a decode to its end. */
export async function collect(
  verifier: ScriptedVerifier,
  plan: DecodePlan,
  options: DecodeOptions,
): Promise<{ events: DecodeEvent[]; reading: DecodedReading }> {
  const events: DecodeEvent[] = [];
  const run = decode(verifier, plan, options);
  for (let step = await run.next(); ; step = await run.next()) {
    if (step.done) return { events, reading: step.value };
    events.push(step.value);
  }
}

/** Plain greedy decoding with its own, slow reading of the stop rules. */
export function greedy(
  language: Language,
  { endIds, cap, loopGuard }: DecodeOptions,
): { ids: number[]; stop: StopReason; committed: number } {
  const ids: number[] = [];
  while (ids.length < cap) {
    const id = language.next(ids).best;
    if (endIds.includes(id)) return { ids, stop: 'end', committed: ids.length + 1 };
    ids.push(id);
    const loop = loopGuard === 'off' ? undefined : slowLoop(ids, loopGuard);
    if (loop !== undefined) return { ids: ids.slice(0, loop), stop: 'loop', committed: ids.length };
  }
  return { ids, stop: 'cap', committed: ids.length };
}

/** Ids to keep where `ids` ends in a loop. */
function slowLoop(ids: readonly number[], guard: LoopGuard): number | undefined {
  for (let unit = 1; unit <= guard.longestUnit; unit++) {
    let start = ids.length - unit;
    while (start > 0 && ids[start - 1] === ids[start - 1 + unit]) start--;
    const stretch = ids.length - start;
    if (start >= 0 && stretch >= guard.tokens && Math.floor(stretch / unit) >= guard.copies)
      return start + unit;
  }
  return undefined;
}

export type MakeDrafter = (verifier: ScriptedVerifier, truth: readonly number[], seed: number) => Drafter;

/** Drafts the true text from its place on, damaged by `damage`. */
export const informed =
  (damage: (ids: number[], seed: number, size: number) => number[]): MakeDrafter =>
  (verifier, truth, seed) => ({
    name: 'informed',
    draft: ({ prefix, limit }) => ({
      ids: damage(
        truth.slice(prefix.length, prefix.length + limit),
        hash(seed, prefix.length),
        verifier.vocabularySize,
      ),
      forwards: 0,
    }),
  });

/** One of every kind, and adversaries. `truth`: the text to come; `seed`: what to vary by. */
export const drafterMakers: Readonly<Record<string, MakeDrafter>> = {
  'block diffusion': (verifier) => blockDiffusionDrafter(verifier),
  'n-gram': (_, truth, seed) => nGramDrafter({ context: truth.slice(0, seed % 30) }),
  prior: (verifier, truth, seed) =>
    idPriorDrafter(
      truth.flatMap((id, place) => {
        const luck = hash(seed, place) % 20;
        if (luck === 0) return [];
        if (luck === 1) return [id, id];
        return luck === 2 ? [(id + 1) % verifier.vocabularySize] : [id];
      }),
    ),
  'adversarial: right': informed((ids) => ids),
  'adversarial: wrong': informed((ids, _, size) => ids.map((id) => (id + 1) % size)),
  'adversarial: wrong somewhere': informed((ids, seed, size) =>
    ids.map((id, place) => (place === seed % 5 ? (id + 1) % size : id)),
  ),
  'adversarial: empty': informed(() => []),
  'adversarial: over-long': informed((ids) => [...ids, ...new Array<number>(2000).fill(2)]),
  'adversarial: no such ids': informed((ids, seed, size) => {
    const bad = [-1, size, 0.5, Number.NaN, Number.POSITIVE_INFINITY][seed % 5] ?? -1;
    return [...ids.slice(0, seed % 4), bad, ...ids];
  }),
  'adversarial: end tokens inside': informed((ids, seed) => [...ids.slice(0, seed % 4), seed % 2, ...ids]),
};

const cost = costFromTable([
  { rows: 1, milliseconds: 2 },
  { rows: 34, milliseconds: 5 },
]);

export const languages: fc.Arbitrary<HashLanguage> = fc.record({
  seed: fc.nat(),
  vocabularySize: fc.integer({ min: 3, max: 40 }),
  order: fc.constantFrom(1, 2, 3, 1000),
  endIds: fc.constantFrom(0, 1, 2),
});

const optionSets: fc.Arbitrary<DecodeOptions> = fc.record({
  endIds: fc.constant([0, 1]),
  cap: fc.integer({ min: 1, max: 120 }),
  loopGuard: fc.constantFrom<LoopGuard | 'off'>(
    'off',
    { copies: 2, tokens: 6, longestUnit: 20 },
    { copies: 4, tokens: 30, longestUnit: 12 },
  ),
  longestDraft: fc.constantFrom(1, 5, 512),
});

/** Everything that may vary in a self-speculative decode. */
export const settings = fc.record({
  language: languages,
  options: optionSets,
  names: fc.uniqueArray(fc.constantFrom(...Object.keys(drafterMakers)), { maxLength: 3 }),
  blockLength: fc.constantFrom<number | 'auto'>(0, 1, 2, 3, 7, 16, 32, 'auto'),
  capacity: fc.constantFrom(8, 9, 40, 10_000),
  quality: fc.integer({ min: 0, max: 10 }),
  seed: fc.nat(),
});

export type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

export function arrange({ language: about, options, names, blockLength, capacity, quality, seed }: Settings) {
  const language = hashLanguage(about);
  const truth = greedy(language, { ...options, loopGuard: 'off' }).ids;
  const drafts = (place: number, prefix: readonly number[]) =>
    hash(seed, place, prefix.length) % 10 < quality;
  const verifier = new ScriptedVerifier({ language, capacity, drafts });
  const plan: DecodePlan = {
    mode: 'self-speculative',
    drafters: names.flatMap((name) => drafterMakers[name]?.(verifier, truth, seed) ?? []),
    blockLength: blockLength === 'auto' ? autoBlockLength({ cost }) : blockLength,
  };
  // A cache of c positions holds a prompt of 7 and all ids but the last.
  const bound = { ...options, cap: Math.min(options.cap, capacity - 7 + 1) };
  return { language, verifier, plan, expected: greedy(language, bound) };
}
