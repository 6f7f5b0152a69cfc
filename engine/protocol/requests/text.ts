import { z } from 'zod';
import { furnitureLabels } from '../../document';
import { defineRequest } from '../define';

/** A document, page or region in a text format (`md`, `html`, `txt`, `tex`), for the clipboard or a preview. */
export const text = defineRequest<{ readonly text: string }>()(
  'text',
  z.object({
    documentId: z.string(),
    format: z.string(),
    pageId: z.string().optional(),
    regionIds: z.array(z.string()).optional(),
    keep: z.array(z.enum(furnitureLabels)).optional(),
  }),
);
