import { describe, expect, it } from 'vitest';
import { truthHtml } from './drawn-tables';
import { type GridCell, gridOf, markTable } from './table-marks';

const cell = (row: number, column: number, text: string, more: Partial<GridCell> = {}): GridCell => ({
  row,
  column,
  colspan: 1,
  rowspan: 1,
  header: false,
  text,
  ...more,
});

/** Year | Sales (over two columns) / (down two rows) | North | South / 1990 | 7 | (nothing). */
const truth = [
  cell(0, 0, 'Year', { rowspan: 2, header: true }),
  cell(0, 1, 'Sales\nin tons', { colspan: 2, header: true }),
  cell(1, 1, 'North', { header: true }),
  cell(1, 2, 'South', { header: true }),
  cell(2, 0, '1990'),
  cell(2, 1, '7 < 8'),
  cell(2, 2, ''),
];
const html =
  '<table><tr><th rowspan="2">Year</th><th colspan="2">Sales in tons</th></tr>' +
  '<tr><th>North</th><th>South</th></tr><tr><td>1990</td><td>7 &lt; 8</td><td></td></tr></table>';
const allRight = { spans: true, emptyCells: true, headers: true };

describe('gridOf', () => {
  it('places cells beside and below those that span', () => {
    const places = gridOf(html).map(({ row, column, text }) => [row, column, text]);
    expect(places).toEqual(truth.map(({ row, column, text }) => [row, column, text.replace('\n', ' ')]));
  });
});

describe('truthHtml', () => {
  it('writes the cells by row, whatever order they come in', () => {
    expect(truthHtml([...truth].reverse(), 3)).toBe(html);
  });

  it('writes a row without cells of its own', () => {
    const cells = [cell(0, 0, 'a', { rowspan: 2 }), cell(0, 1, 'b', { rowspan: 2 })];
    expect(truthHtml(cells, 2)).toBe(
      '<table><tr><td rowspan="2">a</td><td rowspan="2">b</td></tr><tr></tr></table>',
    );
  });
});

describe('markTable', () => {
  it('finds nothing wrong in the truth, whatever the texts are', () => {
    expect(markTable(html, truth)).toEqual(allRight);
    expect(markTable(html.replace('Year', 'Tear<br>x'), truth)).toEqual(allRight);
  });

  it.each([
    ['a span left out', html.replace(' colspan="2"', ''), { ...allRight, spans: false }],
    [
      'a span of another size, which moves what stands beside it',
      html.replace(' rowspan="2"', ''),
      { spans: false, emptyCells: true, headers: false },
    ],
    [
      'a span where the truth has none',
      html.replace('<td>7', '<td colspan="2">7'),
      { spans: false, emptyCells: false, headers: true },
    ],
    ['an empty cell filled', html.replace('<td></td>', '<td>0</td>'), { ...allRight, emptyCells: false }],
    ['a cell left empty', html.replace('1990', ' <br>'), { ...allRight, emptyCells: false }],
    ['a header cell read as another', html.replace(/th>/g, 'td>'), { ...allRight, headers: false }],
  ])('sees %s', (_, read, marks) => {
    expect(markTable(read, truth)).toEqual(marks);
  });

  it('gives a text without a table nothing, even where nothing was wanted', () => {
    const plain = [cell(0, 0, 'a')];
    expect(markTable('a', plain)).toEqual({ spans: false, emptyCells: false, headers: false });
    expect(markTable('<table><tr><td>b</td></tr></table>', plain)).toEqual(allRight);
  });
});
