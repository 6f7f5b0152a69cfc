/** The menu of suggestions of a field: which word it is for, and what choosing one does. */
import { type MouseEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import type { WordRange } from '../../../engine/document/words-of-text';
import { translate } from '../../i18n/translate';
import { commitUnfinished } from '../../store/edits';
import { toast } from '../../store/notices';
import type { SuggestionsAt } from './suggestion-menu';

interface Field {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly underlay: RefObject<HTMLDivElement | null>;
  readonly misspelt: readonly WordRange[];
  /** The field has another text now. */
  readonly change: (text: string) => void;
}

/** Of the one field that is open; the command opens its menu. */
let openMenu: (() => void) | undefined;

/** For the misspelt word at the caret, else the next one. */
export const openSuggestions = (): void => openMenu?.();

export function useSuggestions({ field, underlay, misspelt, change }: Field) {
  const [at, setAt] = useState<SuggestionsAt | undefined>(undefined);

  const open = useCallback(
    ({ start, end }: WordRange) => {
      const element = field.current;
      const span = underlay.current?.querySelector(`[data-misspelt="${start}"]`);
      if (!element || !span) return;
      span.scrollIntoView({ block: 'nearest' });
      const { left, top, bottom } = span.getBoundingClientRect();
      element.setSelectionRange(start, end);
      setAt({ word: element.value.slice(start, end), start, left, top, bottom });
    },
    [field, underlay],
  );

  useEffect(() => {
    const openHere = (): void => {
      const caret = field.current?.selectionStart ?? 0;
      const word = misspelt.find(({ end }) => end >= caret) ?? misspelt[0];
      if (word) open(word);
      else toast('plain', translate('spelling.allRight'));
    };
    openMenu = openHere;
    return () => {
      if (openMenu === openHere) openMenu = undefined;
    };
  }, [field, misspelt, open]);

  const close = useCallback(() => {
    setAt(undefined);
    field.current?.focus({ preventScroll: true });
  }, [field]);

  const choose = useCallback(
    (word: string) => {
      const element = field.current;
      if (!element || !at) return;
      // A step of undo of its own.
      commitUnfinished();
      element.setRangeText(word, at.start, at.start + at.word.length, 'end');
      change(element.value);
      commitUnfinished();
      close();
    },
    [field, at, change, close],
  );

  /** A click on a misspelt word; anywhere else the usual menu, if there is one. */
  const onContextMenu = useCallback(
    (event: MouseEvent) => {
      const spans = underlay.current?.querySelectorAll<HTMLElement>('[data-misspelt]') ?? [];
      for (const span of spans) {
        const isHit = [...span.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            event.clientX >= left &&
            event.clientX <= right &&
            event.clientY >= top &&
            event.clientY <= bottom,
        );
        const word = misspelt.find(({ start }) => String(start) === span.dataset.misspelt);
        if (!isHit || !word) continue;
        event.preventDefault();
        open(word);
        return;
      }
    },
    [underlay, misspelt, open],
  );

  return { at, close, choose, onContextMenu };
}
