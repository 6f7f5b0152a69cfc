/** Accounts as a project holds them. Written by this program; a form that it no longer knows is none. */
import { z } from 'zod';
import { errorDataSchema, regionLabels } from '../document';
import type { FileAccount } from './account';
import type { StageSeconds } from './read-page';

const count = z.number().int().min(0);
const numbers = z.array(count).readonly().exactOptional();
const seconds = z.number();
const stageSeconds = z.object({
  intake: seconds.exactOptional(),
  regions: seconds.exactOptional(),
  reading: seconds.exactOptional(),
  assembly: seconds.exactOptional(),
  export: seconds.exactOptional(),
});

const fileAccount = z.object({
  file: z.string(),
  relativePath: z.string(),
  documentId: z.string().exactOptional(),
  sha256: z.string().exactOptional(),
  outcome: z.enum(['done', 'partial', 'failed', 'skipped', 'cancelled']),
  reason: z.string().exactOptional(),
  pages: z.object({
    total: count,
    done: count,
    failed: count,
    notAsked: count,
    notReached: count,
    // Not in accounts of earlier versions.
    removed: count.default(0),
    added: count.default(0),
    leftOut: count.default(0),
    blank: count,
    unsupportedScript: count,
  }),
  regions: z.object({
    found: count,
    read: count,
    empty: count,
    cutOff: count,
    looped: count,
    doubtful: count,
    leftOut: z.partialRecord(z.enum(regionLabels), count),
  }),
  pageNumbers: z.object({
    failed: numbers,
    notAsked: numbers,
    notReached: numbers,
    blank: numbers,
    unsupportedScript: numbers,
    empty: numbers,
    cutOff: numbers,
    looped: numbers,
    doubtful: numbers,
    leftOut: numbers,
  }),
  existingText: z.object({ pages: count, used: count }),
  tokens: count,
  forwards: count,
  seconds: stageSeconds,
  outputs: z.array(z.string()).readonly(),
  errors: z.array(errorDataSchema).readonly(),
  notes: z.array(z.string()).readonly(),
});

export function storedAccount(value: unknown): FileAccount | undefined {
  const result = fileAccount.safeParse(value);
  return result.success ? result.data : undefined;
}

/** Of a file that is being read: what its document does not say. */
export interface FileProgress {
  readonly seconds: StageSeconds;
}

const fileProgress = z.object({ seconds: stageSeconds });

/** Alone while the file is at work, beside its account afterwards. */
const withProgress = z.object({ progress: fileProgress });

export function storedProgress(value: unknown): FileProgress {
  const result = withProgress.transform(({ progress }) => progress).safeParse(value);
  return result.success ? result.data : { seconds: {} };
}

/** Name that a file's results get; with `formats` once they are about to be written under it. */
export interface Naming {
  readonly stem: string;
  readonly formats?: readonly string[];
}

const naming = z.object({ stem: z.string(), formats: z.array(z.string()).readonly().exactOptional() });

export function storedNaming(value: unknown): Naming | undefined {
  const result = naming.safeParse(value);
  return result.success ? result.data : undefined;
}
