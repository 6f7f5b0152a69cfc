/** Tables drawn by workshop/nano/tables.py: pictures with all that is in them. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Box } from '../engine/base/geometry';
import { escapeHtml } from './block-text';
import { scoreTable, type TableScore } from './score-table';
import { type GridCell, isEmpty, isSpanning, markTable, type TableMarks } from './table-marks';
import { mean } from './totals';

const record = z.object({
  /** Left, top, width, height in pixels of the picture. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  level: z.string(),
  style: z.string(),
  cells: z.array(
    z.object({
      row: z.number().int(),
      column: z.number().int(),
      header: z.boolean(),
      colspan: z.number().int(),
      rowspan: z.number().int(),
      text: z.string(),
    }),
  ),
  rows: z.number().int(),
});

export interface DrawnTable {
  readonly id: string;
  readonly picture: string;
  readonly box: Box;
  /** How worn the picture is, and how the table is ruled. */
  readonly level: string;
  readonly style: string;
  readonly cells: readonly GridCell[];
  readonly html: string;
}

/** All `<shard>/<number>.png` with what is in them (`.json`), in order of their names; throws where that is malformed. */
export function readDrawnTables(folder: string): DrawnTable[] {
  const shards = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = shards.flatMap(({ name }) =>
    fs
      .readdirSync(path.join(folder, name))
      .filter((file) => file.endsWith('.png'))
      .map((file) => path.join(name, path.basename(file, '.png'))),
  );
  return names.sort().map((id) => {
    const { box, rows, ...table } = record.parse(
      JSON.parse(fs.readFileSync(path.join(folder, `${id}.json`), 'utf8')),
    );
    const [x, y, width, height] = box;
    const html = truthHtml(table.cells, rows);
    return { id, picture: path.join(folder, `${id}.png`), box: { x, y, width, height }, ...table, html };
  });
}

/** Breaks within cells as blanks, as wherever tables are scored. */
export function truthHtml(cells: readonly GridCell[], rows: number): string {
  const sorted = [...cells].sort((a, b) => a.column - b.column);
  const written = Array.from({ length: rows }, (_, row) => {
    const own = sorted.filter((cell) => cell.row === row);
    return `<tr>${own.map(cellHtml).join('')}</tr>`;
  });
  return `<table>${written.join('')}</table>`;
}

function cellHtml({ header, colspan, rowspan, text }: GridCell): string {
  const tag = header ? 'th' : 'td';
  const spans = (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '');
  return `<${tag}${spans}>${escapeHtml(text.replace(/\n/gu, ' '))}</${tag}>`;
}

export interface TableReading {
  readonly score: TableScore;
  readonly marks: TableMarks;
}

export function scoreDrawnTable(html: string, truth: DrawnTable): TableReading {
  return {
    score: scoreTable(html.replace(/<br>/gu, ' '), truth.html),
    marks: markTable(html, truth.cells),
  };
}

export interface ReadTable {
  readonly table: DrawnTable;
  readonly lines: TableReading;
  readonly nano: TableReading;
}

/** Means of TEDS, and shares of the tables. */
export interface ReaderTotals extends TableScore {
  readonly spansRight: number;
  readonly emptyCellsRight: number;
  readonly bothRight: number;
  readonly headersRight: number;
}

export interface DrawnTotals {
  readonly tables: number;
  readonly lines: ReaderTotals;
  readonly nano: ReaderTotals;
}

export interface DrawnSummary {
  readonly all: DrawnTotals;
  readonly withSpans: DrawnTotals;
  readonly withEmptyCells: DrawnTotals;
  readonly byStyle: Readonly<Record<string, DrawnTotals>>;
  readonly byLevel: Readonly<Record<string, DrawnTotals>>;
}

export function summariseDrawn(read: readonly ReadTable[]): DrawnSummary {
  const groups = (of: 'style' | 'level'): Record<string, DrawnTotals> => {
    const names = [...new Set(read.map(({ table }) => table[of]))].sort();
    return Object.fromEntries(
      names.map((name) => [name, totalsOf(read.filter(({ table }) => table[of] === name))]),
    );
  };
  return {
    all: totalsOf(read),
    withSpans: totalsOf(read.filter(({ table }) => table.cells.some(isSpanning))),
    withEmptyCells: totalsOf(read.filter(({ table }) => table.cells.some(isEmpty))),
    byStyle: groups('style'),
    byLevel: groups('level'),
  };
}

function totalsOf(read: readonly ReadTable[]): DrawnTotals {
  return {
    tables: read.length,
    lines: readerTotals(read.map(({ lines }) => lines)),
    nano: readerTotals(read.map(({ nano }) => nano)),
  };
}

function readerTotals(readings: readonly TableReading[]): ReaderTotals {
  const share = (is: (marks: TableMarks) => boolean): number =>
    mean(readings.map(({ marks }) => (is(marks) ? 1 : 0)));
  return {
    teds: mean(readings.map(({ score }) => score.teds)),
    tedsStructure: mean(readings.map(({ score }) => score.tedsStructure)),
    spansRight: share(({ spans }) => spans),
    emptyCellsRight: share(({ emptyCells }) => emptyCells),
    bothRight: share(({ spans, emptyCells }) => spans && emptyCells),
    headersRight: share(({ headers }) => headers),
  };
}
