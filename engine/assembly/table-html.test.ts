import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../document';
import { readTableHtml } from './table-html';

const texts = (html: string) =>
  readTableHtml(html).rows.map((row) => row.cells.map((cell) => textOf(cell.content)));
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

test('O04: a line break in a cell is one break in one cell', () => {
  const table = readTableHtml(`<table>${row('a', 'b')}${row('Batch<br>two lines', 'c')}</table>`);
  expect(table.rows).toHaveLength(2);
  expect(table.rows[1]?.cells[0]?.content).toEqual([
    { kind: 'text', text: 'Batch' },
    { kind: 'break' },
    { kind: 'text', text: 'two lines' },
  ]);
});

test('X02: equal neighbours stay cells of their own', () => {
  const zeros = row('0', '0', '0', '0');
  const table = readTableHtml(`<table>${zeros.repeat(4)}</table>`);
  expect(table.rows.flatMap((each) => each.cells)).toHaveLength(16);
  expect(
    table.rows.every((each) => each.cells.every((cell) => cell.colspan === 1 && cell.rowspan === 1)),
  ).toBe(true);
});

test('heads, spans, raised and lowered text, formulas', () => {
  const { rows, ragged } = readTableHtml(
    '<table><thead><tr><td colspan=2>Head</td></tr></thead><tbody><tr><th rowspan="2">a</th><td>H<sub>2</sub>O</td></tr><tr><td>$10^{3}$ or $5 and $7</td></tr></tbody></table>',
  );
  expect(ragged).toBe(false);
  expect(rows[0]?.cells[0]).toMatchObject({ header: true, colspan: 2 });
  expect(rows[1]?.cells[0]).toMatchObject({ header: true, rowspan: 2 });
  expect(rows[1]?.cells[1]?.content[1]).toEqual({
    kind: 'subscript',
    children: [{ kind: 'text', text: '2' }],
  });
  expect(rows[2]?.cells[0]?.content).toEqual([
    { kind: 'formula', latex: '10^{3}' },
    { kind: 'text', text: ' or $5 and $7' },
  ]);
});

test('rows of different width are ragged', () => {
  expect(readTableHtml(`<table>${row('a', 'b')}${row('c')}</table>`).ragged).toBe(true);
  expect(
    readTableHtml('<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>').ragged,
  ).toBe(false);
});

describe('hostile or broken HTML does no harm', () => {
  test('scripts are text, attributes are ignored', () => {
    expect(
      texts('<table><tr><td onclick="x()"><script>alert(1)</script>&lt;b&gt;</td></tr></table>'),
    ).toEqual([['alert(1)<b>']]);
  });

  test('huge and senseless spans are cut', () => {
    const { rows } = readTableHtml(
      '<table><tr><td colspan="999999999" rowspan="99999">a</td><td colspan="-3" rowspan="0">b</td></tr></table>',
    );
    expect(rows[0]?.cells.map(({ colspan, rowspan }) => [colspan, rowspan])).toEqual([
      [200, 1],
      [1, 1],
    ]);
  });

  test('a table within a cell becomes its text', () => {
    expect(
      texts('<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>'),
    ).toEqual([['a\nb c', 'd']]);
  });

  test('a table that is cut off is closed', () => {
    expect(texts('<table><tr><td>a</td><td>b')).toEqual([['a', 'b']]);
  });

  test('text outside cells is kept', () => {
    expect(textOf(readTableHtml('before <table><tr><td>a</td></tr></table> after').stray)).toBe(
      'before after',
    );
  });

  test('nothing makes it throw, and every span fits', () => {
    const piece = fc.constantFrom(
      '<table>',
      '</table>',
      '<tr>',
      '<td>',
      '<td colspan=3>',
      '<th rowspan=4>',
      '</td>',
      'x',
      '<br>',
      '<thead>',
      '<p>',
      '<td colspan="1e9">',
      '<template>',
      '<svg>',
      '&amp;',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { rows } = readTableHtml(pieces.join(''));
        rows.forEach((each, index) => {
          for (const cell of each.cells) expect(index + cell.rowspan).toBeLessThanOrEqual(rows.length);
        });
      }),
    );
  });
});
