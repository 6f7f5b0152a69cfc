/**
 * A page that a person has worked on is read anew region by region, as its regions stand. What comes of it are offers;
 * the page changes only by what is taken.
 */
import { useStore as useZustand } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Page, Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { isWorkedOn } from '../../../engine/document/worked-on';
import type { ProposedReading } from '../../../engine/protocol/requests/read-region';
import { errorDataOf, requestEngine } from '../../bridge';
import { translate } from '../../i18n/translate';
import { edited, editHere } from '../../store/edits';
import { announce, toast } from '../../store/notices';
import { readingEdits } from '../../store/reread';
import { get, set } from '../../store/store';
import { endLive } from '../live/live-store';

export interface PageReread {
  readonly pageId: string;
  readonly state: 'reading' | 'done' | 'stopped' | 'failed';
  readonly read: number;
  readonly total: number;
  /** By region; only those whose text differs from what counts now. */
  readonly offers: Readonly<Record<string, ProposedReading>>;
  readonly message?: string;
}

const store = createStore<{ readonly reread: PageReread | undefined }>(() => ({ reread: undefined }));
let runs = 0;

export const usePageReread = (): PageReread | undefined => useZustand(store, ({ reread }) => reread);

export const isPageWorkedOn = (page: Page | undefined): boolean => page?.regions.some(isWorkedOn) ?? false;

const isReadable = ({ task, state }: Region): boolean => task !== 'none' && state !== 'left-out';

export async function rereadPage(pageId: string): Promise<void> {
  const documentId = get().documentOfPage[pageId];
  const regions = get().pages[pageId]?.regions.filter(isReadable) ?? [];
  if (documentId === undefined || regions.length === 0) return;
  runs += 1;
  const mine = runs;
  let reread: PageReread = { pageId, state: 'reading', read: 0, total: regions.length, offers: {} };
  const put = (change: Partial<PageReread>): void => {
    reread = { ...reread, ...change };
    if (mine === runs) store.setState({ reread });
  };
  put({});
  set({ dialog: 'reread-page' });
  try {
    await edited();
    for (const region of regions) {
      const offer = await requestEngine('read-region', { documentId, regionId: region.id });
      if (mine !== runs) return;
      const current = currentText(region);
      const differs = offer.reading.text !== current?.text || offer.reading.format !== current.format;
      put({
        read: reread.read + 1,
        ...(differs && { offers: { ...reread.offers, [region.id]: offer } }),
      });
    }
    put({ state: 'done' });
    announce(translate('rereadPage.done', { count: Object.keys(reread.offers).length }));
  } catch (error) {
    const { code, message } = errorDataOf(error);
    put(code === 'cancelled' ? { state: 'stopped' } : { state: 'failed', message });
  } finally {
    endLive();
  }
}

export function stopPageReread(): void {
  if (!get().running) void requestEngine('cancel', {}).catch(() => {});
}

export function closePageReread(): void {
  const { reread } = store.getState();
  if (reread?.state === 'reading') stopPageReread();
  runs += 1;
  store.setState({ reread: undefined });
  set({ dialog: undefined });
}

/** In one step of undo. */
export async function takeOffers(regions: readonly Region[]): Promise<void> {
  const { reread } = store.getState();
  if (!reread) return;
  const edits = regions.flatMap((region) => {
    const offer = reread.offers[region.id];
    return offer ? readingEdits(region, offer) : [];
  });
  const taken = new Set(regions.map(({ id }) => id));
  const left = Object.entries(reread.offers).filter(([id]) => !taken.has(id));
  store.setState({ reread: { ...reread, offers: Object.fromEntries(left) } });
  await editHere(...edits);
  toast('success', translate('rereadPage.taken', { count: regions.length }));
}
