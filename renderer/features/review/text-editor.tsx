/** The text of a region in a plain field that grows with it: keys as in any editor, and some to go on from here. */
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { matches } from '../../actions/shortcuts';
import { useTranslate } from '../../i18n/translate';
import { doubtsInText } from '../../store/doubtful-words';
import { commitUnfinished, redo, undo } from '../../store/edits';
import { setText, stateAndGoOn, walkFiltered } from '../../store/region-operations';
import { get, set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { SuggestionMenu } from '../spelling/suggestion-menu';
import { Underlay } from '../spelling/underlay';
import { useMisspelt } from '../spelling/use-misspelt';
import { useSuggestions } from '../spelling/use-suggestions';
import { tableOfLines } from '../table/convert';
import { changeEnd, lineAt, placeCaret } from './caret';
import styles from './review.module.css';
import { useDraft } from './use-draft';

const oneLine: ReadonlySet<string> = new Set(['title', 'heading', 'header', 'footer', 'page-number']);

export function TextEditor({ region, order }: { readonly region: Region; readonly order: number }) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const underlay = useRef<HTMLDivElement>(null);
  const text = currentText(region)?.text ?? '';
  const format = currentText(region)?.format ?? 'plain';
  const [shown, setShown] = useState(text);
  const onOther = useCallback((next: string) => {
    const element = field.current;
    if (!element) return;
    const end = changeEnd(element.value, next);
    element.value = next;
    element.setSelectionRange(end, end);
    setShown(next);
    fitHeight(element);
  }, []);
  const draft = useDraft(region, text, format, onOther);

  const level = useStore((state) => state.settings.doubtMarks);
  const doubts = useMemo(() => doubtsInText(region, shown, level), [region, shown, level]);
  const misspelt = useMisspelt(shown);
  const write = useCallback(
    (next: string) => {
      setShown(next);
      draft.change(next);
      if (field.current) fitHeight(field.current);
    },
    [draft.change],
  );
  const suggestions = useSuggestions({ field, underlay, misspelt, change: write });
  const word = useStore((state) => (state.lookAt?.regionId === region.id ? state.lookAt : undefined));

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    fitHeight(element);
    const caret = placeCaret.take() ?? 0;
    element.focus({ preventScroll: true });
    element.setSelectionRange(caret, caret);
    const observer = new ResizeObserver(() => fitHeight(element));
    observer.observe(element);
    return () => {
      observer.disconnect();
      set({ caretLine: undefined });
    };
  }, []);

  // The word that was walked to is chosen, so that typing replaces it.
  useEffect(() => {
    const element = field.current;
    if (!element || !word) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(word.start, word.end);
    underlay.current?.querySelector(`[data-doubt="${word.start}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [word]);

  const showLine = (): void => {
    const element = field.current;
    if (!element) return;
    const line = lineAt(element.value, element.selectionStart);
    if (line !== get().caretLine) set({ caretLine: line });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // 229: some input methods hide the key and say only that they work.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (editorKey(event)) return;
    const single = oneLine.has(region.label) && !event.currentTarget.value.includes('\n');
    if (event.key === 'Enter' && single && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      commitUnfinished();
      stateAndGoOn('checked');
    }
  };

  // A table or formula that was read as plain text has an editor of its own once it is one.
  const other =
    region.label === 'table'
      ? ({ name: 'table.make', format: 'table-html', of: tableOfLines } as const)
      : region.label === 'formula'
        ? ({ name: 'formula.make', format: 'latex', of: (written: string) => written } as const)
        : undefined;
  const convert = (): void => {
    const written = field.current?.value;
    if (other && written !== undefined) void setText(region, other.of(written), other.format);
  };

  return (
    <>
      {other && (
        <div className={styles.convert}>
          <Button onMouseDown={(event) => event.preventDefault()} onClick={convert}>
            {t(other.name)}
          </Button>
        </div>
      )}
      <div className={styles.field}>
        <div
          ref={underlay}
          className={`${styles.editor} ${styles.underlay}`}
          data-label={region.label}
          aria-hidden
        >
          <Underlay text={shown} doubts={doubts} misspelt={misspelt} />
        </div>
        <textarea
          ref={field}
          className={styles.editor}
          data-document-text
          data-label={region.label}
          aria-label={t('review.text', { order, label: t(`label.${region.label}`) })}
          defaultValue={text}
          rows={1}
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
          onContextMenu={suggestions.onContextMenu}
          onSelect={showLine}
          onCompositionStart={() => draft.compose(true)}
          onCompositionEnd={(event) => {
            draft.compose(false);
            write(event.currentTarget.value);
          }}
          onBlur={commitUnfinished}
          onKeyDown={onKeyDown}
        />
      </div>
      {suggestions.at && (
        <SuggestionMenu at={suggestions.at} onChoose={suggestions.choose} onClose={suggestions.close} />
      )}
    </>
  );
}

/** Keys that all editors of a region share. True: done. */
export function editorKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { platform } = get();
  const is = (shortcut: string): boolean => matches(shortcut, event, platform);
  let act: () => void;
  if (is('Mod+Z')) act = () => void undo();
  else if (is('Mod+Shift+Z') || is('Mod+Y')) act = () => void redo();
  else if (is('Tab')) act = () => walkFiltered(1);
  else if (is('Shift+Tab')) act = () => walkFiltered(-1);
  else if (is('Escape')) act = () => set({ editing: false, selectedBy: 'keyboard' });
  else return false;
  event.preventDefault();
  event.stopPropagation();
  commitUnfinished();
  act();
  return true;
}

function fitHeight(element: HTMLTextAreaElement): void {
  element.style.height = '0';
  element.style.height = `${element.scrollHeight}px`;
}
