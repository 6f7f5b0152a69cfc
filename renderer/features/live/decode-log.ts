/** All events of one region's decode as they came, and the view at any of them. */
import type { LiveDecode, LiveEvent } from '../../../engine/protocol/events';
import { type DecodeView, emptyView, reduceDecode } from './decode-view';

/** `events` and `ends` only ever grow; `length` events of it belong to this state of the log. */
export interface DecodeLog {
  readonly documentId: string;
  readonly pageId: string;
  readonly regionId: string;
  readonly readingOf: LiveDecode['readingOf'];
  readonly events: LiveEvent[];
  /** For each verified round the number of events up to and with it. */
  readonly ends: number[];
  readonly length: number;
  /** After all `length` events. */
  readonly view: DecodeView;
}

export type LogPlace = Omit<LiveDecode, 'events'>;

/** Adds events in the order they came; one that starts the region begins a new log. */
export function extendLog(
  log: DecodeLog | undefined,
  place: LogPlace,
  events: readonly LiveEvent[],
): DecodeLog {
  let next = log ?? newLog(place);
  for (const event of events) {
    if (event.kind === 'region-started') next = newLog(place);
    const view = reduceDecode(next.view, event);
    next.events.push(event);
    if (event.kind === 'round-verified') next.ends.push(next.events.length);
    next = { ...next, length: next.events.length, view };
  }
  return next;
}

const newLog = ({ documentId, pageId, regionId, readingOf }: LogPlace): DecodeLog => ({
  documentId,
  pageId,
  regionId,
  readingOf,
  events: [],
  ends: [],
  length: 0,
  view: emptyView,
});

let last: { readonly events: readonly LiveEvent[]; readonly count: number; readonly view: DecodeView } = {
  events: [],
  count: 0,
  view: emptyView,
};

/** The view after the first `count` events. Going forward costs only the events in between. */
export function viewAt(log: DecodeLog, count: number): DecodeView {
  if (count === log.length) return log.view;
  const near = last.events === log.events && last.count <= count ? last : { count: 0, view: emptyView };
  const view = log.events.slice(near.count, count).reduce(reduceDecode, near.view);
  last = { events: log.events, count, view };
  return view;
}

/** Rounds that are verified after `count` events. */
export function roundsAt(log: Pick<DecodeLog, 'ends'>, count: number): number {
  let low = 0;
  let high = log.ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log.ends[middle] ?? 0) <= count) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Events up to the end of the `rounds`th verified round; all of them beyond the last. */
export function countAt(log: Pick<DecodeLog, 'ends' | 'length'>, rounds: number): number {
  if (rounds <= 0) return 0;
  return rounds >= log.ends.length ? log.length : (log.ends[rounds - 1] ?? log.length);
}

/** Events that have happened `milliseconds` after the decode's beginning, at least `from`. */
export function countUntil(
  log: Pick<DecodeLog, 'events' | 'length'>,
  milliseconds: number,
  from = 0,
): number {
  let count = from;
  while (count < log.length && (log.events[count]?.at ?? 0) <= milliseconds) count += 1;
  return count;
}
