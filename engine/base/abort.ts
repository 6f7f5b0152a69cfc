/** Gives timers, ports and other work a turn; engine runs block the thread, so call it between two of them. */
export function yieldToHost(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
