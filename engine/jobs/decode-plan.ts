/** How regions are decoded: from what a person chose to a plan for each region. */

import { PalimpsestError } from '../base/errors';
import {
  blockDiffusionDrafter,
  type DecodePlan,
  type LoopGuard,
  loopGuards,
  nGramDrafter,
  priorDrafter,
} from '../decoding';
import type { DecodeMode } from '../document';
import type { Precision, RegionSession } from '../model';

export interface DecodeSettings {
  readonly mode: DecodeMode;
  /** Masks of a drafted block. */
  readonly blockLength: number;
  /** `stored`, as published, by default; the others once the model has been quantised. */
  readonly weights?: Precision;
}

/** As the published model was trained. */
export const defaultDecode: DecodeSettings = { mode: 'self-speculative', blockLength: 32 };

/** Ids more probable than this are taken at once by the naive parallel baseline (reference: GravityOCR's own value). */
const parallelThreshold = 0.9;

/**
 * Self-speculative decoding drafts with the line reader's text where there is some, else with the model's own block
 * diffusion, else (weights that were not trained to draft) from what was written already.
 */
export function planFor({ mode: usual, blockLength }: DecodeSettings) {
  return (session: RegionSession): { readonly plan: DecodePlan; readonly loopGuard: LoopGuard } => {
    const { task, verifier, trainedBlockLength, priorIds, mode = usual } = session;
    const loopGuard = loopGuards[task];
    if (mode === 'autoregressive') return { plan: { mode }, loopGuard };
    if (mode === 'parallel') {
      if (trainedBlockLength === undefined) {
        throw new PalimpsestError(
          'invalid-request',
          'This model was not trained to draft: it has no parallel mode.',
        );
      }
      return { plan: { mode, denoiser: verifier, blockLength, threshold: parallelThreshold }, loopGuard };
    }
    const drafters = [
      ...(priorIds.length > 0 ? [priorDrafter({ ids: priorIds })] : []),
      trainedBlockLength === undefined ? nGramDrafter() : blockDiffusionDrafter(verifier),
    ];
    return { plan: { mode, drafters, blockLength }, loopGuard };
  };
}
