/** A two-way channel of structured-clone messages: a MessagePort, a process's parentPort, or a pair in memory. */
export interface Port {
  postMessage(message: unknown): void;
  /** Adds a listener and returns the function that removes it. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Called once when the other side is gone. */
  onClose(listener: () => void): () => void;
  close(): void;
}
