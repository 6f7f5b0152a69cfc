/** Ctrl and wheel over the text change its size, as they zoom the page over the page. */
import { type RefObject, useEffect } from 'react';
import { performAction } from '../../actions/registry';

/** So much turning is one step; a notch of a usual wheel gives 100 or 120. */
const stepOf = 80;

export function useWheelTextSize(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let turned = 0;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < stepOf) return;
      performAction(turned < 0 ? 'text-larger' : 'text-smaller');
      turned = 0;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [ref]);
}
