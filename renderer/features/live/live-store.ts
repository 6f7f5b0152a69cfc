/**
 * What is being decoded just now. A store of its own, apart from the window's: it changes with every frame, and nothing
 * but the region being read may be drawn anew for it.
 */
import { useStore as useZustand } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LiveDecode } from '../../../engine/protocol/events';
import { type DecodeLog, extendLog } from './decode-log';
import type { Player } from './player';

export interface LiveState {
  readonly logs: Readonly<Record<string, DecodeLog>>;
  /** Regions with a log, by page, in the order they were begun. */
  readonly begun: Readonly<Record<string, readonly string[]>>;
  /** The region whose events came last, until it is done. */
  readonly current: string | undefined;
  /** What the pane shows when it does not follow what is being read. */
  readonly player: Player | undefined;
}

export const liveStore = createStore<LiveState>(() => ({
  logs: {},
  begun: {},
  current: undefined,
  player: undefined,
}));

export const useLive = <T>(select: (state: LiveState) => T): T => useZustand(liveStore, select);

/** Logs kept: those of the last pages; older ones come back from the stored trace. */
const most = 80;

/** Takes bundles in and hands them on together, once for each `schedule`; nothing is lost or reordered. */
export function frameFeed<T>(
  schedule: (flush: () => void) => void,
  take: (bundles: readonly T[]) => void,
): (bundle: T) => void {
  let waiting: T[] = [];
  return (bundle) => {
    waiting.push(bundle);
    if (waiting.length > 1) return;
    schedule(() => {
      const bundles = waiting;
      waiting = [];
      take(bundles);
    });
  };
}

/** A frame, or a moment where the window is hidden and draws none. */
function nextFrame(flush: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(flush);
  else setTimeout(flush, 250);
}

/** The state after some bundles of events. Pure but for the logs, which only grow. */
export function takeBundles(state: LiveState, bundles: readonly LiveDecode[]): LiveState {
  const logs = { ...state.logs };
  let { begun, current } = state;
  for (const { events, ...place } of bundles) {
    const log = extendLog(logs[place.regionId], place, events);
    delete logs[place.regionId]; // the newest stands last
    logs[place.regionId] = log;
    if (log.view.end === undefined) current = place.regionId;
    else if (current === place.regionId) current = undefined;
    const regions = begun[place.pageId] ?? [];
    if (!regions.includes(place.regionId)) begun = { ...begun, [place.pageId]: [...regions, place.regionId] };
  }
  const ids = Object.keys(logs);
  for (const id of ids.slice(0, Math.max(0, ids.length - most))) {
    const { pageId } = logs[id] ?? { pageId: '' };
    begun = { ...begun, [pageId]: (begun[pageId] ?? []).filter((each) => each !== id) };
    delete logs[id];
  }
  return { ...state, logs, begun, current };
}

export const feedDecode = frameFeed<LiveDecode>(nextFrame, (bundles) =>
  liveStore.setState((state) => takeBundles(state, bundles)),
);

/** Reading has ended, however: nothing is being read any more, once what still waits for a frame was taken in. */
export function endLive(): void {
  nextFrame(() => liveStore.setState({ current: undefined }));
}

/** A page is read anew: what was decoded of it before is no longer what is shown. */
export function forgetPage(pageId: string): void {
  liveStore.setState((state) => {
    const gone = state.begun[pageId];
    if (!gone) return state;
    const begun = Object.entries(state.begun).filter(([id]) => id !== pageId);
    const logs = Object.entries(state.logs).filter(([id]) => !gone.includes(id));
    return { ...state, begun: Object.fromEntries(begun), logs: Object.fromEntries(logs) };
  });
}
