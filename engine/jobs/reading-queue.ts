/** Pages of a running job: which comes next, and whether work goes on at all. */
import type { OpenDocument } from './open-document';

export interface PageTask {
  readonly open: OpenDocument;
  readonly pageId: string;
}

export class ReadingQueue {
  private readonly waiting: PageTask[];
  private readonly listeners = new Set<(paused: boolean) => void>();
  private goOn: (() => void) | undefined;
  private held: Promise<void> | undefined;

  /** `tasks`: of the whole job. */
  constructor(readonly tasks: readonly PageTask[]) {
    this.waiting = [...tasks];
  }

  take(): PageTask | undefined {
    return this.waiting.shift();
  }

  /** What `take` would give now. */
  peek(): PageTask | undefined {
    return this.waiting[0];
  }

  /** A page that was given up half way comes next again. */
  putBack(task: PageTask): void {
    this.waiting.unshift(task);
  }

  /** The page that someone looks at comes next. */
  look(documentId: string, pageId: string): void {
    const index = this.waiting.findIndex((task) => task.open.id === documentId && task.pageId === pageId);
    if (index > 0) this.waiting.unshift(...this.waiting.splice(index, 1));
  }

  get isPaused(): boolean {
    return this.held !== undefined;
  }

  setPaused(paused: boolean): void {
    if (paused === this.isPaused) return;
    if (paused) {
      this.held = new Promise((resolve) => {
        this.goOn = resolve;
      });
    } else {
      this.goOn?.();
      this.held = undefined;
    }
    for (const listener of this.listeners) listener(paused);
  }

  onPause(listener: (paused: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves at once unless the job is held, else when it goes on or is cancelled. */
  async gate(signal: AbortSignal): Promise<void> {
    while (this.held && !signal.aborted) {
      let stop: () => void = () => {};
      const aborted = new Promise<void>((resolve) => {
        stop = resolve;
        signal.addEventListener('abort', stop);
      });
      await Promise.race([this.held, aborted]);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Work whose signal is aborted when the job is cancelled and also when it is held. */
  async untilHeld<T>(job: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const forget = this.onPause((paused) => paused && abort());
    if (job.aborted) abort();
    job.addEventListener('abort', abort);
    try {
      return await work(controller.signal);
    } finally {
      forget();
      job.removeEventListener('abort', abort);
    }
  }
}
