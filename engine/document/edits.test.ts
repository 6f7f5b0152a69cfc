import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PalimpsestError } from '../base/errors';
import { currentText } from './current-text';
import { applyEdit, type DocumentEdit, documentEdit } from './edits';
import { regionLabels, regionStates, taskOf, tasks } from './labels';
import { parseDocument } from './schema';
import { printedLines, sketchDocument, sketchReading } from './test-documents';
import type { Document, Region } from './types';

const at = '2026-11-29T12:00:00Z';
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const box = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 900 }),
  width: fc.integer({ min: 1, max: 300 }),
  height: fc.integer({ min: 1, max: 300 }),
});
const format = fc.constantFrom('plain', 'markdown', 'table-html', 'latex');

const region = fc
  .record({
    label: fc.constantFrom(...regionLabels),
    box,
    state: fc.constantFrom(...regionStates),
    lines: fc.array(text, { maxLength: 4 }),
    readings: fc.array(fc.tuple(text, format), { maxLength: 2 }),
    correction: fc.option(fc.tuple(text, format), { nil: undefined }),
    level: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  })
  .map((parts) => ({
    label: parts.label,
    box: parts.box,
    state: parts.state,
    lines: printedLines(parts.lines, parts.box.x, parts.box.y),
    readings: parts.readings.map(([words, kind], index) => sketchReading(`r${index}`, words, kind)),
    ...(parts.correction === undefined
      ? {}
      : { correction: { text: parts.correction[0], format: parts.correction[1] } }),
    ...(parts.level === undefined ? {} : { level: parts.level }),
  }));

const document = fc
  .array(fc.array(region, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map(sketchDocument);

const regionsOf = (of: Document): Region[] => of.pages.flatMap((page) => [...page.regions]);

/** An edit of any kind that names things of the document; not all are allowed. */
function editsOf(of: Document): fc.Arbitrary<DocumentEdit> {
  const regionId = fc.constantFrom(...regionsOf(of).map((each) => each.id), 'unknown');
  const pageId = fc.constantFrom(...of.pages.map((page) => page.id));
  const index = fc.integer({ min: 0, max: 4 });
  const newId = fc.uuid();
  const place = fc.oneof(
    fc.record({ line: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ x: fc.integer({ min: 0, max: 900 }) }),
    fc.record({ y: fc.integer({ min: 0, max: 900 }) }),
  );
  const ids = regionsOf(of).map((each) => each.id);
  return fc.oneof(
    fc.record({ kind: fc.constant('set-text'), regionId, text: fc.option(text, { nil: null }) }),
    fc.record({ kind: fc.constant('set-text'), regionId, text, format }),
    fc.record({ kind: fc.constant('set-label'), regionId, label: fc.constantFrom(...regionLabels) }),
    fc.record({ kind: fc.constant('set-task'), regionId, task: fc.constantFrom(...tasks) }),
    fc.record({
      kind: fc.constant('set-level'),
      regionId,
      level: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
    }),
    fc.record({ kind: fc.constant('set-state'), regionId, state: fc.constantFrom(...regionStates) }),
    fc.record({ kind: fc.constant('set-box'), regionId, box }),
    fc.record({ kind: fc.constant('move-region'), regionId, index }),
    fc.record({
      kind: fc.constant('add-region'),
      pageId,
      regionId: newId,
      label: fc.constantFrom(...regionLabels),
      box,
      index,
    }),
    fc.record({ kind: fc.constant('remove-region'), regionId }),
    fc.record({ kind: fc.constant('split-region'), regionId, newRegionId: newId, at: place }),
    fc.record({
      kind: fc.constant('merge-regions'),
      regionIds: fc.shuffledSubarray(ids, { minLength: Math.min(2, ids.length) }),
    }),
    fc.record({
      kind: fc.constant('add-reading'),
      regionId,
      reading: fc.tuple(newId, text).map(([id, words]) => sketchReading(id, words)),
    }),
    fc.record({
      kind: fc.constant('transform-page'),
      pageId,
      quarterTurns: fc.constantFrom(0, 1, 2, 3),
      skewDegrees: fc.constantFrom(0, 0.5, -3, 12),
    }),
    fc.record({ kind: fc.constant('crop-page'), pageId, box: fc.option(box, { nil: null }) }),
    fc
      .record({
        pages: fc.shuffledSubarray(
          of.pages.map((page) => page.id),
          { minLength: 1 },
        ),
        x: fc.integer({ min: -10, max: 1700 }),
        first: fc.constantFrom('left', 'right'),
      })
      .map(({ pages, x, first }) => ({
        kind: 'split-pages',
        cuts: pages.map((id) => ({ pageId: id, x, first, newPageIds: [`${id}.1`, `${id}.2`] })),
      })),
    fc.record({
      kind: fc.constant('remove-pages'),
      pageIds: fc.shuffledSubarray(
        of.pages.map((page) => page.id),
        { minLength: 1 },
      ),
    }),
    fc
      .record({
        place: fc.integer({ min: 0, max: 4 }),
        ids: fc.uniqueArray(newId, { minLength: 1, maxLength: 2 }),
      })
      .map(({ place: at, ids: fresh }) => ({
        kind: 'insert-pages',
        index: at,
        pages: fresh.map((id) => ({ ...of.pages[0], id, regions: [], source: of.source })),
      })),
    fc.record({ kind: fc.constant('exclude-page'), pageId, excluded: fc.boolean() }),
    fc.record({
      kind: fc.constant('reorder-pages'),
      pageIds: fc.shuffledSubarray(
        of.pages.map((page) => page.id),
        { minLength: of.pages.length },
      ),
    }),
  ) as fc.Arbitrary<DocumentEdit>;
}

/** The edit's result, or undefined when it is refused in the agreed way. */
function tryEdit(of: Document, edit: DocumentEdit) {
  try {
    return applyEdit(of, edit, at);
  } catch (error) {
    expect(error).toBeInstanceOf(PalimpsestError);
    expect(error).toMatchObject({ code: 'invalid-request' });
    return undefined;
  }
}

describe('every edit', () => {
  test('is undone exactly by its inverse, and redone exactly by the inverse of that', () => {
    fc.assert(
      fc.property(
        document.chain((of) => fc.tuple(fc.constant(of), editsOf(of))),
        ([of, edit]) => {
          const before = JSON.stringify(of);
          const result = tryEdit(of, edit);
          expect(JSON.stringify(of)).toBe(before);
          if (result === undefined) return;
          const undone = applyEdit(result.document, result.inverse, 'later');
          expect(undone.document).toEqual(of);
          expect(applyEdit(undone.document, undone.inverse, 'later').document).toEqual(result.document);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('gives a document and an inverse that pass their schemas unchanged', () => {
    fc.assert(
      fc.property(
        document.chain((of) => fc.tuple(fc.constant(of), editsOf(of))),
        ([of, edit]) => {
          const result = tryEdit(of, edit);
          if (result === undefined) return;
          expect(parseDocument(JSON.parse(JSON.stringify(result.document)))).toEqual(result.document);
          expect(documentEdit.parse(JSON.parse(JSON.stringify(result.inverse)))).toEqual(result.inverse);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in a row: undoing all in reverse gives the first document', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (of, seeds) => {
        let current = of;
        const inverses: DocumentEdit[] = [];
        for (const seed of seeds) {
          const [edit] = fc.sample(editsOf(current), { numRuns: 1, seed });
          const result = edit === undefined ? undefined : tryEdit(current, edit);
          if (result === undefined) continue;
          inverses.push(result.inverse);
          current = result.document;
        }
        for (const inverse of inverses.reverse()) current = applyEdit(current, inverse, 'later').document;
        expect(current).toEqual(of);
      }),
      { numRuns: 200 },
    );
  });
});

const first = 'page-1-region-1';
const second = 'page-1-region-2';
const regionOf = (of: Document, id: string): Region => {
  const found = regionsOf(of).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no region ${id}`);
  return found;
};

describe('reading again', () => {
  test('X11: a correction stays the current text, and the old reading stays', () => {
    const read = sketchDocument([[{ label: 'text', text: 'teh word' }]]);
    const corrected = applyEdit(read, { kind: 'set-text', regionId: first, text: 'the word' }, at).document;
    const again = applyEdit(
      corrected,
      { kind: 'add-reading', regionId: first, reading: sketchReading('new', 'tch word') },
      at,
    ).document;
    expect(currentText(regionOf(again, first))?.text).toBe('the word');
    expect(regionOf(again, first).state).toBe('corrected');
    expect(regionOf(again, first).readings.map((reading) => reading.text)).toEqual(['teh word', 'tch word']);
    expect(regionOf(again, first).history.map((entry) => [entry.what, entry.before])).toEqual([
      ['text', 'teh word'],
      ['reading', 'the word'],
    ]);
  });

  test('X11: a checked region keeps the text that was checked', () => {
    const checked = sketchDocument([[{ label: 'text', text: 'seen and right', state: 'checked' }]]);
    const again = applyEdit(
      checked,
      { kind: 'add-reading', regionId: first, reading: sketchReading('new', 'wrong') },
      at,
    ).document;
    expect(currentText(regionOf(again, first))?.text).toBe('seen and right');
  });

  test('undoing an earlier correction does not lose a reading that came later', () => {
    const read = sketchDocument([[{ label: 'text', text: 'one' }]]);
    const corrected = applyEdit(read, { kind: 'set-text', regionId: first, text: 'two' }, at);
    const again = applyEdit(
      corrected.document,
      { kind: 'add-reading', regionId: first, reading: sketchReading('new', 'three') },
      at,
    );
    const undone = applyEdit(again.document, corrected.inverse, at).document;
    expect(currentText(regionOf(undone, first))?.text).toBe('three');
    expect(regionOf(undone, first).correction).toBeUndefined();
  });
});

test('taking a correction back shows the reading again', () => {
  const read = sketchDocument([[{ label: 'text', text: 'one' }]]);
  const corrected = applyEdit(read, { kind: 'set-text', regionId: first, text: 'two' }, at).document;
  const back = applyEdit(corrected, { kind: 'set-text', regionId: first, text: null }, at).document;
  expect(currentText(regionOf(back, first))).toEqual({ text: 'one', format: 'plain' });
  expect(regionOf(back, first).state).toBe('unchecked');
});

test('the task follows the label', () => {
  const read = sketchDocument([[{ label: 'text', text: 'one' }]]);
  for (const label of regionLabels) {
    expect(
      regionOf(applyEdit(read, { kind: 'set-label', regionId: first, label }, at).document, first).task,
    ).toBe(taskOf(label));
  }
});

test('the task is set apart from the label, until the label changes', () => {
  const read = sketchDocument([[{ label: 'text', text: 'one' }]]);
  const asTable = applyEdit(read, { kind: 'set-task', regionId: first, task: 'table' }, at);
  expect(regionOf(asTable.document, first)).toMatchObject({
    label: 'text',
    task: 'table',
    history: [{ at, what: 'task', before: 'text' }],
  });
  expect(applyEdit(asTable.document, asTable.inverse, at).document).toEqual(read);
  const heading = applyEdit(asTable.document, { kind: 'set-label', regionId: first, label: 'heading' }, at);
  expect(regionOf(heading.document, first).task).toBe('text');
});

test('a former text keeps its format', () => {
  const html = '<table><tr><td>1</td></tr></table>';
  let document = sketchDocument([[{ label: 'table', text: html, format: 'table-html' }]]);
  for (const [text, format] of [
    ['x^2', 'latex'],
    ['as words', 'plain'],
    ['*as words*', 'markdown'],
  ] as const)
    document = applyEdit(document, { kind: 'set-text', regionId: first, text, format }, at).document;
  const former = regionOf(document, first).history.map(({ before, format }) => [before, format]);
  expect(former).toEqual([
    [html, 'table-html'],
    ['x^2', 'latex'],
    ['as words', 'plain'],
  ]);
});

describe('splitting', () => {
  const lines = printedLines(['first line', 'second line', 'third line']);
  const read = sketchDocument([
    [
      {
        label: 'text',
        text: 'first line\nsecond line\nthird line',
        lines,
        box: { x: 150, y: 100, width: 200, height: 110 },
      },
    ],
  ]);

  test.each([
    ['by line', { line: 1 }],
    ['by height', { y: 135 }],
  ] as const)('%s divides lines and text at the same place', (_name, place) => {
    const split = applyEdit(
      read,
      { kind: 'split-region', regionId: first, newRegionId: 'new', at: place },
      at,
    ).document;
    const parts = regionsOf(split);
    expect(parts.map((part) => currentText(part)?.text)).toEqual(['first line', 'second line\nthird line']);
    expect(parts.map((part) => part.lines.length)).toEqual([1, 2]);
    expect(parts.map((part) => part.box.y + part.box.height)).toEqual([135, 210]);
    expect(parts.map((part) => part.state)).toEqual(['look-again', 'look-again']);
  });

  test('a correction that cannot be divided stays whole, and no word stands in both parts', () => {
    const corrected = applyEdit(
      read,
      { kind: 'set-text', regionId: first, text: 'all in one line' },
      at,
    ).document;
    const parts = regionsOf(
      applyEdit(corrected, { kind: 'split-region', regionId: first, newRegionId: 'new', at: { line: 1 } }, at)
        .document,
    );
    expect(parts.map((part) => currentText(part)?.text)).toEqual(['all in one line', undefined]);
  });

  test('a text that cannot be divided stays whole in the first part', () => {
    const table = sketchDocument([[{ label: 'table', text: '<table></table>', format: 'table-html' }]]);
    const parts = regionsOf(
      applyEdit(table, { kind: 'split-region', regionId: first, newRegionId: 'new', at: { y: 150 } }, at)
        .document,
    );
    expect(parts.map((part) => currentText(part)?.text)).toEqual(['<table></table>', undefined]);
  });
});

describe('joining', () => {
  test('joins texts in the order given, at the first one’s place', () => {
    const read = sketchDocument([
      [
        { label: 'text', text: 'one' },
        { label: 'text', text: 'two' },
        { label: 'text', text: 'three' },
      ],
    ]);
    const merged = applyEdit(read, { kind: 'merge-regions', regionIds: [second, first] }, at).document;
    expect(regionsOf(merged).map((each) => each.id)).toEqual([second, 'page-1-region-3']);
    expect(currentText(regionOf(merged, second))?.text).toBe('two\none');
  });

  test('keeps a correction, and every character where formats differ', () => {
    const read = sketchDocument([
      [
        { label: 'text', text: 'one', correction: { text: 'ONE', format: 'plain' } },
        { label: 'formula', text: 'x^2', format: 'latex' },
      ],
    ]);
    const merged = regionOf(
      applyEdit(read, { kind: 'merge-regions', regionIds: [first, second] }, at).document,
      first,
    );
    expect(merged.correction).toEqual({ text: 'ONE\nx^2', format: 'plain' });
    expect(merged.state).toBe('look-again');
  });
});

test.each<[string, DocumentEdit]>([
  ['an unknown region', { kind: 'remove-region', regionId: 'nowhere' }],
  ['an unknown page', { kind: 'exclude-page', pageId: 'nowhere', excluded: true }],
  ['pages named twice', { kind: 'reorder-pages', pageIds: ['page-1', 'page-1'] }],
  [
    'an id that is taken',
    {
      kind: 'add-region',
      pageId: 'page-1',
      regionId: first,
      label: 'text',
      box: { x: 0, y: 0, width: 1, height: 1 },
    },
  ],
  [
    'a place outside the region',
    { kind: 'split-region', regionId: first, newRegionId: 'new', at: { y: 5000 } },
  ],
  ['regions of two pages', { kind: 'merge-regions', regionIds: [first, 'page-2-region-1'] }],
  ['a place beyond the page', { kind: 'move-region', regionId: first, index: 7 }],
])('refuses %s', (_name, edit) => {
  const read = sketchDocument([[{ label: 'text', text: 'one' }], [{ label: 'text', text: 'two' }]]);
  expect(() => applyEdit(read, edit, at)).toThrowError(expect.objectContaining({ code: 'invalid-request' }));
});
