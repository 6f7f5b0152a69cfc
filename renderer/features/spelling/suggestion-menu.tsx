/** What a misspelt word may be, below it: chosen by keys or the mouse. */
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { errorDataOf } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { toast } from '../../store/notices';
import { addOwnWord, suggestionsFor } from '../../store/spelling';
import styles from './suggestion-menu.module.css';

export interface SuggestionsAt {
  readonly word: string;
  readonly start: number;
  /** Of the word, in pixels of the window. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between the word and the menu. */
const gap = 4;

interface MenuProps {
  readonly at: SuggestionsAt;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}

export function SuggestionMenu({ at, onChoose, onClose }: MenuProps) {
  const t = useTranslate();
  const menu = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState<readonly string[] | undefined>(undefined);
  const { word } = at;

  useEffect(() => {
    let current = true;
    suggestionsFor(word).then(
      (found) => current && setWords(found),
      (error: unknown) => {
        if (!current) return;
        setWords([]);
        toast('danger', errorDataOf(error).message);
      },
    );
    return () => {
      current = false;
    };
  }, [word]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first item has the focus once there is one
  useEffect(() => {
    // Until then the menu itself, so that no key goes to the field.
    (menu.current?.querySelector('button') ?? menu.current)?.focus();
  }, [words]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const active = document.activeElement;
    const now = active instanceof HTMLButtonElement ? items.indexOf(active) : -1;
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    // Enter and space press the item by themselves.
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) onClose();
  };

  // Above the word where there is no room below; outside of the list, which would cut it off.
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { height, width } = element.getBoundingClientRect();
    const below = at.bottom + gap + height <= window.innerHeight;
    element.style.top = `${below ? at.bottom + gap : Math.max(0, at.top - gap - height)}px`;
    element.style.left = `${Math.max(0, Math.min(at.left, window.innerWidth - width - gap))}px`;
  });

  return createPortal(
    <div
      ref={menu}
      className={styles.menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('spelling.menu', { word })}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {words?.map((each) => (
        <button
          key={each}
          type="button"
          role="menuitem"
          className={styles.word}
          onClick={() => onChoose(each)}
        >
          {each}
        </button>
      ))}
      {words?.length === 0 && <p className={styles.none}>{t('spelling.none')}</p>}
      {words && (
        <button
          type="button"
          role="menuitem"
          className={styles.add}
          onClick={() => {
            void addOwnWord(word);
            onClose();
          }}
        >
          {t('spelling.add', { word })}
        </button>
      )}
    </div>,
    document.body,
  );
}
