import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PalimpsestError } from '../base/errors';
import { applyEdit, type Document, type DocumentEdit } from '../document';
import { sketchDocument, sketchReading } from '../document/test-documents';
import { anyDocument, anyEditMaker } from './testing/arbitrary-documents';
import { openForTest, projectFolder } from './testing/project-folder';

const at = '2026-11-29T12:00:00.000Z';

/** Undo and redo as they should be, over the pure document. */
class PureHistory {
  private undoable: DocumentEdit[] = [];
  private redoable: DocumentEdit[] = [];

  constructor(public document: Document) {}

  apply(edit: DocumentEdit): void {
    const { document, inverse } = applyEdit(this.document, edit, at);
    this.document = document;
    this.undoable.push(inverse);
    this.redoable = [];
  }

  undo(): boolean {
    return this.move(this.undoable, this.redoable);
  }

  redo(): boolean {
    return this.move(this.redoable, this.undoable);
  }

  private move(from: DocumentEdit[], to: DocumentEdit[]): boolean {
    const edit = from.pop();
    if (!edit) return false;
    const { document, inverse } = applyEdit(this.document, edit, at);
    this.document = document;
    to.push(inverse);
    return true;
  }
}

const outcomeOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof PalimpsestError) return error.code;
    throw error;
  }
};

test('edits, undo and redo through the store equal those of the pure document, also across restarts', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: anyEditMaker },
    { weight: 2, arbitrary: fc.constant('undo' as const) },
    { weight: 2, arbitrary: fc.constant('redo' as const) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  );
  const folder = projectFolder();
  let project = openForTest(folder);
  let count = 0;
  fc.assert(
    fc.property(anyDocument, fc.array(step, { minLength: 1, maxLength: 12 }), (given, steps) => {
      const id = `document-${++count}`;
      const pure = new PureHistory({ ...given, id });
      project.documents.save(pure.document, 'a.png');
      for (const each of steps) {
        if (each === 'restart') {
          project.close();
          project = openForTest(folder);
        } else if (each === 'undo') {
          expect(project.edits.undo(id) !== undefined).toBe(pure.undo());
        } else if (each === 'redo') {
          expect(project.edits.redo(id) !== undefined).toBe(pure.redo());
        } else {
          const edit = each(pure.document);
          const expected = outcomeOf(() => pure.apply(edit));
          expect(outcomeOf(() => project.edits.apply(id, edit, { at }))).toBe(expected);
        }
        expect(project.documents.load(id)).toEqual(pure.document);
      }
    }),
    { numRuns: 60 },
  );
});

const corrected = (text: string): DocumentEdit => ({ kind: 'set-text', regionId: 'page-1-region-1', text });

test('an outcome tells which pages changed, and no others are written', () => {
  const project = openForTest(projectFolder());
  project.documents.save(
    sketchDocument([[{ label: 'text', text: 'a' }], [{ label: 'text', text: 'b' }]]),
    'a.png',
  );
  const outcome = project.edits.apply('document-1', corrected('A'));
  expect(outcome.pages).toEqual([project.documents.page('document-1', 'page-1')]);
  const turned = project.edits.apply('document-1', { kind: 'reorder-pages', pageIds: ['page-2', 'page-1'] });
  expect(turned).toMatchObject({ pages: [], order: ['page-2', 'page-1'] });
});

test('a new edit ends what could be redone', () => {
  const project = openForTest(projectFolder());
  project.documents.save(sketchDocument([[{ label: 'text', text: 'a' }]]), 'a.png');
  project.edits.apply('document-1', corrected('A'));
  project.edits.apply('document-1', corrected('B'));
  project.edits.undo('document-1');
  expect(project.edits.steps('document-1')).toMatchObject({ undoable: 1, redoable: 1 });
  project.edits.apply('document-1', corrected('C'));
  expect(project.edits.steps('document-1')).toEqual({ undoable: 2, redoable: 0, undoes: 'set-text' });
  expect(project.edits.redo('document-1')).toBeUndefined();
});

test('a reading that arrives meanwhile outlives the undo of an earlier correction', () => {
  const project = openForTest(projectFolder());
  const document = sketchDocument([[{ label: 'text', text: 'a' }]]);
  project.documents.save(document, 'a.png');
  project.edits.apply('document-1', corrected('A'));
  const page = document.pages[0]!;
  const region = { ...page.regions[0]!, readings: [sketchReading('again', 'b')] };
  project.documents.savePage('document-1', { ...page, regions: [region] });
  project.edits.undo('document-1');
  const [now] = project.documents.page('document-1', 'page-1').regions;
  expect(now?.correction).toBeUndefined();
  expect(now?.readings.map((reading) => reading.text)).toEqual(['a', 'b']);
});

test('an undo that has become impossible says so once and does not block those before it', () => {
  const project = openForTest(projectFolder());
  const document = sketchDocument([
    [
      { label: 'text', text: 'a' },
      { label: 'text', text: 'b' },
    ],
  ]);
  project.documents.save(document, 'a.png');
  project.edits.apply('document-1', { kind: 'exclude-page', pageId: 'page-1', excluded: true });
  project.edits.apply('document-1', { kind: 'remove-region', regionId: 'page-1-region-2' });
  // Reading again brings a region of that id back.
  project.documents.savePage('document-1', document.pages[0]!);
  expect(() => project.edits.undo('document-1')).toThrow(
    expect.objectContaining({ code: 'invalid-request' }),
  );
  expect(project.edits.undo('document-1')?.inverse).toMatchObject([{ kind: 'exclude-page' }]);
  expect(project.documents.page('document-1', 'page-1').excluded).toBe(false);
});

test('several edits are one step: all or none, and taken back together', () => {
  const project = openForTest(projectFolder());
  const document = sketchDocument([[{ label: 'text', text: 'a' }], [{ label: 'text', text: 'b' }]]);
  project.documents.save(document, 'a.png');
  const remove = (regionId: string): DocumentEdit => ({ kind: 'remove-region', regionId });
  const both = [corrected('A'), remove('page-2-region-1'), corrected('B')];
  expect(() => project.edits.apply('document-1', [...both, remove('nobody')])).toThrow(
    expect.objectContaining({ code: 'invalid-request' }),
  );
  expect(project.documents.load('document-1')).toEqual(document);
  const outcome = project.edits.apply('document-1', both);
  expect(outcome.pages).toEqual(project.documents.load('document-1').pages);
  expect(project.edits.steps('document-1')).toEqual({ undoable: 1, redoable: 0, undoes: 'set-text' });
  const after = project.documents.load('document-1');
  project.edits.undo('document-1');
  expect(project.documents.load('document-1')).toEqual(document);
  project.edits.redo('document-1');
  expect(project.documents.load('document-1')).toEqual(after);
});

test('pages taken out are listed and come back with their corrections, also after a restart', () => {
  const folder = projectFolder();
  const project = openForTest(folder);
  const document = sketchDocument([[{ label: 'text', text: 'a' }], [{ label: 'text', text: 'b' }]]);
  project.documents.save(document, 'a.png');
  project.edits.apply('document-1', corrected('A'));
  const before = project.documents.load('document-1');
  const outcome = project.edits.apply('document-1', { kind: 'remove-pages', pageIds: ['page-1'] });
  expect(outcome).toMatchObject({
    removed: ['page-1'],
    order: ['page-2'],
    removedPages: [{ id: 'page-1', number: 1 }],
  });
  project.close();
  const again = openForTest(folder);
  // As when the file is opened: the list is the project's, and no page comes back of itself.
  again.documents.save({ ...document, pages: [] }, 'a.png');
  expect(again.documents.load('document-1')).toMatchObject({ removed: [{ id: 'page-1', number: 1 }] });
  expect(again.documents.load('document-1').pages).toHaveLength(1);
  expect(again.edits.undo('document-1')).toMatchObject({ order: ['page-1', 'page-2'], removedPages: [] });
  expect(again.documents.load('document-1')).toEqual(before);
});

test('the halves of a page are read anew under ids of their own, and undo gives the page back', () => {
  const project = openForTest(projectFolder());
  const [left, right] = [
    { x: 100, y: 100, width: 300, height: 50 },
    { x: 1000, y: 100, width: 300, height: 50 },
  ];
  const document = sketchDocument([
    [
      { label: 'text', text: 'a', box: left },
      { label: 'text', text: 'b', box: right },
    ],
  ]);
  project.documents.save(document, 'a.png');
  project.edits.apply('document-1', corrected('A'));
  const before = project.documents.load('document-1');
  const cut = { pageId: 'page-1', x: 800, first: 'right', newPageIds: ['page-1.1', 'page-1.2'] } as const;
  const { pages } = project.edits.apply('document-1', { kind: 'split-pages', cuts: [cut] });
  const [first, second] = pages;
  if (!first || !second) throw new Error('no halves');
  expect(pages.map((page) => page.regions.map((region) => region.correction?.text))).toEqual([
    [undefined],
    ['A'],
  ]);
  const fresh = {
    ...document.pages[0]!.regions[0]!,
    id: 'page-1.1-r1',
    readings: [sketchReading('n', 'new')],
  };
  project.documents.savePage('document-1', { ...first, regions: [fresh] });
  expect(project.documents.load('document-1').pages.map((page) => page.regions.map(({ id }) => id))).toEqual([
    ['page-1.1-r1'],
    ['page-1-region-1'],
  ]);
  project.edits.undo('document-1');
  expect(project.documents.load('document-1')).toEqual(before);
  project.edits.redo('document-1');
  expect(project.documents.page('document-1', 'page-1.1').regions).toEqual([fresh]);
});

test('regions outside a crop keep their names and texts when the page is read again', () => {
  const project = openForTest(projectFolder());
  const document = sketchDocument([
    [
      { label: 'header', text: 'top', box: { x: 100, y: 10, width: 300, height: 50 } },
      { label: 'text', text: 'b', box: { x: 100, y: 900, width: 300, height: 50 } },
    ],
  ]);
  project.documents.save(document, 'a.png');
  project.edits.apply('document-1', corrected('Top'));
  const box = { x: 0, y: 500, width: 1654, height: 1000 };
  const [page] = project.edits.apply('document-1', { kind: 'crop-page', pageId: 'page-1', box }).pages;
  if (!page) throw new Error('no page');
  expect(page.outside).toMatchObject([{ index: 0, region: { correction: { text: 'Top' } } }]);
  const [inside] = page.regions;
  if (!inside) throw new Error('no region');
  // A name that is kept for a region outside is not given again.
  const taken = { ...page, regions: [{ ...inside, id: 'page-1-region-1' }] };
  expect(() => project.documents.savePage('document-1', taken)).toThrow(/taken/);
  project.documents.savePage('document-1', { ...page, regions: [inside] });
  const [whole] = project.edits.apply('document-1', { kind: 'crop-page', pageId: 'page-1', box: null }).pages;
  expect(whole?.regions.map(({ id, correction }) => [id, correction?.text])).toEqual([
    ['page-1-region-1', 'Top'],
    ['page-1-region-2', undefined],
  ]);
});

test('an edit that could not be read back is refused', () => {
  const project = openForTest(projectFolder());
  const document = sketchDocument([[{ label: 'text', text: 'a' }]]);
  project.documents.save(document, 'a.png');
  const box = { x: Number.NaN, y: 0, width: 1, height: 1 };
  const refused = expect.objectContaining({ code: 'invalid-request' });
  const add = { kind: 'add-region', pageId: 'page-1', label: 'text', box: { ...box, x: 0 } } as const;
  expect(() =>
    project.edits.apply('document-1', { kind: 'set-box', regionId: 'page-1-region-1', box }),
  ).toThrow(refused);
  expect(() => project.edits.apply('document-1', { ...add, regionId: 'new\0' })).toThrow(refused);
  expect(project.documents.load('document-1')).toEqual(document);
  expect(project.edits.steps('document-1').undoable).toBe(0);
});
