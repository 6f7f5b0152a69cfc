/** Scripts that the models do not cover are marked; those that they cover are not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawParagraph, png } from '../testing/drawn-page';
import type { Face } from '../testing/fonts';
import { convert, openEngine } from '../testing/real-engine';
import { fixtures, makeWorkplace, type Workplace } from '../testing/workplace';
import type { Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeAll(async () => {
  place = await makeWorkplace();
  engine = openEngine(place);
});
afterAll(async () => {
  await engine.close();
  await place.remove();
});

const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация губерний.';
const greek = 'ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν, καὶ θεὸς ἦν ὁ λόγος. οὗτος ἦν ἐν ἀρχῇ.';
const pages: readonly [name: string, text: string, size: number, face: Face, isMarked: boolean][] = [
  ['russian-serif', russian, 24, 'serif', true],
  ['greek-sans', greek, 24, 'sans', true],
  [
    'english-small',
    'The keeper wrote down every ship, its cargo and the name of the master.',
    13,
    'sans',
    false,
  ],
  [
    'portuguese',
    'À noite, vovô vê o ímã cair no pé do pinguim; põe açúcar no chá e não na maçã.',
    24,
    'serif',
    false,
  ],
  [
    'german',
    'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich am Übergang.',
    24,
    'sans',
    false,
  ],
  [
    'french',
    'Dès Noël un zéphyr haï me vêt de glaçons, je dîne d’un rôti de bœuf à l’âge mûr.',
    24,
    'serif',
    false,
  ],
  ['capitals', 'THE KEEPER WROTE DOWN EVERY SHIP AND ITS CARGO', 24, 'sans', false],
  ['figures', '1 024 3 998,50 12/05/1987 0.774 88 1291 7 40 213.5 811 664,00', 24, 'typewriter', false],
  ['spaced', 'T H E   H A R B O U R   B O O K', 30, 'serif', false],
];

describe('script not supported?', { timeout: 180_000 }, () => {
  it('is said on the page, in JSON and in the account, and only where it is true', async () => {
    for (const [name, text, size, face] of pages) {
      await place.put(`in/${name}.png`, png(drawParagraph(text, { width: size * 24, size, face })));
    }
    await place.put('in/chinese.png', await fixtures('chinese.png'));
    const { account } = await convert(engine, {
      paths: [place.path('in')],
      out: place.path('out'),
      formats: ['json'],
    });
    const marked: string[] = [];
    for (const { relativePath, pages: counts, notes, regions } of account.files) {
      const name = relativePath.replace('.png', '');
      const document = JSON.parse(await place.text('out', `${name}.json`)).document;
      const kinds: string[] = document.pages[0].marks.map((mark: { kind: string }) => mark.kind);
      expect(kinds.includes('unsupported-script'), name).toBe(counts.unsupportedScript === 1);
      expect(
        notes.some((note) => note.includes('script or hand not supported?')),
        name,
      ).toBe(counts.unsupportedScript === 1);
      if (counts.unsupportedScript === 1) {
        marked.push(name);
        expect(regions.doubtful, name).toBeGreaterThan(0);
      }
    }
    const expected = pages.filter(([, , , , isMarked]) => isMarked).map(([name]) => name);
    expect(marked.sort()).toEqual(expected.sort());
    expect(account.total.pages.unsupportedScript).toBe(expected.length);
  });
});
