/** What is being looked for in the document. */
import type { Hit, SearchOptions } from '../features/find/search';

export interface FindState {
  readonly open: boolean;
  readonly replacing: boolean;
  readonly query: string;
  readonly replacement: string;
  readonly options: SearchOptions;
  readonly hits: readonly Hit[];
  /** Index of the hit that is shown; -1: none yet. */
  readonly at: number;
  readonly fault: string | undefined;
}

export const initialFind: FindState = {
  open: false,
  replacing: false,
  query: '',
  replacement: '',
  options: { matchCase: false, wholeWord: false, expression: false },
  hits: [],
  at: -1,
  fault: undefined,
};
