/** Edits of which pages a document has: split, removed, put in, and the one that takes each back. */
import { type EditResult, findPage, invalid, requireUniqueIds } from './edit-result';
import type { EditOf } from './edit-schema';
import { splitPage } from './page-crop';
import type { Document, Page, RemovedPage } from './types';

interface Placed {
  readonly index: number;
  readonly page: Page;
}

export function splitPages(document: Document, { cuts }: EditOf<'split-pages'>): EditResult {
  const halves = new Map(
    cuts.map(({ pageId, x, first, newPageIds }) => {
      const page = findPage(document, pageId);
      if (page.width === 0) throw invalid('This page has not been opened yet.');
      return [pageId, splitPage(page, x, first, newPageIds)];
    }),
  );
  const after = document.pages.flatMap((page) => halves.get(page.id) ?? [page]);
  const insert = after.flatMap((page, index) => (document.pages.includes(page) ? [] : [{ index, page }]));
  return replacePages(document, {
    kind: 'replace-pages',
    remove: [...halves.keys()],
    insert,
    listed: [],
    unlisted: [],
  });
}

export function removePages(document: Document, { pageIds }: EditOf<'remove-pages'>): EditResult {
  const listed = pageIds.map((pageId): RemovedPage => {
    const { id, number, part, source } = findPage(document, pageId);
    return { id, number, ...(part !== undefined && { part }), ...(source && { file: source.name }) };
  });
  return replacePages(document, {
    kind: 'replace-pages',
    remove: pageIds,
    insert: [],
    listed,
    unlisted: [],
  });
}

export function insertPages(document: Document, { index, pages }: EditOf<'insert-pages'>): EditResult {
  const insert = pages.map((page, place): Placed => ({ index: index + place, page }));
  return replacePages(document, { kind: 'replace-pages', remove: [], insert, listed: [], unlisted: [] });
}

export function replacePages(document: Document, edit: EditOf<'replace-pages'>): EditResult {
  const { remove, insert, listed, unlisted } = edit;
  const going = new Set(remove);
  const removed = document.pages.flatMap((page, index): Placed[] =>
    going.has(page.id) ? [{ index, page }] : [],
  );
  if (removed.length !== remove.length) throw invalid('A page to take out is not in the document.');
  const pages = document.pages.filter((page) => !going.has(page.id));
  let last = -1;
  for (const { index, page } of insert) {
    if (index <= last || index > pages.length)
      throw invalid(`There is no place ${index + 1} in the document.`);
    pages.splice(index, 0, page);
    last = index;
  }
  if (pages.length === 0) throw invalid('A document keeps one page at least; close it instead.');
  const { removed: before = [], ...rest } = document;
  const leaving = before.filter(({ id }) => unlisted.includes(id));
  const list = [...before.filter((each) => !leaving.includes(each)), ...listed];
  const next: Document = { ...rest, pages, ...(list.length > 0 && { removed: list }) };
  requireUniqueIds(next, 'A page or a region with this id exists already.');
  return {
    document: next,
    inverse: {
      kind: 'replace-pages',
      remove: insert.map(({ page }) => page.id),
      insert: removed,
      listed: leaving,
      unlisted: listed.map(({ id }) => id),
    },
  };
}
