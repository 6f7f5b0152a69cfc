import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOfTable, tableOfLines } from './convert';
import {
  cellAt,
  cellsIn,
  insertColumn,
  insertRow,
  mergeCells,
  placeCells,
  removeColumn,
  removeRow,
  setCellText,
  splitCell,
  type TableGrid,
  toggleHeader,
} from './table-grid';
import { parseTable, serialiseTable } from './table-html';

const words = fc
  .string({ unit: fc.constantFrom('a', 'é', '<', '>', '&', '"', ' ', '\n', '中', '$'), maxLength: 8 })
  .map((text) =>
    text
      .replace(/ +/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{2,}/g, '\n')
      .trim(),
  );

const cell = fc.record({
  rowspan: fc.integer({ min: 1, max: 3 }),
  colspan: fc.integer({ min: 1, max: 3 }),
  header: fc.boolean(),
  text: words,
});

const table = fc
  .array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((rows) => placeCells(rows));

/** Every place belongs to exactly one cell. */
function expectWhole(grid: TableGrid): void {
  const covered = new Map<string, number>();
  for (const { row, column, rowspan, colspan } of grid.cells) {
    for (let down = 0; down < rowspan; down += 1) {
      for (let over = 0; over < colspan; over += 1) {
        const key = `${row + down} ${column + over}`;
        covered.set(key, (covered.get(key) ?? 0) + 1);
      }
    }
  }
  expect([...covered.values()].every((count) => count === 1)).toBe(true);
  expect(covered.size).toBe(grid.rows * grid.columns);
}

type Change = (grid: TableGrid) => TableGrid;
const place = fc.integer({ min: 0, max: 5 });
const change: fc.Arbitrary<Change> = fc.oneof(
  place.map(
    (at): Change =>
      (grid) =>
        insertRow(grid, Math.min(at, grid.rows)),
  ),
  place.map(
    (at): Change =>
      (grid) =>
        insertColumn(grid, Math.min(at, grid.columns)),
  ),
  place.map(
    (at): Change =>
      (grid) =>
        removeRow(grid, Math.min(at, grid.rows - 1)),
  ),
  place.map(
    (at): Change =>
      (grid) =>
        removeColumn(grid, Math.min(at, grid.columns - 1)),
  ),
  fc.tuple(place, place).map(
    ([row, column]): Change =>
      (grid) =>
        splitCell(grid, row, column),
  ),
  fc.tuple(place, place, place, place).map(
    ([a, b, c, d]): Change =>
      (grid) =>
        mergeCells(grid, {
          top: Math.min(a, c, grid.rows - 1),
          bottom: Math.min(Math.max(a, c), grid.rows - 1),
          left: Math.min(b, d, grid.columns - 1),
          right: Math.min(Math.max(b, d), grid.columns - 1),
        }),
  ),
  fc.tuple(place, place).map(
    ([top, left]): Change =>
      (grid) =>
        toggleHeader(grid, { top, left, bottom: top, right: left }),
  ),
);

const textsOf = (grid: TableGrid): readonly string[] =>
  grid.cells
    .flatMap(({ text }) => text.split('\n'))
    .filter((text) => text !== '')
    .sort();

describe('the grid of a table', () => {
  it('stays whole through any changes', () => {
    fc.assert(
      fc.property(table, fc.array(change, { maxLength: 8 }), (grid, changes) => {
        expectWhole(grid);
        expectWhole(changes.reduce((now, each) => each(now), grid));
      }),
    );
  });

  it('joining and splitting cells and adding rows and columns lose no text', () => {
    fc.assert(
      fc.property(table, fc.nat(5), fc.nat(5), (grid, row, column) => {
        const area = {
          top: 0,
          left: 0,
          bottom: Math.min(row, grid.rows - 1),
          right: Math.min(column, grid.columns - 1),
        };
        const merged = mergeCells(grid, area);
        expect(textsOf(merged)).toEqual(textsOf(grid));
        expect(textsOf(splitCell(merged, 0, 0))).toEqual(textsOf(grid));
        expect(textsOf(insertRow(grid, area.bottom))).toEqual(textsOf(grid));
        expect(textsOf(insertColumn(grid, area.right))).toEqual(textsOf(grid));
      }),
    );
  });

  it('what is inserted and removed again leaves the table as it was', () => {
    fc.assert(
      fc.property(table, fc.nat(4), (grid, at) => {
        expect(removeRow(insertRow(grid, Math.min(at, grid.rows)), Math.min(at, grid.rows))).toEqual(grid);
        const column = Math.min(at, grid.columns);
        expect(removeColumn(insertColumn(grid, column), column)).toEqual(grid);
      }),
    );
  });

  it('headings and texts are set where asked', () => {
    const grid = parseTable('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>');
    const headed = toggleHeader(grid, { top: 0, left: 0, bottom: 0, right: 1 });
    expect(cellsIn(headed, { top: 0, left: 0, bottom: 1, right: 1 }).map(({ header }) => header)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(cellAt(setCellText(headed, 1, 1, 'z'), 1, 1)?.text).toBe('z');
    expect(serialiseTable(insertColumn(headed, 2))).toBe(
      '<table><tr><th>a</th><th>b</th><th></th></tr><tr><td>c</td><td>d</td><td></td></tr></table>',
    );
  });
});

describe('table HTML', () => {
  it('comes back from a grid as it went in, special characters included', () => {
    fc.assert(
      fc.property(table, (grid) => {
        expect(parseTable(serialiseTable(grid))).toEqual(grid);
      }),
    );
  });

  it('keeps spans, heads, breaks and inline marks; other tags and attributes go, their text stays', () => {
    const html =
      '<table class="x"><thead><tr><td colspan="2">A<br>B</td></tr></thead><tbody><tr><td rowspan=2>m<sup>2</sup></td>' +
      '<td><script>no()</script><span onclick="x">y &lt;b&gt;</span></td></tr><tr><td>1 &amp; 2</td></tr></tbody></table>';
    const grid = parseTable(html);
    expect(grid.cells.map(({ text }) => text)).toEqual(['A\nB', 'm<sup>2</sup>', 'no()y <b>', '1 & 2']);
    expect(grid.cells[0]).toMatchObject({ colspan: 2, header: true });
    expect(serialiseTable(grid)).toBe(
      '<table><tr><th colspan="2">A<br>B</th></tr><tr><td rowspan="2">m<sup>2</sup></td>' +
        '<td>no()y &lt;b&gt;</td></tr><tr><td>1 &amp; 2</td></tr></table>',
    );
  });

  it('ragged rows are filled up, and no table at all is one empty cell', () => {
    const grid = parseTable('<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>');
    expectWhole(grid);
    expect(grid).toMatchObject({ rows: 2, columns: 2 });
    expect(parseTable('no table')).toMatchObject({ rows: 1, columns: 1 });
  });
});

describe('lines and tables', () => {
  it('turn into each other by tabs', () => {
    const line = fc.array(fc.constantFrom('a', 'b c', '1,5', '<', 'é'), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (rows) => {
        const wide = Math.max(...rows.map((row) => row.length));
        const text = rows.map((row) => [...row, ...Array(wide - row.length).fill('')].join('\t')).join('\n');
        expect(linesOfTable(tableOfLines(text))).toBe(text);
      }),
    );
  });

  it('bars and wide spaces part cells as well', () => {
    expect(linesOfTable(tableOfLines('| a | b |\n| c | d |'))).toBe('a\tb\nc\td');
    expect(linesOfTable(tableOfLines('one   two\nthree four   five'))).toBe('one\ttwo\nthree four\tfive');
  });
});
