/** Ways of decoding one and the same region under the same weights, and what each of them took. */
import {
  autoBlockLength,
  type BlockLengthControl,
  blockDiffusionDrafter,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  type ForwardCost,
  loopGuards,
} from '../engine/decoding';
import { DecodePlans } from '../engine/jobs/decode-plan';
import { pushId, startAnchor } from '../engine/model/nano/anchor';
import type { NanoModel } from '../engine/model/nano/nano-model';
import { anchoredPriorDrafter } from '../engine/model/nano/prior-drafter';
import type { NanoVerifier, PreparedRegion } from '../engine/model/nano/region-verifier';
import type { NanoTask } from '../engine/model/nano/slots';
import { processorTime } from './processor-time';

/** `prior`: ids with the end token. */
export type Way = (verifier: NanoVerifier, prior: readonly number[], task: NanoTask) => DecodePlan;

const drafting = (drafters: readonly Drafter[], blockLength: number | BlockLengthControl): DecodePlan => ({
  mode: 'self-speculative',
  drafters,
  blockLength,
});

/** What the application does; as there, what drafts were worth is remembered from region to region. */
function asInApplication(): Way {
  const plans = new DecodePlans();
  return (verifier, prior, task) =>
    plans.planFor({
      task,
      verifier,
      trainedBlockLength: 32,
      priorDrafter: anchoredPriorDrafter(prior),
    }).plan;
}

export const defaultWay = asInApplication();
const blocksOf32: Way = (verifier) => drafting([blockDiffusionDrafter(verifier)], 32);

/** Plain decoding, asked of every region first: all others are compared with it. */
export const plainWay: Way = () => ({ mode: 'autoregressive' });

/** Besides plain decoding. */
export const ways: Readonly<Record<string, Way>> = {
  default: defaultWay,
  prior: (_, prior) => drafting([anchoredPriorDrafter(prior, { memo: false, wholeFirst: false })], 32),
  'prior + memo': (_, prior) => drafting([anchoredPriorDrafter(prior, { wholeFirst: false })], 32),
  'prior + memo, whole first': (_, prior) => drafting([anchoredPriorDrafter(prior)], 32),
  'block diffusion 8': (verifier) => drafting([blockDiffusionDrafter(verifier)], 8),
  'block diffusion 16': (verifier) => drafting([blockDiffusionDrafter(verifier)], 16),
  'block diffusion 32': blocksOf32,
  'naive parallel 32': (verifier) => ({
    mode: 'parallel',
    denoiser: verifier,
    blockLength: 32,
    threshold: 0.9,
  }),
};

/** With blocks of the length that pays best, by what forwards cost here; remembers one task's regions. */
export function waysOf(cost: ForwardCost): Readonly<Record<string, Way>> {
  const lengths = autoBlockLength({ cost });
  return {
    ...ways,
    'block diffusion auto': (verifier) => drafting([blockDiffusionDrafter(verifier)], lengths),
  };
}

/** The same weights without what they have learned: they copy the prior reading. */
export const zeroResidualWays: Readonly<Record<string, Way>> = {
  'zero residual: default': asInApplication(),
  'zero residual: block diffusion 32': blocksOf32,
};

export interface RegionRun {
  readonly ids: readonly number[];
  readonly tokens: number;
  readonly forwards: number;
  /** Processor time of the decode alone, the prefill included. */
  readonly seconds: number;
  /** Ids that the prior reading has not at their anchor. */
  readonly differFromPrior: number;
  /** Of each round what it accepted, and whether an id of it differs from the prior's. */
  readonly rounds: readonly { readonly accepted: number; readonly edited: boolean }[];
}

/** Decodes a prepared region in one way. */
export async function runWay(model: NanoModel, region: PreparedRegion, way: Way): Promise<RegionRun> {
  const { prior, task } = region;
  const cap = model.capFor(prior);
  const verifier = model.session(region, cap);
  const options = { endIds: model.endIds, cap, loopGuard: loopGuards[task] };
  const started = processorTime();
  const rounds: { accepted: number; edited: boolean }[] = [];
  let differFromPrior = 0;
  let anchor = startAnchor;
  try {
    const events = decode(verifier, way(verifier, prior.ids, task), options);
    for (;;) {
      const step = await events.next();
      if (step.done) {
        const seconds = (processorTime() - started) / 1000;
        return { ...costOf(step.value), seconds, differFromPrior, rounds };
      }
      if (step.value.kind !== 'round-verified') continue;
      const before = differFromPrior;
      for (const { id } of step.value.committed) {
        if (id !== prior.ids[anchor.place]) differFromPrior++;
        anchor = pushId(prior.ids, anchor, id);
      }
      rounds.push({ accepted: step.value.accepted, edited: differFromPrior > before });
    }
  } finally {
    verifier.close();
  }
}

const costOf = ({ ids, counters }: DecodedReading) => ({
  ids,
  tokens: counters.tokens,
  forwards: Object.values(counters.forwards).reduce((sum, one) => sum + one, 0),
});

/** Accepted so many or more, of 32. */
const marks = [1, 2, 4, 8, 16, 24, 32] as const;

export interface WaySummary {
  readonly regions: number;
  readonly tokens: number;
  readonly forwards: number;
  readonly tokensPerForward: number;
  readonly rounds: number;
  readonly acceptedPerRound: number;
  /** Share of the rounds that accept a draft up to this place at least. */
  readonly acceptedUpTo: Readonly<Record<string, number>>;
  readonly editedRounds: number;
  readonly acceptedPerEditedRound: number;
  /** Regions whose ids are those of plain decoding; in the others, ids that it has and these lack, and the reverse. */
  readonly identical: number;
  readonly omitted: number;
  readonly added: number;
  /** Of the added ids those that say the one before again. */
  readonly repeated: number;
  readonly seconds: number;
}

/** Adds runs up. */
export class WayTotals {
  private regions = 0;
  private tokens = 0;
  private forwards = 0;
  private seconds = 0;
  private identical = 0;
  private readonly differences = { omitted: 0, added: 0, repeated: 0 };
  private readonly accepted: number[] = [];
  private readonly editedAccepted: number[] = [];

  add(run: RegionRun, plain: readonly number[]): void {
    this.regions++;
    this.tokens += run.tokens;
    this.forwards += run.forwards;
    this.seconds += run.seconds;
    if (run.ids.join() === plain.join()) this.identical++;
    else {
      const { omitted, added, repeated } = differencesOf(plain, run.ids);
      this.differences.omitted += omitted;
      this.differences.added += added;
      this.differences.repeated += repeated;
    }
    this.accepted.push(...run.rounds.map(({ accepted }) => accepted));
    this.editedAccepted.push(...run.rounds.filter(({ edited }) => edited).map(({ accepted }) => accepted));
  }

  summary(): WaySummary {
    const { accepted } = this;
    return {
      regions: this.regions,
      tokens: this.tokens,
      forwards: this.forwards,
      tokensPerForward: rounded(this.tokens / this.forwards),
      rounds: accepted.length,
      acceptedPerRound: mean(accepted),
      acceptedUpTo: Object.fromEntries(
        marks.map((mark) => [mark, mean(accepted.map((count) => (count >= mark ? 1 : 0)))]),
      ),
      editedRounds: this.editedAccepted.length,
      acceptedPerEditedRound: mean(this.editedAccepted),
      identical: this.identical,
      ...this.differences,
      seconds: rounded(this.seconds),
    };
  }
}

/** By a longest common subsequence. */
export function differencesOf(
  plain: readonly number[],
  ids: readonly number[],
): { readonly omitted: number; readonly added: number; readonly repeated: number } {
  const width = ids.length + 1;
  const common = new Uint32Array((plain.length + 1) * width);
  for (let i = plain.length - 1; i >= 0; i--) {
    for (let j = ids.length - 1; j >= 0; j--) {
      common[i * width + j] =
        plain[i] === ids[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  let omitted = 0;
  let added = 0;
  let repeated = 0;
  let i = 0;
  let j = 0;
  while (i < plain.length || j < ids.length) {
    if (i < plain.length && plain[i] === ids[j]) {
      i++;
      j++;
    } else if (
      j < ids.length &&
      (i === plain.length || common[i * width + j + 1]! >= common[(i + 1) * width + j]!)
    ) {
      added++;
      if (j > 0 && ids[j] === ids[j - 1]) repeated++;
      j++;
    } else {
      omitted++;
      i++;
    }
  }
  return { omitted, added, repeated };
}

const mean = (values: readonly number[]): number =>
  rounded(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));

const rounded = (value: number): number => Number(value.toFixed(3));
