/** One page in the column: its picture, number, status and remarks. */
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { PageStatus } from '../../../engine/document';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { chooseAlsoPage, choosePage, choosePagesTo } from '../../store/page-operations';
import { useStore } from '../../store/store';
import styles from './library.module.css';
import { thumbnailHeight, thumbnailPixels } from './rows';

const icons = {
  waiting: CircleDashed,
  working: LoaderCircle,
  done: CircleCheck,
  failed: CircleAlert,
} as const;
const doubtful: ReadonlySet<string> = new Set(['blank', 'unsupported-script']);

function StatusSign({ status }: { readonly status: PageStatus }) {
  const Icon = icons[status];
  return <Icon aria-hidden size={15} strokeWidth={2} className={styles[status]} />;
}

interface PageRowProps {
  readonly documentId: string;
  readonly pageId: string;
  /** Of the thumbnail, CSS pixels. */
  readonly width: number;
}

export const PageRow = memo(function PageRow({ documentId, pageId, width }: PageRowProps) {
  const t = useTranslate();
  const page = useStore((state) => state.pages[pageId]);
  const name = useStore((state) => state.documents[documentId]?.name ?? '');
  const total = useStore((state) => state.documents[documentId]?.pageIds.length ?? 0);
  const current = useStore((state) => state.pageId === pageId);
  const also = useStore((state) => state.alsoPages.includes(pageId));
  if (!page) return null;
  const status = t(`status.${page.status}`);
  const marks = page.marks.filter(({ kind }) => doubtful.has(kind)).map(({ kind }) => t(`mark.${kind}`));
  return (
    // The list has the keyboard; its rows are chosen by it or by the mouse.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={`row-${pageId}`}
      role="option"
      aria-selected={current || also}
      data-excluded={page.excluded || undefined}
      aria-label={[
        t('library.page', { number: pageName(page), total, name, status }),
        ...(page.source ? [t('pages.from', { name: page.source.name })] : []),
        ...(page.excluded ? [t('pages.excluded')] : []),
        ...marks,
      ].join(', ')}
      className={styles.page}
      onClick={(event) => {
        if (event.shiftKey) choosePagesTo(pageId);
        else if (event.ctrlKey || event.metaKey) chooseAlsoPage(pageId);
        else choosePage(pageId);
      }}
    >
      <img
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        width={width}
        height={thumbnailHeight(page, width)}
        src={pagePicture(documentId, page, thumbnailPixels)}
      />
      <span className={styles.caption}>
        <StatusSign status={page.status} />
        <span>{pageName(page)}</span>
        {page.source && (
          <span className={styles.origin} title={t('pages.from', { name: page.source.name })}>
            {page.source.name}
          </span>
        )}
        {page.excluded && <span>{t('pages.excluded')}</span>}
        {marks.length > 0 && (
          <span className={styles.marks} title={marks.join('\n')}>
            <TriangleAlert aria-hidden size={14} strokeWidth={2} />
          </span>
        )}
      </span>
    </div>
  );
});
