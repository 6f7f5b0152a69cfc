import { z } from 'zod';
import { type Document, documentEdit } from '../../document';
import { defineRequest } from '../define';

/** Applies an edit; `inverse` undoes it. */
export const edit = defineRequest<{
  readonly document: Document;
  readonly inverse: z.infer<typeof documentEdit>;
}>()('edit', z.object({ documentId: z.string(), edit: documentEdit }));
