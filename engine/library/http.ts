/** GET over Node's own http and https: redirects, silence that lasts too long, cancellation. */
import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { PalimpsestError, throwIfAborted } from '../base/errors';

export interface HttpOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which a connection counts as broken. */
  readonly silence: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The hash that the first host states for a file which another host delivers. */
  readonly linkedEtag: string | undefined;
  /** To be read or destroyed by the caller. */
  readonly body: IncomingMessage;
}

/** A connection that failed in a way that may pass: worth another try. Anything else is a `PalimpsestError`. */
export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection';
  constructor(
    readonly host: string,
    readonly reason: string,
    /** The server was not reached at all. */
    readonly isUnreachable: boolean,
    readonly retryAfter?: number,
  ) {
    super(`${host}: ${reason}`);
  }
}

const mostRedirects = 8;
const redirects = [301, 302, 303, 307, 308];
const unreachable = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'];

/** Throws `BrokenConnection`, `cancelled` or `network`; every status but a redirect is an answer. */
export async function get(
  from: URL,
  headers: Readonly<Record<string, string>>,
  options: HttpOptions,
): Promise<HttpAnswer> {
  let url = from;
  let linkedEtag: string | undefined;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    throwIfAborted(options.signal);
    const body = await request(url, headers, options);
    const { statusCode: status = 0, headers: found } = body;
    linkedEtag ??= single(found['x-linked-etag']);
    const location = found.location;
    if (!redirects.includes(status) || location === undefined) {
      return { status, headers: found, linkedEtag, body };
    }
    body.destroy();
    const next = targetOf(location, url);
    if (!isAllowed(next, url)) {
      const message = `${url.host} redirects to ${next.protocol}//${next.host}, which is not a safe address.`;
      throw new PalimpsestError('network', message);
    }
    url = next;
  }
  throw new PalimpsestError('network', `${from.host} redirects in a circle.`);
}

/** The rest of a body as text; more than `most` bytes is a fault. */
export async function textOf({ body }: HttpAnswer, host: string, most = 8 << 20): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      length += bytes.length;
      if (length > most) throw new PalimpsestError('network', `${host} sends far more than was asked for.`);
      chunks.push(bytes);
    }
  } catch (error) {
    throw asBroken(error, host);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What a failed read of a body means. */
export function asBroken(error: unknown, host: string): Error {
  if (error instanceof PalimpsestError || error instanceof BrokenConnection) return error;
  const code = codeOf(error);
  if (code === 'ABORT_ERR') return new PalimpsestError('cancelled', 'Cancelled.');
  const message = error instanceof Error ? error.message : String(error);
  return new BrokenConnection(host, message, unreachable.includes(code));
}

function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { signal, silence }: HttpOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const sent = { 'user-agent': 'palimpsest', 'accept-encoding': 'identity', ...headers };
    const running = get(url, { headers: sent, ...(signal && { signal }) }, resolve);
    running.setTimeout(silence, () => {
      running.destroy(new BrokenConnection(url.host, `no answer for ${silence / 1000} s`, false));
    });
    running.on('error', (error) => reject(asBroken(error, url.host)));
  });
}

function targetOf(location: string, from: URL): URL {
  try {
    return new URL(location, from);
  } catch {
    throw new PalimpsestError('network', `${from.host} redirects to something that is no address.`);
  }
}

/** Never from an encrypted connection to a plain one. */
function isAllowed(to: URL, from: URL): boolean {
  return to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
}

export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
