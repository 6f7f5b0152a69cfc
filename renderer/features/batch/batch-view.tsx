/**
 * The batch: how far everything is, what failed and why, and an account of pages and regions that leads to each of them.
 * Takes the place of page and text.
 */
import { CirclePlay, CircleStop, Pause, Play, RotateCcw, Share, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDuration } from '../../i18n/duration';
import { formatNumber } from '../../i18n/number';
import { useTranslate } from '../../i18n/translate';
import { allPageIds } from '../../store/library';
import { cancelJob, pauseJob, readAll, readFailedAgain } from '../../store/operations';
import { set, useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import { type Account, type AccountLine, accountOf, pageLines, placesOf, regionLines } from './account';
import styles from './batch.module.css';
import { PlaceList } from './place-list';
import { Queue } from './queue';

export function BatchView() {
  const t = useTranslate();
  const documentIds = useStore((state) => state.documentIds);
  const documents = useStore((state) => state.documents);
  const pages = useStore((state) => state.pages);
  const [line, setLine] = useState<AccountLine>();
  const ordered = useMemo(
    () => allPageIds({ documentIds, documents }).flatMap((id) => pages[id] ?? []),
    [documentIds, documents, pages],
  );
  const removed = documentIds.reduce((sum, id) => sum + (documents[id]?.removedPages ?? 0), 0);
  const account = useMemo(() => accountOf(ordered, removed), [ordered, removed]);
  const places = useMemo(() => (line ? placesOf(ordered, line) : []), [ordered, line]);
  return (
    <section className={styles.view} data-pane aria-label={t('pane.batch')}>
      <Head account={account} />
      <div className={styles.body}>
        <nav className={styles.account} aria-label={t('batch.account')}>
          <button
            type="button"
            className={styles.line}
            data-pane-focus
            aria-pressed={line === undefined}
            onClick={() => setLine(undefined)}
          >
            <span>{t('batch.queue')}</span>
            <b>{documentIds.length}</b>
          </button>
          <Lines
            name={t('batch.pages', { count: account.pages })}
            lines={pageLines}
            {...{ account, line, setLine }}
          />
          <Lines
            name={t('batch.regions', { count: account.regions })}
            lines={regionLines}
            {...{ account, line, setLine }}
          />
        </nav>
        {line ? <PlaceList key={line} places={places} name={t(`batch.line.${line}`)} /> : <Queue />}
      </div>
    </section>
  );
}

interface LinesProps {
  readonly name: string;
  readonly lines: readonly AccountLine[];
  readonly account: Account;
  readonly line: AccountLine | undefined;
  readonly setLine: (line: AccountLine) => void;
}

function Lines({ name, lines, account, line, setLine }: LinesProps) {
  const t = useTranslate();
  return (
    <>
      <h3>{name}</h3>
      {lines.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.line}
          data-line={each}
          aria-pressed={line === each}
          // What was removed is in no place that could be gone to.
          disabled={each === 'removed' || (account[each] === 0 && line !== each)}
          onClick={() => setLine(each)}
        >
          <span>{t(`batch.line.${each}`)}</span>
          <b>{account[each]}</b>
        </button>
      ))}
    </>
  );
}

function Head({ account }: { readonly account: Account }) {
  const t = useTranslate();
  const running = useStore((state) => state.running);
  const cancelling = useStore((state) => state.cancelling);
  const paused = useStore((state) => state.progress?.paused === true);
  const wanted = account.pages - account['left-out'] - account.removed;
  return (
    <header className={styles.head}>
      <h2>{t('pane.batch')}</h2>
      <Speed done={account.read} failed={account.failed} wanted={wanted} />
      <div className={styles.tools}>
        {running && (
          <>
            <Button icon={paused ? Play : Pause} disabled={cancelling} onClick={() => void pauseJob(!paused)}>
              {t(paused ? 'batch.resume' : 'batch.pause')}
            </Button>
            <Button icon={CircleStop} disabled={cancelling} onClick={() => void cancelJob()}>
              {t('job.cancel')}
            </Button>
          </>
        )}
        {!running && account.waiting > 0 && (
          <Button icon={CirclePlay} onClick={() => void readAll()}>
            {t('batch.goOn', { count: account.waiting })}
          </Button>
        )}
        {!running && account.failed > 0 && (
          <Button icon={RotateCcw} onClick={() => void readFailedAgain()}>
            {t('batch.retry', { count: account.failed })}
          </Button>
        )}
        <Button
          kind={!running && account.waiting === 0 ? 'primary' : 'plain'}
          icon={Share}
          disabled={account.read === 0}
          onClick={() => set({ dialog: 'export' })}
        >
          {t('batch.finish')}
        </Button>
        <IconButton icon={X} label={t('batch.close')} onClick={() => set({ showBatch: false })} />
      </div>
      <progress
        max={Math.max(1, wanted)}
        value={account.read + account.failed}
        aria-label={t('job.spoken', { done: account.read + account.failed, total: wanted })}
      />
    </header>
  );
}

interface SpeedProps {
  readonly done: number;
  readonly failed: number;
  readonly wanted: number;
}

function Speed({ done, failed, wanted }: SpeedProps) {
  const t = useTranslate();
  const progress = useStore((state) => state.progress);
  const lastJob = useStore((state) => state.lastJob);
  const left = progress?.secondsLeft;
  const still = progress ? progress.pagesTotal - progress.pagesDone - progress.pagesFailed : 0;
  const perSecond =
    left !== undefined && left > 0 && still > 0
      ? still / left
      : lastJob && lastJob.seconds > 0
        ? lastJob.pagesDone / lastJob.seconds
        : undefined;
  return (
    <p className={styles.speed}>
      <span>{t('batch.read', { done, total: wanted })}</span>
      {failed > 0 && <span className={styles.bad}>{t('job.failures', { count: failed })}</span>}
      {perSecond !== undefined && perSecond > 0 && (
        <span>
          {perSecond >= 1
            ? t('batch.perSecond', { pages: formatNumber(perSecond, 1) })
            : t('batch.perMinute', { pages: formatNumber(perSecond * 60, 1) })}
        </span>
      )}
      {progress?.paused ? (
        <strong>{t('batch.paused')}</strong>
      ) : (
        left !== undefined && <span>{t('job.left', { time: formatDuration(left, t) })}</span>
      )}
    </p>
  );
}
