/** Documents and edits at random for tests of the store, with every optional part and with hostile text. */
import fc from 'fast-check';
import {
  type Document,
  type DocumentEdit,
  type Page,
  pageMarkKinds,
  type Reading,
  type Region,
  regionLabels,
  regionMarkKinds,
  regionStates,
  taskOf,
} from '../../document';
import { sketchDocument, sketchReading } from '../../document/test-documents';

const hostile = [
  "'); DROP TABLE pages; --",
  'a\u0000b',
  '\ud800 alone',
  '<script>alert(1)</script>',
  '$1 ?1 :x "q"',
  '¥ ￥ € œ ﬁ 😀 u\u0308',
];
export const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...hostile));
export const anyBox = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.double({ min: 0, max: 900, noNaN: true }).map((value) => Math.abs(value)),
  width: fc.integer({ min: 1, max: 300 }),
  height: fc.integer({ min: 1, max: 300 }),
});
const formats = ['plain', 'markdown', 'table-html', 'latex'] as const;
const time = fc.constantFrom('2026-11-29T12:00:00.000Z', '2026-11-30T08:30:00.000Z');

const anyReading: fc.Arbitrary<Reading> = fc
  .record({
    id: fc.uuid(),
    text: anyText,
    format: fc.constantFrom(...formats),
    margin: fc.option(fc.double({ min: 0, max: 50, noNaN: true }).map(Math.abs), { nil: undefined }),
    number: fc.option(anyText, { nil: undefined }),
  })
  .map(({ id, text, format, margin, number }) => ({
    ...sketchReading(id, text, format),
    ...(margin === undefined
      ? {}
      : {
          tokens: [{ id: 7, start: 0, end: text.length, round: 1, origin: 'drafted' as const, margin }],
          spans: [{ start: 0, end: text.length, line: 0, box: { x: 1, y: 2, width: 3, height: 4 } }],
        }),
    ...(number === undefined ? {} : { equationNumber: number }),
  }));

/** A region as reading gives it: nothing of a person's in it. */
export const anyReadRegion = (id: string): fc.Arbitrary<Region> =>
  fc
    .record({
      label: fc.constantFrom(...regionLabels),
      box: anyBox,
      lines: fc.array(fc.record({ box: anyBox, text: anyText }), { maxLength: 2 }),
      marks: fc.array(fc.record({ kind: fc.constantFrom(...regionMarkKinds), note: anyText }), {
        maxLength: 2,
      }),
      readings: fc.array(anyReading, { maxLength: 2 }),
    })
    .map((parts) => ({ id, task: taskOf(parts.label), state: 'unchecked' as const, history: [], ...parts }));

const anyRegion = (id: string): fc.Arbitrary<Region> =>
  fc
    .record({
      region: anyReadRegion(id),
      state: fc.constantFrom(...regionStates),
      level: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      correction: fc.option(fc.record({ text: anyText, format: fc.constantFrom(...formats) }), {
        nil: undefined,
      }),
      before: fc.option(anyText, { nil: undefined }),
      at: time,
    })
    .map(({ region, state, level, correction, before, at }) => ({
      ...region,
      state,
      ...(level === undefined ? {} : { level }),
      ...(correction === undefined ? {} : { correction }),
      history: before === undefined ? [] : [{ at, what: 'text' as const, before }],
    }));

const pageOf = (
  number: number,
  region: (id: string) => fc.Arbitrary<Region>,
  most: number,
): fc.Arbitrary<Page> =>
  fc
    .record({
      count: fc.integer({ min: 0, max: most }),
      marks: fc.array(fc.record({ kind: fc.constantFrom(...pageMarkKinds) }), { maxLength: 1 }),
    })
    .chain(({ count, marks }) => {
      const [empty] = sketchDocument(Array.from({ length: number }, () => [])).pages.slice(-1);
      const ids = Array.from({ length: count }, (_, index) => `page-${number}-r${index + 1}`);
      return fc.tuple(...ids.map(region)).map((regions) => ({ ...(empty as Page), marks, regions }));
    });

export const anyReadPage = (number: number, most = 4): fc.Arbitrary<Page> =>
  pageOf(number, anyReadRegion, most);

export const anyDocument: fc.Arbitrary<Document> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => pageOf(index + 1, anyRegion, 4))))
  .map((pages) => ({ ...sketchDocument(pages.map(() => [])), pages }));

/** Edits of every kind; they name regions and pages by place, and some are refused. */
export const anyEditMaker: fc.Arbitrary<(of: Document) => DocumentEdit> = fc
  .record({
    kind: fc.integer({ min: 0, max: 17 }),
    place: fc.nat(),
    second: fc.nat(),
    text: anyText,
    box: anyBox,
    label: fc.constantFrom(...regionLabels),
    state: fc.constantFrom(...regionStates),
    index: fc.nat({ max: 4 }),
    fresh: fc.uuid(),
    reading: anyReading,
  })
  .map((parts) => (of) => editFrom(of, parts));

interface EditParts {
  readonly kind: number;
  readonly place: number;
  readonly second: number;
  readonly text: string;
  readonly box: Region['box'];
  readonly label: Region['label'];
  readonly state: Region['state'];
  readonly index: number;
  readonly fresh: string;
  readonly reading: Reading;
}

function editFrom(of: Document, parts: EditParts): DocumentEdit {
  const { box, label, state, index, text, fresh } = parts;
  const regions = of.pages.flatMap((page) => page.regions.map((region) => region.id));
  const at = (place: number): string => regions[place % (regions.length + 1)] ?? 'unknown';
  const pageId = of.pages[parts.place % of.pages.length]?.id ?? 'unknown';
  const regionId = at(parts.place);
  const edits: DocumentEdit[] = [
    { kind: 'set-text', regionId, text },
    { kind: 'set-text', regionId, text: null },
    { kind: 'set-label', regionId, label },
    { kind: 'set-task', regionId, task: taskOf(label) },
    { kind: 'set-level', regionId, level: index === 0 ? null : index },
    { kind: 'set-state', regionId, state },
    { kind: 'set-box', regionId, box },
    { kind: 'move-region', regionId, index },
    // Sometimes under an id that is taken, on this page or another.
    { kind: 'add-region', pageId, regionId: parts.second % 4 === 0 ? at(parts.second) : fresh, label, box },
    { kind: 'remove-region', regionId },
    {
      kind: 'split-region',
      regionId,
      newRegionId: parts.second % 4 === 0 ? at(parts.second) : fresh,
      at: { y: box.y },
    },
    { kind: 'merge-regions', regionIds: [regionId, at(parts.place + 1)] },
    { kind: 'add-reading', regionId, reading: parts.reading },
    parts.second % 2 === 0
      ? { kind: 'exclude-page', pageId, excluded: index > 1 }
      : { kind: 'reorder-pages', pageIds: [...of.pages].reverse().map((page) => page.id) },
    { kind: 'crop-page', pageId, box },
    { kind: 'crop-page', pageId, box: null },
    {
      kind: 'split-pages',
      cuts: [
        {
          pageId,
          x: box.x,
          first: index > 1 ? 'left' : 'right',
          newPageIds: [`${pageId}.1`, parts.second % 4 === 0 ? at(parts.second) : `${pageId}.2`],
        },
      ],
    },
    { kind: 'remove-pages', pageIds: [pageId] },
    { kind: 'insert-pages', index, pages: [insertedPage(parts.second % 4 === 0 ? pageId : fresh)] },
  ];
  return edits[parts.kind] ?? { kind: 'set-state', regionId, state };
}

function insertedPage(id: string): Page {
  const { source, pages } = sketchDocument([[]]);
  return { ...(pages[0] as Page), id, source: { ...source, name: 'put in.png', sha256: 'c'.repeat(64) } };
}
