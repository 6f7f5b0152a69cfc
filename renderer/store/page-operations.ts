/** What a person does to whole pages: the one looked at and those chosen beside it. One step of undo for all of them. */
import type { Page, RequestedEdit } from '../../engine/document';
import { translate } from '../i18n/translate';
import { edit } from './edits';
import { announce, dismissToast, toast } from './notices';
import { attempt, readPages, showPage } from './operations';
import { currentDocumentId } from './selectors';
import type { State } from './state';
import { get, set } from './store';

/** In the order of the document. */
export function selectedPages(state: State): readonly Page[] {
  const documentId = currentDocumentId(state);
  const ids = (documentId === undefined ? undefined : state.documents[documentId]?.pageIds) ?? [];
  return ids.flatMap((id) =>
    id === state.pageId || state.alsoPages.includes(id) ? (state.pages[id] ?? []) : [],
  );
}

/** This page alone. */
export function choosePage(pageId: string): void {
  set({ alsoPages: [] });
  showPage(pageId);
}

/** Adds the page to the chosen ones or takes it out; only pages of one document are chosen together. */
export function chooseAlsoPage(pageId: string): void {
  const { alsoPages, pageId: main, documentOfPage } = get();
  if (main === undefined || documentOfPage[main] !== documentOfPage[pageId]) {
    showPage(pageId);
    return;
  }
  if (pageId === main) return;
  const without = alsoPages.filter((id) => id !== pageId);
  set({ alsoPages: without.length < alsoPages.length ? without : [...alsoPages, pageId] });
}

/** All from the page looked at to this one. */
export function choosePagesTo(pageId: string): void {
  const { pageId: main, documentOfPage, documents } = get();
  const documentId = documentOfPage[pageId];
  if (main === undefined || documentId === undefined || documentOfPage[main] !== documentId) {
    showPage(pageId);
    return;
  }
  const ids = documents[documentId]?.pageIds ?? [];
  const [from, to] = [ids.indexOf(main), ids.indexOf(pageId)].sort((a, b) => a - b);
  set({ alsoPages: ids.slice(from, (to ?? 0) + 1).filter((id) => id !== main) });
}

export function chooseNextPage(step: 1 | -1): void {
  const documentId = currentDocumentId(get());
  const ids = (documentId === undefined ? undefined : get().documents[documentId]?.pageIds) ?? [];
  const chosen = selectedPages(get()).map(({ id }) => ids.indexOf(id));
  const next = ids[step > 0 ? Math.max(...chosen) + 1 : Math.min(...chosen) - 1];
  if (next !== undefined) chooseAlsoPage(next);
}

function editPages(edits: readonly RequestedEdit[]): Promise<void> {
  const documentId = currentDocumentId(get());
  return documentId === undefined ? Promise.resolve() : edit(documentId, edits);
}

/** Says what was done to pages, with a button that reads them. */
export function offerReading(pageIds: readonly string[], text: string): void {
  const there = (): readonly Page[] => pageIds.flatMap((id) => get().pages[id] ?? []);
  const documentId = get().documentOfPage[there()[0]?.id ?? ''];
  if (documentId === undefined) return;
  // What was offered before is about pages as they were.
  for (const { id, action } of get().toasts) if (action) dismissToast(id);
  const wasRead = there().some(({ status }) => status === 'done');
  toast('plain', text, {
    label: translate(wasRead ? 'pages.readAgain' : 'pages.read'),
    perform: () => {
      // Some may be gone by then.
      const ids = there().map(({ id }) => id);
      if (ids.length > 0) void attempt(() => readPages(documentId, ids));
    },
  });
}

/** Nothing is turned or cut while it is read. */
export const canReshape = (page: Page): boolean => page.width > 0 && page.status !== 'working';

/** Clockwise quarter turns. */
export async function turnPages(turns: 1 | 2 | 3): Promise<void> {
  const pages = selectedPages(get()).filter(canReshape);
  if (pages.length === 0) return;
  await editPages(
    pages.map(({ id, transform }): RequestedEdit => {
      const quarterTurns = ((transform.quarterTurns + turns) % 4) as 0 | 1 | 2 | 3; // a rest of four
      return { kind: 'transform-page', pageId: id, quarterTurns, skewDegrees: transform.skewDegrees };
    }),
  );
  offerReading(
    pages.map(({ id }) => id),
    translate('pages.turned', { count: pages.length }),
  );
}

/** `degrees` clockwise in all, not in addition to what there is. */
export async function straightenPages(degrees: number): Promise<void> {
  const pages = selectedPages(get()).filter(canReshape);
  await editPages(
    pages.map(
      ({ id, transform }): RequestedEdit => ({
        kind: 'transform-page',
        pageId: id,
        quarterTurns: transform.quarterTurns,
        skewDegrees: degrees,
      }),
    ),
  );
  offerReading(
    pages.map(({ id }) => id),
    translate('pages.turned', { count: pages.length }),
  );
}

/** All are left out, or taken in again if all are out. */
export async function leaveOutPages(): Promise<void> {
  const pages = selectedPages(get());
  const excluded = !pages.every((page) => page.excluded);
  await editPages(pages.map(({ id }): RequestedEdit => ({ kind: 'exclude-page', pageId: id, excluded })));
  announce(translate(excluded ? 'pages.out' : 'pages.in'));
}

/** The chosen pages move together past their neighbour. */
export async function movePages(step: 1 | -1): Promise<void> {
  const documentId = currentDocumentId(get());
  const ids = (documentId === undefined ? undefined : get().documents[documentId]?.pageIds) ?? [];
  const moving = new Set(selectedPages(get()).map(({ id }) => id));
  const next = movedTogether(ids, moving, step);
  if (next.some((id, index) => id !== ids[index]))
    await editPages([{ kind: 'reorder-pages', pageIds: [...next] }]);
}

/** Each of `moving` one place further, in their order; those at the end stay. */
export function movedTogether(
  ids: readonly string[],
  moving: ReadonlySet<string>,
  step: 1 | -1,
): readonly string[] {
  const order = step > 0 ? [...ids].reverse() : [...ids];
  for (let at = 1; at < order.length; at += 1) {
    const before = order[at - 1];
    const here = order[at];
    if (before === undefined || here === undefined) continue;
    if (moving.has(here) && !moving.has(before)) {
      order[at - 1] = here;
      order[at] = before;
    }
  }
  return step > 0 ? order.reverse() : order;
}
