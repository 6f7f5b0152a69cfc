/** Two panes beside each other with a handle between them, moved by mouse or arrow keys. */
import { type ReactNode, useRef, useState } from 'react';
import { useTranslate } from '../i18n/translate';
import styles from './splitter.module.css';

/** Narrow windows give the text more, which has to be read at its own size; the page can be zoomed. */
const usualShare = (): number => (window.innerWidth < 900 ? 0.45 : 0.54);

const clamp = (share: number): number => Math.max(0.25, Math.min(0.75, share));

export function Splitter({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  const t = useTranslate();
  const [share, setShare] = useState(usualShare);
  const frame = useRef<HTMLDivElement>(null);
  const move = (clientX: number): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box && box.width > 0) setShare(clamp((clientX - box.left) / box.width));
  };
  return (
    <div ref={frame} className={styles.frame}>
      <div
        className={styles.pane}
        style={second === undefined ? { flex: 1 } : { flexGrow: share, flexBasis: 0 }}
      >
        {first}
      </div>
      {second !== undefined && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged or take the focus */}
          <div
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={`${t('pane.page')} | ${t('pane.text')}`}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={25}
            aria-valuemax={75}
            className={styles.handle}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event.clientX);
            }}
            onDoubleClick={() => setShare(usualShare())}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') setShare((now) => clamp(now - 0.02));
              if (event.key === 'ArrowRight') setShare((now) => clamp(now + 0.02));
            }}
          />
          <div className={styles.pane} style={{ flexGrow: 1 - share, flexBasis: 0 }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
