/** What the window does: calls to the shell and engine, and the changes of state that follow. Outside of React. */
import type { OpenedFiles, SettingsChange } from '../../engine/protocol/shell';
import { errorDataOf, requestEngine, shell } from '../bridge';
import { translate } from '../i18n/translate';
import { type Added, addDocuments, removeDocument } from './library';
import { announce, toast } from './notices';
import { chosenReader, currentDocumentId, failedPages } from './selectors';
import type { ViewSlice } from './state';
import { get, set } from './store';

/** Runs an operation of the person; a failure is shown and goes no further. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const data = errorDataOf(error);
    if (data.code !== 'cancelled') toast('danger', data.message);
  }
}

export async function takeIn(opening: () => Promise<OpenedFiles>): Promise<void> {
  set({ opening: true });
  try {
    await takeOpened(await opening());
  } finally {
    set({ opening: false });
  }
}

export async function takeOpened(opened: OpenedFiles): Promise<void> {
  const { documents, rejected } = opened;
  if (rejected.length > 0) {
    const fresh = new Set(rejected.map(({ handle }) => handle));
    set({ rejected: [...get().rejected.filter(({ handle }) => !fresh.has(handle)), ...rejected] });
    toast('danger', translate('notice.rejected', { count: rejected.length }));
  }
  const first = documents.find(({ id }) => !get().documents[id]);
  for (let at = 0; at < documents.length; at += 100) {
    const added: Added[] = [];
    for (const { id, relativePath } of documents.slice(at, at + 100)) {
      added.push({ document: await requestEngine('document', { documentId: id }), relativePath });
    }
    set(addDocuments(get(), added));
  }
  if (documents.length === 0) return;
  const page = first && get().documents[first.id]?.pageIds[0];
  if (page !== undefined && page !== get().pageId) showPage(page);
  announce(translate('notice.opened', { count: documents.length }));
  if (get().settings.readOnOpen) await read(documents.map(({ id }) => id));
}

export const openDialog = (what: 'files' | 'folder') => attempt(() => takeIn(() => shell.openDialog(what)));
export const openSamples = () => attempt(() => takeIn(() => shell.openSamples()));
export const openClipboard = () => attempt(() => takeIn(() => shell.openClipboard()));
export const openDropped = (files: readonly File[]) => attempt(() => takeIn(() => shell.openDropped(files)));

/** True when the password was right. */
export async function openWithPassword(handle: string, password: string): Promise<boolean> {
  const opened = await shell.openWithPassword(handle, password);
  if (opened.rejected.length > 0) return false;
  set({ rejected: get().rejected.filter((each) => each.handle !== handle) });
  await takeOpened(opened);
  return true;
}

/** Starts reading, or puts the documents behind the running job. */
async function read(documentIds: readonly string[]): Promise<void> {
  const waiting = documentIds.filter((id) => get().documents[id]?.pageIds.some((page) => isUnread(page)));
  if (waiting.length === 0) return;
  if (get().running) {
    set({ queued: [...new Set([...get().queued, ...waiting])] });
    return;
  }
  await startJob({ documentIds: [...waiting] });
}

const isUnread = (pageId: string): boolean => {
  const status = get().pages[pageId]?.status;
  return status === 'waiting' || status === 'failed';
};

type StartParams = Parameters<typeof requestEngine<'start'>>[1];

async function startJob(params: StartParams): Promise<void> {
  set({ running: true, cancelling: false, lastJob: undefined, progress: undefined });
  try {
    const { pages } = await requestEngine('start', {
      existingText: get().settings.existingText,
      ...chosenReader(get()),
      ...params,
    });
    if (get().running && !get().progress) {
      set({ progress: { pagesDone: 0, pagesFailed: 0, pagesTotal: pages } });
    }
  } catch (error) {
    set({ running: false });
    throw error;
  }
}

/** These pages, also when they were read before; while a job runs, what is unread of their document after it. */
export async function readPages(documentId: string, pageIds: readonly string[]): Promise<void> {
  if (get().running) await read([documentId]);
  else await startJob({ documentIds: [documentId], pageIds: [...pageIds], again: true });
}

export const readAll = () => attempt(() => read(get().documentIds));

export const readQueued = () =>
  attempt(async () => {
    const { queued } = get();
    set({ queued: [] });
    await read(queued.filter((id) => get().documents[id]));
  });

export const readPageAgain = (pageId: string) =>
  attempt(async () => {
    const documentId = get().documentOfPage[pageId];
    if (documentId !== undefined)
      await startJob({ documentIds: [documentId], pageIds: [pageId], again: true });
  });

export const readDocumentAgain = (documentId: string, existingText: 'read' | 'keep' | 'mix') =>
  attempt(() => startJob({ documentIds: [documentId], existingText, again: true }));

/** Reads once more what failed. */
export const readFailedAgain = () =>
  attempt(async () => {
    const pages = failedPages(get());
    const documentIds = [...new Set(pages.flatMap(({ id }) => get().documentOfPage[id] ?? []))];
    if (pages.length > 0) await startJob({ documentIds, pageIds: pages.map(({ id }) => id), again: true });
  });

export const pauseJob = (paused: boolean) =>
  attempt(async () => {
    const answer = await requestEngine('pause', { paused });
    const { progress } = get();
    if (!progress) return;
    const { paused: _, ...rest } = progress;
    set({ progress: answer.paused ? { ...rest, paused: true } : rest });
    announce(translate(answer.paused ? 'batch.paused' : 'batch.resumed'));
  });

export const cancelJob = () =>
  attempt(async () => {
    if (!get().running || get().cancelling) return;
    set({ cancelling: true, queued: [] });
    announce(translate('job.cancelling'));
    await requestEngine('cancel', {});
  });

export const closeDocument = (documentId: string) =>
  attempt(async () => {
    if (get().running) return toast('plain', translate('notice.closeWhileReading'));
    await requestEngine('close', { documentIds: [documentId] });
    set(removeDocument(get(), documentId));
  });

const fetching = new Set<string>();

/** Fetches a page's text once it is looked at. */
export async function fetchBlocks(pageId: string): Promise<void> {
  const documentId = get().documentOfPage[pageId];
  if (documentId === undefined || fetching.has(pageId) || get().blocks[pageId]) return;
  fetching.add(pageId);
  try {
    const blocks = await requestEngine('blocks', { documentId, pageId });
    // Only the last few pages looked at are kept: a long document is not held twice.
    const kept = Object.entries(get().blocks).slice(-11);
    if (get().pages[pageId]) set({ blocks: { ...Object.fromEntries(kept), [pageId]: blocks } });
  } catch (error) {
    toast('danger', errorDataOf(error).message);
  } finally {
    fetching.delete(pageId);
  }
}

let refreshes = 0;

/** After an edit: the text of the page looked at is fetched anew and stays on screen until then; others are forgotten. */
export function refreshBlocks(documentId: string): void {
  const { blocks, documentOfPage, pageId, pages, textView } = get();
  const stale = Object.keys(blocks).filter((id) => documentOfPage[id] === documentId || !pages[id]);
  const shown = pageId !== undefined && textView === 'result' && blocks[pageId] ? pageId : undefined;
  const kept = Object.entries(blocks).filter(([id]) => id === shown || !stale.includes(id));
  if (stale.length > 0) set({ blocks: Object.fromEntries(kept) });
  if (shown === undefined) return;
  refreshes += 1;
  const mine = refreshes;
  void attempt(async () => {
    const fresh = await requestEngine('blocks', { documentId, pageId: shown });
    if (mine === refreshes && get().pages[shown]) set({ blocks: { ...get().blocks, [shown]: fresh } });
  });
}

export const copyPageText = () =>
  attempt(async () => {
    const { pageId, settings } = get();
    const documentId = currentDocumentId(get());
    if (documentId === undefined || pageId === undefined) return;
    const { text } = await requestEngine('text', { documentId, pageId, format: 'md', keep: settings.keep });
    await shell.copyText(text);
    toast('success', translate('notice.copied'));
  });

export function showPage(pageId: string): void {
  if (get().showBatch) set({ showBatch: false });
  if (pageId === get().pageId) return;
  set({ ...nothingChosen, alsoPages: [], pageId, regionId: undefined, hoveredId: undefined });
  // What someone looks at is read next.
  const documentId = get().documentOfPage[pageId];
  if (get().running && documentId !== undefined && get().pages[pageId]?.status === 'waiting')
    void attempt(() => requestEngine('look', { documentId, pageId }));
}

const nothingChosen = {
  alsoSelected: [],
  editing: false,
  drawing: false,
  moving: undefined,
  cutting: undefined,
  caretLine: undefined,
  lookAt: undefined,
} as const;

export function selectRegion(
  regionId: string | undefined,
  selectedBy: ViewSlice['selectedBy'],
  editing = false,
): void {
  set({ ...nothingChosen, regionId, selectedBy, editing });
}

/** A region wherever it is; `editing`: with its text in the editor. */
export function showPlace(
  place: { readonly pageId: string; readonly regionId: string | undefined },
  selectedBy: ViewSlice['selectedBy'],
  editing = false,
): void {
  showPage(place.pageId);
  if (place.regionId !== get().regionId || editing !== get().editing) {
    selectRegion(place.regionId, selectedBy, editing);
  }
}

export const updateSettings = (change: SettingsChange) =>
  attempt(async () => set({ settings: await shell.updateSettings(change) }));

export const chooseExportFolder = () =>
  attempt(async () => {
    const { handle, name } = await shell.chooseFolder();
    if (handle !== null) set({ exporting: { ...get().exporting, folder: { handle, name } } });
  });

export const exportDocuments = (documentIds: readonly string[], onExists: 'skip' | 'rename' | 'replace') =>
  attempt(async () => {
    const { exporting, settings } = get();
    if (!exporting.folder || exporting.running) return;
    set({ exporting: { ...exporting, running: true, result: undefined } });
    try {
      const result = await shell.export({
        documentIds: [...documentIds],
        formats: settings.formats,
        folder: exporting.folder.handle,
        keep: settings.keep,
        onExists,
      });
      set({ exporting: { ...get().exporting, running: false, result } });
      announce(translate('export.done', { count: result.files.length }));
    } catch (error) {
      set({ exporting: { ...get().exporting, running: false } });
      throw error;
    }
  });
