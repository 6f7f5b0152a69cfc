import type { Region } from './types';

/** Whether a person has done anything to it; another reading then never replaces its text by itself. */
export function isWorkedOn({ correction, state, history, level, noteMark }: Region): boolean {
  return (
    correction !== undefined ||
    state !== 'unchecked' ||
    level !== undefined ||
    noteMark !== undefined ||
    history.some((entry) => entry.what !== 'reading')
  );
}
