import { z } from 'zod';
import type { Block } from '../../document';
import { defineRequest } from '../define';

/** The document's text as blocks, for one page or all of it. Furniture is included. */
export const blocks = defineRequest<readonly Block[]>()(
  'blocks',
  z.object({ documentId: z.string(), pageId: z.string().optional() }),
);
