/** A document's name, how far it is, and closing it. */
import { X } from 'lucide-react';
import { useTranslate } from '../../i18n/translate';
import { closeDocument } from '../../store/operations';
import { useStore } from '../../store/store';
import { IconButton } from '../../ui/button';
import styles from './library.module.css';

export function DocumentRow({ documentId }: { readonly documentId: string }) {
  const t = useTranslate();
  const document = useStore((state) => state.documents[documentId]);
  const done = useStore((state) => {
    const ids = state.documents[documentId]?.pageIds ?? [];
    return ids.reduce((count, id) => count + (state.pages[id]?.status === 'done' ? 1 : 0), 0);
  });
  if (!document) return null;
  const total = document.pageIds.length;
  return (
    <div className={styles.document}>
      <div className={styles.names}>
        <strong title={document.relativePath}>{document.name}</strong>
        <span>
          {done === total ? t('library.pages', { count: total }) : t('library.of', { done, total })}
        </span>
      </div>
      <IconButton
        small
        icon={X}
        tabIndex={-1}
        label={t('library.close', { name: document.name })}
        onClick={() => void closeDocument(documentId)}
      />
    </div>
  );
}
