import { z } from 'zod';
import { defineRequest } from '../define';

/** Where a double page would be cut: between its two pages, in page pixels; the middle where no gutter is seen. */
export const suggestCut = defineRequest<{ readonly x: number }>()(
  'suggest-cut',
  z.object({ documentId: z.string(), pageId: z.string() }),
);
