/** Everything that failed: files that were not opened and pages that were not read, each with its reason. */
import { FileX2, LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { pageName } from '../../../engine/document/page-name';
import type { ErrorData } from '../../../engine/protocol/errors';
import type { RejectedFile } from '../../../engine/protocol/shell';
import { type Translate, useTranslate } from '../../i18n/translate';
import { attempt, openWithPassword, readPageAgain, showPage } from '../../store/operations';
import { failedPages } from '../../store/selectors';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './problems.module.css';

export function Problems() {
  const t = useTranslate();
  const rejected = useStore((state) => state.rejected);
  const remarks = useStore((state) => state.remarks);
  const failed = useStore(useShallow(failedPages));
  const close = (): void => set({ dialog: undefined });
  return (
    <Dialog
      title={t('problems.title')}
      width="wide"
      onClose={close}
      footer={
        rejected.length + remarks.length > 0 ? (
          <Button kind="quiet" onClick={() => set({ rejected: [], remarks: [] })}>
            {t('problems.clear')}
          </Button>
        ) : undefined
      }
    >
      {rejected.length + failed.length + remarks.length === 0 && <p>{t('problems.none')}</p>}
      {rejected.length > 0 && (
        <section className={styles.section}>
          <h3>{t('problems.files')}</h3>
          <ul>
            {rejected.map((file) => (
              <Rejected key={file.handle} file={file} />
            ))}
          </ul>
        </section>
      )}
      {failed.length > 0 && (
        <section className={styles.section}>
          <h3>{t('problems.pages')}</h3>
          <ul>
            {failed.map((page) => (
              <FailedPage key={page.id} pageId={page.id} onClose={close} />
            ))}
          </ul>
        </section>
      )}
      {remarks.length > 0 && (
        <section className={styles.section}>
          <h3>{t('problems.remarks')}</h3>
          <ul>
            {remarks.map((remark, index) => (
              // Only ever added to at the end.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className={styles.item}>
                <div>
                  <strong>{placeOf(remark, t)}</strong>
                  <p>{remark.message}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function placeOf({ file, page }: ErrorData, t: Translate): string {
  const name = file?.split(/[\\/]/).at(-1) ?? '';
  return page === undefined ? name : t('problems.page', { name, number: page });
}

function Rejected({ file }: { readonly file: RejectedFile }) {
  const t = useTranslate();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const locked = file.code === 'encrypted';
  const Icon = locked ? LockKeyhole : FileX2;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => setWrong(!(await openWithPassword(file.handle, password))));
  };
  return (
    <li className={styles.item}>
      <Icon aria-hidden size={18} strokeWidth={1.7} />
      <div>
        <strong>{file.file}</strong>
        <span className={styles.code}>{t(`code.${file.code}`)}</span>
        <p>{file.message}</p>
        {locked && (
          <form className={styles.password} onSubmit={onSubmit}>
            <input
              type="password"
              aria-label={t('problems.password')}
              placeholder={t('problems.password')}
              aria-invalid={wrong}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" disabled={password === ''}>
              {t('problems.unlock')}
            </Button>
            {wrong && <span role="alert">{t('problems.wrong')}</span>}
          </form>
        )}
      </div>
    </li>
  );
}

function FailedPage({ pageId, onClose }: { readonly pageId: string; readonly onClose: () => void }) {
  const t = useTranslate();
  const page = useStore((state) => state.pages[pageId]);
  const name = useStore((state) => state.documents[state.documentOfPage[pageId] ?? '']?.name ?? '');
  const running = useStore((state) => state.running);
  if (!page) return null;
  return (
    <li className={styles.item}>
      <FileX2 aria-hidden size={18} strokeWidth={1.7} />
      <div>
        <button
          type="button"
          className={styles.place}
          onClick={() => {
            showPage(pageId);
            onClose();
          }}
        >
          {t('problems.page', { name: page.source?.name ?? name, number: pageName(page) })}
        </button>
        {page.error && <span className={styles.code}>{t(`code.${page.error.code}`)}</span>}
        <p>{page.error?.message}</p>
      </div>
      <Button disabled={running} onClick={() => void readPageAgain(pageId)}>
        {t('text.again')}
      </Button>
    </li>
  );
}
