import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import { defineRequest } from '../define';
import type { EditResult } from './edit';

export interface InsertResult extends EditResult {
  /** The new pages in their order; none when every file was refused. */
  readonly inserted: readonly string[];
  readonly rejected: readonly ErrorData[];
}

/**
 * Puts the pages of files into a document, beside one of its pages, as one step of undo. They wait to be read. A bad or
 * encrypted file is listed in `rejected`, the others are taken.
 */
export const insertPages = defineRequest<InsertResult>()(
  'insert-pages',
  z.object({
    documentId: z.string(),
    beside: z.string(),
    side: z.enum(['before', 'after']),
    paths: z.array(z.string().min(1)).max(10_000),
  }),
);
