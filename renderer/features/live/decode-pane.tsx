/**
 * The pane of decoding: follows the region being read, can be held, and replays a region that was read before. The
 * calm text stands above it; this one is for who wants to see how it comes about.
 */
import { CirclePause, Equal, Radio, Rewind, X } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { useTranslate } from '../../i18n/translate';
import { attempt } from '../../store/operations';
import { set, useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import { checkIdentity } from '../identity/identity-store';
import { DecodeFigures } from './decode-figures';
import { type DecodeLog, roundsAt, viewAt } from './decode-log';
import styles from './live.module.css';
import { useLive } from './live-store';
import { pauseOrGoOn, replay, showRound, step } from './operations';
import type { Player } from './player';
import { PlayerControls } from './player-controls';
import { regionWithTokens } from './token-reading';
import { TokenStream } from './token-stream';
import { useCalmAnnouncements } from './use-calm-announcements';

const keys: Readonly<Record<string, () => void>> = {
  ' ': pauseOrGoOn,
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Home: () => showRound(1),
  End: () => showRound(Number.POSITIVE_INFINITY),
};

export function DecodePane() {
  const t = useTranslate();
  const player = useLive((state) => state.player);
  const current = useLive((state) => state.current);
  const latest = useLive((state) => state.logs[state.player?.log.regionId ?? state.current ?? '']);
  // A held log grows on; one that was begun anew is another.
  const log =
    player && (player.source === 'replay' || latest?.events !== player.log.events) ? player.log : latest;
  useSelectedRegion(current, player);
  useCalmAnnouncements(log);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Buttons, the scrubber and the list of speeds have keys of their own.
    if (event.target instanceof Element && event.target.matches('button, input, select')) return;
    event.preventDefault();
    act();
  };
  return (
    <section className={styles.pane} data-pane aria-label={t('pane.decoding')} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>{t('pane.decoding')}</h2>
        {log && <Source player={player} log={log} reading={current !== undefined} />}
        {log && <RegionName log={log} />}
        <IconButton small icon={X} label={t('live.close')} onClick={() => set({ showDecoding: false })} />
      </header>
      {log ? (
        <Decode
          player={player}
          log={log}
          count={player?.count ?? log.length}
          reading={current !== undefined}
        />
      ) : (
        <Nothing />
      )}
    </section>
  );
}

interface DecodeProps {
  readonly player: Player | undefined;
  readonly log: DecodeLog;
  readonly count: number;
  readonly reading: boolean;
}

function Decode({ player, log, count, reading }: DecodeProps) {
  const t = useTranslate();
  const view = viewAt(log, count);
  return (
    <>
      <DecodeFigures view={view} />
      <TokenStream key={log.regionId} regionId={log.regionId} view={view} />
      <footer className={styles.foot}>
        <PlayerControls player={player} log={log} count={count} reading={reading} />
        {view.end && <span className={styles.stop}>{t(`live.stop.${view.end.stop}`)}</span>}
        <Legend />
        <CheckButton regionId={log.regionId} />
      </footer>
    </>
  );
}

/** Shows the stored decode of the region that a person chooses, while nothing is being read. */
function useSelectedRegion(current: string | undefined, player: Player | undefined): void {
  const regionId = useStore((state) => state.regionId);
  const readingId = useStore((state) => regionWithTokens(state, state.regionId)?.reading.id);
  const shown = player?.log.regionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown may be played or held; only a choice changes it
  useEffect(() => {
    if (current === undefined && regionId !== undefined && readingId !== undefined && regionId !== shown) {
      void replay(regionId, false);
    }
  }, [current, regionId, readingId]);
}

/** What it is that is shown, in words and with a sign; a replay never looks like the real thing. */
function Source({
  player,
  log,
  reading,
}: {
  readonly player: Player | undefined;
  readonly log: DecodeLog;
  readonly reading: boolean;
}) {
  const t = useTranslate();
  if (player?.source === 'replay' || (!player && !reading)) {
    return (
      <span className={styles.source} data-source="replay">
        <Rewind aria-hidden size={13} />
        {t('live.replay')}
      </span>
    );
  }
  if (player) {
    const behind = log.ends.length - roundsAt(log, player.count);
    return (
      <span className={styles.source} data-source="held">
        <CirclePause aria-hidden size={13} />
        {t('live.held')}
        {behind > 0 && ` · ${t('live.behind', { count: behind })}`}
      </span>
    );
  }
  return (
    <span className={styles.source} data-source="live">
      <Radio aria-hidden size={13} />
      {t('live.live')}
      {log.readingOf === 'region' && ` · ${t('live.proposal')}`}
      {log.readingOf === 'check' && ` · ${t('live.check')}`}
    </span>
  );
}

function RegionName({ log }: { readonly log: DecodeLog }) {
  const t = useTranslate();
  const page = useStore((state) => state.pages[log.pageId]);
  const elsewhere = useStore((state) => state.pageId !== log.pageId);
  const order = page?.regions.findIndex(({ id }) => id === log.regionId) ?? -1;
  const region = page?.regions[order];
  return (
    <span className={styles.name}>
      {region && t('live.region', { order: order + 1, label: t(`label.${region.label}`) })}
      {elsewhere && page && `, ${t('live.page', { number: pageName(page) })}`}
    </span>
  );
}

function Nothing() {
  const t = useTranslate();
  const running = useStore((state) => state.running);
  const chosen = useStore((state) => state.regionId !== undefined);
  const tokens = useStore((state) => regionWithTokens(state, state.regionId) !== undefined);
  const text = running ? 'live.waiting' : !chosen ? 'live.none' : tokens ? 'live.noTrace' : 'live.noTokens';
  return <p className={styles.nothing}>{t(text)}</p>;
}

/** Offered where the reading has tokens, between jobs. */
function CheckButton({ regionId }: { readonly regionId: string }) {
  const t = useTranslate();
  const can = useStore((state) => !state.running && regionWithTokens(state, regionId) !== undefined);
  if (!can) return null;
  return (
    <span className={styles.check}>
      <Button kind="quiet" icon={Equal} onClick={() => void attempt(() => checkIdentity(regionId))}>
        {t('identity.title')}
      </Button>
    </span>
  );
}

function Legend() {
  const t = useTranslate();
  return (
    <ul className={styles.legend} aria-label={t('live.legend')}>
      <li>
        <span className={styles.draft}>{t('live.legend.drafted')}</span>
      </li>
      <li>
        <span className={styles.token}>{t('live.legend.accepted')}</span>
      </li>
      <li>
        <del className={styles.rejected}>{t('live.legend.rejected')}</del>
      </li>
      <li>
        <b className={styles.own}>{t('live.legend.own')}</b>
      </li>
    </ul>
  );
}
