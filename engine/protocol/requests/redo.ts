import { z } from 'zod';
import { defineRequest } from '../define';
import type { EditResult } from './edit';

/** Brings back the step that was undone last. `changed` false: there is none. */
export const redo = defineRequest<EditResult & { readonly changed: boolean }>()(
  'redo',
  z.object({ documentId: z.string() }),
);
