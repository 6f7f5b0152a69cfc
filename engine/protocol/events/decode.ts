import type { DecodeMode, Reading, Task, TokenMark } from '../../document';

/** Rounds of a region that is being decoded, a few at a time; none is lost, and their order is that of the rounds. */
export interface LiveDecode {
  readonly documentId: string;
  readonly pageId: string;
  readonly regionId: string;
  /** `page`: by the running job. `region`: a proposal asked for. `check`: one of the two decodes of a check. */
  readonly readingOf: 'page' | 'region' | 'check';
  readonly events: readonly LiveEvent[];
}

/**
 * A token id with its text. The texts of the committed ids, joined, are the raw text so far: a token that is part of a
 * character has none, the token that completes the character has all of it. Texts of a draft follow those committed.
 */
export interface LiveId {
  readonly id: number;
  readonly text: string;
}

export interface LiveToken extends LiveId {
  readonly origin: TokenMark['origin'];
  /** Best logit minus second best. */
  readonly margin: number;
}

/** `at`: milliseconds since the decode began. Round 0 is the prefill, which gives the first id. */
export type LiveEvent =
  | {
      readonly kind: 'region-started';
      readonly at: number;
      readonly task: Task;
      /** As in `Reading.model`. */
      readonly model: string;
      readonly mode: DecodeMode;
      /** Most ids that this region can get; absent where the reader does not say. */
      readonly cap?: number;
    }
  | {
      readonly kind: 'round-started';
      readonly at: number;
      readonly round: number;
      readonly drafter?: string;
      readonly draft: readonly LiveId[];
    }
  | {
      readonly kind: 'round-verified';
      readonly at: number;
      readonly round: number;
      /** So many of the draft, from its start, are among `committed`; one more id of the model's own may follow. */
      readonly accepted: number;
      readonly committed: readonly LiveToken[];
      /** Ids committed so far, end tokens counted. */
      readonly tokens: number;
      /** Model forwards so far, the prefill's counted. */
      readonly forwards: number;
    }
  | {
      readonly kind: 'done';
      readonly at: number;
      readonly stop: Reading['stop'];
      /** So many of the committed ids are the text: no end token, and of a loop only the first copy. */
      readonly kept: number;
      /** What bytes that no token completed come to, behind the kept ids. */
      readonly tail?: string;
    };
