/** The documents in the order in which they are read, each with how far it is and what went wrong in it. */
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslate } from '../../i18n/translate';
import { set, useStore } from '../../store/store';
import { accountOf } from './account';
import styles from './batch.module.css';
import { goTo } from './go-to';
import { VirtualList } from './virtual-list';

export function Queue() {
  const t = useTranslate();
  const documentIds = useStore((state) => state.documentIds);
  const rejected = useStore((state) => state.rejected.length);
  return (
    <div className={styles.listFrame}>
      {rejected > 0 && (
        <button type="button" className={styles.rejected} onClick={() => set({ dialog: 'problems' })}>
          <CircleAlert aria-hidden size={16} />
          {t('batch.rejected', { count: rejected })}
        </button>
      )}
      <VirtualList name={t('batch.queue')} count={documentIds.length} pixels={44}>
        {(index) => <DocumentLine documentId={documentIds[index] ?? ''} />}
      </VirtualList>
    </div>
  );
}

const DocumentLine = memo(function DocumentLine({ documentId }: { readonly documentId: string }) {
  const t = useTranslate();
  const document = useStore((state) => state.documents[documentId]);
  const pages = useStore((state) => state.pages);
  const reading = useStore((state) => state.progress?.current?.documentId === documentId);
  const queued = useStore((state) => state.queued.includes(documentId));
  const account = useMemo(
    () => accountOf((document?.pageIds ?? []).flatMap((id) => pages[id] ?? [])),
    [document, pages],
  );
  if (!document) return null;
  const wanted = account.pages - account['left-out'];
  const finished = account.waiting === 0;
  const Icon =
    account.failed > 0 ? CircleAlert : reading ? LoaderCircle : finished ? CircleCheck : CircleDashed;
  const state = reading
    ? t('status.working')
    : finished
      ? t('status.done')
      : queued
        ? t('batch.queued')
        : t('status.waiting');
  return (
    <button
      type="button"
      className={styles.row}
      title={document.relativePath}
      onClick={() => goTo({ pageId: document.pageIds[0] ?? '' })}
    >
      <Icon
        aria-hidden
        size={16}
        className={account.failed > 0 ? styles.bad : finished ? styles.good : styles.faint}
      />
      <span className={styles.name}>{document.relativePath}</span>
      <span className={styles.note}>
        {state}
        {account.failed > 0 && ` · ${t('job.failures', { count: account.failed })}`}
        {account.marked > 0 && ` · ${t('batch.marked', { count: account.marked })}`}
      </span>
      <meter aria-hidden min={0} max={Math.max(1, wanted)} value={account.read + account.failed} />
      <span className={styles.count}>
        {t('job.count', { done: account.read + account.failed, total: wanted })}
      </span>
    </button>
  );
});
