/** Which words of a region's text are marked as doubtful just now: marks follow the text as it is corrected. Pure. */
import type { DoubtfulWord, Reading, Region } from '../../engine/document';
import { currentText } from '../../engine/document/current-text';
import type { Settings } from '../../engine/protocol/shell';
import { diffWords } from '../features/region/word-diff';

export type DoubtLevel = Settings['doubtMarks'];

/** The least doubtful grade that is shown. */
const gradeOf: Readonly<Record<DoubtLevel, number>> = { none: 0, few: 1, usual: 2, many: 3 };

const none: readonly DoubtfulWord[] = [];

/** The reading that the current text was made from: later ones were only on offer when it was corrected. */
function readingBehind({ readings, correction, history }: Region): Reading | undefined {
  const last = readings[readings.length - 1];
  if (correction === undefined) return last;
  let later = 0;
  for (const { what } of [...history].reverse()) {
    if (what === 'text') break;
    if (what === 'reading') later += 1;
  }
  return readings[readings.length - 1 - later] ?? last;
}

const letter = /[\p{L}\p{N}\p{M}'’-]/u;

/** Marks of a text in another that was made from it: words that were changed lose theirs. */
export function followDoubts(
  before: string,
  after: string,
  doubts: readonly DoubtfulWord[],
): readonly DoubtfulWord[] {
  if (before === after || doubts.length === 0) return doubts;
  const followed: DoubtfulWord[] = [];
  let from = 0;
  let to = 0;
  for (const { kind, text } of diffWords(before, after)) {
    if (kind === 'added') to += text.length;
    else {
      if (kind === 'same') {
        for (const doubt of doubts) {
          if (doubt.start < from || doubt.end > from + text.length) continue;
          const start = doubt.start - from + to;
          const end = doubt.end - from + to;
          const grown = (place: number, old: number): boolean =>
            letter.test(after[place] ?? ' ') && after[place] !== before[old];
          if (grown(start - 1, doubt.start - 1) || grown(end, doubt.end)) continue;
          followed.push({ ...doubt, start, end });
        }
        to += text.length;
      }
      from += text.length;
    }
  }
  return followed;
}

/** In `text`, which is what the region's field shows; a region that a person is done with has none. */
export function doubtsInText(region: Region, text: string, level: DoubtLevel): readonly DoubtfulWord[] {
  if (level === 'none' || region.state === 'checked' || region.state === 'left-out') return none;
  const reading = readingBehind(region);
  const shown = reading?.doubts?.filter(({ grade }) => grade <= gradeOf[level]) ?? none;
  if (!reading || shown.length === 0) return none;
  // Of another format, the text is another one.
  if ((currentText(region)?.format ?? reading.format) !== reading.format) return none;
  return followDoubts(reading.text, text, shown);
}

const known = new WeakMap<Region, Map<DoubtLevel, readonly DoubtfulWord[]>>();

/** In the region's current text; the same list for the same region. */
export function doubtsOf(region: Region, level: DoubtLevel): readonly DoubtfulWord[] {
  const lists = known.get(region) ?? new Map<DoubtLevel, readonly DoubtfulWord[]>();
  known.set(region, lists);
  const list = lists.get(level) ?? doubtsInText(region, currentText(region)?.text ?? '', level);
  lists.set(level, list);
  return list;
}

/** Where a word is printed, in page pixels along its line; undefined where the line is not known. */
export function boxOfDoubt(
  region: Region,
  { place }: DoubtfulWord,
): readonly { readonly x: number; readonly y: number }[] | undefined {
  const line = place && region.lines[place.line];
  if (!line || !place) return undefined;
  const { x, y, width, height } = line.box;
  const [topLeft, topRight, bottomRight, bottomLeft] = line.quad ?? [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  const along = (a: typeof topLeft, b: typeof topLeft, share: number) => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
  });
  const { from, to } = place;
  return [
    along(topLeft, topRight, from),
    along(topLeft, topRight, to),
    along(bottomLeft, bottomRight, to),
    along(bottomLeft, bottomRight, from),
  ];
}
