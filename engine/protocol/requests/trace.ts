import { z } from 'zod';
import type { Reading } from '../../document';
import { defineRequest } from '../define';
import type { LiveEvent } from '../events';

/** A decode as it was: the form is that of docs/trace.md, and `events` are what the window saw then. */
export interface StoredTrace {
  readonly subject: { readonly model: string; readonly task: string };
  readonly mode: Exclude<Reading['mode'], 'ctc' | 'existing-text'>;
  readonly rounds: readonly {
    readonly round: number;
    readonly startedAt: number;
    readonly verifiedAt: number;
    readonly drafter?: string;
    readonly draft: readonly number[];
    readonly accepted: number;
    readonly ids: readonly number[];
    readonly margins: readonly number[];
  }[];
  readonly kept: number;
  readonly stop: Reading['stop'];
  readonly doneAt: number;
  /** Text of every id in the trace; one that is only part of a character has ''. */
  readonly texts: Readonly<Record<string, string>>;
  readonly events: readonly LiveEvent[];
}

/** The decode behind a reading, for replay; null where none was kept (readers without tokens, older readings). */
export const trace = defineRequest<StoredTrace | null>()(
  'trace',
  z.object({ documentId: z.string(), regionId: z.string(), readingId: z.string() }),
);
