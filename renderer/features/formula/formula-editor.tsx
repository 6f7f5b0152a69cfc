/** A formula as LaTeX with what it looks like below, and the reason where it cannot be drawn. */
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useTranslate } from '../../i18n/translate';
import { commitUnfinished } from '../../store/edits';
import reviewStyles from '../review/review.module.css';
import { editorKey } from '../review/text-editor';
import { useDraft } from '../review/use-draft';
import { Latex } from '../text/latex';
import styles from './formula.module.css';
import { latexFault } from './latex-fault';

/** The preview follows typing at this distance. */
const previewMs = 120;

export function FormulaEditor({ region, order }: { readonly region: Region; readonly order: number }) {
  const t = useTranslate();
  const text = currentText(region)?.text ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  const [latex, setLatex] = useState(text);
  const [drawn, setDrawn] = useState(text);
  const faultId = useId();
  const onOther = useCallback((next: string) => {
    if (field.current) field.current.value = next;
    setLatex(next);
  }, []);
  const draft = useDraft(region, text, 'latex', onOther);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(latex), previewMs);
    return () => clearTimeout(timer);
  }, [latex]);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const fault = latexFault(drawn);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    editorKey(event);
  };
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={`${reviewStyles.editor} ${styles.source}`}
        data-document-text
        rows={Math.max(2, latex.split('\n').length)}
        spellCheck={false}
        aria-label={t('review.text', { order, label: t(`label.${region.label}`) })}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        defaultValue={text}
        onChange={(event) => {
          setLatex(event.target.value);
          draft.change(event.target.value);
        }}
        onCompositionStart={() => draft.compose(true)}
        onCompositionEnd={(event) => {
          draft.compose(false);
          draft.change(event.currentTarget.value);
        }}
        onBlur={commitUnfinished}
        onKeyDown={onKeyDown}
      />
      <div className={styles.preview} data-fault={fault !== undefined || undefined}>
        {fault === undefined ? (
          <Latex latex={drawn} display />
        ) : (
          <p id={faultId} className={styles.fault} role="alert">
            <TriangleAlert aria-hidden size={15} strokeWidth={2} />
            <span>
              {t('formula.fault')} <span className={styles.detail}>{fault.message}</span>
              {fault.at !== undefined && (
                <code className={styles.place}>
                  {drawn.slice(Math.max(0, fault.at - 12), fault.at)}
                  <mark>{drawn.slice(fault.at, fault.at + 6) || '…'}</mark>
                </code>
              )}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
