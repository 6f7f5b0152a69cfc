/** A region's text as it stands: a person's correction, else the last reading. Cut for names of things. */
import type { Region } from '../../../engine/document';

export function textOfRegion(region: Region): string {
  return region.correction?.text ?? region.readings.at(-1)?.text ?? '';
}

/** One line without markup characters, for screen readers and tips. */
export function shortText(region: Region, length = 80): string {
  const text = textOfRegion(region)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
