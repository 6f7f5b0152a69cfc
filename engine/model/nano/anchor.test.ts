import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Anchor, assumeCopy, guardOf, operations, pushId, startAnchor } from './anchor';
import { cellBreakId, endId, isTag, lastTagId, spaceId, tableTags } from './vocabulary';

const { table, tableEnd, row, rowEnd, cell, cellEnd, header, headerEnd } = tableTags;
/** Of two columns. */
const wideCell = 18725;

/** Cells by their texts: a letter is its own code. `th:` and `wide:` before a text say what opens the cell. */
type Rows = readonly (readonly string[])[];

const cellIds = (text: string): number[] => {
  const [, kind, letters = ''] = /^(th:|wide:)?(.*)$/.exec(text) ?? [];
  const opening = kind === 'th:' ? header : kind === 'wide:' ? wideCell : cell;
  const characters = Array.from(letters, (letter) => (letter === ' ' ? spaceId : letter.charCodeAt(0)));
  return [opening, ...characters, kind === 'th:' ? headerEnd : cellEnd];
};
const rowIds = (cells: readonly string[]): number[] => [row, ...cells.flatMap(cellIds), rowEnd];
const tableIds = (rows: Rows): number[] => [table, ...rows.flatMap(rowIds), tableEnd];

/** States before each of the ids and after the last. */
function walk(prior: readonly number[], ids: readonly number[]): Anchor[] {
  let anchor = startAnchor;
  return [anchor, ...ids.map((id) => (anchor = pushId(prior, anchor, id)))];
}

/** Of the ids of the text's last rows, as many as `rows` has, those that the prior has at the anchor. */
function inStep(read: Rows, written: Rows, rows: number): boolean[] {
  const prior = [...tableIds(read), endId];
  const ids = tableIds(written);
  const places = walk(prior, ids).map(({ place }) => place);
  const tail = written.slice(-rows).flatMap(rowIds).length + 1;
  return ids.map((_, index) => ids.length - index === prior.length - 1 - (places[index] ?? 0)).slice(-tail);
}

const numbers: Rows = [
  ['7', '3', '9', '2'],
  ['5', '8', '4', '6'],
  ['1', '9', '7', '3'],
  ['6', '2', '5', '8'],
  ['4', '1', '6', '9'],
  ['8', '7', '2', '5'],
];
const words: Rows = [
  ['Anna Berg', 'painter', '1874'],
  ['Carl Dahl', 'smith', '1880'],
  ['Eva Falk', '', '1891'],
  ['Georg Holm', 'teacher', ''],
  ['Ida Juul', 'printer', '1903'],
];

/** Rows with one of them replaced. */
const changed = (rows: Rows, at: number, cells: Rows[number]): Rows =>
  rows.map((old, index) => (index === at ? cells : old));
const without = (rows: Rows, at: number): Rows => rows.filter((_, index) => index !== at);

describe('in tables the anchor', () => {
  it('walks through a header row that was read as plain cells, and the guard does not rise', () => {
    const headers = changed(
      words,
      0,
      (words[0] ?? []).map((text) => `th:${text}`),
    );
    const prior = [...tableIds(words), endId];
    const states = walk(prior, tableIds(headers));
    expect(states.map(({ place }) => place)).toEqual(states.map((_, index) => index));
    expect(new Set(states.map((state) => guardOf(state, 1)))).toEqual(new Set([1]));
    expect(states.filter(({ operation }) => operation === operations.substitution)).toHaveLength(6);
  });

  // As read, as written.
  it.each<[string, Rows, Rows]>([
    ['a cell divided', changed(words, 1, ['Carl Dahl smith', '', '1880']), words],
    ['a cell divided, one cell missing', changed(words, 1, ['Carl Dahl smith', '1880']), words],
    ['a cell of one character divided', changed(numbers, 1, ['5 8', '4', '6']), numbers],
    ['two cells joined', words, changed(words, 1, ['wide:Carl Dahl smith', '1880'])],
    ['two cells of one character joined', numbers, changed(numbers, 1, ['wide:5 8', '4', '6'])],
    ['an empty cell too many', changed(numbers, 1, ['5', '', '8', '4', '6']), numbers],
    ['an empty cell missing', numbers, changed(numbers, 1, ['5', '', '8', '4', '6'])],
    ['a cell with text missing', changed(numbers, 1, ['5', '4', '6']), numbers],
    ['a text in the cell beside', changed(words, 2, ['', 'Eva Falk', '1891']), words],
    ['a row missing', without(words, 1), words],
    ['a row of single characters missing', without(numbers, 1), numbers],
    [
      'a row of one cell in two',
      [...words.slice(0, 1), ['Carl', 'smith', '1880'], ['Dahl', '', ''], ...words.slice(2)],
      words,
    ],
  ])('is in step again two rows after %s', (_, read, written) => {
    expect(new Set(inStep(read, written, written.length - 4))).toEqual(new Set([true]));
  });

  it('waits at the end of a row for cells that the prior has not, whatever is in them', () => {
    const prior = [
      ...tableIds([
        ['1', '2'],
        ['3', '4'],
      ]),
      endId,
    ];
    const places = walk(prior, tableIds([['1', '2', 'new', '', '']])).map(({ place }) => place);
    const end = prior.indexOf(rowEnd);
    const copied = tableIds([['1', '2']]).indexOf(rowEnd);
    expect(places.slice(copied, -2)).toEqual(places.slice(copied, -2).map(() => end));
    // The end of the row is copied.
    expect(places[places.length - 2]).toBe(end + 1);
  });

  it('does not go back to what was copied, or a text that repeats itself would go in circles', () => {
    const prior = [...tableIds([['abcdefgh', '1']]), endId];
    const ids = [...tableIds([['abcdefgh']]).slice(0, 11), ...cellIds('abcde').slice(1, -1)];
    expect(prior[walk(prior, ids)[ids.length]?.place ?? 0]).toBe(cellEnd);
  });

  it('passes over no cell and no row where decoding keeps them, whatever stands elsewhere', () => {
    const read: Rows = [
      ['Erle', '7,13'],
      ['Bauenden', '4,01 ± 1,22'],
    ];
    const prior = [...tableIds(read), endId];
    const ids = tableIds([['Erle', '± 1,22']]).slice(0, -3);
    const placeAfter = (keepsCells: boolean): number =>
      ids.reduce((anchor, id) => pushId(prior, anchor, id, { keepsCells }), startAnchor).place;
    expect(placeAfter(false)).toBe(prior.lastIndexOf(cellEnd));
    expect(placeAfter(true)).toBeLessThan(prior.indexOf(rowEnd));
  });

  it('stays in step where single characters are wrong, and does not go where the text stands too', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(numbers.length - 1), fc.nat(3), fc.constantFrom(...'1234567')), {
          maxLength: 2,
        }),
        (faults) => {
          const read = faults.reduce<Rows>(
            (rows, [at, column, wrong]) =>
              changed(
                rows,
                at,
                (rows[at] ?? []).map((text, index) => (index === column ? wrong : text)),
              ),
            numbers,
          );
          const prior = [...tableIds(read), endId];
          expect(walk(prior, tableIds(numbers)).map(({ place }) => place)).toEqual(
            Array.from({ length: prior.length }, (_, index) => index),
          );
        },
      ),
    ));
});

const anyId = fc.oneof(
  fc.integer({ min: 65, max: 70 }),
  fc.integer({ min: table, max: wideCell }),
  fc.constantFrom(spaceId, cellBreakId, 18715, lastTagId, endId),
);
const anyPrior = fc
  .tuple(fc.boolean(), fc.array(anyId, { maxLength: 60 }))
  .map(([isTable, ids]) => [...(isTable ? [table] : []), ...ids.filter((id) => id !== endId), endId]);

describe('whatever is written, the anchor', () => {
  it('stands in the prior reading, and goes back no further than it has passed over', () =>
    fc.assert(
      fc.property(anyPrior, fc.array(anyId, { maxLength: 80 }), (prior, ids) => {
        let former = startAnchor;
        for (const state of walk(prior, ids)) {
          const { place, operation, held, edits, passed } = state;
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThan(prior.length);
          expect([0, 1, 2, 3, 4, 5]).toContain(operation);
          expect([0, 1, 2]).toContain(held);
          expect(edits).toBeLessThanOrEqual(8);
          const back = prior.slice(place, former.place).filter((id) => !isTag(id)).length;
          // What the last id itself has passed over counts too; it is taken back first.
          expect(back).toBeLessThanOrEqual(former.passed + 3);
          expect(passed).toBeLessThanOrEqual(prior[0] === table ? 96 : 8);
          former = state;
        }
      }),
      { numRuns: 500 },
    ));

  it('of masks is that of copies', () =>
    fc.assert(
      fc.property(anyPrior, fc.nat(60), fc.nat(10), (prior, count, masks) => {
        const end = prior.length - 1;
        const ids = prior.slice(0, Math.min(count, end));
        let masked = walk(prior, ids)[ids.length] ?? startAnchor;
        let copied = masked;
        for (let mask = 0; mask < masks && copied.place < end; mask++) {
          masked = assumeCopy(prior, masked);
          copied = pushId(prior, copied, prior[copied.place] ?? endId);
          expect([masked.place, masked.operation]).toEqual([copied.place, copied.operation]);
        }
      }),
    ));
});
