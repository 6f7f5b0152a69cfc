import type { HistoryEntry, Region, TextFormat } from './types';

/** The text that counts for a region: a person's correction, else the last reading; undefined when never read. */
export function currentText(
  region: Region,
): { readonly text: string; readonly format: TextFormat } | undefined {
  if (region.correction !== undefined) return region.correction;
  const reading = region.readings[region.readings.length - 1];
  return reading === undefined ? undefined : { text: reading.text, format: reading.format };
}

/** For the history of an edit that replaces it. */
export function formerText(current: ReturnType<typeof currentText>): Pick<HistoryEntry, 'before' | 'format'> {
  return current === undefined ? {} : { before: current.text, format: current.format };
}
