/**
 * Serves an engine to one client over a Port. The client is trusted only after the handshake, its parameters never
 * before they were checked. Knows nothing of processes: the host that owns the Port decides what its end means.
 */
import { PalimpsestError, toErrorData } from '../base/errors';
import { protocolVersion as v } from './define';
import type { EngineApi } from './engine-api';
import { eventKinds } from './events';
import { type ClientMessage, clientMessage, type ServerMessage } from './messages';
import type { Port } from './port';
import { isRequestKind, parseParams } from './requests';

export interface ServeOptions {
  /** Secret that the client must know; given to both sides by whoever made the channel. */
  readonly nonce: string;
}

/**
 * Answers until the client says goodbye (the engine is closed first) or the port ends (running requests are aborted,
 * the engine stays open). Resolves then; never rejects.
 */
export function serveEngine(port: Port, engine: EngineApi, options: ServeOptions): Promise<'bye' | 'lost'> {
  const running = new Map<number, AbortController>();
  const stops: (() => void)[] = [];
  const send = (message: ServerMessage): void => port.postMessage(message);
  let welcomed = false;

  async function answer(id: number, kind: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (!isRequestKind(kind)) throw new PalimpsestError('invalid-request', `Unknown request: ${kind}`);
      const result = await engine.request(kind, parseParams(kind, params), controller.signal);
      if (running.has(id)) send({ type: 'reply', v, id, ok: true, result });
    } catch (error) {
      if (running.has(id)) send({ type: 'fault', v, id, ok: false, error: toErrorData(error) });
    } finally {
      running.delete(id);
    }
  }

  function welcome(message: Extract<ClientMessage, { type: 'hello' }>): void {
    if (message.v !== v || message.nonce !== options.nonce) {
      const what = message.v === v ? 'wrong nonce' : `protocol ${message.v}, not ${v}`;
      send({
        type: 'refused',
        v,
        error: { code: 'invalid-request', message: `Engine refused the client: ${what}.` },
      });
      return;
    }
    if (welcomed) return;
    welcomed = true;
    // Listen first: nothing that happens after the welcome may be missed.
    for (const event of eventKinds) {
      stops.push(engine.on(event, (data) => send({ type: 'event', v, event, data })));
    }
    send({ type: 'welcome', v, nonce: message.nonce });
  }

  function end(): void {
    for (const stop of stops.splice(0)) stop();
    const controllers = [...running.values()];
    running.clear();
    for (const controller of controllers) controller.abort();
  }

  return new Promise((resolve) => {
    async function leave(): Promise<void> {
      end();
      await engine.close().catch(() => {}); // the process ends anyway; nobody is left to be told
      send({ type: 'bye', v });
      resolve('bye');
    }

    stops.push(
      port.onClose(() => {
        end();
        resolve('lost');
      }),
      port.onMessage((raw) => {
        const parsed = clientMessage.safeParse(raw);
        if (!parsed.success) return;
        const message = parsed.data;
        if (message.type === 'hello') welcome(message);
        else if (!welcomed) return;
        else if (message.type === 'request') void answer(message.id, message.kind, message.params);
        else if (message.type === 'abort') running.get(message.id)?.abort();
        else void leave();
      }),
    );
  });
}
