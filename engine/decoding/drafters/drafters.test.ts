import { describe, expect, it } from 'vitest';
import { idPriorDrafter } from '../../testing/id-prior';
import { collect } from '../../testing/scripted-decodes';
import { hash, type Language, readingLanguage, ScriptedVerifier } from '../../testing/scripted-verifier';
import type { DecodedReading, Drafter } from '..';
import { blockDiffusionDrafter, nGramDrafter, tokensPerForward } from '..';
import { Alignment } from './alignment';

const vocabularySize = 400;
const text = Array.from({ length: 160 }, (_, place) => 2 + (hash(place) % 300));

/** Looks at the "picture" as real models do: a wrong id before does not make it lose its place in the text. */
const steadyLanguage: Language = {
  vocabularySize,
  next(prefix) {
    const alignment = new Alignment(text);
    for (const id of prefix) alignment.push(id);
    return { best: text[alignment.place] ?? 0, second: 1, margin: 1 };
  },
};

/** The text as another reader might give it: `rate` of the ids left out, replaced or followed by a stranger. */
const misread = (rate: number, seed: number): number[] =>
  text.flatMap((id, place) => {
    if (hash(seed, place) / 2 ** 32 >= rate) return [id];
    const stranger = 310 + (hash(seed, place, 1) % 80);
    return [[], [stranger], [id, stranger]][hash(seed, place, 2) % 3] ?? [];
  });

async function read(drafters: (verifier: ScriptedVerifier) => readonly Drafter[], language: Language) {
  const verifier = new ScriptedVerifier({ language, drafts: (place) => place < 8 });
  const plan = { mode: 'self-speculative', drafters: drafters(verifier), blockLength: 32 } as const;
  const { reading } = await collect(verifier, plan, { endIds: [0], cap: 1000, loopGuard: 'off' });
  return { reading, verifier };
}

const rateOf = async (drafter: Drafter, language = steadyLanguage): Promise<number> =>
  tokensPerForward((await read(() => [drafter], language)).reading.counters);

describe('prior', () => {
  it('verifies a right text whole, in one forward after the prefill', async () => {
    const { reading, verifier } = await read(() => [idPriorDrafter(text)], steadyLanguage);
    expect(reading.ids).toEqual(text);
    expect(verifier.forwards).toEqual({ prefill: 1, draft: 0, verify: 1, denoise: 0 });
    expect(verifier.verifiedRows).toEqual([text.length]);
  });

  it('realigns after every misreading', async () => {
    expect(await rateOf(idPriorDrafter(misread(0.05, 4)))).toBeGreaterThan(4);
    expect(await rateOf(idPriorDrafter(misread(0.2, 4)))).toBeGreaterThan(1.8);
  });

  it('keeps quiet where it is of no use, so that the next drafter speaks', async () => {
    const foreign = text.map((id) => (id + 150) % 300);
    const { reading } = await read(
      (verifier) => [idPriorDrafter(foreign), blockDiffusionDrafter(verifier)],
      steadyLanguage,
    );
    expect(reading.ids).toEqual(text);
    const { prior, 'block-diffusion': block } = reading.counters.drafters;
    expect(prior?.drafts).toBeLessThan(6);
    expect(prior?.calls).toBe(reading.counters.rounds);
    expect(block?.accepted).toBeGreaterThan(120);
  });

  it('is silent where it has no text at all', async () => {
    const { reading } = await read(() => [idPriorDrafter([])], steadyLanguage);
    expect(reading.counters.drafters.prior).toMatchObject({ drafts: 0, drafted: 0 });
  });
});

describe('n-gram', () => {
  const tokens = (reading: DecodedReading): number => tokensPerForward(reading.counters);

  it('finds the shape of a table again', async () => {
    const cell = (id: number): number[] => [5, 6, id, 7, 8];
    const rows = Array.from({ length: 24 }, (_, row) => [
      3,
      ...cell(100 + row),
      ...cell(130 + row),
      4,
    ]).flat();
    const { reading } = await read(() => [nGramDrafter()], readingLanguage(rows, vocabularySize, 0));
    expect(reading.ids).toEqual(rows);
    expect(tokens(reading)).toBeGreaterThan(1.8);
  });

  it('goes on with a period to the full length', () => {
    const drafter = nGramDrafter();
    const draft = drafter.draft({ prefix: [9, 1, 2, 3, 1, 2, 3, 1, 2], limit: 7, room: 50 });
    expect(draft).toEqual({ ids: [3, 1, 2, 3, 1, 2, 3], forwards: 0 });
  });

  it('looks in the text of the context too, the longest run first', () => {
    const drafter = nGramDrafter({ context: [1, 2, 3, 40, 7, 2, 3, 50, 51] });
    expect(drafter.draft({ prefix: [1, 2, 3], limit: 2, room: 50 })).toEqual({ ids: [40, 7], forwards: 0 });
    const later = drafter.draft({ prefix: [1, 2, 3, 9, 2, 3], limit: 2, room: 50 });
    expect(later).toEqual({ ids: [9, 2], forwards: 0 });
  });

  it('says nothing about what is new', () => {
    const drafter = nGramDrafter();
    expect(drafter.draft({ prefix: [1, 2, 3, 4], limit: 9, room: 9 })).toEqual({ ids: [], forwards: 0 });
  });
});

describe('block diffusion', () => {
  it('drafts a block of 32 masks in one forward of 33 rows, verified by one of 34', async () => {
    const { verifier } = await read((own) => [blockDiffusionDrafter(own)], steadyLanguage);
    expect(verifier.draftedRows[0]).toBe(33);
    expect(verifier.verifiedRows[0]).toBe(34);
    expect(blockDiffusionDrafter(verifier).draftRows?.(33)).toBe(33);
  });
});

describe('composition', () => {
  it('lets the first with something to say draft, and counts each for itself', async () => {
    const half = text.slice(0, 80);
    const { reading, verifier } = await read(
      (own) => [idPriorDrafter(half), nGramDrafter(), blockDiffusionDrafter(own)],
      steadyLanguage,
    );
    expect(reading.ids).toEqual(text);
    const { prior, 'block-diffusion': block } = reading.counters.drafters;
    expect(prior?.accepted).toBe(79);
    expect(prior?.forwards).toBe(0);
    expect(block?.forwards).toBe(verifier.forwards.draft);
    // Mask rows are right in the first eight places: a draft of 33 is accepted up to there.
    expect(block?.acceptedAt.slice(0, 8)).toEqual(block?.draftedAt.slice(0, 8));
    expect(block?.acceptedAt[8]).toBe(0);
  });
});
