/** Commands on the text and the regions: correcting, states, layout. */

import { openSuggestions } from '../features/spelling/use-suggestions';
import { type MessageKey, translate } from '../i18n/translate';
import { adjust, startCut } from '../store/adjust';
import { type CopyFormat, copyRegions } from '../store/copy';
import { commitUnfinished, edited, redo, undo } from '../store/edits';
import { openFind, walkHits } from '../store/find';
import { toast } from '../store/notices';
import * as run from '../store/region-operations';
import { openReread } from '../store/reread';
import { currentDocumentId, currentPage } from '../store/selectors';
import type { State } from '../store/state';
import { get, set } from '../store/store';
import { walkDoubtful } from '../store/walk-doubts';
import type { Action } from './action';
import { focusRegions } from './panes';

const hasRegion = run.hasRegion;
const hasRegions = (state: State): boolean => (currentPage(state)?.regions.length ?? 0) > 0;

/** A plain field (search, a name) has an undo of its own; text of regions and tables shares that of the document. */
function step(kind: 'undo' | 'redo'): void {
  const writes = 'textarea, input:not([type="checkbox"]):not([type="radio"]):not([type="range"])';
  const field = document.activeElement?.closest(writes);
  if (field && !field.hasAttribute('data-document-text')) document.execCommand(kind);
  else void (kind === 'undo' ? undo() : redo());
}

const stepsOf = (state: State) => state.steps[currentDocumentId(state) ?? ''];

export function editSelected(): void {
  const { regionId } = get();
  const first = regionId ?? currentPage(get())?.regions[0]?.id;
  if (first === undefined) return;
  set({
    textView: 'review',
    showText: true,
    regionId: first,
    alsoSelected: [],
    editing: true,
    selectedBy: 'keyboard',
  });
}

export function showTextAs(textView: 'result' | 'review'): void {
  commitUnfinished();
  set({ textView, editing: false, showText: true });
}

function save(): void {
  void edited().then(() => toast('success', translate('review.saved')));
}

const arrows: readonly [key: string, right: number, down: number][] = [
  ['ArrowLeft', -1, 0],
  ['ArrowRight', 1, 0],
  ['ArrowUp', 0, -1],
  ['ArrowDown', 0, 1],
];

/** Arrow keys on the page: they reach the window only through its list of regions. */
export function onArrow(event: { key: string; shiftKey: boolean; altKey: boolean }): boolean {
  const arrow = arrows.find(([key]) => key === event.key);
  if (!arrow) return false;
  const [, right, down] = arrow;
  const far = event.shiftKey ? 10 : 1;
  adjust(event.altKey ? 'size' : 'move', right * far, down * far);
  return true;
}

export const editActions: readonly Action[] = [
  {
    id: 'toggle-review',
    title: 'action.toggle-review',
    menu: 'view',
    shortcuts: ['F4'],
    enabled: (state) => state.documentIds.length > 0,
    checked: (state) => state.textView === 'review',
    perform: () => showTextAs(get().textView === 'review' ? 'result' : 'review'),
  },
  {
    id: 'undo',
    title: 'action.undo',
    menu: 'edit',
    shortcuts: ['Mod+Z'],
    enabled: (state) => state.documentIds.length > 0 && (stepsOf(state)?.undoable ?? 1) > 0,
    notInFields: true,
    perform: () => step('undo'),
  },
  {
    id: 'redo',
    title: 'action.redo',
    menu: 'edit',
    shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
    enabled: (state) => state.documentIds.length > 0 && (stepsOf(state)?.redoable ?? 1) > 0,
    notInFields: true,
    perform: () => step('redo'),
  },
  {
    id: 'save',
    title: 'action.save',
    menu: 'file',
    shortcuts: ['Mod+S'],
    enabled: (state) => state.documentIds.length > 0,
    perform: save,
  },
];

export const findActions: readonly Action[] = [
  {
    id: 'find',
    title: 'action.find',
    menu: 'edit',
    section: true,
    shortcuts: ['Mod+F'],
    enabled: hasRegions,
    perform: () => openFind(false),
  },
  {
    id: 'replace',
    title: 'action.replace',
    menu: 'edit',
    shortcuts: ['Mod+H', 'Mod+Alt+F'],
    enabled: hasRegions,
    perform: () => openFind(true),
  },
  {
    id: 'find-next',
    title: 'action.find-next',
    menu: 'edit',
    shortcuts: ['F3', 'Mod+G'],
    enabled: (state) => state.find.hits.length > 0,
    perform: () => walkHits(1),
  },
  {
    id: 'find-previous',
    title: 'action.find-previous',
    menu: 'edit',
    shortcuts: ['Shift+F3', 'Mod+Shift+G'],
    enabled: (state) => state.find.hits.length > 0,
    perform: () => walkHits(-1),
  },
];

const copyAs: readonly [format: CopyFormat, title: MessageKey][] = [
  ['txt', 'action.copy-region'],
  ['md', 'action.copy-region-md'],
  ['html', 'action.copy-region-html'],
  ['tex', 'action.copy-region-tex'],
  ['tsv', 'action.copy-region-tsv'],
];

export const copyActions: readonly Action[] = copyAs.map(
  ([format, title], index): Action => ({
    id: index === 0 ? 'copy-region' : `copy-region-${format}`,
    title,
    menu: 'edit',
    ...(index === 0 ? { section: true, shortcuts: ['Mod+C'], onRegions: ['Mod+C'] } : {}),
    enabled: hasRegion,
    perform: () => void copyRegions(format),
  }),
);

export const regionActions: readonly Action[] = [
  {
    id: 'edit-text',
    title: 'action.edit-text',
    menu: 'region',
    shortcuts: ['F2', 'Enter'],
    onRegions: ['Enter'],
    enabled: hasRegions,
    perform: editSelected,
  },
  {
    id: 'check-next',
    title: 'action.check-next',
    menu: 'region',
    shortcuts: ['Mod+Enter'],
    enabled: hasRegion,
    perform: () => {
      commitUnfinished();
      run.stateAndGoOn('checked');
    },
  },
  {
    id: 'look-again-next',
    title: 'action.look-again-next',
    menu: 'region',
    shortcuts: ['Mod+Shift+Enter'],
    enabled: hasRegion,
    perform: () => {
      commitUnfinished();
      run.stateAndGoOn('look-again');
    },
  },
  {
    id: 'leave-out',
    title: 'action.leave-out',
    menu: 'region',
    shortcuts: ['X'],
    onRegions: ['X'],
    enabled: hasRegion,
    perform: () => void run.toggleState('left-out'),
  },
  {
    id: 'uncheck',
    title: 'action.uncheck',
    menu: 'region',
    shortcuts: ['V'],
    onRegions: ['V'],
    enabled: hasRegion,
    perform: () => void run.setState('unchecked'),
  },
  {
    id: 'reread',
    title: 'action.reread',
    menu: 'region',
    section: true,
    shortcuts: ['F5'],
    enabled: hasRegion,
    perform: openReread,
  },
  {
    id: 'history',
    title: 'action.history',
    menu: 'region',
    shortcuts: ['Shift+F5'],
    enabled: hasRegion,
    perform: () => {
      commitUnfinished();
      set({ dialog: 'history' });
    },
  },
  {
    id: 'next-doubtful',
    title: 'action.next-doubtful',
    menu: 'region',
    section: true,
    shortcuts: ['F7'],
    enabled: hasRegions,
    perform: () => walkDoubtful(1),
  },
  {
    id: 'previous-doubtful',
    title: 'action.previous-doubtful',
    menu: 'region',
    shortcuts: ['Shift+F7'],
    enabled: hasRegions,
    perform: () => walkDoubtful(-1),
  },
  {
    id: 'spelling',
    title: 'action.spelling',
    menu: 'region',
    shortcuts: ['Mod+F7'],
    enabled: (state) => state.editing && state.settings.spellCheck,
    perform: openSuggestions,
  },
  {
    id: 'choose-next',
    title: 'action.choose-next',
    menu: 'region',
    shortcuts: ['Mod+Shift+ArrowDown'],
    notInFields: true,
    enabled: hasRegion,
    perform: () => run.chooseNext(1),
  },
  {
    id: 'choose-previous',
    title: 'action.choose-previous',
    menu: 'region',
    shortcuts: ['Mod+Shift+ArrowUp'],
    notInFields: true,
    enabled: hasRegion,
    perform: () => run.chooseNext(-1),
  },
  {
    id: 'draw-region',
    title: 'action.draw-region',
    menu: 'region',
    section: true,
    shortcuts: ['Insert'],
    notInFields: true,
    enabled: (state) => (currentPage(state)?.width ?? 0) > 0,
    checked: (state) => state.drawing,
    perform: () => {
      set({ drawing: !get().drawing, editing: false, cutting: undefined });
      if (get().drawing) focusRegions();
    },
  },
  {
    id: 'split-region',
    title: 'action.split-region',
    menu: 'region',
    shortcuts: ['Mod+D'],
    enabled: hasRegion,
    perform: () => {
      commitUnfinished();
      startCut();
      if (get().cutting) focusRegions();
    },
  },
  {
    id: 'merge-regions',
    title: 'action.merge-regions',
    menu: 'region',
    shortcuts: ['Mod+M'],
    enabled: hasRegion,
    perform: () => void run.mergeSelected(),
  },
  {
    id: 'remove-region',
    title: 'action.remove-region',
    menu: 'region',
    shortcuts: ['Delete'],
    onRegions: ['Delete'],
    enabled: hasRegion,
    perform: () => void run.removeSelected(),
  },
  {
    id: 'move-earlier',
    title: 'action.move-earlier',
    menu: 'region',
    section: true,
    shortcuts: ['Mod+Alt+ArrowUp'],
    enabled: hasRegion,
    perform: () => void run.moveBy(-1),
  },
  {
    id: 'move-later',
    title: 'action.move-later',
    menu: 'region',
    shortcuts: ['Mod+Alt+ArrowDown'],
    enabled: hasRegion,
    perform: () => void run.moveBy(1),
  },
  {
    id: 'type-order',
    title: 'action.type-order',
    menu: 'region',
    shortcuts: ['O'],
    onRegions: ['O'],
    enabled: hasRegion,
    perform: () => document.querySelector<HTMLInputElement>('[data-order-field]')?.focus(),
  },
];
