/** Asks once whether to go on, when the program was ended in the middle of work. */
import { useEffect, useState } from 'react';
import type { RecentDocument } from '../../../engine/protocol/requests/recent';
import { useTranslate } from '../../i18n/translate';
import { attempt } from '../../store/operations';
import { goOnWith, unfinishedDocuments } from '../../store/projects';
import { set } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './project.module.css';

export function InterruptedDialog() {
  const t = useTranslate();
  const [documents, setDocuments] = useState<readonly RecentDocument[]>([]);
  useEffect(() => {
    void attempt(async () => setDocuments(await unfinishedDocuments()));
  }, []);
  if (documents.length === 0) return null;
  const close = (): void => set({ dialog: undefined });
  const sum = (count: (document: RecentDocument) => number): number =>
    documents.reduce((total, document) => total + count(document), 0);
  return (
    <Dialog title={t('interrupted.title')} width="narrow" onClose={close}>
      <p>{t('interrupted.what', { count: documents.length })}</p>
      <p>{t('batch.read', { done: sum(({ pagesDone }) => pagesDone), total: sum(({ pages }) => pages) })}</p>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          onClick={() => {
            close();
            void goOnWith(documents);
          }}
        >
          {t('interrupted.goOn')}
        </Button>
        <Button onClick={close}>{t('interrupted.later')}</Button>
      </div>
    </Dialog>
  );
}
