import { z } from 'zod';
import { defineRequest } from '../define';

/** Says which page a person looks at: the running job reads it next. */
export const look = defineRequest<Record<string, never>>()(
  'look',
  z.object({ documentId: z.string(), pageId: z.string() }),
);
