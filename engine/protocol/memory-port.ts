/** Two Ports joined in memory. Messages are copied and arrive later and in order, as between processes. */
import { deserialize, serialize } from 'node:v8';
import type { Port } from './port';

type MessageListener = (message: unknown) => void;

class MemoryPort implements Port {
  readonly #messageListeners = new Set<MessageListener>();
  readonly #closeListeners = new Set<() => void>();
  #other: MemoryPort | undefined;
  #open = true;

  join(other: MemoryPort): void {
    this.#other = other;
  }

  postMessage(message: unknown): void {
    if (!this.#open) return;
    const copy: unknown = deserialize(serialize(message));
    queueMicrotask(() => this.#other?.deliver(copy));
  }

  deliver(message: unknown): void {
    if (!this.#open) return;
    for (const listener of [...this.#messageListeners]) listener(message);
  }

  onMessage(listener: MessageListener): () => void {
    this.#messageListeners.add(listener);
    return () => this.#messageListeners.delete(listener);
  }

  onClose(listener: () => void): () => void {
    this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    queueMicrotask(() => this.#other?.otherClosed());
  }

  otherClosed(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const listener of [...this.#closeListeners]) listener();
  }
}

export function createPortPair(): readonly [Port, Port] {
  const a = new MemoryPort();
  const b = new MemoryPort();
  a.join(b);
  b.join(a);
  return [a, b];
}
