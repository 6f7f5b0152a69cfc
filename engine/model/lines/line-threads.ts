/**
 * Threads that read lines side by side, each with a session of one thread. They share the page's pixels and take its
 * batches one by one, so that neither a long line nor work of this thread lets one of them wait.
 */
import { Worker } from 'node:worker_threads';
import { throwIfAborted, toErrorData } from '../../base/errors';
import type { Raster } from '../../base/raster';
import { findBundle } from '../../runtime';
import type { BatchReading, LineBatch } from './line-batch';
import { isThreadAnswer, type PageWork, type ThreadAnswer, type ThreadData } from './line-thread-messages';

/** Beyond this a page has too few lines, and each thread holds tens of megabytes. */
const mostThreads = 8;
/** A process that ends lets a run come to its end, which takes a fraction of this. */
const longestRunMilliseconds = 3000;

type Take = (batch: LineBatch, reading: BatchReading) => void;

interface Work {
  readonly batches: readonly LineBatch[];
  readonly take: Take;
  left: number;
  /** Ends the wait, whether all is read or not; with what `take` has thrown, if it has. */
  readonly end: (fault?: unknown) => void;
}

export class LineThreads {
  private workers: Worker[] = [];
  private readonly works = new Map<number, Work>();
  private count = 0;
  /** Threads that cannot start or have died will not do better next time. */
  private broken = false;

  private constructor(
    private readonly bundle: string,
    private readonly data: ThreadData,
    private readonly size: number,
  ) {
    process.on('exit', this.letRunsEnd);
  }

  /** Undefined where one thread is all there is, and where the threads' code has not been built. */
  static of({ model, characters }: Omit<ThreadData, 'busy'>, threads: number): LineThreads | undefined {
    const bundle = threads > 1 ? findBundle('line-thread.cjs') : undefined;
    if (bundle === undefined) return undefined;
    const busy = new Int32Array(new SharedArrayBuffer(4));
    return new LineThreads(bundle, { model, characters, busy }, Math.min(threads, mostThreads));
  }

  /**
   * Calls `take` for each batch as it is read. When threads fail it returns early: what they have not read is for the
   * caller. Throws `cancelled`, and what `take` throws.
   */
  async readBatches(
    batches: readonly LineBatch[],
    wantsAll: boolean,
    take: Take,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    throwIfAborted(signal);
    if (this.broken) return;
    const page = this.pageWork(batches, wantsAll);
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => end();
      const end = (fault?: unknown): void => {
        // Nobody takes another batch.
        Atomics.store(page.next, 0, batches.length);
        signal?.removeEventListener('abort', stop);
        this.works.delete(page.work);
        if (this.works.size === 0) for (const worker of this.workers) worker.unref();
        if (fault === undefined) resolve();
        else reject(fault);
      };
      signal?.addEventListener('abort', stop);
      this.works.set(page.work, { batches, take, left: batches.length, end });
      this.send(page);
    });
    throwIfAborted(signal);
  }

  /** Waits until the threads have freed their sessions. */
  async close(): Promise<void> {
    const { workers } = this;
    this.giveUp();
    await Promise.all(
      workers.map((worker) => {
        worker.ref();
        worker.postMessage('end');
        return new Promise((resolve) => worker.once('exit', resolve));
      }),
    );
    process.off('exit', this.letRunsEnd);
  }

  private pageWork(batches: readonly LineBatch[], wantsAll: boolean): PageWork {
    const rasters = [...new Set(batches.flatMap(({ lines }) => lines.map(({ page }) => page)))];
    return {
      work: this.count++,
      pages: rasters.map(shared),
      batches: batches.map(({ width, lines }) => {
        return { width, lines: lines.map((line) => ({ ...line, page: rasters.indexOf(line.page) })) };
      }),
      wantsAll,
      next: new Int32Array(new SharedArrayBuffer(4)),
    };
  }

  private send(page: PageWork): void {
    try {
      while (this.workers.length < this.size) this.workers.push(this.start());
      for (const worker of this.workers) {
        worker.ref();
        worker.postMessage(page);
      }
    } catch (error) {
      this.fail(toErrorData(error).message);
    }
  }

  private start(): Worker {
    const worker = new Worker(this.bundle, { workerData: this.data });
    worker.on('message', (message: unknown) => {
      if (isThreadAnswer(message)) this.receive(message);
    });
    worker.on('error', (error) => this.fail(error.message));
    worker.on('exit', () => this.fail('A thread has ended.'));
    return worker;
  }

  private receive(answer: ThreadAnswer): void {
    if ('failure' in answer) {
      this.fail(answer.failure);
      return;
    }
    const work = this.works.get(answer.work);
    const batch = work?.batches[answer.batch];
    if (!work || !batch) return;
    try {
      work.take(batch, answer.reading);
      work.left--;
      if (work.left === 0) work.end();
    } catch (error) {
      work.end(error);
    }
  }

  /** The runtime aborts the whole process when its thread is ended in the middle of a run. */
  private readonly letRunsEnd = (): void => {
    for (const work of [...this.works.values()]) work.end();
    const { busy } = this.data;
    const until = Date.now() + longestRunMilliseconds;
    for (;;) {
      const count = Atomics.load(busy, 0);
      const left = until - Date.now();
      if (count === 0 || left <= 0) return;
      Atomics.wait(busy, 0, count, left);
    }
  };

  private fail(reason: string): void {
    if (this.broken) return;
    process.emitWarning(`Lines are read without threads of their own from now on: ${reason}`);
    const { workers } = this;
    this.giveUp();
    for (const worker of workers) {
      worker.unref();
      worker.postMessage('end');
    }
  }

  private giveUp(): void {
    this.broken = true;
    this.workers = [];
    for (const work of [...this.works.values()]) work.end();
  }
}

function shared({ width, height, data }: Raster): Raster {
  const copy = new Uint8Array(new SharedArrayBuffer(data.length));
  copy.set(data);
  return { width, height, data: copy };
}
