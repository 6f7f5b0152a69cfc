import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import type { SourceInfo } from '../../document';
import { defineRequest } from '../define';

/** A file that was taken in: enough for a list; pages follow by `document` and page events. */
export interface DocumentSummary {
  readonly id: string;
  readonly source: SourceInfo;
  /** Path below the folder that was opened, `/`-separated; the file's name when it was opened by itself. */
  readonly relativePath: string;
}

/**
 * Opens files and folders (recursively, natural order). A bad file is listed in `rejected`, the others are opened.
 * `passwords` maps a path to the password of an encrypted PDF. `documentIds`: those that are meant, where the same file
 * was read in several ways.
 */
export const open = defineRequest<{
  readonly documents: readonly DocumentSummary[];
  readonly rejected: readonly ErrorData[];
}>()(
  'open',
  z.object({
    paths: z.array(z.string().min(1)).max(10_000),
    passwords: z.record(z.string(), z.string()).optional(),
    documentIds: z.array(z.string()).max(10_000).optional(),
  }),
);
