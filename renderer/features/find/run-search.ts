/** A search with an end: plain words at once, expressions in a worker that has so much time. */
import { findHits, type Hit, longestExpression, type SearchRequest } from './search';

const mostMs = 1500;

export type SearchOutcome =
  | { readonly hits: readonly Hit[] }
  | { readonly fault: 'too-long' | 'too-slow' | string };

let running: { readonly stop: () => void } | undefined;

/** A newer search ends an older one, which then never answers. */
export async function runSearch(request: SearchRequest): Promise<SearchOutcome> {
  running?.stop();
  running = undefined;
  if (!request.options.expression) return { hits: findHits(request) };
  if (request.query.length > longestExpression) return { fault: 'too-long' };
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const end = (outcome?: SearchOutcome): void => {
      clearTimeout(timer);
      worker.terminate();
      if (outcome) resolve(outcome);
    };
    const timer = setTimeout(() => end({ fault: 'too-slow' }), mostMs);
    running = { stop: () => end() };
    worker.addEventListener('message', ({ data }: MessageEvent<SearchOutcome>) => end(data));
    worker.addEventListener('error', (event) => end({ fault: event.message || 'worker' }));
    worker.postMessage(request);
  });
}
