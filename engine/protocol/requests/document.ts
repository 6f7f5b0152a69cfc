import { z } from 'zod';
import type { Document } from '../../document';
import { defineRequest } from '../define';

export const document = defineRequest<Document>()('document', z.object({ documentId: z.string() }));
