import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeDictionary } from './hunspell';
import { Speller } from './speller';

const shippedDir = resolve('assets', 'dictionaries');

let folder = '';
let speller: Speller;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spelling-'));
  speller = new Speller({ shippedDir, ownDir: join(folder, 'own') });
});
afterAll(async () => {
  await speller.close();
  await rm(folder, { recursive: true, force: true });
});

const texts = {
  'en-GB': 'The harbour master coloured his catalogue of neighbouring centres and travelled to the theatre.',
  'en-US': 'The harbor master colored his catalog of neighboring centers and traveled to the theater there.',
  es: 'Los vecinos del pueblo salieron a la plaza porque querían ver la llegada de los nuevos maestros.',
  fr: "Les habitants de la ville sont sortis sur la place parce qu'ils voulaient voir les nouveaux maîtres.",
  'pt-PT': 'O facto é que a receção do pequeno-almoço no autocarro foi uma deceção para a equipa de andebol.',
  'pt-BR': 'O fato é que a recepção do café no ônibus foi uma decepção para a equipe econômica de Antônio.',
};

describe('the shipped dictionaries', () => {
  it.each(Object.entries(texts))('%s is found by its text, and knows its words', async (language, text) => {
    const words = text.replace(/[.,]/g, '').split(' ');
    expect(await speller.languageOf(text, words)).toBe(language);
    expect(await speller.unknown(language, words)).toEqual([]);
  });

  it('say nothing of a text in another language, or of too little text', async () => {
    const german = 'Die Bewohner der Stadt gingen auf den Platz, weil sie die neuen Lehrer sehen wollten.';
    expect(await speller.languageOf(german, german.split(' '))).toBeUndefined();
    expect(await speller.languageOf('A few words', ['few', 'words'])).toBeUndefined();
  });

  it('know misspelt words from others, and suggest the right one first', async () => {
    expect(await speller.unknown('en-GB', ['ledger', 'ledgcr', 'harbour', 'Harbour'])).toEqual(['ledgcr']);
    expect((await speller.suggest('en-GB', 'ledgcr'))[0]).toBe('ledger');
    expect((await speller.suggest('pt-PT', 'pequenno'))[0]).toBe('pequeno');
  });

  it('take typographic apostrophes for plain ones, and keep them in suggestions', async () => {
    expect(await speller.unknown('en-GB', ['don’t', "don't"])).toEqual([]);
    expect(await speller.unknown('fr', ['l’habitant', 'aujourd’hui'])).toEqual([]);
    expect(await speller.suggest('en-GB', 'dosn’t')).toContain('doesn’t');
  });

  it('answer whatever they are asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 130 }), async (word) => {
        expect((await speller.unknown('en-GB', [word])).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a person's own words and dictionaries", () => {
  it('words are kept from run to run, in whatever case', async () => {
    await speller.addWord('Palimpsestic');
    expect(await speller.unknown('en-GB', ['palimpsestic', 'Palimpsestic'])).toEqual([]);
    const again = new Speller({ shippedDir, ownDir: join(folder, 'own') });
    expect(await again.words()).toEqual(['palimpsestic']);
    expect(await again.unknown('es', ['Palimpsestic'])).toEqual([]);
    await again.removeWord('PALIMPSESTIC');
    expect(await again.words()).toEqual([]);
    await again.close();
  });

  it('a dictionary in an older encoding is added, used and taken away again', async () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    const files = [join(folder, 'de_XX.aff'), join(folder, 'de_XX.dic')];
    await writeFile(
      files[0] ?? '',
      latin('SET ISO8859-1\nTRY esianrtolcdugmphbyfvkw\nSFX ä Y 1\nSFX ä 0 n .\n'),
    );
    await writeFile(files[1] ?? '', latin('3\nStraße/ä\nMädchen\nBürger\n'));
    expect(await speller.addDictionary(files)).toBe('de_XX');
    expect(await speller.unknown('de_XX', ['Mädchen', 'Straßen', 'Bürger', 'Burger'])).toEqual(['Burger']);
    expect(await speller.suggest('de_XX', 'Burger')).toEqual(['Bürger']);
    expect((await speller.dictionaries()).filter(({ source }) => source === 'own')).toMatchObject([
      { language: 'de_XX' },
    ]);
    const text = 'Die Bewohner der Stadt gingen auf den Platz, weil sie die neuen Lehrer sehen wollten.';
    expect(await speller.languageOf(text, [])).toBe('de_XX');
    await speller.removeDictionary('de_XX');
    await expect(speller.unknown('de_XX', ['Burger'])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('files that are no dictionary are refused and change nothing', async () => {
    const before = await speller.dictionaries();
    const file = join(folder, 'note.dic');
    await writeFile(file, 'no words');
    await writeFile(join(folder, 'note.aff'), 'nothing');
    await expect(speller.addDictionary([file, join(folder, 'note.aff')])).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(speller.addDictionary([file])).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await speller.dictionaries()).toEqual(before);
  });
});

it('a shipped file is read as it is', async () => {
  const read = (name: string): Promise<Buffer> => readFile(join(shippedDir, 'fr', name));
  const decoded = decodeDictionary(await read('words.aff'), await read('words.dic'));
  expect(decoded.affixes).toContain('SET UTF-8');
  expect(decoded.words.split('\n').length).toBeGreaterThan(50_000);
});
