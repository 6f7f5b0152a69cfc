import { z } from 'zod';
import { decodeModes } from '../../document';
import { defineRequest } from '../define';

/** Starts reading; documents and pages already read are skipped unless `again`. Progress comes as events. */
export const start = defineRequest<{ readonly pages: number }>()(
  'start',
  z.object({
    documentIds: z.array(z.string()),
    /** Page ids; all pages when left out. */
    pageIds: z.array(z.string()).optional(),
    model: z.string().optional(),
    decode: z.enum(decodeModes).optional(),
    existingText: z.enum(['read', 'keep', 'mix']).optional(),
    again: z.boolean().optional(),
    /** After a crash: the first page is read alone, so that it is known which page ends the engine. */
    careful: z.boolean().optional(),
  }),
);
