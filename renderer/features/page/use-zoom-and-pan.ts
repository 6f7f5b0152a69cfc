/** Ctrl and wheel zoom about the pointer; Space or the middle button drag the page. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { clampZoom, reportShownZoom } from '../../actions/zoom';
import { set } from '../../store/store';
import { pagePointAt, type Size, scrollToKeep } from './geometry';

interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly atX: number;
  readonly atY: number;
}

export function useZoomAndPan(
  view: RefObject<HTMLElement | null>,
  page: Size,
  viewSize: Size,
  scale: number,
): void {
  const anchor = useRef<Anchor | undefined>(undefined);
  const shown = useRef({ page, viewSize, scale });

  useLayoutEffect(() => {
    const element = view.current;
    const kept = anchor.current;
    if (element && kept) {
      element.scrollLeft = scrollToKeep(kept.x, kept.atX, scale, page.width, viewSize.width);
      element.scrollTop = scrollToKeep(kept.y, kept.atY, scale, page.height, viewSize.height);
      anchor.current = undefined;
    }
    shown.current = { page, viewSize, scale };
    reportShownZoom(scale);
  }, [view, page, viewSize, scale]);

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    let spaceDown = false;
    let from: { x: number; y: number; left: number; top: number } | undefined;

    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { page: size, viewSize: room, scale: now } = shown.current;
      const box = element.getBoundingClientRect();
      const atX = event.clientX - box.left;
      const atY = event.clientY - box.top;
      anchor.current = {
        x: pagePointAt(atX, element.scrollLeft, now, size.width, room.width),
        y: pagePointAt(atY, element.scrollTop, now, size.height, room.height),
        atX,
        atY,
      };
      set({ zoomMode: 'custom', zoom: clampZoom(now * Math.exp(-event.deltaY / 400)) });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      spaceDown = event.type === 'keydown';
      element.toggleAttribute('data-pan', spaceDown);
      if (spaceDown && element.contains(document.activeElement)) event.preventDefault();
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 1 && !(event.button === 0 && spaceDown)) return;
      event.preventDefault();
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      element.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent): void => {
      if (!from) return;
      element.scrollLeft = from.left - (event.clientX - from.x);
      element.scrollTop = from.top - (event.clientY - from.y);
    };
    const onUp = (): void => {
      from = undefined;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    window.addEventListener('keydown', onKey);
    window.addEventListener('keyup', onKey);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keyup', onKey);
    };
  }, [view]);
}
