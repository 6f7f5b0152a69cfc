import { z } from 'zod';
import { defineRequest } from '../define';

/** Holds the running job after the engine run in work, or lets it go on. `paused` false where no job runs. */
export const pause = defineRequest<{ readonly paused: boolean }>()(
  'pause',
  z.object({ paused: z.boolean() }),
);
