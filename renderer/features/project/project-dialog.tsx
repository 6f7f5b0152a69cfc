/** The project that the window works on: its documents, what was converted in it, and other projects to go to. */
import { FolderOpen, Library } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RecentDocument } from '../../../engine/protocol/requests/recent';
import { requestEngine } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { attempt } from '../../store/operations';
import { openProject, openRecent } from '../../store/projects';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { VirtualList } from '../batch/virtual-list';
import { type PastJob, pastJobs } from './past-jobs';
import styles from './project.module.css';

export function ProjectDialog() {
  const t = useTranslate();
  const { name, recent } = useStore((state) => state.project);
  const running = useStore((state) => state.running);
  const locale = useStore((state) => state.settings.language);
  const fault = useStore((state) => state.status?.project.error?.message);
  const [documents, setDocuments] = useState<readonly RecentDocument[]>();
  const [jobs, setJobs] = useState<readonly PastJob[]>([]);
  useEffect(() => {
    void attempt(async () => {
      setDocuments(await requestEngine('recent', {}));
      setJobs(pastJobs(await requestEngine('jobs', { limit: 20 })));
    });
  }, []);
  const there = (documents ?? []).filter(({ missing }) => !missing);
  const close = (): void => set({ dialog: undefined });
  const open = (ids: readonly string[]): void => {
    close();
    void openRecent(ids);
  };
  const time = new Intl.DateTimeFormat(locale === 'system' ? undefined : locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <Dialog title={name ?? t('project.own')} width="wide" onClose={close}>
      {fault !== undefined && (
        <p className={styles.fault}>
          {fault} {t('project.readOnly')}
        </p>
      )}
      <section className={styles.section}>
        <h3>{t('project.documents', { count: documents?.length ?? 0 })}</h3>
        {there.length > 0 && (
          <Button kind="primary" onClick={() => open(there.map(({ id }) => id))}>
            {t('project.openAll', { count: there.length })}
          </Button>
        )}
        {documents?.length === 0 && <p>{t('project.none')}</p>}
        {documents && documents.length > 0 && (
          <div className={styles.list}>
            <VirtualList
              name={t('project.documents', { count: documents.length })}
              count={documents.length}
              pixels={44}
            >
              {(index) => <DocumentLine document={documents[index]} open={open} />}
            </VirtualList>
          </div>
        )}
      </section>
      {jobs.length > 0 && (
        <section className={styles.section}>
          <h3>{t('project.jobs')}</h3>
          <ul>
            {jobs.map(({ id, state, createdAt, pages }) => (
              <li key={id} className={styles.line}>
                <span>{time.format(new Date(createdAt))}</span>
                <span>{t(`project.job.${state}`)}</span>
                {pages && <span>{t('batch.read', { done: pages.done, total: pages.total })}</span>}
                {pages && pages.failed > 0 && <em>{t('job.failures', { count: pages.failed })}</em>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.section}>
        <h3>{t('project.others')}</h3>
        <div className={styles.others}>
          <Button icon={FolderOpen} disabled={running} onClick={() => void openProject('choose')}>
            {t('project.choose')}
          </Button>
          {name !== null && (
            <Button icon={Library} disabled={running} onClick={() => void openProject('own')}>
              {t('project.own')}
            </Button>
          )}
          {recent.map(({ handle, name: other }) => (
            <Button key={handle} kind="quiet" disabled={running} onClick={() => void openProject(handle)}>
              {other}
            </Button>
          ))}
        </div>
        {running && <p>{t('project.busy')}</p>}
      </section>
    </Dialog>
  );
}

interface DocumentLineProps {
  readonly document: RecentDocument | undefined;
  readonly open: (ids: readonly string[]) => void;
}

function DocumentLine({ document, open }: DocumentLineProps) {
  const t = useTranslate();
  if (!document) return null;
  const { id, relativePath, path, missing, pages, pagesDone } = document;
  return (
    <button
      type="button"
      className={styles.document}
      title={path}
      disabled={missing}
      onClick={() => open([id])}
    >
      <span>{relativePath}</span>
      <span className={styles.note}>
        {missing ? t('project.missing') : t('job.count', { done: pagesDone, total: pages })}
      </span>
    </button>
  );
}
