/**
 * A second look at accents, over all lines of a page. The recogniser knows hundreds of accented letters and sees one
 * in dust on an English page. A letter that it is not sure of, whose accented form it is nowhere sure of on this
 * page, gives way to its runner-up when that is the bare letter.
 */
import { type LineText, lineOf, type Peak } from './ctc';

/** At and above this the recogniser counts as sure. */
const sure = 0.9;

export function settleAccents(lines: readonly LineText[]): LineText[] {
  const known = new Set<string>();
  for (const { peaks } of lines) {
    for (const peak of peaks) if (peak.probability >= sure) known.add(peak.text.toLowerCase());
  }
  return lines.map((line) => {
    const peaks = line.peaks.map((peak) => settled(peak, known));
    return peaks.every((peak, index) => peak === line.peaks[index]) ? line : lineOf(peaks, line.steps);
  });
}

function settled(peak: Peak, known: ReadonlySet<string>): Peak {
  if (peak.probability >= sure || known.has(peak.text.toLowerCase())) return peak;
  const bare = bareLetter(peak.text);
  if (bare === undefined || peak.second.text !== bare) return peak;
  return { ...peak, text: bare, second: { text: peak.text, probability: peak.probability } };
}

/** The letter under an accent; undefined when there is none. Only Latin: elsewhere marks are letters of their own. */
function bareLetter(text: string): string | undefined {
  const parts = text.normalize('NFD');
  if (parts.length < 2 || !/^[A-Za-z]\p{M}+$/u.test(parts)) return undefined;
  return parts[0];
}
