/** One region read by one reader, and the two decodes of a check compared. */
import { PalimpsestError } from '../base/errors';
import type { DecodedReading } from '../decoding';
import type { DecodeMode } from '../document';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../model';
import type { RegionIdentity } from '../protocol/requests/check-identity';
import type { LiveFeed } from './live-feed';

/** What `ReadOptions` are, with what may be absent. */
interface OneReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly mode?: DecodeMode | undefined;
  readonly cap?: number | undefined;
  readonly onDecodeEvent?: ReadOptions['onDecodeEvent'] | undefined;
}

export async function readOne(
  reader: Reader,
  request: ReadRequest,
  { signal, mode, cap, onDecodeEvent }: OneReadOptions = {},
): Promise<RegionReading> {
  const options: ReadOptions = {
    ...(signal && { signal }),
    ...(mode && { mode }),
    ...(cap !== undefined && { cap }),
    ...(onDecodeEvent && { onDecodeEvent }),
  };
  for await (const read of reader.read([request], options)) return read;
  throw new PalimpsestError('internal', 'The reader gave no reading.', { region: request.regionId });
}

/** As `readOne`, watched by the feed. */
export async function readWatched(
  reader: Reader,
  request: ReadRequest,
  signal: AbortSignal,
  mode: DecodeMode,
  feed: LiveFeed,
  cap?: number,
): Promise<RegionReading> {
  try {
    return await readOne(reader, request, { signal, mode, cap, onDecodeEvent: feed.onDecodeEvent });
  } finally {
    feed.flush();
  }
}

/** The request with the prior reader's text, where there is such a reader. */
export async function withPrior(
  request: ReadRequest,
  prior: Reader | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly request: ReadRequest; readonly first?: RegionReading }> {
  if (!prior) return { request };
  const first = await readOne(prior, request, { signal });
  return { request: { ...request, prior: first.reading.text }, first };
}

/**
 * Decodes a region by draft and verify, then plainly, and compares the ids. Undefined for a region whose text the reader
 * has without decoding; `invalid-request` for a reader that decodes no tokens at all.
 */
export async function checkRegion(
  asked: ReadRequest,
  { reader, prior }: { readonly reader: Reader; readonly prior?: Reader },
  feedOf: (mode: DecodeMode) => LiveFeed,
  signal: AbortSignal,
): Promise<RegionIdentity | undefined> {
  requireTokens(reader);
  const { request } = await withPrior(asked, prior, signal);
  const [drafted, plain] = await inBothModes(async (mode) => {
    const feed = feedOf(mode);
    await readWatched(reader, request, signal, mode, feed);
    return feed.decoded.get(request.regionId);
  });
  if (!drafted || !plain) return undefined;
  return identityOf(request.regionId, drafted, plain, (ids) => reader.textOf?.(ids) ?? '');
}

async function inBothModes<T>(run: (mode: DecodeMode) => Promise<T>): Promise<[T, T]> {
  return [await run('self-speculative'), await run('autoregressive')];
}

export function requireTokens({ textOf, models }: Reader): void {
  if (textOf) return;
  const message = `The model "${models[0]?.id}" decodes no tokens: there is nothing to compare.`;
  throw new PalimpsestError('invalid-request', message);
}

function identityOf(
  regionId: string,
  selfSpeculative: DecodedReading,
  autoregressive: DecodedReading,
  textOf: (ids: readonly number[]) => string,
): RegionIdentity {
  const both = <T>(of: (reading: DecodedReading) => T) => ({
    selfSpeculative: of(selfSpeculative),
    autoregressive: of(autoregressive),
  });
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  const { ids } = autoregressive;
  const token = firstDifference(ids, selfSpeculative.ids);
  const result = {
    regionId,
    tokens: ids.length,
    seconds: both(({ counters }) => sum(counters.milliseconds) / 1000),
    forwards: both(({ counters }) => sum(counters.forwards)),
  };
  if (token === undefined) return { ...result, identical: true };
  const at = both((reading) => textOf(reading.ids.slice(token, token + 1)));
  return { ...result, identical: false, difference: { token, ...at, before: textOf(ids.slice(0, token)) } };
}

/** Index of the first id that differs; undefined where all are equal. */
export function firstDifference(a: readonly number[], b: readonly number[]): number | undefined {
  for (let index = 0; index < Math.max(a.length, b.length); index++) if (a[index] !== b[index]) return index;
  return undefined;
}
