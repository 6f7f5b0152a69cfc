/**
 * Edits of the open documents: sent one after the other, and what comes back put into the store. What is still being
 * typed or moved is sent first, so that undo and every other edit stand on what is seen.
 */
import type { Page, RequestedEdit } from '../../engine/document';
import type { RequestResult } from '../../engine/protocol/requests';
import { requestEngine } from '../bridge';
import { translate } from '../i18n/translate';
import { announce, toast } from './notices';
import { attempt, refreshBlocks, showPlace } from './operations';
import { firstChange } from './review';
import { reuseRegions } from './same-value';
import { currentDocumentId } from './selectors';
import { get, set } from './store';

type EditResult = RequestResult<'edit'>;

/** The most edits that one request may hold. */
export const editsAtOnce = 1000;

const unfinished = new Set<() => void>();

/** `finish` sends what is not sent yet, at once. Gives the way to take it back. */
export function whenCommitting(finish: () => void): () => void {
  unfinished.add(finish);
  return () => unfinished.delete(finish);
}

export function commitUnfinished(): void {
  for (const finish of [...unfinished]) finish();
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

function inTurn(work: () => Promise<void>): Promise<void> {
  waiting += 1;
  if (!get().saving) set({ saving: true });
  const turn = last.then(() => attempt(work));
  last = turn.then(() => {
    waiting -= 1;
    if (waiting === 0) set({ saving: false });
  });
  return turn;
}

/** Resolves when everything sent so far has been answered. */
export async function edited(): Promise<void> {
  commitUnfinished();
  await last;
}

/** One step of undo. Failures are shown; nothing is changed then. */
export function sendEdits(documentId: string, edits: readonly RequestedEdit[]): Promise<void> {
  if (edits.length === 0) return Promise.resolve();
  return inTurn(async () => {
    takeResult(documentId, await requestEngine('edit', { documentId, edits: [...edits] }));
  });
}

/** A change of the document that is no list of edits, in its turn; undefined when it failed or came to nothing. */
export async function takeResultOf<Result extends EditResult>(
  documentId: string,
  change: () => Promise<Result | null>,
): Promise<Result | undefined> {
  commitUnfinished();
  let taken: Result | undefined;
  await inTurn(async () => {
    const result = await change();
    if (!result) return;
    takeResult(documentId, result);
    taken = result;
  });
  return taken;
}

/** As `sendEdits`, after what is still being typed or moved. */
export function edit(documentId: string, edits: readonly RequestedEdit[]): Promise<void> {
  commitUnfinished();
  return sendEdits(documentId, edits);
}

/** The edit in the document that is looked at. */
export function editHere(...edits: readonly RequestedEdit[]): Promise<void> {
  const documentId = currentDocumentId(get());
  return documentId === undefined ? Promise.resolve() : edit(documentId, edits);
}

function takeResult(documentId: string, result: EditResult): readonly Page[] {
  const state = get();
  const pages = { ...state.pages };
  const documentOfPage = { ...state.documentOfPage };
  const changed = result.pages.map((page) => reuseRegions(state.pages[page.id], page));
  for (const page of changed) {
    pages[page.id] = page;
    documentOfPage[page.id] = documentId;
  }
  for (const id of result.removed ?? []) {
    delete pages[id];
    delete documentOfPage[id];
  }
  const document = state.documents[documentId];
  const changedDocument = document && {
    ...document,
    ...(result.order && { pageIds: [...result.order] }),
    ...(result.removedPages && { removedPages: result.removedPages.length }),
  };
  set({
    pages,
    documentOfPage,
    ...(changedDocument && (result.order || result.removedPages)
      ? { documents: { ...state.documents, [documentId]: changedDocument } }
      : {}),
    ...(result.removed && { alsoPages: state.alsoPages.filter((id) => pages[id]) }),
    steps: { ...state.steps, [documentId]: result.steps },
  });
  keepSelection(
    state.pageId === undefined ? undefined : state.pages[state.pageId],
    documentId,
    document?.pageIds.indexOf(state.pageId ?? '') ?? 0,
  );
  refreshBlocks(documentId);
  return changed;
}

/** Where what was selected is gone, its neighbour is. */
function keepSelection(before: Page | undefined, documentId: string, place: number): void {
  const { pageId, pages, documents, regionId, alsoSelected } = get();
  const page = pageId === undefined ? undefined : pages[pageId];
  if (page === undefined) {
    const pageIds = documents[documentId]?.pageIds ?? [];
    const next = pageIds[Math.max(0, Math.min(place, pageIds.length - 1))];
    if (next !== undefined) showPlace({ pageId: next, regionId: undefined }, 'keyboard');
    return;
  }
  const ids = new Set(page.regions.map(({ id }) => id));
  if (alsoSelected.some((id) => !ids.has(id))) {
    set({ alsoSelected: alsoSelected.filter((id) => ids.has(id)) });
  }
  if (regionId === undefined || ids.has(regionId)) return;
  const at = Math.max(0, before?.regions.findIndex(({ id }) => id === regionId) ?? 0);
  const next = page.regions[Math.min(at, page.regions.length - 1)];
  set({ regionId: next?.id, editing: false, selectedBy: 'keyboard' });
}

export const undo = (): Promise<void> => step('undo');
export const redo = (): Promise<void> => step('redo');

/** Leads to what it changed, on whichever page that is. */
function step(kind: 'undo' | 'redo'): Promise<void> {
  commitUnfinished();
  const documentId = currentDocumentId(get());
  if (documentId === undefined) return Promise.resolve();
  return inTurn(async () => {
    const before = get().pages;
    const result = await requestEngine(kind, { documentId });
    if (!result.changed) {
      toast('plain', translate(kind === 'undo' ? 'review.nothingToUndo' : 'review.nothingToRedo'));
      return;
    }
    const changed = takeResult(documentId, result);
    announce(translate(kind === 'undo' ? 'review.undone' : 'review.redone'));
    const page = changed.find(({ id }) => id === get().pageId) ?? changed[0];
    if (!page) return;
    const regionId = firstChange(before[page.id], page);
    showPlace({ pageId: page.id, regionId: regionId ?? get().regionId }, 'keyboard', get().editing);
  });
}
