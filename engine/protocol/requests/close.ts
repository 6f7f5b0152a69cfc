import { z } from 'zod';
import { defineRequest } from '../define';

/** Closes documents and removes their pictures; all that is known of them stays in the project. */
export const close = defineRequest<Record<string, never>>()(
  'close',
  z.object({ documentIds: z.array(z.string()) }),
);
