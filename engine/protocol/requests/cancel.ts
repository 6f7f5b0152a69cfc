import { z } from 'zod';
import { defineRequest } from '../define';

/** Stops the running work between two engine runs; answers when it has stopped. Finished pages are kept. */
export const cancel = defineRequest<{ readonly stopped: boolean }>()('cancel', z.object({}));
