/** Where in a reading to look first, from what decoding leaves for nothing. Places, never percentages. Pure. */
import type { Reading, RegionMarkKind, TokenMark } from '../../../engine/document';

/** Words shown for one mark. */
const most = 3;

/** Words at the closest calls, or where the model did not take what was drafted; in the order of the text. */
export function wordsToLookAt(reading: Reading | undefined, kind: RegionMarkKind): readonly string[] {
  const tokens = (reading?.tokens ?? []).filter(({ start, end }) => end > start);
  if (!reading || (kind !== 'small-margin' && kind !== 'drafts-disagree')) return [];
  const chosen =
    kind === 'small-margin'
      ? [...tokens].sort((a, b) => a.margin - b.margin)
      : tokens.filter(({ origin }) => origin === 'corrected').sort((a, b) => a.margin - b.margin);
  const starts = new Map<number, string>();
  for (const token of chosen) {
    const { start, word } = wordAround(reading.text, token);
    if (word !== '') starts.set(start, word);
    if (starts.size === most) break;
  }
  return [...starts.entries()].sort(([a], [b]) => a - b).map(([, word]) => word);
}

function wordAround(text: string, token: TokenMark): { start: number; word: string } {
  const inWord = (place: number): boolean => /[^\s<>|&]/u.test(text[place] ?? ' ');
  let { start, end } = token;
  while (start < end && !inWord(start)) start += 1;
  if (start === end) return { start, word: '' };
  while (start > 0 && inWord(start - 1)) start -= 1;
  while (end < text.length && inWord(end)) end += 1;
  return { start, word: text.slice(start, end).trim().slice(0, 40) };
}
