import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Region } from '../../../engine/document';
import { parseTable } from '../table/table-html';
import { findHits, replacingEdits, type SearchOptions, unitsOf } from './search';

const options: SearchOptions = { matchCase: false, wholeWord: false, expression: false };

const region = (id: string, text: string, format: 'plain' | 'table-html' = 'plain'): Region => ({
  id,
  label: 'text',
  box: { x: 0, y: 0, width: 1, height: 1 },
  task: 'text',
  state: 'unchecked',
  lines: [],
  marks: [],
  readings: [],
  correction: { text, format },
  history: [],
});

function search(
  regions: readonly Region[],
  query: string,
  replacement: string,
  more: Partial<SearchOptions> = {},
) {
  const hits = findHits({
    units: unitsOf('p', regions),
    query,
    replacement,
    options: { ...options, ...more },
  });
  const edits = replacingEdits(hits, new Map(regions.map((each) => [each.id, each])));
  return { hits, texts: edits.map((edit) => (edit.kind === 'set-text' ? edit.text : '')) };
}

describe('find and replace', () => {
  it('plain words are found wherever they stand, whatever signs they have, and replaced as written', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 6 }),
        fc.string({ maxLength: 6 }),
        fc.array(fc.constantFrom('x', ' ', '\n', 'é'), { maxLength: 6 }),
        (word, replacement, around) => {
          const text = `${around.join('')}${word}${around.join('')}`;
          const { hits, texts } = search([region('r', text)], word, replacement, { matchCase: true });
          expect(hits.length).toBe(text.split(word).length - 1);
          expect(texts[0] ?? text).toBe(text.split(word).join(replacement));
        },
      ),
    );
  });

  it('knows case and whole words, accents and letters of any script included', () => {
    const text = region('r', 'Teh teh tehés été eté été.');
    expect(search([text], 'teh', '').hits).toHaveLength(3);
    expect(search([text], 'teh', '', { matchCase: true }).hits).toHaveLength(2);
    expect(search([text], 'teh', '', { wholeWord: true }).hits).toHaveLength(2);
    expect(search([text], 'été', 'x', { wholeWord: true }).texts).toEqual(['Teh teh tehés x eté x.']);
  });

  it('expressions may use parts of the hit; a broken one is refused', () => {
    const { texts } = search([region('r', '3.5.1874')], '(\\d+)\\.(\\d+)\\.', '$2/$1 $$ ', {
      expression: true,
    });
    expect(texts).toEqual(['5/3 $ 1874']);
    expect(search([region('r', 'abc')], 'x*', '!', { expression: true }).hits).toEqual([]);
    expect(() => search([region('r', 'a')], '(', '', { expression: true })).toThrow(SyntaxError);
  });

  it('in tables only words of cells are searched, never tags', () => {
    const table = region('t', '<table><tr><th>td</th><td colspan="2">a td</td></tr></table>', 'table-html');
    const { hits, texts } = search([table], 'td', 'row');
    expect(hits.map(({ part }) => part)).toEqual([0, 1]);
    expect(parseTable(texts[0] ?? '').cells.map(({ text }) => text)).toEqual(['row', 'a row']);
  });

  it('what has changed since is left alone', () => {
    const { hits } = search([region('r', 'one two')], 'two', '2');
    expect(replacingEdits(hits, new Map([['r', region('r', 'one TWO')]]))).toEqual([]);
  });
});
