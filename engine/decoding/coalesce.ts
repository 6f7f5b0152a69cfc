/** Bundles events for hosts, which need no more than about 30 messages a second. Loses and reorders nothing. */
import type { DecodeEvent } from './types';

export interface EventCoalescer {
  /** The bundle to send now, oldest first; empty while it is too early. `done` is never held back. */
  push(event: DecodeEvent): readonly DecodeEvent[];
  /** What is still held back; for hosts that end early or have a timer of their own. */
  flush(): readonly DecodeEvent[];
}

/** `now` in milliseconds; it alone drives the coalescer, there is no timer. */
export function eventCoalescer(now: () => number, perSecond = 30): EventCoalescer {
  let held: DecodeEvent[] = [];
  let sent = Number.NEGATIVE_INFINITY;
  const flush = (): readonly DecodeEvent[] => {
    const bundle = held;
    held = [];
    if (bundle.length > 0) sent = now();
    return bundle;
  };
  return {
    push(event) {
      held.push(event);
      return event.kind === 'done' || now() - sent >= 1000 / perSecond ? flush() : [];
    },
    flush,
  };
}
