import { z } from 'zod';
import { defineRequest } from '../define';
import type { EditResult } from './edit';

/** Takes the last step back. `changed` false: there is none. */
export const undo = defineRequest<EditResult & { readonly changed: boolean }>()(
  'undo',
  z.object({ documentId: z.string() }),
);
