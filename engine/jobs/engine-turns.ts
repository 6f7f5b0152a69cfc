/**
 * One piece of engine work at a time, first come first served: a page of the running job, a region asked for. Engine
 * runs block the thread, and two pieces in work would need the memory of two.
 */
import { PalimpsestError, throwIfAborted } from '../base/errors';

export class EngineTurns {
  private taken = false;
  private readonly waiting: (() => void)[] = [];

  /** Rejects with `cancelled` when the signal is aborted before the turn comes; the work is not begun then. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Resolves when all who asked so far have had their turn. */
  idle(): Promise<void> {
    return this.take(async () => {});
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal);
    if (!this.taken) {
      this.taken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        signal?.removeEventListener('abort', giveUp);
        reject(new PalimpsestError('cancelled', 'Cancelled.'));
      };
      this.waiting.push(begin);
      signal?.addEventListener('abort', giveUp);
    });
  }

  /** Hands the turn over to whoever waits longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken = false;
  }
}
