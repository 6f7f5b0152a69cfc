/** GET over Node's own http and https, through a proxy where one is named: redirects, silence, cancellation. */
import {
  type ClientRequest,
  get as getHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { get as getHttps, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { PalimpsestError, throwIfAborted } from '../base/errors';
import { credentials, type NamedProxy, proxyFor, proxyRefusal } from './proxy';

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
  /** The proxy that may have answered in the host's place: plain requests are its to answer. */
  readonly proxy?: string;
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
const untrusted =
  /^(?:SELF_SIGNED_|DEPTH_ZERO_SELF|UNABLE_TO_VERIFY_|UNABLE_TO_GET_ISSUER|CERT_|ERR_TLS_CERT)/;
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
    const proxy = proxyFor(url);
    const body = await request(url, headers, options, proxy);
    const { statusCode: status = 0, headers: found } = body;
    linkedEtag ??= single(found['x-linked-etag']);
    const location = found.location;
    if (!redirects.includes(status) || location === undefined) {
      if (proxy && status === 407) {
        body.destroy();
        throw proxyRefusal(proxy, url.host, status);
      }
      const isPlain = proxy !== undefined && url.protocol === 'http:';
      return { status, headers: found, linkedEtag, body, ...(isPlain && { proxy: proxy.host }) };
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
  if (untrusted.test(code)) {
    const message = `${host} shows a certificate that is not trusted here (${code}). Where the network inspects connections, NODE_EXTRA_CA_CERTS names the file with its own certificate.`;
    return new PalimpsestError('network', message);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new BrokenConnection(host, message, unreachable.includes(code));
}

function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: HttpOptions,
  proxy: NamedProxy | undefined,
): Promise<IncomingMessage> {
  const sent = { 'user-agent': 'palimpsest', 'accept-encoding': 'identity', ...headers };
  if (!proxy) {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    return answerOf((stop) => get(url, { headers: sent, ...stop }), url.host, options);
  }
  if (url.protocol === 'http:') {
    // A plain request goes to the proxy itself and names the whole address.
    const get = proxy.url.protocol === 'https:' ? getHttps : getHttp;
    const all = { ...sent, ...credentials(proxy), host: url.host };
    const to = { ...addressOf(proxy), path: url.href, headers: all };
    return answerOf((stop) => get({ ...to, ...stop }), `the proxy ${proxy.host}`, options);
  }
  return throughTunnel(url, sent, proxy, options);
}

function answerOf(
  start: (signal: { readonly signal?: AbortSignal }) => ClientRequest,
  host: string,
  { signal, silence }: HttpOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const running = start(signal ? { signal } : {});
    running.once('response', resolve);
    running.setTimeout(silence, () => {
      running.destroy(new BrokenConnection(host, `no answer for ${silence / 1000} s`, false));
    });
    running.on('error', (error) => reject(asBroken(error, host)));
  });
}

/** CONNECT first, then TLS with the host itself: the proxy sees nothing but the host's name. */
async function throughTunnel(
  url: URL,
  headers: Readonly<Record<string, string>>,
  proxy: NamedProxy,
  options: HttpOptions,
): Promise<IncomingMessage> {
  const socket = await tunnel(url, proxy, options);
  const servername = url.hostname;
  const createConnection = (): Socket => connectTls({ socket, servername });
  const start = (stop: { readonly signal?: AbortSignal }): ClientRequest =>
    getHttps(url, { headers, createConnection, ...stop });
  return answerOf(start, `${url.host} (through the proxy ${proxy.host})`, options);
}

function tunnel(url: URL, proxy: NamedProxy, { signal, silence }: HttpOptions): Promise<Socket> {
  const name = `the proxy ${proxy.host}`;
  const target = `${url.hostname}:${url.port === '' ? 443 : url.port}`;
  return new Promise((resolve, reject) => {
    const request = proxy.url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { host: target, ...credentials(proxy) };
    const { host, port } = addressOf(proxy);
    const asking = request({
      host,
      port,
      method: 'CONNECT',
      path: target,
      headers,
      ...(signal && { signal }),
    });
    asking.setTimeout(silence, () => {
      asking.destroy(new BrokenConnection(name, `no answer for ${silence / 1000} s`, false));
    });
    asking.on('error', (error) => reject(asBroken(error, name)));
    asking.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      // What a proxy cannot reach now it may reach later.
      reject(
        statusCode >= 500
          ? new BrokenConnection(name, `it answers with status ${statusCode}`, false)
          : proxyRefusal(proxy, url.host, statusCode),
      );
    });
    asking.end();
  });
}

const addressOf = ({ url: { hostname, port } }: NamedProxy): { host: string; port: string } => {
  return { host: hostname.replace(/^\[|\]$/g, ''), port };
};

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
