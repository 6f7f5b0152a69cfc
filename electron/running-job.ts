/**
 * The job in the engine as the shell follows it: which pages are finished, which were being read when the engine
 * crashed, and so what is left to do. A page that was being read twice when the engine crashed is given up.
 */
import type { Events } from '../engine/protocol/events';
import type { RequestParams } from '../engine/protocol/requests';

export interface PageKey {
  readonly documentId: string;
  readonly pageId: string;
}

const keyOf = ({ documentId, pageId }: PageKey): string => `${documentId}\n${pageId}`;

export class RunningJob {
  readonly #params: RequestParams<'start'>;
  readonly #startedAt = Date.now();
  readonly #finished = new Map<string, 'done' | 'failed'>();
  readonly #working = new Map<string, PageKey>();
  readonly #crashes = new Map<string, number>();
  #crashesElsewhere = 0;
  /** Pages finished in engines that are gone; the present one counts from 0. */
  #before = { done: 0, failed: 0 };
  total = 0;
  cancelled = false;
  paused = false;

  constructor(params: RequestParams<'start'>) {
    this.#params = params;
  }

  onPage({ documentId, page }: Events['page']): void {
    const place = { documentId, pageId: page.id };
    const key = keyOf(place);
    if (page.status === 'working') this.#working.set(key, place);
    else this.#working.delete(key);
    if (page.status === 'done' || page.status === 'failed') this.#finished.set(key, page.status);
  }

  /** A progress event of the present engine, seen over the whole job. */
  progress(event: Events['progress']): Events['progress'] {
    return {
      ...event,
      pagesDone: event.pagesDone + this.#before.done,
      pagesFailed: event.pagesFailed + this.#before.failed,
      pagesTotal: Math.max(this.total, event.pagesTotal),
    };
  }

  done(event: Pick<Events['job-done'], 'outcome'>): Events['job-done'] {
    return { outcome: event.outcome, ...this.#counts(), seconds: (Date.now() - this.#startedAt) / 1000 };
  }

  /** The engine is gone. Gives the pages that have now cost two engines; 'hopeless' when no page can be blamed twice. */
  onCrash(): readonly PageKey[] | 'hopeless' {
    const blamed = [...this.#working.values()];
    this.#working.clear();
    if (blamed.length === 0) {
      this.#crashesElsewhere += 1;
      if (this.#crashesElsewhere >= 2) return 'hopeless';
    }
    const lost = blamed.filter((place) => {
      const count = (this.#crashes.get(keyOf(place)) ?? 0) + 1;
      this.#crashes.set(keyOf(place), count);
      return count >= 2;
    });
    for (const place of lost) this.#finished.set(keyOf(place), 'failed');
    const { pagesDone, pagesFailed } = this.#counts();
    this.#before = { done: pagesDone, failed: pagesFailed };
    return lost;
  }

  /** What to ask of the next engine; undefined when nothing is left. */
  rest(
    pagesOf: (documentId: string) => readonly { readonly id: string }[],
  ): RequestParams<'start'> | undefined {
    const chosen = this.#params.pageIds && new Set(this.#params.pageIds);
    const documentIds: string[] = [];
    const pageIds: string[] = [];
    for (const documentId of this.#params.documentIds) {
      const left = pagesOf(documentId)
        .map(({ id }) => id)
        .filter((pageId) => chosen?.has(pageId) ?? true)
        .filter((pageId) => !this.#finished.has(keyOf({ documentId, pageId })));
      if (left.length > 0) documentIds.push(documentId);
      pageIds.push(...left);
    }
    return documentIds.length > 0 ? { ...this.#params, documentIds, pageIds } : undefined;
  }

  #counts(): { pagesDone: number; pagesFailed: number } {
    const ends = [...this.#finished.values()];
    const pagesDone = ends.filter((end) => end === 'done').length;
    return { pagesDone, pagesFailed: ends.length - pagesDone };
  }
}
