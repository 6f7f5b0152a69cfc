/** What the window knows while a person reviews: how regions are shown, which are chosen, what is being done to them. */
import type { Line, Reading, RegionMark, RegionState } from '../../engine/document';
import type { EditSteps } from '../../engine/protocol/requests/edit';

/** Which regions the review shows and walks through. `doubtful`: marked and not yet dealt with. */
export type ReviewFilter = 'all' | 'doubtful' | RegionState;

export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A cut through a region that is not made yet: before a printed line, or at a page coordinate. */
export type Cut = { readonly line: number } | { readonly x: number } | { readonly y: number };

/** A reading on offer; nothing is changed until the person takes it. */
export interface Proposal {
  readonly regionId: string;
  readonly state: 'choosing' | 'reading' | 'ready' | 'failed';
  readonly reading?: Reading;
  readonly lines?: readonly Line[];
  readonly marks?: readonly RegionMark[];
  readonly message?: string;
}

export interface ReviewSlice {
  /** Raised when more is known of the spelling of words. */
  readonly spellingTurn: number;
  /** The text pane shows the text as it will be exported, or region by region to be corrected. */
  readonly textView: 'result' | 'review';
  readonly filter: ReviewFilter;
  /** Chosen beside `regionId`, to be joined or removed together. */
  readonly alsoSelected: readonly string[];
  /** Pages chosen beside the one looked at, of the same document. */
  readonly alsoPages: readonly string[];
  /** The text of `regionId` is in an editor that has the focus. */
  readonly editing: boolean;
  /** The next drag draws a region, whatever lies below it. */
  readonly drawing: boolean;
  /** A region as it is being moved, sized or drawn (`new`), before the edit is made. */
  readonly moving: { readonly regionId: string; readonly box: DrawnBox } | undefined;
  readonly cutting: { readonly regionId: string; readonly at: Cut } | undefined;
  /** Printed line at the caret of the editor. */
  readonly caretLine: number | undefined;
  /** The doubtful word that was walked to: a range of its region's text, until another place is chosen. */
  readonly lookAt: { readonly regionId: string; readonly start: number; readonly end: number } | undefined;
  readonly proposal: Proposal | undefined;
  /** Steps of undo by document; none known until the first edit. */
  readonly steps: Readonly<Record<string, EditSteps>>;
  /** An edit is on its way to the engine. */
  readonly saving: boolean;
}

export const initialReview: ReviewSlice = {
  spellingTurn: 0,
  textView: 'result',
  filter: 'all',
  alsoSelected: [],
  alsoPages: [],
  editing: false,
  drawing: false,
  moving: undefined,
  cutting: undefined,
  caretLine: undefined,
  lookAt: undefined,
  proposal: undefined,
  steps: {},
  saving: false,
};
