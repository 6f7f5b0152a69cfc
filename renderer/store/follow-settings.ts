/** What follows from settings and state outside of React: theme, language, text size and the menu bar. */
import { menuModel } from '../actions/menu-model';
import { shell } from '../bridge';
import { changeLanguage, chooseLanguage, translate } from '../i18n/translate';
import { store } from './store';

export function followSettings(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let menu = '';

  const apply = (): void => {
    const state = store.getState();
    const { theme, language, textSize } = state.settings;
    const root = document.documentElement;
    root.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    root.style.setProperty('--text-size', `${textSize / 16}rem`);
    const chosen = chooseLanguage(language, state.locale);
    if (root.lang !== chosen) void changeLanguage(chosen).then(apply);
    // The model is small; comparing it as text spares the shell a new menu at each change of state.
    const model = menuModel(state, translate);
    const next = JSON.stringify(model);
    if (next !== menu) {
      menu = next;
      void shell.setMenu(model);
    }
  };

  let scheduled = false;
  store.subscribe(() => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      apply();
    });
  });
  dark.addEventListener('change', apply);
  apply();
}
