import { join } from 'node:path';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment, defaultTreeAdapter as tree } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { haveSameCells, tableTextOf } from './table-text';
import {
  cellBreakId,
  cellFormOf,
  closingTagId,
  endId,
  isGap,
  isTag,
  lastTagId,
  openingTagId,
  spaceId,
  tableTags,
  Vocabulary,
} from './vocabulary';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await Vocabulary.open(join(__dirname, 'fixtures/tiny/model'));
});

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const elementsIn = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap((node) => (tree.isElementNode(node) ? [node, ...elementsIn(node.childNodes)] : []));
const textIn = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      tree.isTextNode(node) ? node.value : tree.isElementNode(node) ? textIn(node.childNodes) : '',
    )
    .join('');
const idsOf = (text: string): number[] =>
  Array.from(text, (character) => (character === ' ' ? spaceId : vocabulary.characterId(character))).map(
    (id) => id ?? 0,
  );
/** Ids of a table, written with its tags. */
const parse = (html: string): number[] =>
  (html.match(/<[^<>]+>|[^<>]/g) ?? []).map((piece) =>
    piece.startsWith('<')
      ? ([cellBreakId, ...Array.from({ length: lastTagId - tableTags.table + 1 }, (_, i) => 18717 + i)].find(
          (id) => vocabulary.textOf(id) === piece,
        ) ?? 0)
      : (idsOf(piece)[0] ?? 0),
  );
const written = (html: string): string => tableTextOf(parse(html), vocabulary).html;

/** & < > 1 A b */
const signs = [6, 18, 20, 34, 43, 70];
const tag = fc.integer({ min: tableTags.table, max: lastTagId });
/** Tags that a table is made of come often. */
const anyId = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: tableTags.table, max: 18725 }) },
  { weight: 3, arbitrary: fc.constantFrom(...signs) },
  { weight: 1, arbitrary: fc.constantFrom(spaceId, cellBreakId, 18715, endId) },
  { weight: 1, arbitrary: tag },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 18831 }) },
);

describe('any ids', () => {
  it('make one table that holds all characters in order', () =>
    fc.assert(
      fc.property(fc.array(anyId, { maxLength: 40 }), (ids) => {
        const { html, ranges } = tableTextOf(ids, vocabulary);
        const nodes = parseFragment(html).childNodes;
        expect(nodes.map((node) => tree.isElementNode(node) && node.tagName)).toEqual(['table']);
        const said = ids
          .filter((id) => !isTag(id) && !isGap(id))
          .map((id) => vocabulary.textOf(id))
          .join('');
        const bare = (text: string): string => text.replace(/\s/gu, '');
        expect(bare(textIn(nodes))).toBe(bare(said));
        // Whatever the parser mends would be said again otherwise.
        const names = elementsIn(nodes).map(({ tagName }) => tagName);
        expect(names.filter((name) => name !== 'tbody')).toEqual(
          [...html.matchAll(/<(\w+)/g)].map(([, name]) => name),
        );
        let end = 0;
        for (const [index, range] of ranges.entries()) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          end = range.end;
          const id = ids[index] ?? 0;
          const own = html.slice(range.start, range.end);
          if (isTag(id)) expect(['', vocabulary.textOf(id)].includes(own) || own.startsWith('</')).toBe(true);
          else if (!isGap(id)) expect(textIn(parseFragment(own).childNodes)).toBe(vocabulary.textOf(id));
        }
        expect(end).toBeLessThanOrEqual(html.length);
      }),
      { numRuns: 1000 },
    ));
});

describe('well-formed ids', () => {
  const cell = fc.record({
    header: fc.boolean(),
    colspan: fc.integer({ min: 1, max: 4 }),
    rowspan: fc.integer({ min: 1, max: 4 }),
    text: fc.array(fc.constantFrom(...signs, spaceId, cellBreakId), { maxLength: 5 }),
  });

  it('are written one after the other', () =>
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const ids = [
          tableTags.table,
          ...rows.flatMap((row) => [
            tableTags.row,
            ...row.flatMap((one) => [openingTagId(one) ?? 0, ...one.text, closingTagId(one.header)]),
            tableTags.rowEnd,
          ]),
          tableTags.tableEnd,
        ];
        const { html, ranges, mended } = tableTextOf(ids, vocabulary);
        expect(mended).toBe(false);
        expect(ranges.map(({ start, end }) => html.slice(start, end)).join('')).toBe(html);
        const texts = ids.map((id) =>
          vocabulary
            .textOf(id)
            .replace(/^[&<>]$/, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? ''),
        );
        expect(html).toBe(texts.join(''));
      }),
    ));

  it('have a tag for each form of cell and a form for each tag', () => {
    for (let id: number = tableTags.table; id <= lastTagId; id++) {
      const form = cellFormOf(id);
      expect(form !== undefined).toBe(/^<t[dh]/.test(vocabulary.textOf(id)));
      if (form) expect(openingTagId(form)).toBe(id);
    }
  });
});

describe('ids out of order', () => {
  const first = '<table><tr><td>1</td></tr>';
  it.each([
    [
      'no closing tags',
      '<table><tr><td>1<td>2<tr><td>3',
      '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    ],
    ['closed as the other kind', '<table><tr><td>1</th></tr></table>', `${first}</table>`],
    ['no opening tags', '1</td><td>2</td>', '<table><tr><td>1</td><td>2</td></tr></table>'],
    [
      'text between cells',
      '<table><tr><td>1</td>2<td>3</td></tr></table>',
      '<table><tr><td>12</td><td>3</td></tr></table>',
    ],
    [
      'text between rows',
      `${first}2<tr><td>3</td></tr></table>`,
      '<table><tr><td>12</td></tr><tr><td>3</td></tr></table>',
    ],
    ['text at the start of a row', '<table><tr>1</td></tr></table>', `${first}</table>`],
    ['text behind the table', `${first}</table>2`, '<table><tr><td>12</td></tr></table>'],
    ['a row behind the table', `${first}</table><tr><td>2</td></tr>`, `${first}<tr><td>2</td></tr></table>`],
    ['a table within', '<table><tr><td>1<table><tr><td>2', `${first}<tr><td>2</td></tr></table>`],
    ['too many closing tags', `${first.slice(0, -5)}</td></tr></tr></table></table>`, `${first}</table>`],
    ['blanks between cells', '<table> <tr><br><td>1</td> </tr></table>', `${first}</table>`],
    ['nothing', '', '<table></table>'],
  ])('%s', (_, ids, html) => {
    expect(written(ids)).toBe(html);
    expect(tableTextOf(parse(ids), vocabulary).mended).toBe(true);
  });

  it('a cell that is opened again keeps its kind', () => {
    expect(written('<table><tr><th>1</th>2</td></tr></table>')).toBe('<table><tr><th>12</th></tr></table>');
  });
});

it('rows of unequal width are seen, spans counted', () => {
  const ragged = (rows: string): boolean => tableTextOf(parse(`<table>${rows}</table>`), vocabulary).ragged;
  expect(ragged('<tr><td>1</td><td>2</td></tr><tr><td colspan="2">3</td></tr>')).toBe(false);
  expect(ragged('<tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr>')).toBe(false);
  expect(ragged('<tr><td>1</td><td>2</td></tr><tr><td>3</td></tr>')).toBe(true);
});

it('tells whether all rows and cells are still there, headers or not', () => {
  const { table, tableEnd, row, rowEnd, cell, cellEnd, header, headerEnd } = tableTags;
  const [x, y] = ['x', 'y'].map((text) => vocabulary.characterId(text)!) as [number, number];
  const wide = (isHeader: boolean) => openingTagId({ header: isHeader, colspan: 2, rowspan: 1 })!;
  const read = [table, row, wide(false), x, cellEnd, rowEnd, row, cell, y, cellEnd, rowEnd, tableEnd, endId];
  const marked = read.map((id, at) => (at === 2 ? wide(true) : at === 4 ? headerEnd : at === 3 ? y : id));
  expect(haveSameCells(read, marked)).toBe(true);
  const rowLost = [...read.slice(0, 6), ...read.slice(11)];
  expect(haveSameCells(read, rowLost)).toBe(false);
  for (const tag of [cell, header]) {
    expect(
      haveSameCells(
        read,
        read.map((id, at) => (at === 2 ? tag : id)),
      ),
    ).toBe(false);
  }
});
