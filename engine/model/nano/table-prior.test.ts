/** What the line reader has written as a table, as a prior reading of its own. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster } from '../../base/raster';
import { decodeCtc, type LineText } from '../lines/ctc';
import { escapeHtml, type TableLine, tableHtml } from '../lines/table-html';
import { dashesOf } from '../lines/table-strokes';
import type { StructureCell, TableStructure } from '../lines/table-structure';
import { lineEvidence } from './line-evidence';
import { peaksOf } from './line-tokens';
import type { PriorReading } from './prior-reading';
import { type RecognisedLine, tablePriorOf } from './table-prior';
import { cellBreakId, endId, isTag, nothingId, openingTagId, spaceId, Vocabulary } from './vocabulary';

const options = { featureSize: 2, featureScale: 0.25, longestTable: 1200 };
const page = createRaster(900, 700);
const region: Box = { x: 20, y: 20, width: 800, height: 600 };

let vocabulary: Vocabulary;
let characters: string[];
beforeAll(async () => {
  vocabulary = await Vocabulary.open(join(__dirname, 'fixtures/tiny/model'));
  characters = Array.from({ length: spaceId + 1 }, (_, id) => vocabulary.textOf(id));
});

/** As the recogniser would give it: blanks between the characters, more of them at a space. */
function recognise(text: string): { readonly line: RecognisedLine; readonly text: LineText } {
  const path = [...text].flatMap((character) => {
    const id = vocabulary.characterId(character) ?? nothingId;
    return id === spaceId ? [0, 0, 0, 0, id, 0, 0, 0, 0] : [0, id];
  });
  const ranks = 4;
  const steps = path.length + 1;
  const classes = Int32Array.from({ length: steps * ranks }, (_, at) => [0, 0, 7, 9][at % ranks]!);
  path.forEach((id, step) => {
    classes[step * ranks] = id;
    classes[step * ranks + 1] = id === nothingId ? 5 : nothingId;
  });
  const probabilities = Float32Array.from(
    { length: steps * ranks },
    (_, at) => [0.9, 0.06, 0.03, 0.01][at % ranks]!,
  );
  const spaces = new Float32Array(steps).fill(0.02);
  const features = Float32Array.from({ length: steps * options.featureSize }, (_, index) => index + 1);
  const evidence = lineEvidence({ steps, ranks, classes, probabilities, spaces, features });
  return {
    line: { evidence, peaks: peaksOf(evidence) },
    text: decodeCtc({ classes, probabilities, steps, ranks }, characters),
  };
}

interface Written {
  readonly text: string;
  readonly box: Box;
  /** By whom: recognised, known from the file, or a dash found in the picture. */
  readonly kind: 'recognised' | 'known' | 'stroke';
}

/** The table's HTML and its prior reading. */
function read(structure: TableStructure, written: readonly Written[], longestTable = options.longestTable) {
  const lines = written.filter(({ kind }) => kind !== 'stroke');
  const found = lines.map(({ text, kind }) => (kind === 'recognised' ? recognise(text) : undefined));
  const tableLines = lines.map(({ box, text }, line): TableLine => {
    const own = found[line]?.text;
    return own ? { box, text: own.text, peaks: own.peaks, steps: own.steps, line } : { box, text };
  });
  const strokes = written.filter(({ kind }) => kind === 'stroke').map(({ box }) => ({ box, text: '–' }));
  const table = tableHtml(structure, dashesOf(tableLines, strokes).lines, strokes);
  const lineAt = (index: number) => found[index]?.line;
  const source = { table, page, box: region, lineAt };
  return { html: table.html, prior: tablePriorOf(source, vocabulary, { ...options, longestTable }) };
}

function htmlOf({ ids }: PriorReading): string {
  return ids
    .map((id) =>
      isTag(id) || id === cellBreakId ? vocabulary.textOf(id) : escapeHtml(vocabulary.textOf(id)),
    )
    .join('');
}

function cellAt(row: number, column: number, extra: Partial<StructureCell> = {}): StructureCell {
  const box = { x: 30 + column * 200, y: 30 + row * 60, width: 180, height: 50 };
  return { row, header: false, colspan: 1, rowspan: 1, box, certainty: 0.97, otherForm: 0.2, ...extra };
}

const structureOf = (cells: readonly StructureCell[], complete = true): TableStructure => ({
  cells,
  rows: Math.max(0, ...cells.map(({ row }) => row + 1)),
  confidence: 1,
  complete,
});

const written = (text: string, x: number, y: number, kind: Written['kind'] = 'recognised'): Written => ({
  text,
  box: { x, y, width: 12 * text.length, height: 30 },
  kind,
});

const number = (min: number, max: number) => fc.integer({ min, max });
const anyStructure = fc
  .array(
    fc.array(
      fc.record({
        header: fc.boolean(),
        colspan: number(1, 3),
        rowspan: number(1, 2),
        shift: number(-40, 40),
      }),
      {
        maxLength: 4,
      },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .filter((rows) => rows.flat().length > 0)
  .map((rows) =>
    rows.flatMap((row, down) =>
      row.map(({ shift, ...cell }, across) => {
        const { box } = cellAt(down, across);
        return cellAt(down, across, { ...cell, box: { ...box, x: box.x + shift, y: box.y + shift } });
      }),
    ),
  );
const anyLine: fc.Arbitrary<Written> = fc.record({
  text: fc
    .array(fc.constantFrom(...'ab1é<>& —一'.split('')), { minLength: 1, maxLength: 30 })
    .map((letters) => letters.join('').trim() || 'x'),
  box: fc.record({ x: number(20, 700), y: number(20, 580), width: number(10, 500), height: number(10, 50) }),
  kind: fc.constantFrom('recognised', 'recognised', 'known', 'stroke'),
});

describe('a table as a prior reading', () => {
  it('is the text of the line reader, whatever was read, divided, found or cut off', () => {
    fc.assert(
      fc.property(
        anyStructure,
        fc.array(anyLine, { maxLength: 12 }),
        fc.boolean(),
        (cells, lines, complete) => {
          const { html, prior } = read(structureOf(cells, complete), lines);
          if (!prior) throw new Error('The table has no prior reading.');
          expect(htmlOf(prior)).toBe(html);
          expect(prior.ids[prior.ids.length - 1]).toBe(endId);
          for (const { probabilities, line, column } of prior.tokens) {
            expect(probabilities[0]).toBeGreaterThanOrEqual(Math.max(probabilities[1], probabilities[2]));
            expect(Math.min(line, column)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('has none for a table without cells, with spans or characters without an id, or too long', () => {
    const lines = [written('a', 40, 40)];
    expect(read(structureOf([]), lines).prior).toBeUndefined();
    expect(read(structureOf([cellAt(0, 0, { colspan: 13 })]), lines).prior).toBeUndefined();
    const cells = structureOf([cellAt(0, 0)]);
    expect(read(cells, [written('a\ue000', 40, 40, 'known')]).prior).toBeUndefined();
    expect(read(cells, lines, 7).prior?.ids).toHaveLength(8);
    expect(read(cells, lines, 6).prior).toBeUndefined();
  });

  it('says what else a tag may be', () => {
    const cells = [
      cellAt(0, 0, { header: true, colspan: 3 }),
      cellAt(1, 0),
      cellAt(1, 1),
      cellAt(1, 2),
      cellAt(2, 0),
      cellAt(2, 1),
      cellAt(2, 2, { rowspan: 2, certainty: 0.4 }),
    ];
    const lines = [
      written('a', 40, 40),
      written('b', 40, 100),
      written('c', 440, 100),
      written('d', 40, 160),
    ];
    const { prior } = read(structureOf(cells), lines);
    const openings = (prior?.tokens ?? []).filter(({ id }) => /^<t[dh]/.test(vocabulary.textOf(id)));
    const texts = openings.map(({ id, runnersUp }) =>
      [id, ...runnersUp].map((each) => vocabulary.textOf(each)),
    );
    expect(texts).toEqual([
      ['<th colspan="3">', '<td colspan="3">', '<th colspan="2">'],
      ['<td>', '<th>', '<td colspan="2">'],
      ['<td>', '<th>', '<td rowspan="2">'],
      ['<td>', '<th>', '<td rowspan="2">'],
      ['<td>', '<th>', '<td colspan="2">'],
      ['<td>', '<th>', '<td colspan="2">'],
      ['<td rowspan="2">', '<th rowspan="2">', '<td>'],
    ]);
    expect(openings.map(({ probabilities }) => probabilities)).toEqual([
      [0.97, 0.1, 0.05],
      [0.97, 0.1, 0.05],
      [0.97, 0.1, 0.05],
      [0.97, 0.1, 0.05],
      [0.97, 0.1, 0.05],
      [0.97, 0.1, 0.05],
      [0.4, 0.1, 0.05],
    ]);
    expect(openings.map(({ line, column }) => [line, column])).toEqual([
      [0, 0],
      [1, 0],
      [1, 8],
      [1, 16],
      [2, 0],
      [2, 8],
      [2, 16],
    ]);
  });

  it('rows that the network did not reach are unsure', () => {
    const lines = [written('a', 40, 40), written('b', 40, 110)];
    const { html, prior } = read(structureOf([cellAt(0, 0)], false), lines);
    expect(html).toBe('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>');
    const openings = prior?.tokens.filter(({ id }) => vocabulary.textOf(id) === '<td>') ?? [];
    expect(openings.map(({ probabilities, evidence }) => [probabilities[0], evidence[30]])).toEqual([
      [0.97, 0.2],
      [0.5, 0],
    ]);
  });

  it('a line divided between cells keeps what was seen of it', () => {
    const line: Written = {
      text: 'ab cd',
      box: { x: 150, y: 40, width: 160, height: 30 },
      kind: 'recognised',
    };
    const { html, prior } = read(structureOf([cellAt(0, 0), cellAt(0, 1)]), [line]);
    expect(html).toBe('<table><tr><td>ab</td><td>cd</td></tr></table>');
    const letters = prior?.tokens.filter(({ feature }) => feature) ?? [];
    expect(letters.map(({ id }) => vocabulary.textOf(id)).join('')).toBe('abcd');
    // Steps of the whole line, and its first and last character.
    expect(letters.map(({ feature }) => ((feature?.[0] ?? 0) * 4 - 1) / 2)).toEqual([1, 3, 14, 16]);
    expect(letters.map(({ evidence }) => [evidence[10], evidence[11]])).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  it('what joins lines may be something else, what the host has set has no peak', () => {
    const cells = [cellAt(0, 0, { header: true }), cellAt(0, 1)];
    const lines = [written('a', 40, 30), written('b', 40, 62), written('c', 80, 62), written('一', 240, 40)];
    const { html, prior } = read(structureOf(cells), lines);
    expect(html).toBe('<table><tr><th>a<br>b c</th><td>—</td></tr></table>');
    const [lineBreak, space] = prior?.tokens.filter(({ id }) => id === cellBreakId || id === spaceId) ?? [];
    expect(lineBreak?.runnersUp.map((id) => vocabulary.textOf(id))).toEqual(['</th>', ' ']);
    expect(lineBreak?.probabilities).toEqual([0.9, 0.02, 0.1]);
    expect(lineBreak?.space).toBeCloseTo(0.02);
    expect(space?.runnersUp.map((id) => vocabulary.textOf(id))).toEqual(['</th>', '<br>']);
    const dash = prior?.tokens.find(({ id }) => vocabulary.textOf(id) === '—');
    expect(dash).toMatchObject({ probabilities: [0.9, 0, 0], runnersUp: [nothingId, nothingId] });
    expect(dash?.feature).toBeUndefined();
  });
});

it('every opening tag has the id of its text', () => {
  const seen = new Set<number>();
  for (const header of [false, true]) {
    for (let colspan = 1; colspan <= 13; colspan++) {
      for (let rowspan = 1; rowspan <= 13; rowspan++) {
        const id = openingTagId({ header, colspan, rowspan });
        if (id === undefined) continue;
        const spans = [
          colspan > 1 ? ` colspan="${colspan}"` : '',
          rowspan > 1 ? ` rowspan="${rowspan}"` : '',
        ];
        expect(vocabulary.textOf(id)).toBe(`<${header ? 'th' : 'td'}${spans.join('')}>`);
        seen.add(id);
      }
    }
  }
  expect(seen.size).toBe(2 * (1 + 11 + 11 + 9));
});
