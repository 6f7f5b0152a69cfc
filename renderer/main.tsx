/** Entry of the window: settings and language first, so that nothing is drawn twice; then the application. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/source-serif-4/index.css';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import 'katex/dist/katex.min.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onKeyDown } from './actions/keyboard';
import { performAction } from './actions/registry';
import { App } from './app';
import { shellEvents } from './bridge';
import { chooseLanguage, startTranslation } from './i18n/translate';
import { connectEngineEvents, loadInitialState } from './store/engine-events';
import { followSettings } from './store/follow-settings';

async function start(): Promise<void> {
  await startTranslation(chooseLanguage('system', navigator.language));
  connectEngineEvents(); // before the first question, so that nothing falls in between
  await loadInitialState();
  followSettings();
  shellEvents.onMenuAction(({ id }) => performAction(id));
  window.addEventListener('keydown', onKeyDown);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
