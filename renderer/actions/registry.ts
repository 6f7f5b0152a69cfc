/**
 * Every command of the window, one record each: menu, keyboard, palette and shortcut list are all drawn from here.
 * A new command is a record in this list.
 */
import { isPageWorkedOn, rereadPage } from '../features/reread/page-reread-store';
import { pageBeside, regionBeside } from '../store/library';
import * as run from '../store/operations';
import { currentDocumentId, currentPage, hasProblems } from '../store/selectors';
import type { DialogName, State } from '../store/state';
import { get, set } from '../store/store';
import type { Action } from './action';
import { liveActions } from './live-actions';
import { pageActions } from './page-actions';
import { focusPane } from './panes';
import { copyActions, editActions, findActions, regionActions } from './review-actions';
import { typeActions } from './type-actions';
import { zoomBy } from './zoom';

const hasPage = (state: State): boolean => state.pageId !== undefined;
const hasDocuments = (state: State): boolean => state.documentIds.length > 0;
const dialog = (name: DialogName) => () => set({ dialog: name });

function turn(steps: number): void {
  const pageId = pageBeside(get(), steps);
  if (pageId !== undefined) run.showPage(pageId);
}

function walk(steps: number): void {
  const regionId = regionBeside(get(), steps);
  if (regionId !== undefined) run.selectRegion(regionId, 'keyboard');
}

function changeTextSize(by: number): void {
  const textSize = Math.max(12, Math.min(32, get().settings.textSize + by));
  void run.updateSettings({ textSize });
}

export const actions: readonly Action[] = [
  ...editActions,
  ...findActions,
  ...copyActions,
  ...regionActions,
  ...typeActions,
  ...pageActions,
  {
    id: 'open-files',
    title: 'action.open-files',
    menu: 'file',
    shortcuts: ['Mod+O'],
    perform: () => run.openDialog('files'),
  },
  {
    id: 'open-folder',
    title: 'action.open-folder',
    menu: 'file',
    shortcuts: ['Mod+Shift+O'],
    perform: () => run.openDialog('folder'),
  },
  {
    id: 'open-clipboard',
    title: 'action.open-clipboard',
    menu: 'file',
    shortcuts: ['Mod+V'],
    byPasteEvent: true,
    perform: run.openClipboard,
  },
  {
    id: 'open-samples',
    title: 'action.open-samples',
    menu: 'file',
    enabled: (state) => state.hasSamples,
    perform: run.openSamples,
  },
  {
    id: 'projects',
    title: 'action.projects',
    menu: 'file',
    shortcuts: ['Mod+Alt+O'],
    perform: dialog('projects'),
  },
  {
    id: 'export',
    title: 'action.export',
    menu: 'file',
    section: true,
    shortcuts: ['Mod+E'],
    enabled: hasDocuments,
    perform: dialog('export'),
  },
  {
    id: 'close-document',
    title: 'action.close-document',
    menu: 'file',
    shortcuts: ['Mod+W'],
    enabled: hasPage,
    perform: () => {
      const id = currentDocumentId(get());
      if (id !== undefined) void run.closeDocument(id);
    },
  },
  {
    id: 'settings',
    title: 'action.settings',
    menu: 'file',
    section: true,
    shortcuts: ['Mod+,'],
    perform: dialog('settings'),
  },
  {
    id: 'copy-text',
    title: 'action.copy-text',
    menu: 'edit',
    section: true,
    shortcuts: ['Mod+Shift+C'],
    enabled: (state) => currentPage(state)?.status === 'done',
    perform: run.copyPageText,
  },
  {
    id: 'next-region',
    title: 'action.next-region',
    menu: 'edit',
    section: true,
    shortcuts: ['Mod+ArrowDown'],
    notInFields: true,
    enabled: hasPage,
    perform: () => walk(1),
  },
  {
    id: 'previous-region',
    title: 'action.previous-region',
    menu: 'edit',
    shortcuts: ['Mod+ArrowUp'],
    notInFields: true,
    enabled: hasPage,
    perform: () => walk(-1),
  },
  {
    id: 'read-all',
    title: 'action.read-all',
    menu: 'read',
    shortcuts: ['Mod+R'],
    enabled: (state) => hasDocuments(state) && !state.running,
    perform: run.readAll,
  },
  {
    id: 'read-page',
    title: 'action.read-page',
    menu: 'read',
    shortcuts: ['Mod+Shift+R'],
    enabled: (state) => hasPage(state) && !state.running,
    perform: () => {
      const page = currentPage(get());
      if (!page) return;
      const reviewed = page.status === 'done' && isPageWorkedOn(page);
      void (reviewed ? rereadPage(page.id) : run.readPageAgain(page.id));
    },
  },
  {
    id: 'cancel',
    title: 'action.cancel',
    menu: 'read',
    shortcuts: ['Mod+.'],
    enabled: (state) => state.running,
    perform: run.cancelJob,
  },
  {
    id: 'problems',
    title: 'action.problems',
    menu: 'read',
    section: true,
    enabled: hasProblems,
    perform: dialog('problems'),
  },
  {
    id: 'next-page',
    title: 'action.next-page',
    menu: 'view',
    shortcuts: ['PageDown'],
    notInFields: true,
    enabled: hasPage,
    perform: () => turn(1),
  },
  {
    id: 'previous-page',
    title: 'action.previous-page',
    menu: 'view',
    shortcuts: ['PageUp'],
    notInFields: true,
    enabled: hasPage,
    perform: () => turn(-1),
  },
  {
    id: 'zoom-in',
    title: 'action.zoom-in',
    menu: 'view',
    section: true,
    shortcuts: ['Mod++'],
    enabled: hasPage,
    perform: () => zoomBy(1.25),
  },
  {
    id: 'zoom-out',
    title: 'action.zoom-out',
    menu: 'view',
    shortcuts: ['Mod+-'],
    enabled: hasPage,
    perform: () => zoomBy(0.8),
  },
  {
    id: 'zoom-fit',
    title: 'action.zoom-fit',
    menu: 'view',
    shortcuts: ['Mod+0'],
    enabled: hasPage,
    perform: () => set({ zoomMode: 'fit' }),
  },
  {
    id: 'zoom-width',
    title: 'action.zoom-width',
    menu: 'view',
    shortcuts: ['Mod+2'],
    enabled: hasPage,
    perform: () => set({ zoomMode: 'width' }),
  },
  {
    id: 'zoom-actual',
    title: 'action.zoom-actual',
    menu: 'view',
    shortcuts: ['Mod+1'],
    enabled: hasPage,
    perform: () => set({ zoomMode: 'custom', zoom: 1 }),
  },
  {
    id: 'text-larger',
    title: 'action.text-larger',
    menu: 'view',
    section: true,
    shortcuts: ['Mod+Alt++'],
    perform: () => changeTextSize(1),
  },
  {
    id: 'text-smaller',
    title: 'action.text-smaller',
    menu: 'view',
    shortcuts: ['Mod+Alt+-'],
    perform: () => changeTextSize(-1),
  },
  {
    id: 'toggle-library',
    title: 'action.toggle-library',
    menu: 'view',
    section: true,
    shortcuts: ['Mod+B'],
    checked: (state) => state.showLibrary,
    perform: () => set({ showLibrary: !get().showLibrary }),
  },
  {
    id: 'toggle-text',
    title: 'action.toggle-text',
    menu: 'view',
    shortcuts: ['Mod+T'],
    checked: (state) => state.showText,
    perform: () => set({ showText: !get().showText }),
  },
  {
    id: 'toggle-regions',
    title: 'action.toggle-regions',
    menu: 'view',
    shortcuts: ['Mod+Shift+B'],
    checked: (state) => state.showRegions,
    perform: () => set({ showRegions: !get().showRegions }),
  },
  ...liveActions,
  {
    id: 'next-pane',
    title: 'action.next-pane',
    menu: 'view',
    section: true,
    shortcuts: ['F6'],
    perform: () => focusPane(1),
  },
  {
    id: 'previous-pane',
    title: 'action.previous-pane',
    menu: 'view',
    shortcuts: ['Shift+F6'],
    perform: () => focusPane(-1),
  },
  {
    id: 'palette',
    title: 'action.palette',
    menu: 'help',
    shortcuts: ['Mod+K', 'Mod+Shift+P'],
    perform: dialog('palette'),
  },
  {
    id: 'shortcuts',
    title: 'action.shortcuts',
    menu: 'help',
    shortcuts: ['F1', '?'],
    perform: dialog('shortcuts'),
  },
];

export const isEnabled = (action: Action, state: State): boolean => action.enabled?.(state) ?? true;

/** Performs by id, if there is such an action and it is enabled now. */
export function performAction(id: string): void {
  const action = actions.find((each) => each.id === id);
  if (action && isEnabled(action, get())) action.perform();
}
