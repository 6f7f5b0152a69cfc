import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { Box } from '../../base/geometry';
import { type TableLine, tableHtml } from './table-html';
import { decodeStructure, type StructureCell } from './table-structure';

function cell(row: number, column: number, extra: Partial<StructureCell> = {}): StructureCell {
  const box: Box = { x: 100 + column * 200, y: 100 + row * 60, width: 180, height: 50 };
  return { row, header: false, colspan: 1, rowspan: 1, box, certainty: 1, otherForm: 0, ...extra };
}

const text = (content: string, x: number, y: number, width = 60): TableLine => ({
  box: { x, y, width, height: 30 },
  text: content,
});

const grid = (rows: number, columns: number): StructureCell[] =>
  Array.from({ length: rows * columns }, (_, index) => cell(Math.floor(index / columns), index % columns));

const structure = (cells: readonly StructureCell[], rows: number) => ({
  cells,
  rows,
  confidence: 1,
  complete: true,
});

describe('tableHtml', () => {
  test('X02: equal neighbours stay cells of their own', () => {
    const lines = grid(4, 4).map(({ box }) => text('0', box.x + 10, box.y + 10));
    const { html, ragged } = tableHtml(structure(grid(4, 4), 4), lines);
    expect(html.match(/<td>0<\/td>/g)).toHaveLength(16);
    expect(html).not.toContain('span');
    expect(ragged).toBe(false);
  });

  test('O04: two short lines in a cell keep their break, a wrapped text becomes one', () => {
    const cells = [cell(0, 0), cell(0, 1, { box: { x: 300, y: 100, width: 400, height: 120 } })];
    const lines = [
      text('Batch', 110, 100),
      text('two lines', 110, 132, 90),
      text('a long text that reaches the edge of', 300, 100, 390),
      text('its cell and wraps', 300, 131, 200),
    ];
    const { html } = tableHtml(structure(cells, 1), lines);
    expect(html).toBe(
      '<table><tr><td>Batch<br>two lines</td><td>a long text that reaches the edge of its cell and wraps</td></tr></table>',
    );
  });

  test('a line outside every cell goes to the nearest one: nothing is lost', () => {
    const { html } = tableHtml(structure(grid(2, 2), 2), [text('far', 900, 165), text('up', 120, 20)]);
    expect(html).toBe('<table><tr><td>up</td><td></td></tr><tr><td></td><td>far</td></tr></table>');
  });

  test('what is read stays text', () => {
    const hostile = '<script>alert(1)</script> & "x"';
    const { html } = tableHtml(structure(grid(1, 1), 1), [text(hostile, 110, 110)]);
    const parsed = JSON.stringify(parseFragment(html), (key, value) =>
      key === 'parentNode' ? undefined : value,
    );
    expect(parsed).not.toContain('"nodeName":"script"');
    expect(html).toContain('&lt;script&gt;');
  });

  test('rows of different length are marked, spans count', () => {
    expect(tableHtml(structure([cell(0, 0), cell(0, 1), cell(1, 0)], 2), []).ragged).toBe(true);
    expect(tableHtml(structure([cell(0, 0, { colspan: 2 }), cell(1, 0), cell(1, 1)], 2), []).ragged).toBe(
      false,
    );
    const down = [cell(0, 0, { rowspan: 2 }), cell(0, 1), cell(1, 1)];
    expect(tableHtml(structure(down, 2), []).ragged).toBe(false);
  });
});

test('cell boxes that drift by more than a row still get their own text', () => {
  const cells = grid(20, 2).map((item) => ({
    ...item,
    box: { ...item.box, y: 100 + item.row * 54, height: 40 },
  }));
  const lines = Array.from({ length: 20 }, (_, row) => [
    text(`a${row}`, 110, 102 + row * 60),
    text(`b${row}`, 310, 102 + row * 60),
  ]).flat();
  const { html } = tableHtml(structure(cells, 20), lines);
  const rows = Array.from({ length: 20 }, (_, row) => `<tr><td>a${row}</td><td>b${row}</td></tr>`);
  expect(html).toBe(`<table>${rows.join('')}</table>`);
});

test('O06: rows beyond a structure that was cut off are written too, in its columns', () => {
  const lines = Array.from({ length: 6 }, (_, row) => [
    text(`a${row}`, 110, 110 + row * 60),
    text(`b${row}`, 310, 110 + row * 60),
  ]).flat();
  const { html } = tableHtml({ ...structure(grid(4, 2), 4), complete: false }, lines);
  const rows = Array.from({ length: 6 }, (_, row) => `<tr><td>a${row}</td><td>b${row}</td></tr>`);
  expect(html).toBe(`<table>${rows.join('')}</table>`);
});

test('cells that wrap beside cells that do not: nothing drifts', () => {
  const cells = [
    cell(0, 0, { box: { x: 100, y: 100, width: 180, height: 90 } }),
    cell(0, 1, { box: { x: 300, y: 100, width: 180, height: 90 } }),
    cell(1, 0, { box: { x: 100, y: 200, width: 180, height: 90 } }),
    cell(1, 1, { box: { x: 300, y: 200, width: 180, height: 90 } }),
  ];
  const lines = [
    text('1', 110, 128, 20),
    text('a text that is long enough', 302, 110, 176),
    text('to wrap', 302, 145, 80),
    text('2', 110, 228, 20),
    text('short', 302, 228, 60),
  ];
  expect(tableHtml(structure(cells, 2), lines).html).toBe(
    '<table><tr><td>1</td><td>a text that is long enough to wrap</td></tr><tr><td>2</td><td>short</td></tr></table>',
  );
});

test('a line that runs over two cells is divided at the gap between their columns', () => {
  const letters = [...'01Aug', ...'Cheque'];
  const peaks = letters.map((letter, index) => {
    const step = index < 5 ? index * 2 : 10 + index * 2;
    return { text: letter, probability: 1, first: step, last: step, second: { text: '', probability: 0 } };
  });
  const line: TableLine = {
    box: { x: 230, y: 110, width: 160, height: 30 },
    text: '01AugCheque',
    peaks,
    steps: 32,
  };
  const cells = [cell(0, 0), cell(0, 1)];
  expect(tableHtml(structure(cells, 1), [line]).html).toBe(
    '<table><tr><td>01Aug</td><td>Cheque</td></tr></table>',
  );
});

describe('cells that rules bound', () => {
  const wide = { x: 100, y: 160, width: 400, height: 60 };
  const cells = [
    cell(0, 0, { box: { x: 100, y: 100, width: 200, height: 60 } }),
    cell(0, 1, { box: { x: 300, y: 100, width: 200, height: 60 } }),
    cell(1, 0, { box: wide, colspan: 2 }),
  ];
  const ruled = { ...structure(cells, 2), ruled: true };
  /** Letters of ten pixels each, the first at 250. */
  function line(content: string, y: number): TableLine {
    const peaks = [...content].map((letter, step) => ({
      text: letter,
      probability: 1,
      first: step,
      last: step,
      second: { text: '', probability: 0 },
    }));
    const box = { x: 250, y, width: 10 * content.length, height: 30 };
    return { box, text: content, peaks, steps: content.length };
  }

  test('a line that crosses a rule is divided there, however narrow the gap', () => {
    const { html } = tableHtml(ruled, [line('total7.25', 115), line('total7.25', 175)]);
    expect(html).toBe(
      '<table><tr><td>total</td><td>7.25</td></tr><tr><td colspan="2">total7.25</td></tr></table>',
    );
    // Near the rule a blank counts more than the exact place.
    const { rows } = tableHtml(ruled, [line('sum 12.75', 115)]);
    expect(rows[0]!.map((each) => each.text.flat().map((piece) => piece.text))).toEqual([['sum'], ['12.75']]);
  });

  test('their boxes do not drift', () => {
    const column = Array.from({ length: 14 }, (_, row) =>
      cell(row, 0, { box: { x: 0, y: 40 * row, width: 300, height: 40 } }),
    );
    const lines = column.map(({ row, box }) => text(String(row), 10, box.y + 26));
    const read = tableHtml({ ...structure(column, 14), ruled: true }, lines);
    expect(read.rows[13]![0]!.seen!.box).toEqual(column[13]!.box);
  });
});

describe('decodeStructure', () => {
  // Places of the classes used, as in the network's output.
  const tokens = {
    thead: 1,
    theadEnd: 2,
    row: 5,
    rowEnd: 6,
    open: 7,
    close: 8,
    cellEnd: 9,
    colspan2: 10,
    cell: 48,
    end: 49,
  };

  function run(...steps: number[]) {
    const classes = new Float32Array(steps.length * 50);
    const places = new Float32Array(steps.length * 8);
    steps.forEach((token, step) => {
      classes[step * 50 + token] = 1;
      places.set([0.1, 0.2, 0.3, 0.2, 0.3, 0.4, 0.1, 0.4], step * 8);
    });
    return decodeStructure(classes, places, (value) => value * 100);
  }

  test('tags become cells with rows, spans and header', () => {
    const { thead, theadEnd, row, rowEnd, open, close, cellEnd, colspan2, cell: whole, end } = tokens;
    const found = run(
      thead,
      row,
      open,
      colspan2,
      close,
      cellEnd,
      rowEnd,
      theadEnd,
      row,
      whole,
      whole,
      rowEnd,
      end,
    );
    expect(found).toMatchObject({ rows: 2, complete: true, confidence: 1 });
    expect(found.cells.map(({ row: at, header, colspan }) => [at, header, colspan])).toEqual([
      [0, true, 2],
      [1, false, 1],
      [1, false, 1],
    ]);
    expect(found.cells[0]?.box.x).toBeCloseTo(10, 4);
    expect(found.cells[0]?.box.height).toBeCloseTo(20, 4);
  });

  test('O06: output that never ends is reported as cut off', () => {
    const { row, cell: whole, rowEnd } = tokens;
    expect(run(row, whole, rowEnd, row, whole).complete).toBe(false);
  });

  test('a cell is as sure as the least sure tag that opens it, and has its other form', () => {
    const classes = new Float32Array(5 * 50);
    const probabilities = [
      [tokens.row, 0.9],
      [tokens.open, 0.8],
      [tokens.colspan2, 0.6],
      [tokens.close, 0.7],
      [tokens.cell, 0.5],
    ] as const;
    probabilities.forEach(([token, probability], step) => {
      classes[step * 50 + token] = probability;
    });
    classes[1 * 50 + tokens.cell] = 0.15;
    classes[4 * 50 + tokens.open] = 0.25;
    const { cells } = decodeStructure(classes, new Float32Array(5 * 8), (value) => value);
    const seen = cells.map(({ certainty, otherForm }) => [certainty, otherForm]);
    expect(seen.flat().map((value) => Number(value.toFixed(5)))).toEqual([0.6, 0.15, 0.5, 0.25]);
  });
});
