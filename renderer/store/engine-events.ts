/** The engine's events into the store. Progress is spoken at most every few seconds. */
import type { EngineEvent, EngineState } from '../../engine/protocol/shell';
import { requestEngine, shell, shellEvents } from '../bridge';
import { endLive, feedDecode, forgetPage } from '../features/live/live-store';
import { translate } from '../i18n/translate';
import { putLiveRegion, putPage } from './library';
import { announce, toast } from './notices';
import { attempt, readQueued, takeOpened } from './operations';
import { askAboutInterrupted } from './projects';
import { get, set } from './store';

const spokenEveryMs = 8000;
let lastSpoken = 0;

export function connectEngineEvents(): void {
  shellEvents.onEngineEvent(onEvent);
  shellEvents.onEngineState(onState);
  shellEvents.onOpened((opened) => void attempt(() => takeOpened(opened)));
}

export function onEvent(event: EngineEvent): void {
  switch (event.kind) {
    case 'page':
      if (event.data.page.status === 'working' && get().pages[event.data.page.id]?.status !== 'working')
        forgetPage(event.data.page.id);
      set(putPage(get(), event.data.page));
      break;
    case 'region':
      set(putLiveRegion(get(), event.data));
      break;
    case 'decode':
      feedDecode(event.data);
      break;
    case 'progress': {
      const { pagesDone, pagesFailed, pagesTotal } = event.data;
      set({ progress: event.data });
      if (Date.now() - lastSpoken > spokenEveryMs) {
        lastSpoken = Date.now();
        announce(translate('job.spoken', { done: pagesDone + pagesFailed, total: pagesTotal }));
      }
      break;
    }
    case 'warning':
      set({ remarks: [...get().remarks.slice(-299), event.data.warning] });
      break;
    case 'job-done': {
      const job = event.data;
      endLive();
      set({ running: false, cancelling: false, progress: undefined, lastJob: job });
      const failures =
        job.pagesFailed > 0 ? `, ${translate('job.failures', { count: job.pagesFailed })}` : '';
      announce(translate(`job.${job.outcome}`, { count: job.pagesDone }) + failures);
      if (get().queued.length > 0 && job.outcome !== 'failed') void readQueued();
      break;
    }
  }
}

export function onState(state: EngineState): void {
  set({ engine: state });
  if (state.report)
    toast(state.report === 'restarted' ? 'plain' : 'danger', translate(`engine.${state.report}`));
}

/** First state from the shell; resolves when the window can be drawn. */
export async function loadInitialState(): Promise<void> {
  const { opened, ...initial } = await shell.initial();
  set({ ...initial, ready: true });
  void attempt(() => takeOpened(opened));
  // Waits in the shell until the engine has started.
  void attempt(async () => {
    const status = await requestEngine('status', {});
    set({ status });
    if (opened.documents.length === 0) await askAboutInterrupted(status);
  });
}
