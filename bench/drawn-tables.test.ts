import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type DrawnTable, readDrawnTables, scoreDrawnTable, summariseDrawn } from './drawn-tables';

const record = (text: string, more: object = {}) => ({
  box: [4, 5, 60, 70],
  level: 'mild',
  style: 'grid',
  language: 'en',
  rows: 1,
  columns: 2,
  cells: [
    { row: 0, column: 0, header: false, colspan: 1, rowspan: 1, text },
    { row: 0, column: 1, header: false, colspan: 1, rowspan: 1, text: '' },
  ],
  ...more,
});

function drawn(records: Readonly<Record<string, object>>): DrawnTable[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palimpsest-drawn-'));
  try {
    for (const [name, content] of Object.entries(records)) {
      fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      fs.writeFileSync(path.join(folder, `${name}.png`), '');
      fs.writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(content));
      // What the training keeps beside it.
      fs.writeFileSync(path.join(folder, `${name}.prior.json`), '{}');
    }
    return readDrawnTables(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

it('reads what was drawn, shard by shard', () => {
  const tables = drawn({ '0001/000': record('b'), '0000/001': record('a'), '0000/000': record('c') });
  expect(tables.map(({ id }) => id)).toEqual(['0000/000', '0000/001', '0001/000']);
  expect(tables[1]).toMatchObject({
    box: { x: 4, y: 5, width: 60, height: 70 },
    html: '<table><tr><td>a</td><td></td></tr></table>',
  });
  expect(() => drawn({ '0000/000': record('a', { box: [1, 2] }) })).toThrow();
});

it('takes breaks within cells for blanks', () => {
  const [table] = drawn({ '0000/000': record('one\ntwo & 3') });
  const read = '<table><tr><td>one<br>two &amp; 3</td><td></td></tr></table>';
  expect(table && scoreDrawnTable(read, table).score).toEqual({ teds: 1, tedsStructure: 1 });
});

it('counts what is right by style and level, and where there is something to have right', () => {
  const spanning = [{ row: 0, column: 0, header: true, colspan: 2, rowspan: 1, text: 'wide' }];
  const tables = drawn({
    '0000/000': record('a'),
    '0000/001': record('b', { style: 'plain', level: 'hard' }),
    '0000/002': record('wide', { style: 'plain', cells: spanning }),
  });
  const good = (table: DrawnTable) => scoreDrawnTable(table.html, table);
  const bad = (table: DrawnTable) => scoreDrawnTable('<table><tr><td>a</td></tr></table>', table);
  const summary = summariseDrawn(tables.map((table) => ({ table, lines: bad(table), nano: good(table) })));
  expect(summary.all.tables).toBe(3);
  expect(summary.all.nano).toEqual({
    teds: 1,
    tedsStructure: 1,
    spansRight: 1,
    emptyCellsRight: 1,
    bothRight: 1,
    headersRight: 1,
  });
  // Of the three only the first two are right in having no spans, and the last in having no empty cell.
  expect(summary.all.lines.spansRight).toBeCloseTo(2 / 3);
  expect(summary.all.lines.emptyCellsRight).toBeCloseTo(1 / 3);
  expect(summary.all.lines.bothRight).toBe(0);
  expect(summary.withSpans).toMatchObject({ tables: 1, lines: { spansRight: 0, headersRight: 0 } });
  expect(summary.withEmptyCells).toMatchObject({ tables: 2, lines: { emptyCellsRight: 0 } });
  expect(Object.keys(summary.byStyle)).toEqual(['grid', 'plain']);
  expect(summary.byLevel.hard?.tables).toBe(1);
});
