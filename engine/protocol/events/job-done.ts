/** The job ended; counts as in the account. */
export interface JobDoneEvent {
  readonly outcome: 'done' | 'cancelled' | 'failed';
  readonly pagesDone: number;
  readonly pagesFailed: number;
  readonly seconds: number;
}
