/** What a person does with the view of decoding: hold it, go on, step, replay a stored trace. */
import { requestEngine } from '../../bridge';
import { translate } from '../../i18n/translate';
import { announce } from '../../store/notices';
import { attempt } from '../../store/operations';
import { get, set } from '../../store/store';
import { type DecodeLog, extendLog, roundsAt } from './decode-log';
import { liveStore } from './live-store';
import { advance, type Player, play, stepRound, toRound } from './player';
import { regionWithTokens } from './token-reading';

const put = (player: Player | undefined): void => liveStore.setState({ player });

/** The log that the pane follows: what is being read, else what was read last of the selected region. */
function followed(): DecodeLog | undefined {
  const { logs, current } = liveStore.getState();
  return logs[current ?? get().regionId ?? ''];
}

/** Holds the view; reading goes on behind it. */
export function pause(): void {
  const { player } = liveStore.getState();
  const log = followed();
  if (player) put({ ...player, playing: false });
  if (player || !log) return;
  put({ source: 'live', log, count: log.length, playing: false, speed: 1, clock: log.view.at });
  announce(translate('live.heldAt', { round: roundsAt(log, log.length) }));
}

/** A held view follows again; a replay goes on. */
export function goOn(): void {
  const { player } = liveStore.getState();
  if (player?.source === 'replay') start(play(player));
  else put(undefined);
}

export function pauseOrGoOn(): void {
  const { player } = liveStore.getState();
  if (player && !player.playing) goOn();
  else pause();
}

/** Back to what is being read. */
export function follow(): void {
  put(undefined);
}

export function step(by: 1 | -1): void {
  if (!liveStore.getState().player) pause();
  const player = grown(liveStore.getState().player);
  if (player) put(stepRound(player, by));
}

export function showRound(rounds: number): void {
  if (!liveStore.getState().player) pause();
  const player = grown(liveStore.getState().player);
  if (player) put(toRound(player, rounds));
}

export function setSpeed(speed: number): void {
  const { player } = liveStore.getState();
  if (player) put({ ...player, speed });
}

/** A held log with what came meanwhile. */
function grown(player: Player | undefined): Player | undefined {
  if (player?.source !== 'live') return player;
  const log = liveStore.getState().logs[player.log.regionId];
  return log && log.events === player.log.events ? { ...player, log } : player;
}

/** Plays the stored trace of a region's last reading with tokens. */
export const replay = (regionId: string, playing: boolean) =>
  attempt(async () => {
    const log = await storedLog(regionId);
    set({ showDecoding: true });
    if (!log) {
      put(undefined);
      announce(translate('live.noTrace'));
      return;
    }
    const player: Player = {
      source: 'replay',
      log,
      count: log.length,
      playing: false,
      speed: 0.25,
      clock: 0,
    };
    if (playing) start(play(player));
    else put(player);
  });

async function storedLog(regionId: string): Promise<DecodeLog | undefined> {
  const found = regionWithTokens(get(), regionId);
  if (!found) return undefined;
  const { documentId, pageId, reading } = found;
  const trace = await requestEngine('trace', { documentId, regionId, readingId: reading.id });
  const place = { documentId, pageId, regionId, readingOf: 'page' as const };
  return trace ? extendLog(undefined, place, trace.events) : undefined;
}

let runs = 0;

/** Runs the clock of a replay, frame by frame, until it is held, at its end or another one runs. */
function start(player: Player): void {
  put(player);
  runs += 1;
  const run = runs;
  let before = performance.now();
  const frame = (): void => {
    const now = performance.now();
    const { player: playing } = liveStore.getState();
    if (run !== runs || !playing?.playing) return;
    put(advance(playing, now - before));
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
