/**
 * The trace of a decode: everything that happened, as JSON, enough to draw the live view again and to check the text.
 * Described for other programs in docs/trace.md; a change of form raises `traceVersion`.
 */
import { z } from 'zod';
import { PalimpsestError } from '../base/errors';
import type { DecodedReading, DecodedToken, DecodeEvent, TokenOrigin } from './types';

export const traceVersion = 1;

const count = z.number().int().min(0);
const counts = z.array(count);
const milliseconds = z.number().min(0);
const drafts = { drafted: count, accepted: count, draftedAt: counts, acceptedAt: counts };
const perForward = <T extends z.ZodType>(value: T) =>
  z.object({ prefill: value, draft: value, verify: value, denoise: value });

const subjectSchema = z.object({
  model: z.string(),
  task: z.string(),
  /** Where the region is from, in words: file, page, region. */
  source: z.string().exactOptional(),
  /** The reading's text, as the model's tokenizer writes `ids`. */
  text: z.string().exactOptional(),
  /** Text of every id that occurs, drafts included, and in hexadecimal the bytes of those that are part of a character. */
  pieces: z.record(z.string(), z.string()).exactOptional(),
  fragments: z.record(z.string(), z.string().regex(/^([0-9a-f]{2})*$/)).exactOptional(),
});

const roundSchema = z.object({
  round: count,
  startedAt: milliseconds,
  verifiedAt: milliseconds,
  drafter: z.string().exactOptional(),
  draft: counts,
  accepted: count,
  ids: counts,
  margins: z.array(z.number()),
  /** Model forwards up to here, the prefill counted. */
  forwards: count,
});

const traceSchema = z
  .object({
    format: z.literal('palimpsest-trace'),
    version: z.literal(traceVersion),
    subject: subjectSchema,
    mode: z.enum(['self-speculative', 'autoregressive', 'parallel']),
    rounds: z.array(roundSchema),
    /** Committed ids that are text; the rest is an end token or copies of a loop. */
    kept: count,
    stop: z.enum(['end', 'cap', 'loop', 'cancelled']),
    loop: z.object({ start: count, unit: count, copies: count }).exactOptional(),
    doneAt: milliseconds,
    counters: z.object({
      rounds: count,
      tokens: count,
      ...drafts,
      forwards: perForward(count),
      milliseconds: perForward(milliseconds),
      drafters: z.record(
        z.string(),
        z.object({ ...drafts, calls: count, drafts: count, forwards: count, milliseconds }),
      ),
    }),
  })
  .refine(
    ({ rounds, kept }) => kept <= rounds.reduce((sum, round) => sum + round.ids.length, 0),
    'more ids kept than committed',
  )
  .refine(
    ({ rounds }) =>
      rounds.every(
        ({ ids, margins, accepted, draft }) =>
          margins.length === ids.length && accepted <= ids.length && accepted <= draft.length,
      ),
    'a round whose ids, margins and draft do not belong together',
  );

export type Trace = z.infer<typeof traceSchema>;
export type TraceSubject = z.infer<typeof subjectSchema>;
type TraceRound = z.infer<typeof roundSchema>;

/** The origin of a round's ids follows from how much of the draft was accepted. */
function originOf(place: number, { draft, accepted }: Pick<TraceRound, 'draft' | 'accepted'>): TokenOrigin {
  if (place < accepted) return 'drafted';
  if (draft.length === 0) return 'plain';
  return accepted < draft.length ? 'corrected' : 'bonus';
}

/** All events of one decode in order, `done` included; anything else is a bug and throws. */
export function toTrace(subject: TraceSubject, events: Iterable<DecodeEvent>): Trace {
  const rounds: TraceRound[] = [];
  let started: Extract<DecodeEvent, { kind: 'round-started' }> | undefined;
  for (const event of events) {
    if (event.kind === 'round-started') {
      started = event;
    } else if (event.kind === 'round-verified') {
      if (started?.round !== event.round)
        throw new Error(`Round ${event.round} was verified but not started.`);
      rounds.push({
        round: event.round,
        startedAt: started.at,
        verifiedAt: event.at,
        ...(started.drafter !== undefined && { drafter: started.drafter }),
        draft: started.draft.slice(),
        accepted: event.accepted,
        ids: event.committed.map((token) => token.id),
        margins: event.committed.map((token) => token.margin),
        forwards: event.forwards,
      });
    } else {
      const { mode, ids, stop, loop, counters } = event.reading;
      const trace = {
        format: 'palimpsest-trace',
        version: traceVersion,
        subject,
        mode,
        rounds,
        kept: ids.length,
        stop,
        ...(loop && { loop }),
        doneAt: event.at,
        counters,
      };
      return traceSchema.parse(trace);
    }
  }
  throw new Error('The events of an unfinished decode make no trace.');
}

/** A trace from its JSON text or the parsed value; throws `unreadable` with what is wrong with it. */
export function parseTrace(input: unknown): Trace {
  let value = input;
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input);
    } catch (error) {
      throw new PalimpsestError('unreadable', 'The trace is not JSON.', {}, error);
    }
  }
  const version = z.object({ version: z.number() }).safeParse(value);
  if (version.success && version.data.version > traceVersion) {
    const found = version.data.version;
    throw new PalimpsestError(
      'unsupported',
      `The trace has version ${found}; this program reads ${traceVersion}.`,
    );
  }
  const result = traceSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') || 'the whole';
  throw new PalimpsestError(
    'unreadable',
    `The trace is damaged at ${place}: ${issue?.message ?? 'unknown'}.`,
  );
}

/** The events as they were, `at` included; whoever plays them keeps the time. */
export function* replay(trace: Trace): Generator<DecodeEvent, DecodedReading> {
  const tokens: DecodedToken[] = [];
  for (const entry of trace.rounds) {
    const { round, draft, drafter, accepted, startedAt, verifiedAt, forwards } = entry;
    yield { kind: 'round-started', at: startedAt, round, ...(drafter !== undefined && { drafter }), draft };
    const committed = entry.ids.map((id, place): DecodedToken => {
      return { id, round, origin: originOf(place, entry), margin: entry.margins[place] ?? 0 };
    });
    tokens.push(...committed);
    yield { kind: 'round-verified', at: verifiedAt, round, accepted, committed, forwards };
  }
  const text = tokens.slice(0, trace.kept);
  const reading: DecodedReading = {
    mode: trace.mode,
    ids: text.map((token) => token.id),
    tokens: text,
    stop: trace.stop,
    ...(trace.loop && { loop: trace.loop }),
    counters: trace.counters,
  };
  yield { kind: 'done', at: trace.doneAt, reading };
  return reading;
}
