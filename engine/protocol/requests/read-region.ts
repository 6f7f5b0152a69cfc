import { z } from 'zod';
import { decodeModes, type Line, type Reading, type RegionMark } from '../../document';
import { defineRequest } from '../define';

/** What a reader makes of the region now. A proposal: `add-reading` takes it, nothing else changes anything. */
export interface ProposedReading {
  readonly reading: Reading;
  readonly lines: readonly Line[];
  readonly marks: readonly RegionMark[];
}

/**
 * Reads one region of a page that has been opened. While a job runs it waits for the page in work. Its rounds come as
 * `decode` events. A region that was cut off at the length limit is read to twice its length. Ends with `cancelled` by the request's signal or by `cancel`.
 */
export const readRegion = defineRequest<ProposedReading>()(
  'read-region',
  z.object({
    documentId: z.string(),
    regionId: z.string(),
    /** The region's own when left out. */
    task: z.enum(['text', 'table', 'formula']).optional(),
    /** The model of the region's last reading when left out. */
    model: z.string().optional(),
    decode: z.enum(decodeModes).optional(),
    /** In place of the region's box, in page pixels; its lines are looked for anew. */
    box: z
      .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
      .optional(),
  }),
);
