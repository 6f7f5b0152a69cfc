/**
 * One piece of engine work at a time, first come first served: a page of the running job, a region asked for. Engine
 * runs block the thread, and two pages in work would need the memory of two.
 */
import { throwIfAborted } from '../base/errors';

export class EngineTurns {
  private last: Promise<void> = Promise.resolve();

  /** Rejects with `cancelled` when the signal is aborted before the turn comes; the work is not begun then. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.last;
    let leave: () => void = () => {};
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.last = before.then(() => mine);
    try {
      await untilAborted(before, signal);
      throwIfAborted(signal);
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves when all who asked for a turn so far have had it. */
  idle(): Promise<void> {
    return this.last;
  }
}

/** Resolves with the promise or as soon as the signal is aborted. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  let stop: () => void = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', stop);
  });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', stop);
}
