/** Find a command by its name. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Action } from '../../actions/action';
import { actions, isEnabled, performAction } from '../../actions/registry';
import { useTranslate } from '../../i18n/translate';
import { get, set } from '../../store/store';
import { Dialog } from '../../ui/dialog';
import { Keys } from '../../ui/keys';
import { findActions } from './find-actions';
import styles from './palette.module.css';

export function Palette() {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const usable = actions.filter((action) => action.id !== 'palette' && isEnabled(action, get()));
  const found = findActions(
    usable.map((item) => ({ item, name: t(item.title) })),
    typed,
  );
  const at = Math.max(0, Math.min(index, found.length - 1));
  const close = (): void => set({ dialog: undefined });
  const run = (action: Action | undefined): void => {
    if (!action) return;
    close();
    // After the dialog has gone, so that one opened by the command is not closed with it.
    setTimeout(() => performAction(action.id));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is kept in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, typed]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setIndex((at + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setIndex((at - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('action.palette')} hideTitle width="narrow" onClose={close}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[at] && `command-${found[at].id}`}
        aria-label={t('action.palette')}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id="palette-list"
        className={styles.list}
        role="listbox"
        aria-label={t('action.palette')}
      >
        {found.map((action, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the keyboard
          <div
            key={action.id}
            id={`command-${action.id}`}
            role="option"
            aria-selected={position === at}
            onMouseMove={() => setIndex(position)}
            onClick={() => run(action)}
          >
            <span>{t(action.title)}</span>
            {action.shortcuts?.[0] !== undefined && <Keys shortcut={action.shortcuts[0]} />}
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
      </div>
    </Dialog>
  );
}
