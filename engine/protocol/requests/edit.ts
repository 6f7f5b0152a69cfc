import { z } from 'zod';
import { type DocumentEdit, type Page, type RemovedPage, requestedEdit } from '../../document';
import { defineRequest } from '../define';

/** What an edit, an undo or a redo changed. Everything that is not named stands as before. */
export interface EditResult {
  /** Changed and new pages as they now stand. */
  readonly pages: readonly Page[];
  /** Ids of all pages in their new order, when order or number changed. */
  readonly order?: readonly string[];
  /** Ids of pages that are gone. */
  readonly removed?: readonly string[];
  /** All pages that a person has taken out so far, when that changed. */
  readonly removedPages?: readonly RemovedPage[];
  readonly steps: EditSteps;
}

/** How far the document can be taken back and forth; also what was done before the last restart. */
export interface EditSteps {
  readonly undoable: number;
  readonly redoable: number;
  /** Kind of the (first) edit that undo takes back, or redo brings back. */
  readonly undoes?: DocumentEdit['kind'];
  readonly redoes?: DocumentEdit['kind'];
}

/** Applies edits, all or none, as one step of undo. `project-in-use` where the project can only be read. */
export const edit = defineRequest<EditResult>()(
  'edit',
  z.object({ documentId: z.string(), edits: z.array(requestedEdit).min(1).max(1000) }),
);
