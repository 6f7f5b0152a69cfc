/** Durations for people: coarse, because estimates are. */
import type { Translate } from './translate';

export function formatDuration(seconds: number, translate: Translate): string {
  if (seconds < 90) return translate('time.seconds', { count: Math.max(1, Math.round(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return translate('time.minutes', { count: minutes });
  return translate('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
