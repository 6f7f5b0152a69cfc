/** Where the running job stands; at most a few a second. */
export interface ProgressEvent {
  readonly pagesDone: number;
  readonly pagesFailed: number;
  readonly pagesTotal: number;
  /** Undefined until there is something to go by. */
  readonly secondsLeft?: number;
  readonly paused?: true;
  readonly current?: { readonly documentId: string; readonly pageId: string; readonly stage: ProgressStage };
}

export type ProgressStage = 'intake' | 'regions' | 'reading' | 'assembly' | 'export';
