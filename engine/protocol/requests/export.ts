import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import { furnitureLabels } from '../../document';
import { defineRequest } from '../define';

export interface ExportedFile {
  readonly documentId: string;
  readonly format: string;
  readonly file: string;
}

/** Writes documents into a folder, mirroring their relative paths; names never collide, writes are atomic. */
export const exportDocuments = defineRequest<{
  readonly files: readonly ExportedFile[];
  readonly failed: readonly ErrorData[];
}>()(
  'export',
  z.object({
    documentIds: z.array(z.string()).min(1),
    formats: z.array(z.string()).min(1),
    folder: z.string().min(1),
    keep: z.array(z.enum(furnitureLabels)).optional(),
    onExists: z.enum(['skip', 'rename', 'replace']).optional(),
  }),
);
