import { MessageChannel, type MessagePort } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { errorCodes, PalimpsestError } from '../base/errors';
import { connectEngine } from './client';
import type { EngineApi } from './engine-api';
import type { EventKind, Events } from './events';
import { createPortPair } from './memory-port';
import type { Port } from './port';
import type { RequestKind, RequestParams, RequestResult } from './requests';
import { serveEngine } from './server';

function portOf(port: MessagePort): Port {
  port.on('close', () => {});
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', listener);
      return () => port.off('message', listener);
    },
    onClose: (listener) => {
      port.on('close', listener);
      return () => port.off('close', listener);
    },
    close: () => port.close(),
  };
}

const carriers: readonly [string, () => readonly [Port, Port]][] = [
  ['memory', createPortPair],
  [
    'MessageChannel',
    () => {
      const { port1, port2 } = new MessageChannel();
      return [portOf(port1), portOf(port2)];
    },
  ],
];

/** Answers `status` and `document`; `text` hangs until aborted; emits what it is told to. */
class SmallEngine implements EngineApi {
  readonly seen: unknown[] = [];
  readonly listeners = new Map<string, Set<(data: never) => void>>();
  aborted = 0;
  closed = 0;
  fault: unknown = new PalimpsestError('unreadable', 'a.png is cut off.', { file: 'a.png', page: 2 });

  async request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    this.seen.push({ kind, params });
    if (kind === 'text') {
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      this.aborted += 1;
      throw new PalimpsestError('cancelled', 'Cancelled.');
    }
    if (kind === 'document') throw this.fault;
    return { echo: params } as unknown as RequestResult<Kind>;
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    const set = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  emit(data: Events['progress']): void {
    for (const listener of this.listeners.get('progress') ?? [])
      (listener as (d: Events['progress']) => void)(data);
  }

  async close(): Promise<void> {
    this.closed += 1;
  }
}

const eventually = async (check: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !check(); i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(check()).toBe(true);
};

describe.each(carriers)('an engine behind a port: %s', (_name, makePair) => {
  const open: Port[] = [];
  afterEach(() => {
    for (const port of open.splice(0)) port.close();
  });

  async function joined(nonce = 'n1') {
    const [near, far] = makePair();
    open.push(near, far);
    const engine = new SmallEngine();
    const served = serveEngine(far, engine, { nonce: 'n1' });
    const client = await connectEngine(near, { nonce, timeoutMs: 2000 });
    return { near, far, engine, served, client };
  }

  it('answers requests with what the engine gave, whatever their order', async () => {
    const { client, engine } = await joined();
    const results = await Promise.all([
      client.request('status', {}),
      client.request('close', { documentIds: ['a', 'b'] }),
    ]);
    expect(results).toEqual([{ echo: {} }, { echo: { documentIds: ['a', 'b'] } }]);
    expect(engine.seen).toHaveLength(2);
  });

  it('refuses a wrong nonce and hears nothing from such a client', async () => {
    const [near, far] = makePair();
    open.push(near, far);
    const engine = new SmallEngine();
    void serveEngine(far, engine, { nonce: 'right' });
    await expect(connectEngine(near, { nonce: 'wrong', timeoutMs: 2000 })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    near.postMessage({ type: 'request', v: 1, id: 1, kind: 'status', params: {} });
    near.postMessage({ type: 'bye', v: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(engine.seen).toEqual([]);
    expect(engine.closed).toBe(0);
  });

  it('refuses another protocol version', async () => {
    const [near, far] = makePair();
    open.push(near, far);
    void serveEngine(far, new SmallEngine(), { nonce: 'n' });
    const answer = new Promise((resolve) => near.onMessage(resolve));
    near.postMessage({ type: 'hello', v: 999, nonce: 'n' });
    expect(await answer).toMatchObject({ type: 'refused', error: { code: 'invalid-request' } });
  });

  it('checks parameters before the engine sees them', async () => {
    const { near, client, engine } = await joined();
    const replies: unknown[] = [];
    near.onMessage((message) => replies.push(message));
    near.postMessage({ type: 'request', v: 1, id: 900, kind: 'page-image', params: { documentId: 1 } });
    near.postMessage({ type: 'request', v: 1, id: 901, kind: 'toString', params: {} });
    near.postMessage({
      type: 'request',
      v: 1,
      id: 902,
      kind: 'export',
      params: { documentIds: [], formats: ['md'] },
    });
    await client.request('status', {});
    expect(replies.slice(0, 3)).toEqual(
      [900, 901, 902].map((id) => expect.objectContaining({ id, ok: false, type: 'fault' })),
    );
    expect(engine.seen).toEqual([{ kind: 'status', params: {} }]);
  });

  it('survives any message at all', async () => {
    const { near, client } = await joined();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        near.postMessage(value);
        await expect(client.request('status', {})).resolves.toEqual({ echo: {} });
      }),
      { numRuns: 50 },
    );
  });

  it('rebuilds errors with code, message and place', async () => {
    const { client, engine } = await joined();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...errorCodes),
        fc.string(),
        fc.record({ file: fc.string(), page: fc.nat(), region: fc.string() }, { requiredKeys: [] }),
        async (code, message, place) => {
          engine.fault = new PalimpsestError(code, message, place);
          const error: unknown = await client
            .request('document', { documentId: 'd' })
            .catch((caught: unknown) => caught);
          expect(error).toBeInstanceOf(PalimpsestError);
          expect(error).toMatchObject({ code, message, place });
        },
      ),
      { numRuns: 50 },
    );
    engine.fault = new TypeError('a bug');
    await expect(client.request('document', { documentId: 'd' })).rejects.toMatchObject({ code: 'internal' });
  });

  it('aborting a request rejects it at once and aborts it in the engine', async () => {
    const { client, engine } = await joined();
    const controller = new AbortController();
    const hanging = client.request('text', { documentId: 'd', format: 'md' }, controller.signal);
    await eventually(() => engine.seen.length === 1);
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    await eventually(() => engine.aborted === 1);
    await expect(
      client.request('text', { documentId: 'd', format: 'md' }, controller.signal),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(engine.seen).toHaveLength(1);
  });

  it('delivers events in order, between replies as sent, until the listener is removed', async () => {
    const { client, engine } = await joined();
    const got: number[] = [];
    const stop = client.on('progress', (event) => got.push(event.pagesDone));
    for (let i = 0; i < 100; i += 1) engine.emit({ pagesDone: i, pagesFailed: 0, pagesTotal: 100 });
    await client.request('status', {});
    expect(got).toEqual(Array.from({ length: 100 }, (_, i) => i));
    stop();
    engine.emit({ pagesDone: 0, pagesFailed: 0, pagesTotal: 1 });
    await client.request('status', {});
    expect(got).toHaveLength(100);
  });

  it('O20: the end of the port rejects what is waiting with engine-crashed, and everything after', async () => {
    const { far, client, served, engine } = await joined();
    const hanging = client.request('text', { documentId: 'd', format: 'md' });
    await eventually(() => engine.seen.length === 1);
    far.close();
    await expect(hanging).rejects.toMatchObject({ code: 'engine-crashed' });
    await expect(client.request('status', {})).rejects.toMatchObject({ code: 'engine-crashed' });
    void served;
  });

  it('the engine stops running work when its client is gone, and stays open', async () => {
    const { near, client, served, engine } = await joined();
    client.request('text', { documentId: 'd', format: 'md' }).catch(() => {});
    await eventually(() => engine.seen.length === 1);
    near.close();
    expect(await served).toBe('lost');
    await eventually(() => engine.aborted === 1);
    expect(engine.closed).toBe(0);
    expect([...engine.listeners.values()].every((set) => set.size === 0)).toBe(true);
  });

  it('close ends the engine and resolves on both sides', async () => {
    const { client, served, engine } = await joined();
    await client.close();
    expect(await served).toBe('bye');
    expect(engine.closed).toBe(1);
    await client.close();
  });
});

it('a hello that nobody answers is a timeout', async () => {
  const [near] = createPortPair();
  await expect(connectEngine(near, { nonce: 'n', timeoutMs: 20 })).rejects.toMatchObject({ code: 'timeout' });
});
