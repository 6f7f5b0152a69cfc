/** One region read by one reader, and the two decodes of a check compared. */
import { PalimpsestError } from '../base/errors';
import type { DecodedReading } from '../decoding';
import type { Reader, ReadRequest, RegionReading } from '../model';
import type { RegionIdentity } from '../protocol/requests/check-identity';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import type { LiveFeed, LiveSubject } from './live-feed';
import type { ToolSource } from './toolbox';

export async function readOne(
  reader: Reader,
  request: ReadRequest,
  signal: AbortSignal | undefined,
  feed?: LiveFeed,
): Promise<RegionReading> {
  const options = { ...(signal && { signal }), ...(feed && { onDecodeEvent: feed.onDecodeEvent }) };
  try {
    for await (const read of reader.read([request], options)) return read;
  } finally {
    feed?.flush();
  }
  throw new PalimpsestError('internal', 'The reader gave no reading.', { region: request.regionId });
}

/** The request with the prior reader's text, where there is such a reader. */
export async function withPrior(
  request: ReadRequest,
  prior: Reader | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly request: ReadRequest; readonly first?: RegionReading }> {
  if (!prior) return { request };
  const first = await readOne(prior, request, signal);
  return { request: { ...request, prior: first.reading.text }, first };
}

const checkedModes = ['self-speculative', 'autoregressive'] as const;

/** Decodes a region by draft and verify, then plainly, and compares the ids. `invalid-request` without tokens. */
export async function checkRegion(
  request: ReadRequest,
  model: string,
  toolbox: ToolSource,
  feedOf: (reader: Reader, mode: LiveSubject['mode']) => LiveFeed,
  signal: AbortSignal | undefined,
  settings: Pick<DecodeSettings, 'blockLength'> = defaultDecode,
): Promise<RegionIdentity> {
  const decoded: DecodedReading[] = [];
  let textOf: NonNullable<Reader['textOf']> = () => '';
  for (const mode of checkedModes) {
    const { reader, prior } = await toolbox.readers(model, { ...settings, mode });
    if (!reader.textOf) {
      const message = `The model "${model}" decodes no tokens: there is nothing to compare.`;
      throw new PalimpsestError('invalid-request', message);
    }
    textOf = (ids) => reader.textOf?.(ids) ?? '';
    const feed = feedOf(reader, mode);
    const drafts = mode === 'self-speculative' ? prior : undefined;
    await readOne(reader, (await withPrior(request, drafts, signal)).request, signal, feed);
    const reading = feed.decoded.get(request.regionId);
    if (!reading) throw new Error('A region was not decoded.');
    decoded.push(reading);
  }
  const [drafted, plain] = decoded;
  if (!drafted || !plain) throw new Error('A region was not decoded twice.');
  return identityOf(request.regionId, drafted, plain, textOf);
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

function firstDifference(a: readonly number[], b: readonly number[]): number | undefined {
  for (let index = 0; index < Math.max(a.length, b.length); index++) if (a[index] !== b[index]) return index;
  return undefined;
}
