import { z } from 'zod';
import { defineRequest } from '../define';

export interface RecentJob {
  readonly id: number;
  /** `interrupted`: its process ended without finishing it. */
  readonly state: 'queued' | 'running' | 'paused' | 'interrupted' | 'done' | 'failed' | 'cancelled';
  /** ISO 8601. */
  readonly createdAt: string;
  readonly changedAt: string;
  /** What became of everything, once the job has ended: `Account` of `engine/jobs/account`. */
  readonly account?: unknown;
}

/** Jobs of the project, newest first. */
export const jobs = defineRequest<readonly RecentJob[]>()(
  'jobs',
  z.object({ limit: z.number().int().min(1).max(1000).optional() }),
);
