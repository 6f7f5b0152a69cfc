import { z } from 'zod';
import { defineRequest } from '../define';

/** Closes documents and removes what is known of them, corrections included. Their files are never touched. */
export const forget = defineRequest<Record<string, never>>()(
  'forget',
  z.object({ documentIds: z.array(z.string()) }),
);
