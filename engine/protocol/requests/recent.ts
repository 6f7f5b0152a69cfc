import { z } from 'zod';
import { defineRequest } from '../define';

export interface RecentDocument {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly relativePath: string;
  readonly pages: number;
  readonly pagesDone: number;
  /** ISO 8601. */
  readonly savedAt: string;
  /** The file is not there any more; what was read is kept all the same. */
  readonly missing: boolean;
}

/** Documents that the project knows and that are not open, newest first. */
export const recent = defineRequest<readonly RecentDocument[]>()('recent', z.object({}));
