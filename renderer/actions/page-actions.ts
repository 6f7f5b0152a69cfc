/** Commands on whole pages: the one looked at and those chosen with it in the column of pages. */
import * as run from '../store/page-operations';
import { insertPages, removePages } from '../store/page-shape';
import type { State } from '../store/state';
import { set } from '../store/store';
import type { Action } from './action';

const opened = (state: State): boolean => run.selectedPages(state).some((page) => page.width > 0);
const canReshape = (state: State): boolean => run.selectedPages(state).some(run.canReshape);
const hasPage = (state: State): boolean => state.pageId !== undefined;

export const pageActions: readonly Action[] = [
  {
    id: 'turn-left',
    title: 'action.turn-left',
    menu: 'page',
    shortcuts: ['Mod+['],
    enabled: opened,
    perform: () => void run.turnPages(3),
  },
  {
    id: 'turn-right',
    title: 'action.turn-right',
    menu: 'page',
    shortcuts: ['Mod+]'],
    enabled: opened,
    perform: () => void run.turnPages(1),
  },
  {
    id: 'turn-over',
    title: 'action.turn-over',
    menu: 'page',
    enabled: opened,
    perform: () => void run.turnPages(2),
  },
  {
    id: 'straighten',
    title: 'action.straighten',
    menu: 'page',
    enabled: opened,
    perform: () => set({ dialog: 'straighten' }),
  },
  {
    id: 'crop-page',
    title: 'action.crop-page',
    menu: 'page',
    section: true,
    shortcuts: ['Mod+Shift+X'],
    enabled: canReshape,
    perform: () => set({ dialog: 'crop-page' }),
  },
  {
    id: 'split-page',
    title: 'action.split-page',
    menu: 'page',
    shortcuts: ['Mod+Shift+D'],
    enabled: canReshape,
    perform: () => set({ dialog: 'split-page' }),
  },
  {
    id: 'insert-before',
    title: 'action.insert-before',
    menu: 'page',
    section: true,
    shortcuts: ['Alt+Shift+Insert'],
    enabled: hasPage,
    perform: () => void insertPages('before'),
  },
  {
    id: 'insert-after',
    title: 'action.insert-after',
    menu: 'page',
    shortcuts: ['Alt+Insert'],
    enabled: hasPage,
    perform: () => void insertPages('after'),
  },
  {
    id: 'remove-page',
    title: 'action.remove-page',
    menu: 'page',
    shortcuts: ['Mod+Delete'],
    notInFields: true,
    enabled: canReshape,
    perform: () => void removePages(),
  },
  {
    id: 'leave-out-page',
    title: 'action.leave-out-page',
    menu: 'page',
    section: true,
    enabled: hasPage,
    checked: (state) => hasPage(state) && run.selectedPages(state).every((page) => page.excluded),
    perform: () => void run.leaveOutPages(),
  },
  {
    id: 'page-earlier',
    title: 'action.page-earlier',
    menu: 'page',
    shortcuts: ['Alt+PageUp'],
    enabled: hasPage,
    perform: () => void run.movePages(-1),
  },
  {
    id: 'page-later',
    title: 'action.page-later',
    menu: 'page',
    shortcuts: ['Alt+PageDown'],
    enabled: hasPage,
    perform: () => void run.movePages(1),
  },
  {
    id: 'choose-next-page',
    title: 'action.choose-next-page',
    menu: 'page',
    section: true,
    shortcuts: ['Shift+PageDown'],
    notInFields: true,
    enabled: hasPage,
    perform: () => run.chooseNextPage(1),
  },
  {
    id: 'choose-previous-page',
    title: 'action.choose-previous-page',
    menu: 'page',
    shortcuts: ['Shift+PageUp'],
    notInFields: true,
    enabled: hasPage,
    perform: () => run.chooseNextPage(-1),
  },
];
