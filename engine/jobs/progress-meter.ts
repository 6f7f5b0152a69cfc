import type { ProgressEvent } from '../protocol/events';

/** Counts pages and estimates the time left from the pages done so far. */
export class ProgressMeter {
  private readonly started = Date.now();
  private done = 0;
  private failed = 0;

  constructor(private readonly total: number) {}

  count(failed: boolean): void {
    if (failed) this.failed++;
    else this.done++;
  }

  report(current?: ProgressEvent['current']): ProgressEvent {
    const finished = this.done + this.failed;
    const perPage = finished > 0 ? (Date.now() - this.started) / 1000 / finished : undefined;
    return {
      pagesDone: this.done,
      pagesFailed: this.failed,
      pagesTotal: this.total,
      ...(perPage === undefined ? {} : { secondsLeft: Math.round(perPage * (this.total - finished)) }),
      ...(current === undefined ? {} : { current }),
    };
  }

  totals(): { pagesDone: number; pagesFailed: number; seconds: number } {
    return { pagesDone: this.done, pagesFailed: this.failed, seconds: (Date.now() - this.started) / 1000 };
  }
}
