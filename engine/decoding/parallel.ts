/**
 * The naive baseline: direct block diffusion by confidence (reference §5.4). Nothing verifies its ids, so its text
 * differs from the model's greedy text. It exists to be compared with, and is labelled so wherever it is shown.
 */
import { yieldToHost } from '../base/abort';
import type { Ledger } from './ledger';
import { tokenOf } from './rows';
import type { Transcript } from './transcript';
import type { DecodedToken, DecodeEvent, DecodeOptions, DecodePlan, Verifier } from './types';

type ParallelPlan = Extract<DecodePlan, { mode: 'parallel' }>;

/** The blocks after the prefill. A round is a block; `accepted` then only means that an id was taken. */
export async function* decodeInParallel(
  verifier: Verifier,
  plan: ParallelPlan,
  options: DecodeOptions,
  transcript: Transcript,
  ledger: Ledger,
): AsyncGenerator<DecodeEvent, void> {
  for (let round = 1; transcript.stop === undefined; round++) {
    const length = Math.min(plan.blockLength, verifier.capacity - verifier.length());
    if (length < 1) return transcript.end('cap');
    await yieldToHost();
    if (options.signal?.aborted) return;

    const unverified = await unmask(plan, transcript.pending, length, round, ledger);
    const draft = unverified.map((token) => token.id);
    yield { kind: 'round-started', at: ledger.elapsed(), round, draft };

    // One more forward over the clean block keeps its rows; the last row predicts the next block's first id.
    const inputs = [transcript.pending, ...draft];
    const rows = await ledger.forward('denoise', () => plan.denoiser.denoise(inputs));
    const next = tokenOf(rows, draft.length, round, draft.length === 0 ? 'plain' : 'bonus');
    const committed = transcript.append([...unverified, next]);
    verifier.commit(committed.length);

    const accepted = Math.min(draft.length, committed.length);
    ledger.round(undefined, draft.length, accepted, committed.length);
    const forwards = ledger.totalForwards;
    yield { kind: 'round-verified', at: ledger.elapsed(), round, accepted, committed, forwards };
  }
}

/**
 * Fills the block [pending, MASK × (length - 1)] over several forwards of all its rows: each one fixes every masked
 * slot whose best id is more probable than the threshold, and the most probable one in any case.
 */
async function unmask(
  { denoiser, threshold }: ParallelPlan,
  pending: number,
  length: number,
  round: number,
  ledger: Ledger,
): Promise<readonly DecodedToken[]> {
  const fixed = new Map<number, DecodedToken>();
  const slots = Array.from({ length: length - 1 }, (_, slot) => slot);
  while (fixed.size < slots.length) {
    const inputs = [pending, ...slots.map((slot) => fixed.get(slot)?.id ?? denoiser.maskId)];
    const rows = await ledger.forward('denoise', () => denoiser.denoise(inputs));
    // Token shift: row i speaks for the place after it, which is slot i.
    const confidence = (slot: number): number => rows.probabilities[slot] ?? 0;
    const masked = slots.filter((slot) => !fixed.has(slot));
    const surest = masked.reduce((best, slot) => (confidence(slot) > confidence(best) ? slot : best));
    for (const slot of masked) {
      if (slot === surest || confidence(slot) > threshold) {
        fixed.set(slot, tokenOf(rows, slot, round, 'drafted'));
      }
    }
  }
  return slots.flatMap((slot) => fixed.get(slot) ?? []);
}
