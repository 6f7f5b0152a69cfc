/** The running job along the foot of the window: how far, how long yet, and stopping it. Afterwards what came of it. */
import { CircleCheck, CircleStop, LayoutList, Pause, Play, TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { performAction } from '../../actions/registry';
import { formatDuration } from '../../i18n/duration';
import { useTranslate } from '../../i18n/translate';
import { cancelJob, pauseJob } from '../../store/operations';
import { hasProblems, problemCount } from '../../store/selectors';
import { set, useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import styles from './job.module.css';

export function JobBar() {
  const running = useStore((state) => state.running);
  const lastJob = useStore((state) => state.lastJob);
  const problems = useStore(hasProblems);
  if (running) return <RunningJob />;
  return lastJob || problems ? <LastJob /> : null;
}

function RunningJob() {
  const t = useTranslate();
  const progress = useStore((state) => state.progress);
  const cancelling = useStore((state) => state.cancelling);
  const restarting = useStore((state) => state.engine.state !== 'ready');
  const queued = useStore((state) => state.queued.length);
  const paused = progress?.paused === true;
  const page = useStore((state) => state.pages[state.progress?.current?.pageId ?? '']);
  const name = useStore((state) => state.documents[state.progress?.current?.documentId ?? '']?.name);
  const done = (progress?.pagesDone ?? 0) + (progress?.pagesFailed ?? 0);
  const total = progress?.pagesTotal ?? 0;
  const what = cancelling
    ? t('job.cancelling')
    : paused
      ? t('batch.paused')
      : restarting
        ? t('engine.restarting')
        : page && name !== undefined
          ? t('job.reading', { name, number: pageName(page) })
          : t('job.starting');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') void cancelJob();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works for the buttons inside
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a footer of the window is the landmark contentinfo
    <footer className={styles.bar} data-pane aria-label={t('pane.job')} onKeyDown={onKeyDown}>
      <progress className="visually-hidden" aria-label={what} max={Math.max(1, total)} value={done} />
      <div className={styles.track} aria-hidden>
        <div className={styles.fill} style={{ transform: `scaleX(${total > 0 ? done / total : 0})` }} />
      </div>
      <span className={styles.what}>{what}</span>
      <span className={styles.numbers}>
        {total > 0 && <span>{t('job.count', { done, total })}</span>}
        {progress?.secondsLeft !== undefined && !cancelling && !paused && (
          <span>{t('job.left', { time: formatDuration(progress.secondsLeft, t) })}</span>
        )}
        {queued > 0 && <span>{t('job.queued', { count: queued })}</span>}
      </span>
      <ProblemsButton />
      <BatchButton />
      <IconButton
        icon={paused ? Play : Pause}
        label={t(paused ? 'batch.resume' : 'batch.pause')}
        disabled={cancelling}
        onClick={() => void pauseJob(!paused)}
      />
      <Button
        icon={CircleStop}
        data-pane-focus
        disabled={cancelling}
        onClick={() => void cancelJob()}
        title={`${t('action.cancel')} (Esc)`}
      >
        {t('job.cancel')}
      </Button>
    </footer>
  );
}

function LastJob() {
  const t = useTranslate();
  const job = useStore((state) => state.lastJob);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a footer of the window is the landmark contentinfo
    <footer className={styles.bar} data-pane aria-label={t('pane.job')}>
      {job && (
        <span className={styles.what}>
          {job.outcome === 'done' && job.pagesFailed === 0 ? (
            <CircleCheck aria-hidden size={16} className={styles.good} />
          ) : (
            <TriangleAlert aria-hidden size={16} className={styles.bad} />
          )}
          <span>
            {t(`job.${job.outcome}`, { count: job.pagesDone })}{' '}
            {t('job.took', { time: formatDuration(job.seconds, t) })}
            {job.pagesFailed > 0 && `, ${t('job.failures', { count: job.pagesFailed })}`}
          </span>
        </span>
      )}
      <span className={styles.numbers} />
      <ProblemsButton />
      <BatchButton />
      {job && (
        <IconButton
          small
          icon={X}
          data-pane-focus
          label={t('job.dismiss')}
          onClick={() => set({ lastJob: undefined })}
        />
      )}
    </footer>
  );
}

function BatchButton() {
  const t = useTranslate();
  const shown = useStore((state) => state.showBatch);
  return (
    <IconButton
      icon={LayoutList}
      label={t('action.toggle-batch')}
      pressed={shown}
      onClick={() => performAction('toggle-batch')}
    />
  );
}

function ProblemsButton() {
  const t = useTranslate();
  const count = useStore(problemCount);
  const some = useStore(hasProblems);
  if (!some) return null;
  return (
    <Button kind="quiet" icon={TriangleAlert} onClick={() => performAction('problems')}>
      {count > 0 ? t('job.problems', { count }) : t('job.remarks')}
    </Button>
  );
}
