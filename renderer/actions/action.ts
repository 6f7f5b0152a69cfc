/** What a command is: one record, from which menu, keyboard, palette and shortcut list are drawn. */
import type { MessageKey } from '../i18n/translate';
import type { State } from '../store/state';

export type MenuName = 'file' | 'edit' | 'region' | 'type' | 'page' | 'read' | 'view' | 'help';

export interface Action {
  readonly id: string;
  readonly title: MessageKey;
  readonly menu: MenuName;
  /** Begins a new section of its menu. */
  readonly section?: true;
  readonly shortcuts?: readonly string[];
  /** Those of the shortcuts that count only while a list of regions has the keyboard. */
  readonly onRegions?: readonly string[];
  /** The key reaches us as the browser's paste event (see `use-file-input`), which also carries copied files. */
  readonly byPasteEvent?: true;
  /** Left to the text field that has the focus, if one has. */
  readonly notInFields?: true;
  readonly enabled?: (state: State) => boolean;
  readonly checked?: (state: State) => boolean;
  readonly perform: () => void;
}
