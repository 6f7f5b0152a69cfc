/** Reading the lexicon, and what it knows. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readNanoConfig } from './config';
import { Lexicon } from './lexicon';
import { type Guess, hostToken, sureOf } from './line-tokens';
import { readingOf } from './prior-reading';
import { breakId, endId, spaceId, Vocabulary } from './vocabulary';
import { Letters, Words, wordKinds } from './word-flags';

const shipped = join(__dirname, '../../../assets/models/nano');

let vocabulary: Vocabulary;
let letters: Letters;
beforeAll(async () => {
  vocabulary = await Vocabulary.open(shipped);
  letters = new Letters((await readNanoConfig(shipped)).core, vocabulary);
});

it('the shipped one knows words of six languages and hardly any misreadings', async () => {
  const lexicon = await Lexicon.open(shipped);
  const words = [
    'house',
    'written',
    'casa',
    'mañana',
    'façade',
    'œuvre',
    'straße',
    'über',
    'perché',
    'coração',
  ];
  expect(words.filter((word) => !lexicon.has(word))).toEqual([]);
  const misread = [
    'housc',
    'wriiten',
    'mafiana',
    'fapade',
    'straﬂe',
    'ubcr',
    'percbé',
    'coraçāo',
    'tbe',
    'vvith',
  ];
  expect(misread.filter((word) => lexicon.has(word))).toEqual([]);
});

it('names a lexicon that is missing or damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lexicon-'));
  await expect(Lexicon.open(folder)).rejects.toMatchObject({ code: 'model-missing' });
  const file = join(folder, 'lexicon.bin');
  for (const damaged of [Buffer.alloc(0), Buffer.from('PLEX'), Buffer.from('GIF89a, 16 bytes')]) {
    await writeFile(file, damaged);
    await expect(Lexicon.open(folder)).rejects.toMatchObject({ code: 'model-damaged', place: { file } });
  }
});

interface Said {
  readonly runnerUp?: string;
  readonly ghost?: string;
}

/** Flags of each place's slots that are set, as text ("own second"). */
function flagsOf(text: string, known: readonly string[], said: Readonly<Record<number, Said>> = {}) {
  const idOf = (one: string): number =>
    one === '\n' ? breakId : one === ' ' ? spaceId : vocabulary.characterId(one)!;
  const tokens = Array.from(text, (one, place) => {
    const { runnerUp, ghost } = said[place] ?? {};
    const guess: Guess = {
      id: idOf(one),
      runnersUp: [runnerUp ? idOf(runnerUp) : 0, 0],
      probabilities: [0.6, 0.3, 0],
    };
    return {
      ...hostToken(guess),
      ghost: ghost ? idOf(ghost) : 0,
      line: 0,
      column: 0,
    };
  });
  const end = { ...hostToken(sureOf(endId, 1)), line: 0, column: 0 };
  const words = new Words(new Set(known), letters, vocabulary.characterId('-')!);
  const { kinds, flags } = words.flagsOf(readingOf([...tokens, end]));
  const names = ['own', 'second', 'third', 'next', '', '', 'space', 'ghost', ''];
  return tokens.map((_, place) => ({
    kind: Object.entries(wordKinds).find(([, kind]) => kind === kinds[place])?.[0],
    slots: names.filter((name, slot) => name !== '' && flags[place * 9 + slot] === 1).join(' '),
  }));
}

it('tells which edits of a word make a known one', () => {
  const places = flagsOf('tbe', ['the', 'be', 'he'], { 1: { runnerUp: 'h' } });
  expect(places.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(places.map(({ slots }) => slots)).toEqual(['own next', 'own second', 'own']);
  expect(flagsOf('The', ['the']).map(({ kind }) => kind)).toEqual(['known', 'known', 'known']);
  expect(flagsOf('a I', ['the']).map(({ kind }) => kind)).toEqual(['none', 'none', 'none']);
});

it('sees missing letters, blanks that are missing and those that are too many', () => {
  expect(flagsOf('moer', ['mother'], { 2: { ghost: 'x' } })[2]?.slots).toBe('own');
  expect(flagsOf('hous.', ['house'], { 4: { ghost: 'e' } })[4]).toEqual({ kind: 'none', slots: 'ghost' });
  expect(flagsOf('ofthe', ['of', 'the'])[2]).toEqual({ kind: 'unknown', slots: 'own space' });
  expect(flagsOf('be fore', ['before'])[2]).toEqual({ kind: 'none', slots: 'next' });
  expect(flagsOf('l0ve', ['love'], { 1: { runnerUp: 'o' } })[1]).toEqual({ kind: 'none', slots: 'second' });
});

it('takes a word divided at the end of a line as one', () => {
  const known = flagsOf('un-\nder', ['under']);
  expect(known.map(({ kind }) => kind)).toEqual([
    'known',
    'known',
    'none',
    'none',
    'known',
    'known',
    'known',
  ]);
  expect(flagsOf('un-\nder', ['on', 'der']).map(({ kind }) => kind)[0]).toBe('unknown');
  const mended = flagsOf('nn-\nder', ['under'], { 0: { runnerUp: 'u' } });
  expect(mended[0]).toEqual({ kind: 'unknown', slots: 'own second' });
});
