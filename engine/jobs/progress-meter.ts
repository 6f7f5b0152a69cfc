import type { ProgressEvent } from '../protocol/events';

/** Counts pages and estimates the time left from the pages done so far; pauses do not count. */
export class ProgressMeter {
  private readonly started = Date.now();
  private done = 0;
  private failed = 0;
  private pausedAt: number | undefined;
  private pausedFor = 0;

  constructor(private readonly total: number) {}

  count(failed: boolean): void {
    if (failed) this.failed++;
    else this.done++;
  }

  setPaused(paused: boolean): void {
    if (this.pausedAt !== undefined) this.pausedFor += Date.now() - this.pausedAt;
    this.pausedAt = paused ? Date.now() : undefined;
  }

  report(current?: ProgressEvent['current']): ProgressEvent {
    const finished = this.done + this.failed;
    const perPage = finished > 0 ? this.seconds() / finished : undefined;
    return {
      pagesDone: this.done,
      pagesFailed: this.failed,
      pagesTotal: this.total,
      ...(perPage === undefined ? {} : { secondsLeft: Math.round(perPage * (this.total - finished)) }),
      ...(this.pausedAt === undefined ? {} : { paused: true as const }),
      ...(current === undefined ? {} : { current }),
    };
  }

  totals(): { pagesDone: number; pagesFailed: number; seconds: number } {
    return { pagesDone: this.done, pagesFailed: this.failed, seconds: this.seconds() };
  }

  private seconds(): number {
    return ((this.pausedAt ?? Date.now()) - this.started - this.pausedFor) / 1000;
  }
}
