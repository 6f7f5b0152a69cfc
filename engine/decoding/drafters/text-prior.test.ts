/** A tokenizer of words stands in for real ones: a wrong letter makes a word into letters, as it does in a BPE. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DecodedReading, decode, type Verifier } from '..';
import { textPriorDrafter } from './text-prior';

const words = ['the ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'lazy ', 'dog ', 'and ', 'runs '];
const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i)).concat(' ', '.');
const pieces = [...words, ...letters];

const encode = (text: string): number[] => {
  const ids: number[] = [];
  for (let at = 0; at < text.length; ) {
    const id = pieces.findIndex((piece) => text.startsWith(piece, at));
    ids.push(Math.max(id, 0));
    at += pieces[Math.max(id, 0)]!.length;
  }
  return ids;
};
const write = (ids: readonly number[]): string => ids.map((id) => pieces[id] ?? '').join('');

const end = pieces.length;

/** Reads one text, whatever is drafted. */
function verifierOf(ids: readonly number[]): Verifier {
  let length = 0;
  const rows = (from: number, count: number) => ({
    ids: Int32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? (ids[from + i / 2] ?? end) : 0)),
    values: new Float32Array(2 * count).fill(1),
  });
  return {
    vocabularySize: pieces.length + 1,
    capacity: ids.length + 100,
    length: () => length,
    prefill: async () => {
      length = 1;
      return rows(0, 1);
    },
    verify: async (window) => rows(length, window.length),
    commit: (count) => {
      length += count;
    },
  };
}

async function read(text: string, prior: string): Promise<DecodedReading> {
  const drafters = [textPriorDrafter({ text: prior, encode, decode: write })];
  const plan = { mode: 'self-speculative', drafters, blockLength: 32 } as const;
  const events = decode(verifierOf(encode(text)), plan, { endIds: [end], cap: 2000, loopGuard: 'off' });
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
  }
}

const text = fc
  .array(fc.nat(words.length - 1), { minLength: 40, maxLength: 120 })
  .map((ids) => `${write(ids)}.`);

it('takes one verify for a prior without errors', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (truth) => {
      const { ids, counters } = await read(truth, truth);
      expect(write(ids)).toBe(truth);
      expect(counters.rounds).toBe(1);
    }),
  );
});

it('costs about two rounds for each wrong, missing or added letter', async () => {
  const fault = fc.tuple(
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    fc.constantFrom('change', 'drop', 'add'),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.array(fault, { maxLength: 6 }), async (truth, faults) => {
      const prior = Array.from(truth);
      for (const [share, kind] of faults) {
        const at = Math.floor(share * prior.length);
        if (kind === 'drop') prior.splice(at, 1);
        else prior.splice(at, kind === 'change' ? 1 : 0, 'z');
      }
      const { ids, counters } = await read(truth, prior.join(''));
      expect(write(ids)).toBe(truth);
      const long = Math.ceil(encode(truth).length / 33);
      expect(counters.rounds).toBeLessThanOrEqual(long + 3 * faults.length + 1);
    }),
    { numRuns: 200 },
  );
});

it('gives up on a text of something else, and does no harm', async () => {
  const truth = `${write(Array.from({ length: 100 }, (_, i) => (i * 7) % words.length))}.`;
  const { ids, counters } = await read(truth, 'zzzz '.repeat(80));
  expect(write(ids)).toBe(truth);
  expect(counters.drafters.prior?.drafts).toBeLessThan(5);
});

it('waits for the rest of a character that ids have cut', () => {
  const bytes = (ids: readonly number[]): string => Buffer.from(ids).toString('utf8');
  const drafter = textPriorDrafter({
    text: 'größer als',
    encode: (part) => [...Buffer.from(part)],
    decode: bytes,
  });
  const whole = [...Buffer.from('größer als')];
  const drafted = (count: number) => drafter.draft({ prefix: whole.slice(0, count), limit: 40, room: 40 });
  // After the first byte of ö nothing new is known of the place.
  expect(drafted(2)).toMatchObject({ ids: whole.slice(2) });
  drafted(3);
  expect(drafted(4)).toMatchObject({ ids: whole.slice(4) });
});
