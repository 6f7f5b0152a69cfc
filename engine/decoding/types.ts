/**
 * The ports of decoding: what a model offers (`Verifier`, `BlockDraftModel`, `Denoiser`), what a drafter offers, and
 * what a decode yields. Words as in ARCHITECTURE.md: draft, verify, accepted, round, prefix, KV cache. No tensors.
 */

/**
 * The two best ids of each row of logits. Shapes [rows, 2], row-major, best first; of equal values the smaller id comes
 * first, in every forward alike, or the modes would differ. The arrays may be reused: valid until the next call.
 */
export interface TopTwo {
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

/**
 * One region's decode session: prompt, KV cache and the causal (autoregressive) reading of the model.
 *
 * The cache holds the prompt and every committed id but the last one (`pending`), whose keys and values the next
 * verify writes. A forward appends its rows behind `length()` and leaves `length()` alone; only `commit` moves it, so
 * that rejecting rows is doing nothing and no copy is ever made.
 *
 * The model's duty: a row's result depends on the cache and on the rows before it, bit for bit, not on how many rows
 * run together. Then every drafter gives the ids of one-token steps.
 */
export interface Verifier {
  /** Ids are 0 … vocabularySize - 1; the engine never passes any other. */
  readonly vocabularySize: number;
  /** Positions that the cache can hold, prompt included. */
  readonly capacity: number;
  /** Positions committed to the cache; 0 before `prefill`. */
  length(): number;
  /** Runs the prompt once and commits all of it. One row: the prediction of the first id. */
  prefill(): Promise<TopTwo>;
  /**
   * Runs `ids` = [pending, d1 … dn] causally behind the cache: n + 1 rows, row i predicting the id after ids[i].
   * With one id it is the one-token step of autoregressive decoding. `length() + ids.length <= capacity`.
   */
  verify(ids: readonly number[]): Promise<TopTwo>;
  /** Keeps the first `count` rows of the last `verify` (or `denoise`) in the cache: `length()` grows by `count`. */
  commit(count: number): void;
}

/** The paper's draft forward: the same weights, asked with mask tokens (reference §5.1). */
export interface BlockDraftModel {
  /**
   * Runs [pending, MASK × maskCount] behind the cache: the pending row sees only the cache and itself, mask rows see
   * the cache, the pending row and all masks. maskCount + 1 rows; row i predicts the id at place i + 1 after the
   * pending one. Nothing of it may stay in the cache and a `commit` may not follow it.
   */
  draftBlock(pending: number, maskCount: number): Promise<TopTwo>;
}

/** `TopTwo` with the softmax probability of each row's best id; shape [rows]. */
export interface DenoisedRows extends TopTwo {
  readonly probabilities: Float32Array;
}

/** What the naive parallel baseline needs beside the verifier, on the same session and cache (reference §5.4). */
export interface Denoiser {
  readonly maskId: number;
  /** Runs `ids` behind the cache; every row sees the cache and the whole block. `commit` may follow. */
  denoise(ids: readonly number[]): Promise<DenoisedRows>;
}

export interface DraftRequest {
  /** Ids committed in this region so far, without the prompt; never empty. The last one is pending. */
  readonly prefix: readonly number[];
  /** Ids wanted: block length + 1 (the pending row's own prediction and one per mask). At least 1. */
  readonly limit: number;
  /**
   * A drafter that is sure may go up to here: what can be verified at all (cap, cache, longest forward), or less where
   * the control knows that so much would not pay.
   */
  readonly room: number;
}

export interface Draft {
  /** Proposed next ids, possibly none. Untrusted: the engine cuts what cannot be verified. */
  readonly ids: readonly number[];
  /** Model forwards that making it took. */
  readonly forwards: number;
}

/** What became of a round, for drafters and block-length control. */
export interface RoundOutcome {
  /** Who drafted; undefined where nobody had anything to say. */
  readonly drafter: string | undefined;
  /** Committed ids before this round. */
  readonly prefixLength: number;
  /** The draft as verified. */
  readonly draft: readonly number[];
  /** Length of the longest agreeing prefix. */
  readonly accepted: number;
  /**
   * The verifier's best id after the pending id (index 0) and after each draft id: draft.length + 1 ids. Up to index
   * `accepted` they are the text; later ones followed a wrong id and are only hints.
   */
  readonly predicted: readonly number[];
}

/**
 * Proposes ids; can never change the result, only the speed. Drafters are asked in order; the first with something to
 * say drafts the round, and all of them see its outcome. One instance serves one region, unless it says otherwise.
 */
export interface Drafter {
  /** Key of its counters and events, e.g. `prior`. */
  readonly name: string;
  draft(request: DraftRequest): Draft | Promise<Draft>;
  observe?(outcome: RoundOutcome): void;
  /** Rows of the model forward that drafting `length` ids takes; absent: none. Block-length control weighs it. */
  draftRows?(length: number): number;
}

/** Chooses how many ids a drafter is asked for. One instance may serve many regions of one task. */
export interface BlockLengthControl {
  /** Ids to ask for, at least 0; 0 passes the drafter over in this round. */
  limitFor(drafter: Drafter): number;
  /** Of `room` ids, at least the limit, those that a drafter which is sure may give. Absent: all of them. */
  roomFor?(drafter: Drafter, room: number): number;
  /** Those worth asking in this round, best first. Absent: all of them, in the plan's order. */
  order?(drafters: readonly Drafter[]): readonly Drafter[];
  observe(outcome: RoundOutcome): void;
}

/**
 * Stops a decode that goes round in circles: the last ids are a unit repeated at least `copies` times, and the copies
 * together are at least `tokens` ids long. Both, so that short units (empty cells, leader dots) may repeat often.
 */
export interface LoopGuard {
  readonly copies: number;
  readonly tokens: number;
  /** Longest unit looked for, in ids. */
  readonly longestUnit: number;
}

export type DecodePlan =
  | {
      readonly mode: 'self-speculative';
      /** In order of preference, unless the control has a better one; an empty list decodes plainly. */
      readonly drafters: readonly Drafter[];
      /** Masks of a block (32 as trained), or a control: `autoBlockLength`. */
      readonly blockLength: number | BlockLengthControl;
    }
  | { readonly mode: 'autoregressive' }
  /** Naive baseline for comparison only: not exact, its text differs from the other modes'. */
  | {
      readonly mode: 'parallel';
      readonly denoiser: Denoiser;
      readonly blockLength: number;
      /** Ids more probable than this are taken at once. */
      readonly threshold: number;
    };

/** No repetition penalty exists: the model's best id is always taken. */
export interface DecodeOptions {
  /** Every one of them stops; GLM-OCR has two. */
  readonly endIds: readonly number[];
  /** Most ids to commit, an end token counted. At least 1. */
  readonly cap: number;
  readonly loopGuard: LoopGuard | 'off';
  /** Most ids of a single draft, whatever the drafter; bounds memory of a verify. Default 512. */
  readonly longestDraft?: number;
  /** Checked between rounds; a cancelled decode returns what it has. */
  readonly signal?: AbortSignal;
  /** Milliseconds; default `performance.now`. */
  readonly now?: () => number;
}

export type TokenOrigin = 'drafted' | 'corrected' | 'bonus' | 'plain';

/** How a token came about; with its text range it becomes the document's `TokenMark`. */
export interface DecodedToken {
  readonly id: number;
  /** 0: the prefill's own prediction. */
  readonly round: number;
  /**
   * drafted: proposed and accepted. corrected: the model's own id where the draft went wrong. bonus: the model's own
   * id after a wholly accepted draft. plain: nothing had been proposed.
   */
  readonly origin: TokenOrigin;
  /** Best logit minus second best in the forward that fixed the id. */
  readonly margin: number;
}

export type StopReason = 'end' | 'cap' | 'loop' | 'cancelled';

/** The repeated unit that made the loop guard stop. */
export interface LoopFound {
  /** Index of the first id of the first copy. */
  readonly start: number;
  /** Length of the unit in ids. */
  readonly unit: number;
  readonly copies: number;
}

export type ForwardKind = 'prefill' | 'draft' | 'verify' | 'denoise';

export interface DraftCounters {
  readonly drafted: number;
  readonly accepted: number;
  /** Index j: how often a draft had a place j (from 0), and how often it was accepted. Equal lengths. */
  readonly draftedAt: readonly number[];
  readonly acceptedAt: readonly number[];
}

export interface DrafterCounters extends DraftCounters {
  /** Times asked, and times it drafted. */
  readonly calls: number;
  readonly drafts: number;
  /** Model forwards that its drafts took. */
  readonly forwards: number;
  readonly milliseconds: number;
}

export interface DecodeCounters extends DraftCounters {
  /** Verify forwards (self-speculative, autoregressive) or blocks (parallel); the prefill is no round. */
  readonly rounds: number;
  /** Ids committed: accepted + corrected + bonus + plain; with the end token and ids that a loop cut off. */
  readonly tokens: number;
  readonly forwards: Readonly<Record<ForwardKind, number>>;
  /** `draft` counts drafters that need no model too. */
  readonly milliseconds: Readonly<Record<ForwardKind, number>>;
  readonly drafters: Readonly<Record<string, DrafterCounters>>;
}

export interface DecodedReading {
  readonly mode: DecodePlan['mode'];
  /** The text's ids: no end token; of a loop only the first copy. */
  readonly ids: readonly number[];
  /** One for each of `ids`. */
  readonly tokens: readonly DecodedToken[];
  /** Anything but `end` must be shown: the text is not complete, or may not be. */
  readonly stop: StopReason;
  readonly loop?: LoopFound;
  readonly counters: DecodeCounters;
}

/** `at`: milliseconds since the decode began. Round 0 is the prefill's token. */
export type DecodeEvent =
  | {
      readonly kind: 'round-started';
      readonly at: number;
      readonly round: number;
      readonly drafter?: string;
      /** Proposed for the places behind the committed ids. */
      readonly draft: readonly number[];
    }
  | {
      readonly kind: 'round-verified';
      readonly at: number;
      readonly round: number;
      readonly accepted: number;
      /** The committed ids: the accepted ones, then the model's own. */
      readonly committed: readonly DecodedToken[];
      /** Model forwards so far, the prefill counted. */
      readonly forwards: number;
    }
  | { readonly kind: 'done'; readonly at: number; readonly reading: DecodedReading };

/** The form of `decode`, for whoever is handed it instead of importing it. */
export type Decode = (
  verifier: Verifier,
  plan: DecodePlan,
  options: DecodeOptions,
) => AsyncGenerator<DecodeEvent, DecodedReading>;
