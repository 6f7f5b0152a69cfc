/** Hold, go on, step and scrub through the rounds of a decode, live or replayed. */
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useTranslate } from '../../i18n/translate';
import { Button, IconButton } from '../../ui/button';
import { Select } from '../../ui/fields';
import { type DecodeLog, roundsAt } from './decode-log';
import styles from './live.module.css';
import { follow, pauseOrGoOn, setSpeed, showRound, step } from './operations';
import { type Player, speeds } from './player';

interface PlayerControlsProps {
  readonly player: Player | undefined;
  /** With everything that has come by now. */
  readonly log: DecodeLog;
  readonly count: number;
  /** Something is being read just now. */
  readonly reading: boolean;
}

export function PlayerControls({ player, log, count, reading }: PlayerControlsProps) {
  const t = useTranslate();
  // Round 0 is what the prompt itself gives.
  const round = Math.max(0, roundsAt(log, count) - 1);
  const total = Math.max(0, log.ends.length - 1);
  const replay = player?.source === 'replay';
  const running = player ? player.playing : true;
  const main = replay
    ? t(running ? 'live.pausePlay' : 'live.play')
    : t(running ? 'live.hold' : 'live.continue');
  return (
    <div className={styles.controls}>
      <IconButton
        small
        icon={SkipBack}
        label={t('live.previous')}
        shortcut="Shift+F9"
        disabled={round <= 0}
        onClick={() => step(-1)}
      />
      <IconButton small icon={running ? Pause : Play} label={main} shortcut="F8" onClick={pauseOrGoOn} />
      <IconButton
        small
        icon={SkipForward}
        label={t('live.next')}
        shortcut="F9"
        disabled={round >= total}
        onClick={() => step(1)}
      />
      <input
        type="range"
        className={styles.scrub}
        min={0}
        max={total}
        value={round}
        aria-label={t('live.scrub')}
        aria-valuetext={t('live.roundOf', { round, total })}
        onChange={(event) => showRound(Number(event.target.value) + 1)}
      />
      <span className={styles.place}>{t('live.roundOf', { round, total })}</span>
      {replay && (
        <Select
          quiet
          label={t('live.speed')}
          value={String(player.speed)}
          options={speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
          onChange={(value) => setSpeed(Number(value))}
        />
      )}
      {player && reading && (
        <Button kind="quiet" onClick={follow}>
          {t('live.follow')}
        </Button>
      )}
    </div>
  );
}
