/**
 * The client side of a Port: an EngineApi whose engine is somewhere else. Knows the protocol and nothing of
 * processes or windows.
 */
import { fromErrorData, PalimpsestError, throwIfAborted } from '../base/errors';
import { protocolVersion as v } from './define';
import type { EngineApi } from './engine-api';
import { type EventKind, type Events, eventKinds } from './events';
import { type ClientMessage, type ServerMessage, serverMessage } from './messages';
import type { Port } from './port';
import type { RequestKind, RequestParams, RequestResult } from './requests';

export interface ConnectOptions {
  readonly nonce: string;
  /** How long the other side may take to answer the hello. */
  readonly timeoutMs?: number;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: PalimpsestError) => void;
}

type Listener = (data: unknown) => void;

const lost = (): PalimpsestError => new PalimpsestError('engine-crashed', 'The reading engine has stopped.');

/**
 * Says hello and resolves once the engine has answered. Rejects with `invalid-request` (refused), `timeout` or
 * `engine-crashed`. After that: a request rejects with the engine's own error, with `cancelled` as soon as its signal
 * is aborted, with `engine-crashed` when the port ends. `close` asks the engine to end and resolves when it has, or
 * when the port ends.
 */
export async function connectEngine(port: Port, options: ConnectOptions): Promise<EngineApi> {
  const client = new EngineClient(port);
  await client.hello(options.nonce, options.timeoutMs ?? 20_000);
  return client;
}

class EngineClient implements EngineApi {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<EventKind, Set<Listener>>(eventKinds.map((kind) => [kind, new Set()]));
  readonly #ends: (() => void)[] = [];
  #greeting: Pending | undefined;
  #lastId = 0;
  #ended = false;

  constructor(port: Port) {
    this.#port = port;
    port.onMessage((raw) => {
      const parsed = serverMessage.safeParse(raw);
      if (parsed.success) this.#receive(parsed.data);
    });
    port.onClose(() => this.#end());
  }

  async hello(nonce: string, timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<unknown>((resolve, reject) => {
        this.#greeting = { resolve, reject };
        timer = setTimeout(
          () => reject(new PalimpsestError('timeout', 'The reading engine did not answer.')),
          timeoutMs,
        );
        this.#send({ type: 'hello', v, nonce });
      });
    } finally {
      clearTimeout(timer);
      this.#greeting = undefined;
    }
  }

  async request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    throwIfAborted(signal);
    if (this.#ended) throw lost();
    this.#lastId += 1;
    const id = this.#lastId;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<RequestResult<Kind>>((resolve, reject) => {
        // Results are typed by their kind and not checked: the engine is the trusted side.
        this.#pending.set(id, { resolve: (result) => resolve(result as RequestResult<Kind>), reject });
        onAbort = () => {
          this.#send({ type: 'abort', v, id });
          reject(new PalimpsestError('cancelled', 'Cancelled.'));
        };
        signal?.addEventListener('abort', onAbort);
        this.#send({ type: 'request', v, id, kind, params });
      });
    } finally {
      this.#pending.delete(id);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    // Typed by kind, not checked, as results are.
    const wrapped: Listener = (data) => listener(data as Events[Kind]);
    this.#listeners.get(kind)?.add(wrapped);
    return () => this.#listeners.get(kind)?.delete(wrapped);
  }

  close(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      this.#ends.push(resolve);
      this.#send({ type: 'bye', v });
    });
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#greeting?.resolve(undefined);
        break;
      case 'refused':
        this.#greeting?.reject(fromErrorData(message.error));
        break;
      case 'reply':
        this.#pending.get(message.id)?.resolve(message.result);
        break;
      case 'fault':
        this.#pending.get(message.id)?.reject(fromErrorData(message.error));
        break;
      case 'event':
        for (const kind of eventKinds) {
          if (kind === message.event)
            for (const listener of this.#listeners.get(kind) ?? []) listener(message.data);
        }
        break;
      case 'bye':
        this.#end();
        this.#port.close();
        break;
    }
  }

  #send(message: ClientMessage): void {
    this.#port.postMessage(message);
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#greeting?.reject(lost());
    for (const pending of [...this.#pending.values()]) pending.reject(lost());
    this.#pending.clear();
    for (const resolve of this.#ends.splice(0)) resolve();
  }
}
