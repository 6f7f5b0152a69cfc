import type { LiveDecode } from './decode';
import type { JobDoneEvent } from './job-done';
import type { PageEvent } from './page';
import type { ProgressEvent } from './progress';
import type { RegionEvent } from './region';
import type { WarningEvent } from './warning';

export type { LiveDecode, LiveEvent, LiveId, LiveToken } from './decode';
export type { ProgressStage } from './progress';
export type { JobDoneEvent, PageEvent, ProgressEvent, RegionEvent, WarningEvent };

/** Every event, keyed by its kind. Events are typed only: they come from the engine, the trusted side. */
export interface Events {
  readonly page: PageEvent;
  readonly region: RegionEvent;
  readonly progress: ProgressEvent;
  readonly decode: LiveDecode;
  readonly warning: WarningEvent;
  readonly 'job-done': JobDoneEvent;
}

/** A kind that stands in only one of the two lists does not compile where it is used. */
export const eventKinds = ['page', 'region', 'progress', 'decode', 'warning', 'job-done'] as const;

export type EventKind = (typeof eventKinds)[number];
