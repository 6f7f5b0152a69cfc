import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawPage, png } from '../testing/drawn-page';
import { readAll } from '../testing/real-engine';
import { stubToolbox } from '../testing/stub-tools';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { createEngine, type Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeEach(async () => {
  place = await makeWorkplace();
  engine = createEngine({
    assetsDir: resolve('assets'),
    cacheDir: place.path('cache'),
    spellingDir: place.path('spelling'),
    toolbox: stubToolbox({ milliseconds: 0 }),
  });
});
afterEach(async () => {
  await engine.close();
  await place.remove();
});

async function openOne(): Promise<string> {
  const { canvas } = drawPage(200, 120, [{ text: 'A', x: 20, y: 60, size: 28 }]);
  const file = await place.put('a.png', png(canvas));
  const { documents } = await engine.request('open', { paths: [file] });
  return documents[0]!.id;
}

it('words are checked in the language of the document as it now is, or in the one asked for', async () => {
  const documentId = await openOne();
  const words = ['ledger', 'ledgcr'];
  // Nothing is read yet.
  expect(await engine.request('check-words', { documentId, words })).toEqual({ language: null, unknown: [] });
  await readAll(engine, [documentId]);
  const region = (await engine.request('document', { documentId })).pages[0]!.regions[0]!.id;
  const text =
    'Os vizinhos da aldeia saíram para a praça porque queriam ver a chegada dos novos professores.';
  await engine.request('edit', { documentId, edits: [{ kind: 'set-text', regionId: region, text }] });
  const checked = await engine.request('check-words', { documentId, words: ['praça', 'prafa'] });
  expect(checked).toEqual({ language: expect.stringMatching(/^pt-/), unknown: ['prafa'] });
  expect(await engine.request('check-words', { documentId, language: 'en-GB', words })).toEqual({
    language: 'en-GB',
    unknown: ['ledgcr'],
  });
  expect((await engine.request('suggest-words', { language: 'en-GB', word: 'ledgcr' })).words[0]).toBe(
    'ledger',
  );
});

it('own words and dictionaries lie in the folder that the engine was given', async () => {
  expect(await engine.request('own-words', { add: 'Ledgcr' })).toEqual({ words: ['ledgcr'] });
  const { dictionaries } = await engine.request('dictionaries', {});
  expect(dictionaries.map(({ language }) => language).sort()).toEqual([
    'en-GB',
    'en-US',
    'es',
    'fr',
    'pt-BR',
    'pt-PT',
  ]);
  const files = [
    await place.put('xx.aff', Buffer.from('SET UTF-8\nTRY ab\n')),
    await place.put('xx.dic', Buffer.from('1\nabba\n')),
  ];
  expect(await engine.request('add-dictionary', { files })).toEqual({ language: 'xx' });
  const added = (await engine.request('dictionaries', {})).dictionaries.find(
    ({ language }) => language === 'xx',
  );
  expect(added).toEqual({ language: 'xx', name: 'xx', source: 'own' });
  await engine.request('remove-dictionary', { language: 'xx' });
  await expect(engine.request('remove-dictionary', { language: 'en-GB' })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await engine.request('own-words', { remove: 'ledgcr' })).toEqual({ words: [] });
  await expect(
    engine.request('add-dictionary', { files: [join(place.path('no'), 'x.aff')] }),
  ).rejects.toMatchObject({
    code: 'invalid-request',
  });
});
