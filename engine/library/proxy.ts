/**
 * The proxy that the environment names for an address (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, in either case),
 * and what its refusals mean. Offices often have no other way out.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { getProxyForUrl } from 'proxy-from-env';
import { PalimpsestError } from '../base/errors';

export interface NamedProxy {
  readonly url: URL;
  /** For messages: without name and password. */
  readonly host: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Undefined where the way is direct, as to this very machine. Throws `invalid-request` for what is no proxy. */
export function proxyFor(target: URL): NamedProxy | undefined {
  if (loopback.test(target.hostname)) return undefined;
  const found = getProxyForUrl(target.href);
  if (found === '') return undefined;
  // Without a scheme the package takes that of the target; what is meant is a plain proxy, as everywhere else.
  const isWritten = Object.values(process.env).includes(found);
  const url = asUrl(isWritten ? found : found.replace(/^https:/, 'http:'));
  if (url && /^https?:$/.test(url.protocol)) return { url, host: url.host };
  const named = url ? `${url.protocol}//${url.host}` : 'what stands there';
  throw new PalimpsestError(
    'invalid-request',
    `HTTPS_PROXY or HTTP_PROXY does not name an HTTP proxy such as http://proxy:3128: ${named}.`,
  );
}

/** Name and password of the proxy's address, where it has them. */
export function credentials({ url: { username, password } }: NamedProxy): OutgoingHttpHeaders {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

export function proxyRefusal({ host, url }: NamedProxy, target: string, status: number): PalimpsestError {
  const variable = 'HTTPS_PROXY or HTTP_PROXY';
  if (status !== 407) {
    const message = `The proxy ${host} does not let this program connect to ${target} (it answers with status ${status}). ${variable} names it; NO_PROXY names hosts that need no proxy.`;
    return new PalimpsestError('network', message);
  }
  const message =
    url.username === ''
      ? `The proxy ${host} wants a name and a password: give them in ${variable}, as http://name:password@${host}.`
      : `The proxy ${host} does not accept the name and password that ${variable} gives.`;
  return new PalimpsestError('network', message);
}

function asUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
