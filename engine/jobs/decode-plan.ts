/** How regions are decoded: from what a person chose to a plan for each region. */
import { PalimpsestError } from '../base/errors';
import {
  autoBlockLength,
  type BlockLengthControl,
  blockDiffusionDrafter,
  type DecodePlan,
  type Drafter,
  type ForwardCost,
  fixedBlockLength,
  type LoopGuard,
  loopGuards,
  nGramDrafter,
  orderedByGain,
  textPriorDrafter,
} from '../decoding';
import type { DecodeMode } from '../document';
import type { BlockLength, NanoSession, Precision, ReaderUse, RegionSession } from '../model';
import type { DeviceWish } from './device-choice';

export interface DecodeSettings {
  readonly mode: DecodeMode;
  readonly blockLength: BlockLength;
  /** `stored`, as published, by default; the others once the model has been quantised. */
  readonly weights?: Precision;
  /** Of models that can run on several. Default `auto`. */
  readonly device?: DeviceWish;
}

type Task = RegionSession['task'];

/** As the published model was trained. */
export const defaultDecode: DecodeSettings = { mode: 'self-speculative', blockLength: 32 };
const trainedLength = 32;

/** Ids more probable than this are taken at once by the naive parallel baseline (reference: GravityOCR's own value). */
const parallelThreshold = 0.9;

/** A forward costs the same whatever its rows: near enough on a graphics processor, and all that is known unmeasured. */
const anyForward: ForwardCost = () => 1;

/** Plans for the regions of one model on one device; what drafts were worth is remembered by block and task. */
export class DecodePlans {
  /** Known once the device was measured; `auto` needs it. */
  cost: ForwardCost = anyForward;
  private readonly controls = new Map<BlockLength, Map<Task, CountedControl>>();

  /**
   * Self-speculative decoding drafts with the line reader's text where there is some, and with the model's own block
   * diffusion, or (weights that were not trained to draft) from what was written already; whoever gains most goes first.
   */
  planFor(session: RegionSession | NanoSession): {
    readonly plan: DecodePlan;
    readonly loopGuard: LoopGuard;
  } {
    const { task, verifier, trainedBlockLength } = session;
    const { mode = defaultDecode.mode, blockLength = defaultDecode.blockLength } = session;
    const loopGuard = loopGuards[task];
    if (mode === 'autoregressive') return { plan: { mode }, loopGuard };
    if (mode === 'parallel') {
      if (trainedBlockLength === undefined) {
        throw new PalimpsestError(
          'invalid-request',
          'This model was not trained to draft: it has no parallel mode.',
        );
      }
      const length = blockLength === 'auto' ? trainedLength : blockLength;
      return {
        plan: { mode, denoiser: verifier, blockLength: length, threshold: parallelThreshold },
        loopGuard,
      };
    }
    const drafters: Drafter[] = [
      ...priorDrafters(session),
      trainedBlockLength === undefined ? nGramDrafter() : blockDiffusionDrafter(verifier),
    ];
    return { plan: { mode, drafters, blockLength: this.controlOf(blockLength, task) }, loopGuard };
  }

  /** What was asked of drafters so far, where blocks of this length were wanted. */
  use(setting: BlockLength): ReaderUse['block'] {
    const drafts: Record<string, { rounds: number; meanLength: number }> = {};
    for (const [task, { rounds, ids }] of this.controls.get(setting) ?? []) {
      if (rounds > 0) drafts[task] = { rounds, meanLength: Math.round((10 * ids) / rounds) / 10 };
    }
    return { setting, drafts };
  }

  private controlOf(blockLength: BlockLength, task: Task): BlockLengthControl {
    const { cost } = this;
    const controls = this.controls.get(blockLength) ?? new Map<Task, CountedControl>();
    this.controls.set(blockLength, controls);
    const known = controls.get(task);
    if (known) return known;
    const lengths = blockLength === 'auto' ? autoBlockLength({ cost }) : fixedBlockLength(blockLength);
    const control = new CountedControl(orderedByGain(lengths, cost));
    controls.set(task, control);
    return control;
  }
}

function priorDrafters(session: RegionSession | NanoSession): Drafter[] {
  if ('priorDrafter' in session) return [session.priorDrafter];
  return session.prior ? [textPriorDrafter(session.prior)] : [];
}

class CountedControl implements BlockLengthControl {
  rounds = 0;
  ids = 0;

  constructor(private readonly control: BlockLengthControl) {}

  limitFor(drafter: Drafter): number {
    return this.control.limitFor(drafter);
  }

  order(drafters: readonly Drafter[]): readonly Drafter[] {
    return this.control.order?.(drafters) ?? drafters;
  }

  observe(outcome: Parameters<BlockLengthControl['observe']>[0]): void {
    this.control.observe(outcome);
    if (outcome.drafter === undefined) return;
    this.rounds += 1;
    this.ids += outcome.draft.length;
  }
}
