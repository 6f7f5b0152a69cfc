/** Scale and scroll of the page view as plain numbers. Pure. */
import type { ZoomMode } from '../../store/state';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room left free around the page, CSS pixels. */
export const margin = 24;

/** Screen pixels for each page pixel; 1 until page and view have a size. */
export function scaleOf(mode: ZoomMode, zoom: number, page: Size, view: Size): number {
  if (mode === 'custom') return zoom;
  if (page.width <= 0 || page.height <= 0 || view.width <= 0 || view.height <= 0) return 1;
  const byWidth = Math.max(1, view.width - 2 * margin) / page.width;
  if (mode === 'width') return byWidth;
  return Math.min(byWidth, Math.max(1, view.height - 2 * margin) / page.height);
}

/** Scroll position that keeps the page point `anchor` (page pixels) at `at` (pixels from the view's corner). */
export function scrollToKeep(
  anchor: number,
  at: number,
  scale: number,
  pageLength: number,
  viewLength: number,
): number {
  const offset = Math.max(margin, (viewLength - pageLength * scale) / 2);
  return Math.max(0, offset + anchor * scale - at);
}

/** The page point under `at`, the opposite of `scrollToKeep`. */
export function pagePointAt(
  at: number,
  scroll: number,
  scale: number,
  pageLength: number,
  viewLength: number,
): number {
  const offset = Math.max(margin, (viewLength - pageLength * scale) / 2);
  return (scroll + at - offset) / scale;
}
