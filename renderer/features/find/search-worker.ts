/** Runs expressions of a person away from the window: one that never ends is ended with this worker. */
import { findHits, type SearchRequest } from './search';

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  try {
    self.postMessage({ hits: findHits(data) });
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
});
