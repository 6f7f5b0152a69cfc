import type { ProgressStage } from './progress';

/** The job ended; counts as in the account. */
export interface JobDoneEvent {
  readonly outcome: 'done' | 'cancelled' | 'failed';
  readonly pagesDone: number;
  readonly pagesFailed: number;
  readonly seconds: number;
  /** Where the time went, where the engine measures it. */
  readonly stageSeconds?: Partial<Record<ProgressStage, number>>;
}
