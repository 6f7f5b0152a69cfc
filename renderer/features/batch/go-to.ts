/** From the batch to a page or region. */
import { selectRegion, showPage } from '../../store/operations';
import { get, set } from '../../store/store';
import type { Place } from './account';

export function goTo({ pageId, regionId }: Place): void {
  if (!get().pages[pageId]) return;
  set({ showBatch: false });
  showPage(pageId);
  if (regionId !== undefined) selectRegion(regionId, 'keyboard');
}
