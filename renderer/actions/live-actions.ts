/** Commands of the view of decoding, the check and the batch. */
import { checkIdentity } from '../features/identity/identity-store';
import { pauseOrGoOn, replay, step } from '../features/live/operations';
import { hasTokens, regionWithTokens } from '../features/live/token-reading';
import { attempt, pauseJob, readFailedAgain } from '../store/operations';
import { currentPage, failedPages } from '../store/selectors';
import type { State } from '../store/state';
import { get, set } from '../store/store';
import type { Action } from './action';

const isShown = (state: State): boolean => state.showDecoding && state.pageId !== undefined;

export const liveActions: readonly Action[] = [
  {
    id: 'toggle-decoding',
    title: 'action.toggle-decoding',
    menu: 'view',
    section: true,
    shortcuts: ['Mod+L'],
    checked: (state) => state.showDecoding,
    perform: () => set({ showDecoding: !get().showDecoding }),
  },
  {
    id: 'decoding-pause',
    title: 'action.decoding-pause',
    menu: 'view',
    shortcuts: ['F8'],
    enabled: isShown,
    perform: pauseOrGoOn,
  },
  {
    id: 'decoding-next',
    title: 'action.decoding-next',
    menu: 'view',
    shortcuts: ['F9'],
    enabled: isShown,
    perform: () => step(1),
  },
  {
    id: 'decoding-previous',
    title: 'action.decoding-previous',
    menu: 'view',
    shortcuts: ['Shift+F9'],
    enabled: isShown,
    perform: () => step(-1),
  },
  {
    id: 'decoding-replay',
    title: 'action.decoding-replay',
    menu: 'view',
    shortcuts: ['Mod+Shift+L'],
    enabled: (state) => regionWithTokens(state, state.regionId) !== undefined,
    perform: () => {
      const { regionId } = get();
      if (regionId !== undefined) void replay(regionId, true);
    },
  },
  {
    id: 'check-region',
    title: 'action.check-region',
    menu: 'read',
    section: true,
    enabled: (state) => !state.running && regionWithTokens(state, state.regionId) !== undefined,
    perform: () => void attempt(() => checkIdentity(get().regionId)),
  },
  {
    id: 'check-page',
    title: 'action.check-page',
    menu: 'read',
    enabled: (state) => !state.running && hasTokens(currentPage(state)),
    perform: () => void attempt(() => checkIdentity()),
  },
  {
    id: 'pause-job',
    title: 'action.pause-job',
    menu: 'read',
    shortcuts: ['Mod+Alt+.'],
    enabled: (state) => state.running && !state.cancelling,
    perform: () => void pauseJob(get().progress?.paused !== true),
  },
  {
    id: 'retry-failed',
    title: 'action.retry-failed',
    menu: 'read',
    enabled: (state) => !state.running && failedPages(state).length > 0,
    perform: () => void readFailedAgain(),
  },
  {
    id: 'toggle-batch',
    title: 'action.toggle-batch',
    menu: 'view',
    shortcuts: ['Mod+J'],
    enabled: (state) => state.documentIds.length > 0,
    checked: (state) => state.showBatch,
    perform: () => set({ showBatch: !get().showBatch }),
  },
];
