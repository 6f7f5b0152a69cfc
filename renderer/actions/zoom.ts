/** Zooming from a command; the page view tells how large the page is shown now. */
import { get, set } from '../store/store';

export const smallestZoom = 0.05;
export const largestZoom = 8;

let shown = 1;

/** Called by the page view at each change of its scale. */
export function reportShownZoom(scale: number): void {
  shown = scale;
}

export const clampZoom = (zoom: number): number => Math.max(smallestZoom, Math.min(largestZoom, zoom));

export function zoomBy(factor: number): void {
  const from = get().zoomMode === 'custom' ? get().zoom : shown;
  set({ zoomMode: 'custom', zoom: clampZoom(from * factor) });
}
