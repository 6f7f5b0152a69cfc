import { z } from 'zod';
import { defineRequest } from '../define';

/**
 * Makes sure that a picture of the page (upright, deskewed) exists and returns its absolute path, which lies in the
 * engine's cache folder. `width`: at most so many pixels wide (thumbnails); full size when left out.
 * With `box`, that part of the page only; `uncropped`: also what its crop leaves out.
 */
export const pageImage = defineRequest<{
  readonly file: string;
  readonly width: number;
  readonly height: number;
}>()(
  'page-image',
  z.object({
    documentId: z.string(),
    pageId: z.string(),
    width: z.number().int().min(16).max(8192).optional(),
    box: z
      .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
      .optional(),
    uncropped: z.boolean().optional(),
  }),
);
