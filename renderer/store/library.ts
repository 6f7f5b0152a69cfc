/** Changes of the library slice, pure: state in, change out. */
import type { Document, Page } from '../../engine/document';
import type { Events } from '../../engine/protocol/events';
import type { State } from './state';

const without = <T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));

export interface Added {
  readonly document: Document;
  readonly relativePath: string;
}

/** Many at once: each change copies what is there, and a folder may hold thousands of files. */
export function addDocuments(state: State, added: readonly Added[]): Partial<State> {
  const pages = added.flatMap(({ document }) =>
    document.pages.map((page) => ({ page, documentId: document.id })),
  );
  return {
    documentIds: [...new Set([...state.documentIds, ...added.map(({ document }) => document.id)])],
    documents: {
      ...state.documents,
      ...Object.fromEntries(
        added.map(({ document: { id, source, pages: own, removed = [] }, relativePath }) => [
          id,
          {
            id,
            name: source.name,
            relativePath,
            pageIds: own.map((page) => page.id),
            removedPages: removed.length,
          },
        ]),
      ),
    },
    pages: { ...state.pages, ...Object.fromEntries(pages.map(({ page }) => [page.id, page])) },
    documentOfPage: {
      ...state.documentOfPage,
      ...Object.fromEntries(pages.map(({ page, documentId }) => [page.id, documentId])),
    },
    pageId: state.pageId ?? pages[0]?.page.id,
  };
}

export function removeDocument(state: State, id: string): Partial<State> {
  const gone = new Set(state.documents[id]?.pageIds ?? []);
  const documentIds = state.documentIds.filter((each) => each !== id);
  const lookedAt = state.pageId !== undefined && gone.has(state.pageId);
  const at = state.documentIds.indexOf(id);
  const next = documentIds[Math.min(at, documentIds.length - 1)];
  const nextPage = next === undefined ? undefined : state.documents[next]?.pageIds[0];
  return {
    documentIds,
    documents: without(state.documents, new Set([id])),
    pages: without(state.pages, gone),
    documentOfPage: without(state.documentOfPage, gone),
    blocks: without(state.blocks, gone),
    live: without(state.live, gone),
    queued: state.queued.filter((each) => each !== id),
    ...(lookedAt ? { pageId: nextPage, regionId: undefined, hoveredId: undefined } : {}),
  };
}

/** A page changed: what was fetched of its text is old now. */
export function putPage(state: State, page: Page): Partial<State> {
  if (!state.pages[page.id]) return {};
  const id = new Set([page.id]);
  return {
    pages: { ...state.pages, [page.id]: page },
    blocks: page.id in state.blocks ? without(state.blocks, id) : state.blocks,
    live: page.id in state.live ? without(state.live, id) : state.live,
  };
}

export function putLiveRegion(state: State, { pageId, region }: Events['region']): Partial<State> {
  const before = state.live[pageId] ?? [];
  const known = before.some(({ id }) => id === region.id);
  const regions = known ? before.map((each) => (each.id === region.id ? region : each)) : [...before, region];
  return { live: { ...state.live, [pageId]: regions } };
}

/** Pages in reading order over all documents. */
export function allPageIds(state: Pick<State, 'documentIds' | 'documents'>): readonly string[] {
  return state.documentIds.flatMap((id) => state.documents[id]?.pageIds ?? []);
}

/** The page `steps` away from the one looked at; stays at the ends. */
export function pageBeside(state: State, steps: number): string | undefined {
  const ids = allPageIds(state);
  const at = state.pageId === undefined ? -1 : ids.indexOf(state.pageId);
  return ids[Math.max(0, Math.min(ids.length - 1, at + steps))];
}

export function regionBeside(state: State, steps: number): string | undefined {
  const regions = (state.pageId === undefined ? undefined : state.pages[state.pageId])?.regions ?? [];
  if (regions.length === 0) return undefined;
  const at = regions.findIndex(({ id }) => id === state.regionId);
  const next = at < 0 ? (steps > 0 ? 0 : regions.length - 1) : at + steps;
  return regions[Math.max(0, Math.min(regions.length - 1, next))]?.id;
}
