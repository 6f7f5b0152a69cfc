/**
 * One file from the hub to disk. What arrived stays in `<file>.part`, so that a broken connection, a stop or a crash
 * costs only the last piece; a finished part is compared with the hash that the hub states, and only then gets its name.
 */
import { type FileHandle, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { PalimpsestError, throwIfAborted } from '../base/errors';
import { hashFile } from '../runtime';
import { asBroken, BrokenConnection, get, type HttpAnswer, type HttpOptions, single } from './http';
import { noConnection, type PlannedFile, refusal } from './hub';
import { asWriteFault } from './write-fault';

export interface FetchOptions extends HttpOptions {
  /** Milliseconds before the first new try; each further one waits twice as long. */
  readonly pause: number;
  readonly repository: string;
  /** Remembers which version of the file a part is of. */
  readonly etags: {
    get(file: string): string | undefined;
    set(file: string, etag: string | undefined): Promise<void>;
  };
  /** Bytes of the file that are on disk. */
  readonly onBytes?: (have: number) => void;
  readonly onCheck?: () => void;
}

export interface FetchedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the hub stated a hash that it was compared with. */
  readonly hash: 'published' | 'computed';
}

/** Tries in a row that bring nothing new. */
const mostFruitless = 5;
const longestPause = 60_000;

/** Throws `network`, `not-found`, `unsupported`, `write-failed`, `model-damaged` or `cancelled`. */
export async function fetchFile(
  url: URL,
  target: string,
  planned: PlannedFile,
  options: FetchOptions,
): Promise<FetchedFile> {
  const part = `${target}.part`;
  // A part may hold bytes of two versions where the server tells them apart by nothing; the hash finds that.
  for (let attempt = 0; attempt < 2; attempt++) {
    const stated = await receiveAll(url, part, planned, options);
    options.onCheck?.();
    const fetched = await checkFile(part, stated, options.signal);
    if (fetched) {
      await rename(part, target);
      await options.etags.set(planned.name, undefined);
      return fetched;
    }
    await rm(part, { force: true });
    await options.etags.set(planned.name, undefined);
  }
  throw new PalimpsestError(
    'model-damaged',
    `What ${url.host} delivers as ${planned.name} is not the file that it states: its hash differs, twice.`,
    { file: planned.name },
  );
}

/** Undefined when the file is not the planned one. */
export async function checkFile(
  path: string,
  planned: PlannedFile,
  signal: AbortSignal | undefined,
): Promise<FetchedFile | undefined> {
  const { size: bytes } = await stat(path);
  if (planned.bytes !== undefined && planned.bytes !== bytes) return undefined;
  const sha256 = await hashFile(path, 'sha256', { signal });
  if (planned.sha256 !== undefined) {
    return planned.sha256 === sha256 ? { bytes, sha256, hash: 'published' } : undefined;
  }
  if (planned.gitId !== undefined) {
    const id = await hashFile(path, 'sha1', { signal, before: `blob ${bytes}\0` });
    return planned.gitId === id ? { bytes, sha256, hash: 'published' } : undefined;
  }
  return { bytes, sha256, hash: 'computed' };
}

/** Returns the plan with the hash that the answers stated, where the hub's list had none. */
async function receiveAll(
  url: URL,
  part: string,
  planned: PlannedFile,
  options: FetchOptions,
): Promise<PlannedFile> {
  let fruitless = 0;
  let most = await sizeOf(part);
  let stated = planned;
  for (;;) {
    throwIfAborted(options.signal);
    try {
      return await receive(url, part, stated, options, (more) => {
        stated = { ...more, ...stated };
      });
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error;
      const have = await sizeOf(part);
      fruitless = have > most ? 0 : fruitless + 1;
      most = Math.max(most, have);
      if (fruitless >= mostFruitless) throw noConnection(error);
      await wait(error.retryAfter ?? options.pause * 2 ** fruitless, options.signal);
    }
  }
}

async function receive(
  url: URL,
  part: string,
  planned: PlannedFile,
  options: FetchOptions,
  learn: (more: Partial<PlannedFile>) => void,
): Promise<PlannedFile> {
  const { name } = planned;
  let have = await sizeOf(part);
  if (planned.bytes !== undefined && have > planned.bytes) {
    await truncate(part, 0);
    have = 0;
  }
  if (have > 0 && have === planned.bytes) return planned;
  const known = options.etags.get(name);
  // Without anything that tells versions apart, a part cannot be trusted to fit what follows.
  const resumes =
    have > 0 && (known !== undefined || planned.sha256 !== undefined || planned.gitId !== undefined);
  const answer = await get(
    url,
    resumes ? { range: `bytes=${have}-`, ...(known !== undefined && { 'if-range': known }) } : {},
    options,
  );
  const { body, headers } = answer;
  const etag = strongEtag(headers.etag);
  const hash = hashIn(answer.linkedEtag);
  learn(hash);
  const learnt = { ...hash, ...planned };
  const again = async (reason: string): Promise<never> => {
    body.destroy();
    await truncate(part, 0);
    await options.etags.set(name, undefined);
    throw new BrokenConnection(url.host, reason, false);
  };
  let start = 0;
  if (answer.status === 206 && resumes) {
    const range = contentRange(answer);
    const isOther = known !== undefined && etag !== undefined && known !== etag;
    if (isOther || range.start !== have) return again('the file has changed meanwhile');
    checkSize(url, learnt, range.total, body);
    start = have;
  } else if (answer.status === 416) {
    body.destroy();
    if (contentRange(answer).total === have && (planned.bytes ?? have) === have) return learnt;
    return again('the rest of the file cannot be had');
  } else if (answer.status === 200) {
    const length = Number(headers['content-length'] ?? Number.NaN);
    checkSize(url, learnt, Number.isFinite(length) ? length : undefined, body);
  } else {
    body.destroy();
    throw refusal(answer, url.host, options.repository);
  }
  if (known !== etag) await options.etags.set(name, etag);
  const end = await store(answer, part, start, learnt, url, options);
  if (planned.bytes !== undefined && end < planned.bytes) {
    throw new BrokenConnection(url.host, `${name} ended early`, false);
  }
  return learnt;
}

async function store(
  { body }: HttpAnswer,
  part: string,
  start: number,
  { bytes, name }: PlannedFile,
  { host }: URL,
  { onBytes }: FetchOptions,
): Promise<number> {
  let place = start;
  let file: FileHandle | undefined;
  try {
    file = await open(part, start === 0 ? 'w' : 'r+').catch((error) => {
      throw asWriteFault(error, part);
    });
    for await (const chunk of body) {
      const piece: Buffer = chunk;
      if (bytes !== undefined && place + piece.length > bytes) {
        throw new PalimpsestError(
          'network',
          `${host} sends more of ${name} than the ${bytes} bytes it stated.`,
        );
      }
      await file.write(piece, 0, piece.length, place).catch((error) => {
        throw asWriteFault(error, part);
      });
      place += piece.length;
      onBytes?.(place);
    }
    if (!body.complete) throw new BrokenConnection(host, 'the connection was cut', false);
  } catch (error) {
    throw asBroken(error, host);
  } finally {
    body.destroy();
    await file?.close();
  }
  return place;
}

function checkSize(
  { host }: URL,
  { bytes, name }: PlannedFile,
  found: number | undefined,
  body: HttpAnswer['body'],
) {
  if (bytes === undefined || found === undefined || found === bytes) return;
  body.destroy();
  throw new PalimpsestError(
    'network',
    `${host} now states ${found} bytes for ${name}, where its list says ${bytes}.`,
  );
}

function contentRange({ headers }: HttpAnswer): { start?: number; total?: number } {
  const match = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(single(headers['content-range']) ?? '');
  return {
    ...(match?.[1] !== undefined && { start: Number(match[1]) }),
    ...(match?.[2] !== undefined && match[2] !== '*' && { total: Number(match[2]) }),
  };
}

/** Weak ones do not promise equal bytes. */
function strongEtag(etag: string | undefined): string | undefined {
  return etag !== undefined && /^"[^"]+"$/.test(etag) ? etag : undefined;
}

/** The hub's tag of a file is its sha256, or its id as a git object. */
function hashIn(etag: string | undefined): Partial<PlannedFile> {
  const text = etag?.replace(/^"|"$/g, '') ?? '';
  if (/^[0-9a-f]{64}$/.test(text)) return { sha256: text };
  return /^[0-9a-f]{40}$/.test(text) ? { gitId: text } : {};
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new PalimpsestError('cancelled', 'Cancelled.'));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(longestPause, milliseconds),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}
