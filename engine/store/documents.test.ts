import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Document, Page } from '../document';
import { sketchDocument, sketchReading } from '../document/test-documents';
import { Database } from './database';
import { anyDocument, anyReadPage } from './testing/arbitrary-documents';
import { openForTest, projectFolder } from './testing/project-folder';

const waiting = (count: number): Document => {
  const document = sketchDocument(Array.from({ length: count }, () => []));
  return { ...document, pages: document.pages.map((page) => ({ ...page, status: 'waiting' as const })) };
};
const model = { model: 'lines', mode: 'ctc' };
const pageWith = (text: string, extra = {}): Page => {
  const [page] = sketchDocument([[{ label: 'text', text }]]).pages;
  return { ...(page as Page), ...extra };
};

describe('a document', () => {
  test('comes back as it was saved, whatever its text, also after opening again', () => {
    const folder = projectFolder();
    const project = openForTest(folder);
    let count = 0;
    const saved: Document[] = [];
    fc.assert(
      fc.property(anyDocument, (given) => {
        const document = { ...given, id: `document-${++count}` };
        expect(project.documents.save(document, 'a/b.png')).toEqual(document);
        expect(project.documents.load(document.id)).toEqual(document);
        saved.push(document);
      }),
      { numRuns: 40 },
    );
    project.close();
    const again = openForTest(folder);
    for (const document of saved) expect(again.documents.load(document.id)).toEqual(document);
    expect(again.documents.list().map((entry) => entry.id)).toEqual(saved.map((document) => document.id));
  });

  test('saved again unchanged stays as it is', () => {
    const project = openForTest(projectFolder());
    let count = 0;
    fc.assert(
      fc.property(anyDocument, (given) => {
        const document = { ...given, id: `document-${++count}` };
        project.documents.save(document, 'a.png');
        expect(project.documents.save(document, 'a.png')).toEqual(document);
      }),
      { numRuns: 20 },
    );
  });

  test('opened again with its pages waiting gets back what is known of it', () => {
    const project = openForTest(projectFolder());
    const document = waiting(3);
    project.documents.save(document, 'a.png');
    const page = pageWith('read');
    project.documents.savePage(document.id, page);
    expect(project.documents.save(document, 'a.png').pages).toEqual([page, ...document.pages.slice(1)]);
  });

  test('that breaks the schema is refused and nothing is stored', () => {
    const project = openForTest(projectFolder());
    project.documents.save(waiting(1), 'a.png');
    const broken = pageWith('x', { width: Number.NaN });
    expect(() => project.documents.savePage('document-1', broken)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
    const unspeakable = pageWith('x', { id: 'page\0' });
    expect(() => project.documents.savePage('document-1', unspeakable)).toThrow(/cannot be stored/);
    const taken = pageWith('x', { id: 'page-9' });
    project.documents.savePage('document-1', pageWith('x'));
    expect(() => project.documents.savePage('document-1', taken)).toThrow(/taken/);
    expect(project.documents.load('document-1').pages).toEqual([pageWith('x')]);
  });

  test('that is not there is not found', () => {
    const project = openForTest(projectFolder());
    const missing = expect.objectContaining({ code: 'not-found' });
    expect(() => project.documents.load('nothing')).toThrow(missing);
    project.documents.save(waiting(1), 'a.png');
    expect(() => project.documents.page('document-1', 'nothing')).toThrow(missing);
  });

  test('keeps with every reading the hash of the model and the settings of that time', () => {
    const folder = projectFolder();
    const project = openForTest(folder);
    const document = { ...waiting(1), pages: [pageWith('old')] };
    project.documents.save(document, 'a.png', { settings: model });
    const newer = { id: 'lines', name: 'lines', version: '7', sha256: 'c'.repeat(64) };
    project.documents.addModels(document.id, [newer]);
    project.documents.addModels(document.id, [newer]);
    expect(project.documents.load(document.id).models).toEqual([...document.models, newer]);
    project.documents.savePage(document.id, pageWith('new'), { settings: { ...model, again: true } });
    project.close();
    const database = new Database(join(folder, 'project.sqlite'), 'read');
    const rows = database.all(
      `SELECT json_extract(readings.body, '$.text'), model_sha256, settings.body
       FROM readings JOIN settings ON settings.key = readings.settings ORDER BY readings.key`,
    );
    database.close();
    expect(rows).toEqual([
      ['old', 'b'.repeat(64), '{"mode":"ctc","model":"lines"}'],
      ['new', 'c'.repeat(64), '{"again":true,"mode":"ctc","model":"lines"}'],
    ]);
  });
});

describe('a page in work', () => {
  test('keeps the regions read so far when it is interrupted, and reading goes on from there', () => {
    const folder = projectFolder();
    const project = openForTest(folder);
    project.documents.save(waiting(1), 'a.png');
    const found = sketchDocument([[{ label: 'text' }, { label: 'text' }]]).pages[0] as Page;
    project.documents.savePage('document-1', { ...found, status: 'working' });
    const [first] = found.regions;
    const read = { ...first!, readings: [sketchReading('first', 'one')] };
    project.documents.saveRegion('document-1', found.id, read, { settings: model });
    project.close();

    const again = openForTest(folder);
    const kept = again.documents.page('document-1', found.id);
    expect(kept.status).toBe('working');
    expect(kept.regions).toEqual([read, found.regions[1]]);
    const unread = waiting(1).pages[0] as Page;
    const back = again.documents.savePage('document-1', unread);
    expect(back.regions).toEqual(kept.regions);
    expect(back.status).toBe('waiting');
    expect(again.documents.savePage('document-1', { ...unread, status: 'working' }).regions).toEqual(
      kept.regions,
    );

    const done: Page = {
      ...found,
      regions: [read, { ...found.regions[1]!, readings: [sketchReading('second', 'two')] }],
    };
    expect(again.documents.savePage('document-1', done, { settings: model })).toEqual(done);
    expect(again.documents.load('document-1').pages).toEqual([done]);
  });

  test('that fails does not replace one that was read', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('read')] }, 'a.png');
    const error = { code: 'timeout' as const, message: 'Took too long.' };
    const failed: Page = { ...pageWith('read'), status: 'failed', regions: [], error };
    expect(project.documents.savePage('document-1', failed)).toEqual(pageWith('read'));
  });
});

/** With a person's work in it, or just read. */
const anyStored = fc.oneof(
  anyDocument,
  anyReadPage(1).map((page) => ({ ...waiting(1), pages: [page] })),
);

describe('X11: reading again', () => {
  test('never removes a correction, a checked state or a reading', () => {
    const project = openForTest(projectFolder());
    let count = 0;
    fc.assert(
      fc.property(anyStored, anyReadPage(1), (given, second) => {
        const id = `document-${++count}`;
        project.documents.save({ ...given, id }, 'a.png');
        const before = project.documents.page(id, 'page-1');
        project.documents.savePage(id, second);
        const after = project.documents.page(id, 'page-1');
        for (const region of before.regions) {
          const kept = after.regions.find((each) => each.id === region.id);
          if (region.correction) expect(kept?.correction).toEqual(region.correction);
          if (region.state !== 'unchecked') expect(kept?.state).toBe(region.state);
          const former = project.documents.formerRegions(id, 'page-1');
          for (const reading of region.readings) {
            const places = [...after.regions, ...former].flatMap((each) => each.readings);
            expect(places).toContainEqual(reading);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of the same regions adds readings, also when the reader gives them one name', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('old')] }, 'a.png');
    const again = project.documents.savePage('document-1', pageWith('new'));
    expect(again.regions[0]?.readings.map(({ id, text }) => [id, text])).toEqual([
      ['page-1-region-1-reading', 'old'],
      ['page-1-region-1-reading-2', 'new'],
    ]);
    // The same result once more, as at the end of a page whose regions were saved one by one.
    expect(project.documents.savePage('document-1', pageWith('new'))).toEqual(again);
  });

  test('offers a checked region a new reading beside its text', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('old')] }, 'a.png');
    project.edits.apply('document-1', { kind: 'set-state', regionId: 'page-1-region-1', state: 'checked' });
    const [region] = project.documents.savePage('document-1', pageWith('new')).regions;
    expect(region?.correction?.text).toBe('old');
    expect(region?.state).toBe('checked');
    expect(region?.readings.map((reading) => reading.text)).toEqual(['old', 'new']);
    expect(region?.history.map((entry) => entry.before)).toContain('old');
  });

  test('does not mix another layout into a page that somebody has worked on', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('old')] }, 'a.png');
    project.edits.apply('document-1', { kind: 'set-text', regionId: 'page-1-region-1', text: 'Old' });
    const before = project.documents.page('document-1', 'page-1');
    const other: Page = { ...pageWith('x'), regions: [{ ...pageWith('new').regions[0]!, id: 'other' }] };
    expect(project.documents.savePage('document-1', other)).toEqual(before);
  });

  test('keeps a region that somebody drew before the page was read', () => {
    const project = openForTest(projectFolder());
    project.documents.save(waiting(1), 'a.png');
    const drawn = { label: 'table', box: { x: 1, y: 2, width: 3, height: 4 }, regionId: 'drawn' } as const;
    project.edits.apply('document-1', { kind: 'add-region', pageId: 'page-1', ...drawn });
    const read = project.documents.savePage('document-1', pageWith('new'));
    expect(read.status).toBe('done');
    expect(read.regions.map((region) => region.id)).toEqual(['drawn', 'page-1-region-1']);
  });

  test('keeps a page left out', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('old')] }, 'a.png');
    project.edits.apply('document-1', { kind: 'exclude-page', pageId: 'page-1', excluded: true });
    expect(project.documents.savePage('document-1', pageWith('new')).excluded).toBe(true);
  });

  test('with another layout keeps the former regions findable', () => {
    const project = openForTest(projectFolder());
    project.documents.save({ ...waiting(1), pages: [pageWith('old')] }, 'a.png');
    const other: Page = { ...pageWith('x'), regions: [{ ...pageWith('new').regions[0]!, id: 'other' }] };
    expect(project.documents.savePage('document-1', other)).toEqual(other);
    expect(project.documents.formerRegions('document-1', 'page-1')).toEqual(pageWith('old').regions);
  });
});

describe('O17: finished work', () => {
  test('is found by content and settings, wherever the file lies now', () => {
    const project = openForTest(projectFolder());
    const document = waiting(2);
    project.documents.save(document, 'a.png');
    const { sha256 } = document.source;
    const wanted = { sha256, settings: model };
    expect(project.finished.find(wanted)).toBeUndefined();
    project.documents.savePage(document.id, pageWith('one'), { settings: model });
    expect(project.finished.find(wanted)).toMatchObject({ numbers: [1], isComplete: false });
    const second: Page = { ...pageWith('x'), id: 'page-2', number: 2, regions: [] };
    project.documents.savePage(document.id, second, { settings: model });
    expect(project.finished.find(wanted)).toEqual({
      documentId: document.id,
      path: '/samples/sample.png',
      pageCount: 2,
      numbers: [1, 2],
      isComplete: true,
    });
    expect(project.finished.find({ sha256, settings: { mode: 'ctc', model: 'lines' } })?.isComplete).toBe(
      true,
    );
    expect(project.finished.find({ sha256, settings: { ...model, model: 'nano' } })).toBeUndefined();
    expect(project.finished.find({ sha256: 'f'.repeat(64), settings: model })).toBeUndefined();
  });

  test('O02: counts and lists know every class, state and mark; left-out pages stand apart', () => {
    const project = openForTest(projectFolder());
    const document = sketchDocument([
      [
        { label: 'header', text: 'ACME' },
        { label: 'text', text: 'body' },
        { label: 'page-number', text: '1' },
      ],
      [
        { label: 'header', text: 'ACME' },
        { label: 'footnote', marks: [{ kind: 'looped' }, { kind: 'looped' }] },
      ],
    ]);
    project.documents.save(document, 'a.png');
    const counts = project.counts();
    expect(counts).toMatchObject({ regions: 5, excluded: 0, pages: { done: 2, waiting: 0 } });
    expect(counts.labels).toMatchObject({ header: 2, text: 1, 'page-number': 1, footnote: 1, table: 0 });
    expect(counts.marks).toMatchObject({ looped: 1, empty: 0 });
    expect(project.regions({ labels: ['header'] }).map((region) => region.pageNumber)).toEqual([1, 2]);
    expect(project.regions({ marks: ['looped'] }).map((region) => region.label)).toEqual(['footnote']);
    expect(project.regions({ labels: [] })).toEqual([]);
    project.edits.apply(document.id, { kind: 'exclude-page', pageId: 'page-2', excluded: true });
    expect(project.counts(document.id)).toMatchObject({ regions: 3, excluded: 1, pages: { done: 1 } });
    expect(project.counts('another').regions).toBe(0);
    expect(project.regions({ states: ['unchecked'], limit: 2 })).toHaveLength(2);
  });
});

test('a trace belongs to its reading', () => {
  const project = openForTest(projectFolder());
  project.documents.save({ ...waiting(1), pages: [pageWith('x')] }, 'a.png');
  const trace = { format: 'palimpsest-trace', rounds: [1, 2, '😀'] };
  project.traces.save('document-1', 'page-1-region-1-reading', trace);
  expect(project.traces.load('document-1', 'page-1-region-1-reading')).toEqual(trace);
  expect(project.traces.load('document-1', 'none')).toBeUndefined();
  expect(() => project.traces.save('document-1', 'none', trace)).toThrow(/no reading/);
});
