/** Bundles events for hosts, which need no more than about 30 messages a second. Loses and reorders nothing. */

export interface EventCoalescer<Event> {
  /** The bundle to send now, oldest first; empty while it is too early. `done` is never held back. */
  push(event: Event): readonly Event[];
  /** What is still held back; for hosts that end early or have a timer of their own. */
  flush(): readonly Event[];
}

/**
 * Bundles that may go out in a row: the two events of a slow round follow each other at once, and what is held back
 * then could only leave after the next forward, which takes long.
 */
const inARow = 4;

/** `now` in milliseconds; it alone drives the coalescer, there is no timer. */
export function eventCoalescer<Event extends { readonly kind: string }>(
  now: () => number,
  perSecond = 30,
): EventCoalescer<Event> {
  let held: Event[] = [];
  let allowed = inARow;
  let since = now();
  const earn = (): void => {
    const time = now();
    allowed = Math.min(inARow, allowed + ((time - since) * perSecond) / 1000);
    since = time;
  };
  const flush = (): readonly Event[] => {
    const bundle = held;
    held = [];
    if (bundle.length > 0) allowed = Math.max(0, allowed - 1);
    return bundle;
  };
  return {
    push(event) {
      held.push(event);
      earn();
      return event.kind === 'done' || allowed >= 1 ? flush() : [];
    },
    flush,
  };
}
