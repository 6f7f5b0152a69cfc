/** The column of documents and page thumbnails. Only the rows in view exist. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslate } from '../../i18n/translate';
import { pageBeside } from '../../store/library';
import { showPage } from '../../store/operations';
import { get, useStore } from '../../store/store';
import { DocumentRow } from './document-row';
import styles from './library.module.css';
import { PageRow } from './page-row';
import { rowHeight, rowsOf, thumbnailWidths } from './rows';
import { useNarrowWindow } from './use-narrow-window';

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function Library() {
  const t = useTranslate();
  const documentIds = useStore((state) => state.documentIds);
  const documents = useStore((state) => state.documents);
  const pageId = useStore((state) => state.pageId);
  const narrow = useNarrowWindow();
  const width = narrow ? thumbnailWidths.small : thumbnailWidths.usual;
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(documentIds, documents), [documentIds, documents]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => {
      const row = rows[index];
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      return row
        ? rowHeight(row, row.kind === 'page' ? get().pages[row.pageId] : undefined, width, scale)
        : 0;
    },
    getItemKey: (index) => {
      const row = rows[index];
      return row?.kind === 'page' ? row.pageId : `document-${row?.documentId ?? index}`;
    },
    overscan: 3,
  });

  // Heights follow once pages have been opened and their size is known.
  const sizes = useStore((state) =>
    rows.reduce((sum, row) => sum + (row.kind === 'page' ? (state.pages[row.pageId]?.height ?? 0) : 0), 0),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when sizes change
  useEffect(() => list.measure(), [sizes, width, list]);

  useEffect(() => {
    const index = rows.findIndex((row) => row.kind === 'page' && row.pageId === pageId);
    if (index >= 0) list.scrollToIndex(index, { align: 'auto' });
  }, [pageId, rows, list]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = pageBeside(get(), step);
    if (next !== undefined) showPage(next);
  };

  return (
    <nav
      className={styles.library}
      data-narrow={narrow || undefined}
      data-pane
      aria-label={t('pane.library')}
    >
      <div
        ref={frame}
        className={styles.scroll}
        role="listbox"
        tabIndex={0}
        data-pane-focus
        aria-multiselectable
        aria-label={t('pane.library')}
        aria-activedescendant={pageId === undefined ? undefined : `row-${pageId}`}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                className={styles.slot}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'document' ? (
                  <DocumentRow documentId={row.documentId} />
                ) : (
                  <PageRow documentId={row.documentId} pageId={row.pageId} width={width} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </nav>
  );
}
