/** Playing a decode that is held in a log: where it stands, a step of a round, the place after some time. Pure. */
import { countAt, countUntil, type DecodeLog, roundsAt } from './decode-log';

export interface Player {
  /** `live`: the log of what is being read, held at a place. `replay`: a stored trace. */
  readonly source: 'live' | 'replay';
  readonly log: DecodeLog;
  /** Events shown. */
  readonly count: number;
  readonly playing: boolean;
  /** Times the speed at which it was decoded. */
  readonly speed: number;
  /** Milliseconds of the decode that have been played. */
  readonly clock: number;
}

export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4] as const;

/** Shows the state after so many verified rounds. */
export function toRound(player: Player, rounds: number): Player {
  const count = countAt(player.log, Math.max(0, rounds));
  return { ...player, count, playing: false, clock: timeOf(player.log, count) };
}

export const stepRound = (player: Player, by: 1 | -1): Player => {
  const rounds = roundsAt(player.log, player.count);
  // Between two rounds, with a draft on show, a step back takes that draft away.
  const between = by < 0 && player.count > countAt(player.log, rounds);
  return toRound(player, between ? rounds : rounds + by);
};

/** `milliseconds` later; stops at the end of the log. */
export function advance(player: Player, milliseconds: number): Player {
  if (!player.playing) return player;
  const clock = player.clock + milliseconds * player.speed;
  const count = countUntil(player.log, clock, player.count);
  return { ...player, clock, count, playing: count < player.log.length };
}

/** From where it stands, or from the beginning when it has come to the end. */
export function play(player: Player): Player {
  const from = player.count >= player.log.length ? 0 : player.count;
  return { ...player, count: from, clock: timeOf(player.log, from), playing: true };
}

function timeOf({ events }: DecodeLog, count: number): number {
  return count > 0 ? (events[count - 1]?.at ?? 0) : 0;
}
