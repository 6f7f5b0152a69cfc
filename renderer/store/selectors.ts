/** Derived values that several parts of the window need. */
import type { Page } from '../../engine/document';
import type { State } from './state';

export const currentPage = (state: State): Page | undefined =>
  state.pageId === undefined ? undefined : state.pages[state.pageId];

export const currentDocumentId = (state: State): string | undefined =>
  state.pageId === undefined ? undefined : state.documentOfPage[state.pageId];

export interface ExistingTextFound {
  readonly pagesWith: number;
  readonly pages: number;
  readonly used: boolean;
}

/** What the file itself holds as text; undefined when it holds none. */
export function existingTextOf(state: State, documentId: string): ExistingTextFound | undefined {
  const pages = (state.documents[documentId]?.pageIds ?? []).flatMap((id) => state.pages[id] ?? []);
  const found = pages.filter((page) => page.existingText.found !== 'none');
  if (found.length === 0) return undefined;
  return {
    pagesWith: found.length,
    pages: pages.length,
    used: found.some((page) => page.existingText.used),
  };
}

export const failedPages = (state: State): readonly Page[] =>
  Object.values(state.pages).filter((page) => page.status === 'failed');

/** Whether there is anything to show in the list of problems. */
export const hasProblems = (state: State): boolean => state.remarks.length > 0 || problemCount(state) > 0;

export const problemCount = (state: State): number => {
  let count = state.rejected.length;
  for (const id in state.pages) if (state.pages[id]?.status === 'failed') count += 1;
  return count;
};

/** The reader of the settings and how it decodes, as `start` takes them; what is no longer there is left out. */
export function chosenReader({ settings, status }: Pick<State, 'settings' | 'status'>): {
  readonly model?: string;
  readonly decode?: State['settings']['decode'];
} {
  const reader = status?.readers.find(({ id, usable }) => id === settings.model && usable);
  const decodes = reader?.decodesTokens ?? true;
  return {
    ...(reader && { model: reader.id }),
    ...(decodes && settings.decode !== 'self-speculative' && { decode: settings.decode }),
  };
}
