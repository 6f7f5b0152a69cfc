/** A modal dialog on the browser's own <dialog>: focus, Escape and the inert page behind it come with that. */
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslate } from '../i18n/translate';
import { IconButton } from './button';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Only for screen readers; the content says itself what it is. */
  readonly hideTitle?: boolean;
  readonly width: 'narrow' | 'wide';
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function Dialog({ title, hideTitle = false, width, onClose, children, footer }: DialogProps) {
  const t = useTranslate();
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Not the button that closes it, which the browser would take as the first one.
    const first = body.current?.querySelector<HTMLElement>(
      'input:not([type="radio"]), input:checked, select, button',
    );
    first?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // Clicks on the backdrop arrive at the dialog itself; the keyboard has Escape for it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      className={`${styles.dialog} ${styles[width]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={hideTitle ? 'visually-hidden' : styles.header}>
          <h2 id={titleId}>{title}</h2>
          {!hideTitle && <IconButton icon={X} label={t('dialog.close')} onClick={onClose} />}
        </header>
        <div ref={body} className={hideTitle ? styles.bare : styles.body}>
          {children}
        </div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
