import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import { documentSchema } from '../../document';
import { defineRequest } from '../define';

/**
 * Takes documents into a fresh engine as they were known before the last one crashed: same ids, finished pages stay
 * finished, pages that were being read wait again. Starts nothing. A source that is gone is listed in `rejected`.
 */
export const restore = defineRequest<{
  readonly restored: readonly string[];
  readonly rejected: readonly ErrorData[];
}>()(
  'restore',
  z.object({
    documents: z.array(
      z.object({ document: documentSchema, relativePath: z.string(), password: z.string().optional() }),
    ),
  }),
);
