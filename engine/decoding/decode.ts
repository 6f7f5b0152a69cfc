/**
 * The self-speculative round loop (reference §5.1): draft, verify, accept, commit. Autoregressive decoding is the same
 * loop with nobody to draft. Whatever a drafter proposes, only the verifier's own best ids are ever committed.
 */
import { yieldToHost } from '../base/abort';
import { fixedBlockLength } from './block-length';
import { Ledger } from './ledger';
import { decodeInParallel } from './parallel';
import { checkPlan } from './plan';
import { propose } from './propose';
import { bestOf, tokenOf } from './rows';
import { Transcript } from './transcript';
import type {
  DecodedReading,
  DecodedToken,
  DecodeEvent,
  DecodeOptions,
  DecodePlan,
  RoundOutcome,
  Verifier,
} from './types';

/**
 * Decodes one region. Yields the events of every round, then `done`, whose reading it also returns. A cancelled decode
 * ends normally with what it has; faults of the model are thrown, and so is `cancelled` by a verifier that looks at the
 * signal within a forward. One verifier serves one call.
 */
export async function* decode(
  verifier: Verifier,
  plan: DecodePlan,
  options: DecodeOptions,
): AsyncGenerator<DecodeEvent, DecodedReading> {
  checkPlan(plan, options);
  const transcript = new Transcript(options);
  const ledger = new Ledger(options.now ?? (() => performance.now()));
  if (!options.signal?.aborted) {
    yield* prefill(verifier, transcript, ledger);
    yield* plan.mode === 'parallel'
      ? decodeInParallel(verifier, plan, options, transcript, ledger)
      : decodeInRounds(verifier, plan, options, transcript, ledger);
  }
  const tokens = transcript.text();
  const reading: DecodedReading = {
    mode: plan.mode,
    ids: tokens.map((token) => token.id),
    tokens,
    stop: transcript.stop ?? 'cancelled',
    ...(transcript.loop && { loop: transcript.loop }),
    counters: ledger.counters(),
  };
  yield { kind: 'done', at: ledger.elapsed(), reading };
  return reading;
}

/**
 * Round 0: P prompt rows, one row out. Its best id is committed and pending at once, so that every later window has the
 * one shape [pending, …]; the reference starts with a window of masks only, which is neither more exact nor faster.
 */
async function* prefill(
  verifier: Verifier,
  transcript: Transcript,
  ledger: Ledger,
): AsyncGenerator<DecodeEvent, void> {
  yield { kind: 'round-started', at: ledger.elapsed(), round: 0, draft: [] };
  const rows = await ledger.forward('prefill', () => verifier.prefill());
  const committed = transcript.append([tokenOf(rows, 0, 0, 'plain')]);
  ledger.seed(committed.length);
  const forwards = ledger.totalForwards;
  yield { kind: 'round-verified', at: ledger.elapsed(), round: 0, accepted: 0, committed, forwards };
}

async function* decodeInRounds(
  verifier: Verifier,
  plan: Exclude<DecodePlan, { mode: 'parallel' }>,
  options: DecodeOptions,
  transcript: Transcript,
  ledger: Ledger,
): AsyncGenerator<DecodeEvent, void> {
  const { drafters, blockLength } = plan.mode === 'autoregressive' ? { drafters: [], blockLength: 0 } : plan;
  const control = typeof blockLength === 'number' ? fixedBlockLength(blockLength) : blockLength;
  const endIds = new Set(options.endIds);
  const proposer = { drafters, control, ledger, vocabularySize: verifier.vocabularySize, endIds };

  for (let round = 1; transcript.stop === undefined; round++) {
    const free = verifier.capacity - verifier.length();
    if (free < 1) return transcript.end('cap');
    await yieldToHost();
    if (options.signal?.aborted) return;

    // Draft n ids for the places behind the pending one; n = 0 where nobody has anything to say. A round commits at
    // most n + 1 ids, so the room keeps it within the cap as well as within the cache.
    const room = Math.min(transcript.left - 1, free - 1, options.longestDraft ?? 512);
    const { drafter, draft } = await propose(proposer, transcript.ids, room);
    yield { kind: 'round-started', at: ledger.elapsed(), round, ...(drafter && { drafter }), draft };

    // Verify the rows [pending, d1 … dn] causally: row i holds the model's own id for the place of d(i + 1).
    const inputs = [transcript.pending, ...draft];
    const rows = await ledger.forward('verify', () => verifier.verify(inputs));

    // Accept the longest agreeing prefix, then the model's own id behind it.
    let agreed = 0;
    while (agreed < draft.length && draft[agreed] === bestOf(rows, agreed)) agreed++;
    const own = draft.length === 0 ? 'plain' : agreed < draft.length ? 'corrected' : 'bonus';
    const candidates: DecodedToken[] = draft
      .slice(0, agreed)
      .map((_, row) => tokenOf(rows, row, round, 'drafted'));
    candidates.push(tokenOf(rows, agreed, round, own));

    // Commit m ids by keeping the m rows that were given right ids: pending and all of them but the last, whose own row
    // was never run (bonus) or was run with the wrong id (correction). It is the next pending one.
    const prefixLength = transcript.ids.length;
    const committed = transcript.append(candidates);
    verifier.commit(committed.length);

    const accepted = Math.min(agreed, committed.length);
    ledger.round(drafter, draft.length, accepted, committed.length);
    const predicted = inputs.map((_, row) => bestOf(rows, row));
    const outcome: RoundOutcome = { drafter, prefixLength, draft, accepted, predicted };
    control.observe(outcome);
    for (const each of drafters) each.observe?.(outcome);
    const forwards = ledger.totalForwards;
    yield { kind: 'round-verified', at: ledger.elapsed(), round, accepted, committed, forwards };
  }
}
