import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import { documentSchema } from '../../document';
import { defineRequest } from '../define';

/**
 * Takes documents into a fresh engine after the last one crashed, as the project has them: same ids, finished pages
 * and regions stay finished, the page that was being read waits again. Of what is given here, pages that have failed
 * since are taken over, and everything where no project can be written. Starts nothing. A source that is gone is
 * listed in `rejected`.
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
