import { z } from 'zod';
import { defineRequest } from '../define';

/** Forgets documents and removes their pictures from the cache. Sources are never touched. */
export const close = defineRequest<Record<string, never>>()(
  'close',
  z.object({ documentIds: z.array(z.string()) }),
);
