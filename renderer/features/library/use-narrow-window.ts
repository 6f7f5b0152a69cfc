/** Whether the window is narrow in its own (zoomed) pixels. */
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 56rem)');

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useNarrowWindow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
