import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CertainPart, doubtfulWords, doubtsOfTokens } from './doubtful-words';
import { editedDoubts } from './edited-doubts';
import { doubtsOfLines, doubtsOfTable } from './lines/certain-parts';
import type { Peak } from './lines/ctc';
import { tableHtml } from './lines/table-html';

const thresholds = [0.2, 0.5, 0.8] as const;
const letters = (text: string, certainty: (place: number) => number): CertainPart[] =>
  [...text].map((_, start) => ({ start, end: start + 1, certainty: certainty(start) }));

describe('doubtful words', () => {
  it('are as doubtful as their least certain character; signs around them do not count', () => {
    const text = 'one “two” three, four';
    const doubts = doubtfulWords(
      text,
      letters(text, (place) => ({ 4: 0, 6: 0.4, 12: 0.7, 15: 0, 17: 0.1 })[place] ?? 1),
      thresholds,
    );
    expect(doubts.map(({ start, end, grade }) => [text.slice(start, end), grade])).toEqual([
      ['two', 2],
      ['three', 3],
      ['four', 1],
    ]);
  });

  it('stand in the text in order, and more are marked where less is sure', () =>
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (text, values) => {
          const parts = letters(text, (place) => values[place % Math.max(1, values.length)] ?? 1);
          const doubts = doubtfulWords(text, parts, thresholds);
          let from = 0;
          for (const { start, end } of doubts) {
            expect(start).toBeGreaterThanOrEqual(from);
            expect(text.slice(start, end)).not.toMatch(/\s/);
            from = end;
          }
          const sure = doubtfulWords(
            text,
            parts.map((part) => ({ ...part, certainty: 1 })),
            thresholds,
          );
          expect(sure).toEqual([]);
        },
      ),
    ));

  it('of tokens have the smallest margin; formulas have none, tags are no words', () => {
    const text = '<td>led ger</td>';
    const margins = [9, 0.1, 9, 0.2, 9];
    let start = 0;
    const tokens = ['<td>', 'led', ' ', 'ger', '</td>'].map((piece, id) => {
      const token = {
        id,
        start,
        end: start + piece.length,
        round: 1,
        origin: 'plain' as const,
        margin: margins[id] ?? 9,
      };
      start += piece.length;
      return token;
    });
    expect(
      doubtsOfTokens(text, tokens, 'table-html').map((word) => text.slice(word.start, word.end)),
    ).toEqual(['led', 'ger']);
    expect(doubtsOfTokens(text, tokens, 'latex')).toEqual([]);
  });
});

describe('doubtful words of an edited text', () => {
  it('are those of the text before, where it has the same words, and the words of the editor', () => {
    const text = 'teh cat sat on teh mat';
    const place = { line: 0, from: 0.5, to: 0.6 };
    const doubts = [
      { start: 0, end: 3, grade: 2 as const },
      { start: 8, end: 11, grade: 3 as const, place },
    ];
    const edited = 'The big cat sat on teh mat';
    expect(
      editedDoubts({ text, doubts }, edited).map((word) => [
        edited.slice(word.start, word.end),
        word.grade,
        word.place,
      ]),
    ).toEqual([
      ['The', 1, undefined],
      ['big', 1, undefined],
      ['sat', 3, place],
    ]);
  });

  it('of an unchanged text are the same, and of any other stand on its words in order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c')),
        fc.array(fc.constantFrom('a', 'b', 'd')),
        (before, after) => {
          const text = before.join(' ');
          const doubts = before.map((_, index) => ({
            start: 2 * index,
            end: 2 * index + 1,
            grade: 2 as const,
          }));
          expect(editedDoubts({ text, doubts }, text)).toEqual(doubts);
          const found = editedDoubts({ text, doubts }, after.join(' '));
          // Every word of the first text is doubtful, so every word of the second is.
          expect(found.map(({ start }) => start)).toEqual(after.map((_, index) => 2 * index));
        },
      ),
    ));
});

const second = { text: '', probability: 0 };
/** Characters at every second step; those in `unsure` with a small probability. */
const peaksOf = (text: string, unsure: string): Peak[] =>
  [...text].map((character, index) => ({
    text: character,
    probability: unsure.includes(character) ? 0.1 : 0.999,
    first: 2 * index,
    last: 2 * index,
    second,
  }));

describe('doubtful words of lines', () => {
  it('have their place on the line, also on the second fragment of a printed line', () => {
    const lineAt = (text: string, x: number, y: number, index: number, unsure: string) => {
      const box = { x, y, width: 200, height: 20 };
      const table = { box, text, peaks: peaksOf(text, unsure), steps: 2 * text.length, line: index };
      return { line: { box, text }, table };
    };
    const read = [
      lineAt('Net sum', 0, 0, 0, ''),
      lineAt('4 pennies', 300, 0, 1, 'i'),
      lineAt('qx', 0, 40, 2, 'q'),
    ];
    const text = 'Net sum 4 pennies\nqx';
    const doubts = doubtsOfLines(text, read);
    expect(doubts.map(({ start, end }) => text.slice(start, end))).toEqual(['pennies', 'qx']);
    expect(doubts.map(({ place }) => place?.line)).toEqual([1, 2]);
    expect(doubts[0]?.place?.from).toBeCloseTo(4 / 18);
    expect(doubts[0]?.place?.to).toBeCloseTo(17 / 18);
  });

  it('are found in the HTML of a table, past signs that are written otherwise there', () => {
    const cell = (row: number, column: number) => {
      const box = { x: 200 * column, y: 40 * row, width: 190, height: 36 };
      return { row, column, rowspan: 1, colspan: 1, header: false, box, certainty: 1, otherForm: 0 };
    };
    const structure = { confidence: 1, cells: [cell(0, 0), cell(0, 1)], rows: 1, complete: true };
    const lineIn = (text: string, column: number, unsure: string) => ({
      box: { x: 200 * column + 10, y: 5, width: 100, height: 25 },
      text,
      peaks: peaksOf(text, unsure),
      steps: 2 * text.length,
      line: column,
    });
    const table = tableHtml(structure, [lineIn('A<B & Qed', 0, 'Q'), lineIn('sure', 1, '')]);
    const doubts = doubtsOfTable(table);
    expect(doubts.map(({ start, end }) => table.html.slice(start, end))).toEqual(['Qed']);
    expect(doubts[0]?.place?.line).toBe(0);
  });
});
