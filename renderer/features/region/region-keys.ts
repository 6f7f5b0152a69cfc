/** Keys of the list of regions on the page that are not commands of their own: walking, moving, sizing, cutting. */
import type { KeyboardEvent } from 'react';
import type { Page } from '../../../engine/document';
import { onArrow } from '../../actions/review-actions';
import { confirmCut, moveCut, turnCut } from '../../store/adjust';
import { regionBeside } from '../../store/library';
import { selectRegion } from '../../store/operations';
import { addRegion, selectedRegion } from '../../store/region-operations';
import { get, set } from '../../store/store';
import { boxByKeys } from './page-geometry';

export function onRegionKeys(event: KeyboardEvent, page: Page): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  const { regionId, cutting, drawing } = get();
  const done = cutting ? cutKey(event) : drawing ? drawKey(event, page) : walkKey(event, page, regionId);
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

function walkKey(event: KeyboardEvent, page: Page, regionId: string | undefined): boolean {
  if (event.key === 'Escape') {
    selectRegion(undefined, 'keyboard');
    return true;
  }
  const arrow = event.key.startsWith('Arrow');
  if (event.key === 'Tab' && !event.altKey) {
    const at = page.regions.findIndex(({ id }) => id === regionId);
    const next = page.regions[event.shiftKey ? at - 1 : at + 1];
    // Without a selected region, and beyond the ends, Tab leaves the list as it leaves any other.
    if (at < 0 || !next) return false;
    selectRegion(next.id, 'keyboard');
    return true;
  }
  if (!arrow) return false;
  if (regionId !== undefined && page.status === 'done') return onArrow(event);
  const forward = event.key === 'ArrowDown' || event.key === 'ArrowRight';
  const next = regionBeside(get(), forward ? 1 : -1);
  if (next !== undefined) selectRegion(next, 'keyboard');
  return true;
}

function cutKey(event: KeyboardEvent): boolean {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
  if (step !== undefined) moveCut(step, event.shiftKey);
  else if (event.key === 'x' || event.key === 'X') turnCut();
  else if (event.key === 'Enter') confirmCut();
  else if (event.key === 'Escape') set({ cutting: undefined });
  else return false;
  return true;
}

function drawKey(event: KeyboardEvent, page: Page): boolean {
  if (event.key === 'Escape') set({ drawing: false });
  else if (event.key === 'Enter') {
    set({ drawing: false });
    void addRegion(page, boxByKeys(selectedRegion(get()), page));
  } else return false;
  return true;
}
