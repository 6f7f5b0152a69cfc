import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, Page } from '../../engine/document';
import {
  addDocuments,
  allPageIds,
  pageBeside,
  putLiveRegion,
  putPage,
  regionBeside,
  removeDocument,
} from './library';
import { initialState, type State } from './state';

const page = (id: string, number: number, change: Partial<Page> = {}): Page => ({
  id,
  number,
  width: 100,
  height: 200,
  space: 'page-pixels-top-left',
  transform: { sourceWidth: 100, sourceHeight: 200, scale: 1, quarterTurns: 0, skewDegrees: 0 },
  existingText: { found: 'none', characters: 0, used: false },
  status: 'waiting',
  marks: [],
  regions: [],
  excluded: false,
  ...change,
});

const region = (id: string): Page['regions'][number] => ({
  id,
  label: 'text',
  box: { x: 0, y: 0, width: 1, height: 1 },
  task: 'text',
  state: 'unchecked',
  lines: [],
  marks: [],
  readings: [],
  history: [],
});

const documentOf = (id: string, pageCount: number): Document => ({
  schema: 1,
  id,
  source: {
    name: `${id}.pdf`,
    path: `/x/${id}.pdf`,
    bytes: 1,
    sha256: '',
    mediaType: 'application/pdf',
    pageCount,
  },
  pages: Array.from({ length: pageCount }, (_, index) => page(`${id}-${index + 1}`, index + 1)),
  models: [],
  errors: [],
});

function withDocuments(...counts: number[]): State {
  let state = initialState;
  counts.forEach((count, index) => {
    state = {
      ...state,
      ...addDocuments(state, [{ document: documentOf(`d${index}`, count), relativePath: `d${index}.pdf` }]),
    };
  });
  return state;
}

describe('the library', () => {
  it('shows the first page of the first document', () => {
    const state = withDocuments(2, 3);
    expect(state.pageId).toBe('d0-1');
    expect(allPageIds(state)).toEqual(['d0-1', 'd0-2', 'd1-1', 'd1-2', 'd1-3']);
  });

  it('takes a document that is opened twice once', () => {
    const state = withDocuments(2);
    const again = {
      ...state,
      ...addDocuments(state, [{ document: documentOf('d0', 2), relativePath: 'd0.pdf' }]),
    };
    expect(again.documentIds).toEqual(['d0']);
  });

  it('closing forgets everything of a document and nothing else, and shows a page that is there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        (counts, which, looking) => {
          const full = withDocuments(...counts);
          const pages = allPageIds(full);
          const state = { ...full, pageId: pages[looking % pages.length] };
          const id = `d${which % counts.length}`;
          const after = { ...state, ...removeDocument(state, id) };
          const left = allPageIds(after);
          expect(left).toEqual(pages.filter((each) => !each.startsWith(`${id}-`)));
          expect(Object.keys(after.pages).sort()).toEqual([...left].sort());
          if (left.length === 0) expect(after.pageId).toBeUndefined();
          else expect(left).toContain(after.pageId);
        },
      ),
    );
  });

  it('a changed page loses the text that was fetched of it, and only that', () => {
    const state = { ...withDocuments(2), blocks: { 'd0-1': [], 'd0-2': [] } };
    const after = { ...state, ...putPage(state, page('d0-1', 1, { status: 'done' })) };
    expect(Object.keys(after.blocks)).toEqual(['d0-2']);
    expect(after.pages['d0-1']?.status).toBe('done');
    expect(putPage(state, page('unknown', 1))).toEqual({});
  });

  it('regions being read are kept once each, until the page is done', () => {
    let state: State = withDocuments(1);
    for (const id of ['a', 'b', 'a']) {
      const event = { documentId: 'd0', pageId: 'd0-1', region: region(id), working: true };
      state = { ...state, ...putLiveRegion(state, event) };
    }
    expect(state.live['d0-1']?.map(({ id }) => id)).toEqual(['a', 'b']);
    state = { ...state, ...putPage(state, page('d0-1', 1, { status: 'done' })) };
    expect(state.live['d0-1']).toBeUndefined();
  });
});

describe('turning and walking', () => {
  it('stays within the pages', () => {
    const state = withDocuments(1, 2);
    expect(pageBeside(state, 1)).toBe('d1-1');
    expect(pageBeside(state, -1)).toBe('d0-1');
    expect(pageBeside(state, Number.POSITIVE_INFINITY)).toBe('d1-2');
    expect(pageBeside({ ...state, pageId: 'd1-2' }, Number.NEGATIVE_INFINITY)).toBe('d0-1');
  });

  it('goes through the regions in reading order', () => {
    const base = withDocuments(1);
    const state = { ...base, ...putPage(base, page('d0-1', 1, { regions: [region('a'), region('b')] })) };
    expect(regionBeside(state, 1)).toBe('a');
    expect(regionBeside(state, -1)).toBe('b');
    expect(regionBeside({ ...state, regionId: 'a' }, 1)).toBe('b');
    expect(regionBeside({ ...state, regionId: 'b' }, 1)).toBe('b');
    expect(regionBeside(base, 1)).toBeUndefined();
  });
});
