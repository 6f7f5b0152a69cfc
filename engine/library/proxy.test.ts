/** `models add` from behind an office's proxy: tunnels, plain requests, and proxies that refuse, by name. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HubServer } from '../testing/hub-server';
import { add, expectWhole, hubWith } from '../testing/library-place';
import { type ProxyOptions, ProxyServer } from '../testing/proxy-server';
import { proxyFor } from './proxy';

const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const portOf = (url: string): number => Number(new URL(url).port);

/** The hub behind TLS, as `https://hub.test`, which only the proxy can reach. */
async function secure(hub: HubServer): Promise<number> {
  const pem = await readFile(join(import.meta.dirname, '../testing/fixtures/tls/hub.test.pem'));
  const server = createServer({ key: pem, cert: pem }, (asked, answer) => hub.handle(asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

async function proxyWith(options: ProxyOptions): Promise<ProxyServer> {
  const proxy = await ProxyServer.start(options);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** The test's certificate is nobody's. */
const trustAll = (): void => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');

describe('models add behind a proxy', () => {
  it('fetches over TLS through a tunnel, with name and password, and goes on after a broken line', async () => {
    trustAll();
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', [{ kind: 'cut', after: 20_000 }]);
    const proxy = await proxyWith({ secure: await secure(hub), wants: 'ana:p@ss' });
    vi.stubEnv('https_proxy', `http://ana:p%40ss@${proxy.host}`);
    await expectWhole(await add(undefined, { hub: 'https://hub.test' }));
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT hub.test:443']));
    expect(hub.ranges('model.safetensors')).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);
  });

  it('sends plain requests to the proxy itself', async () => {
    const hub = await hubWith();
    const proxy = await proxyWith({ plain: portOf(hub.url), wants: 'ana:secret' });
    // Without a scheme, as many write it.
    vi.stubEnv('HTTP_PROXY', `ana:secret@${proxy.host}`);
    await expectWhole(await add(undefined, { hub: 'http://hub.test' }));
    expect(proxy.seen[0]).toMatch(/^GET http:\/\/hub\.test\/api\/models\//);
  });

  it.each([
    [
      'https://hub.test',
      { status: 403 },
      /proxy 127\.0\.0\.1:\d+ does not let this program connect to hub\.test.*403/,
    ],
    ['https://hub.test', { wants: 'a:b' }, /proxy 127\.0\.0\.1:\d+ wants a name and a password/],
    ['http://hub.test', { wants: 'a:b' }, /proxy 127\.0\.0\.1:\d+ wants a name and a password/],
    ['https://hub.test', { status: 503 }, /proxy 127\.0\.0\.1:\d+ failed: it answers with status 503/],
    ['https://hub.test', { isSilent: true }, /proxy 127\.0\.0\.1:\d+ failed: no answer for 0\.2 s/],
    ['http://hub.test', { status: 403 }, /hub\.test \(or the proxy 127\.0\.0\.1:\d+ in its place\)/],
  ] satisfies readonly [string, ProxyOptions, RegExp][])(
    'names the proxy that refuses: %s, %j',
    async (hub, options, message) => {
      const proxy = await proxyWith(options);
      for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) vi.stubEnv(name, `http://${proxy.host}`);
      const patience = { silence: 200, pause: 1 };
      await expect(add(undefined, { hub, patience })).rejects.toMatchObject({
        message: expect.stringMatching(message),
      });
      await vi.waitFor(() => expect(proxy.openSockets).toBe(0));
    },
  );

  it('does not tell a wrong password to anyone but the proxy', async () => {
    const proxy = await proxyWith({ wants: 'ana:right' });
    vi.stubEnv('HTTPS_PROXY', `http://ana:wrong@${proxy.host}`);
    const failed = await add(undefined, { hub: 'https://hub.test' }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/does not accept the name and password/),
    });
    expect(String(failed)).not.toContain('wrong');
  });

  it('names a proxy that is not there, and one that is none', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    const hub = 'https://hub.test';
    await expect(add(undefined, { hub })).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^The proxy 127\.0\.0\.1:9 cannot be reached/),
    });
    vi.stubEnv('HTTPS_PROXY', 'socks5://proxy:1080');
    await expect(add(undefined, { hub })).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/does not name an HTTP proxy.*socks5:\/\/proxy:1080/),
    });
  });

  it('refuses a certificate that is not trusted, and says what helps', async () => {
    const hub = await hubWith();
    const proxy = await proxyWith({ secure: await secure(hub) });
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
    await expect(add(undefined, { hub: 'https://hub.test' })).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/certificate that is not trusted.*NODE_EXTRA_CA_CERTS/),
    });
    expect(hub.seen).toEqual([]);
  });

  it('can be cancelled while the proxy keeps silent', async () => {
    const proxy = await proxyWith({ isSilent: true });
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
    const stop = new AbortController();
    const adding = add(undefined, {
      hub: 'https://hub.test',
      signal: stop.signal,
      patience: { silence: 60_000, pause: 1 },
    });
    await vi.waitFor(() => expect(proxy.seen).toHaveLength(1));
    stop.abort();
    await expect(adding).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(proxy.openSockets).toBe(0));
  });
});

describe('the proxy for an address', () => {
  const found = (address: string): string | undefined => proxyFor(new URL(address))?.url.href;

  it('is that of its scheme, in either case, unless NO_PROXY names the host', () => {
    expect(found('https://hub.test/')).toBeUndefined();
    vi.stubEnv('HTTPS_PROXY', 'http://upper:1');
    vi.stubEnv('http_proxy', 'https://lower:2');
    expect(found('https://hub.test/')).toBe('http://upper:1/');
    expect(found('http://hub.test/')).toBe('https://lower:2/');
    vi.stubEnv('no_proxy', 'other.test,.hub.test');
    expect(found('https://hub.test/')).toBe('http://upper:1/');
    expect(found('https://mirror.hub.test/')).toBeUndefined();
    vi.stubEnv('no_proxy', undefined);
    vi.stubEnv('NO_PROXY', '*');
    expect(found('https://hub.test/')).toBeUndefined();
  });

  it('is a plain one where no scheme is written, and none for this very machine', () => {
    vi.stubEnv('HTTPS_PROXY', 'proxy.office:3128');
    expect(found('https://hub.test/')).toBe('http://proxy.office:3128/');
    for (const here of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
      expect(found(`https://${here}:8080/`)).toBeUndefined();
    }
  });
});
