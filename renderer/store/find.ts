/** Find and replace over the document that is looked at. */
import type { Region } from '../../engine/document';
import { runSearch } from '../features/find/run-search';
import { type Hit, replacingEdits, unitsOf } from '../features/find/search';
import { translate } from '../i18n/translate';
import { commitUnfinished, edit, editsAtOnce } from './edits';
import type { FindState } from './find-state';
import { toast } from './notices';
import { showPlace } from './operations';
import { currentDocumentId } from './selectors';
import { get, set, store } from './store';

const change = (part: Partial<FindState>): void => set({ find: { ...get().find, ...part } });

const restMs = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

export function openFind(replacing: boolean): void {
  commitUnfinished();
  const marked = window.getSelection()?.toString() ?? '';
  const field = document.activeElement;
  const inField =
    field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '';
  const query = inField || (marked.includes('\n') ? '' : marked) || get().find.query;
  set({ textView: 'review', showText: true, editing: false });
  change({ open: true, replacing: replacing || get().find.replacing, query });
  search();
  // A bar that is there already; a new one takes the focus as it is drawn.
  const input = document.querySelector<HTMLInputElement>('[data-find-field]');
  input?.focus();
  input?.select();
}

export function closeFind(): void {
  change({ open: false, hits: [], at: -1, fault: undefined });
}

export function changeFind(
  part: Partial<Pick<FindState, 'query' | 'replacement' | 'options' | 'replacing'>>,
): void {
  change({ ...part, ...(part.query === undefined && part.options === undefined ? {} : { at: -1 }) });
  clearTimeout(timer);
  timer = setTimeout(search, restMs);
}

function search(): void {
  clearTimeout(timer);
  const { find, documents, pages } = get();
  const documentId = currentDocumentId(get());
  if (!find.open || documentId === undefined) return;
  const { query, replacement, options } = find;
  const units = (documents[documentId]?.pageIds ?? []).flatMap((id) => unitsOf(id, pages[id]?.regions ?? []));
  void runSearch({ units, query, replacement, options }).then((outcome) => {
    const now = get().find;
    if (!now.open || now.query !== query) return;
    if ('hits' in outcome) change({ hits: outcome.hits, fault: undefined, at: placeOf(now, outcome.hits) });
    else change({ hits: [], fault: outcome.fault, at: -1 });
  });
}

/** The hit that was shown keeps its turn while texts around it change. */
function placeOf({ hits, at }: FindState, next: readonly Hit[]): number {
  const shown = hits[at];
  if (!shown) return -1;
  const same = next.findIndex(
    ({ regionId, part, start }) => regionId === shown.regionId && part === shown.part && start >= shown.start,
  );
  return same < 0 ? Math.min(at, next.length - 1) : same;
}

/** The next hit from the one shown, or from the region that is selected; comes round. */
export function walkHits(step: 1 | -1): void {
  const { find, regionId, pageId, documents } = get();
  const { hits, at } = find;
  if (hits.length === 0) return;
  let next: number;
  if (at >= 0) next = (at + step + hits.length) % hits.length;
  else {
    const order = documents[currentDocumentId(get()) ?? '']?.pageIds ?? [];
    const regions = pageId === undefined ? [] : (get().pages[pageId]?.regions ?? []);
    const here = [order.indexOf(pageId ?? ''), regions.findIndex(({ id }) => id === regionId)] as const;
    const after = hits.findIndex((hit) => {
      const page = order.indexOf(hit.pageId);
      return (
        page > here[0] || (page === here[0] && regions.findIndex(({ id }) => id === hit.regionId) >= here[1])
      );
    });
    next = step > 0 ? Math.max(0, after) : (Math.max(0, after) - 1 + hits.length) % hits.length;
  }
  showHit(next);
}

export function showHit(index: number): void {
  const hit = get().find.hits[index];
  if (!hit) return;
  change({ at: index });
  showPlace(hit, 'keyboard');
}

export async function replaceHits(hits: readonly Hit[]): Promise<void> {
  const documentId = currentDocumentId(get());
  if (documentId === undefined || hits.length === 0) return;
  commitUnfinished();
  const pages = (get().documents[documentId]?.pageIds ?? []).flatMap((id) => get().pages[id] ?? []);
  const regions = new Map<string, Region>(
    pages.flatMap((page) => page.regions.map((region) => [region.id, region])),
  );
  const edits = replacingEdits(hits, regions);
  for (let from = 0; from < edits.length; from += editsAtOnce) {
    await edit(documentId, edits.slice(from, from + editsAtOnce));
  }
  toast('success', translate('find.replaced', { count: hits.length }));
}

export async function replaceShown(): Promise<void> {
  const { hits, at } = get().find;
  const hit = hits[at];
  if (!hit) {
    walkHits(1);
    return;
  }
  await replaceHits([hit]);
}

let seen = get().pages;
store.subscribe(({ pages, find }) => {
  if (pages === seen) return;
  seen = pages;
  if (!find.open) return;
  clearTimeout(timer);
  timer = setTimeout(search, restMs);
});
