/**
 * Doubtful words of a text that was edited from the line reader's: words that both have are as doubtful as they were
 * there, words of the editor's own are most doubtful. `npm run bench -- doubt` found this better than the editor's
 * margins.
 */
import type { DoubtfulWord } from '../document';
import { printedWords, type WordRange } from '../document/words-of-text';

export interface DoubtedText {
  readonly text: string;
  readonly doubts: readonly DoubtfulWord[];
}

/** `hasTags`: both are tables in HTML. */
export function editedDoubts({ text, doubts }: DoubtedText, edited: string, hasTags = false): DoubtfulWord[] {
  const before = printedWords(text, hasTags);
  const after = printedWords(edited, hasTags);
  const matches = matchWords(
    before.map(({ start, end }) => text.slice(start, end)),
    after.map(({ start, end }) => edited.slice(start, end)),
  );
  const byStart = new Map(doubts.map((doubt) => [doubt.start, doubt]));
  return after.flatMap((range: WordRange, index): DoubtfulWord[] => {
    const same = before[matches[index] ?? -1];
    if (!same) return [{ ...range, grade: 1 }];
    const doubt = byStart.get(same.start);
    return doubt ? [{ ...doubt, ...range }] : [];
  });
}

/** For each word of `after` the index of its equal in `before`, by a longest common subsequence; undefined: it has none. */
function matchWords(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const matches: (number | undefined)[] = after.map(() => undefined);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) {
    matches[head] = head;
    head++;
  }
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    matches[after.length - 1 - tail] = before.length - 1 - tail;
    tail++;
  }
  const rows = before.length - tail - head;
  const columns = after.length - tail - head;
  // Index [i, j]: length of the longest common subsequence from the i-th and j-th word of the middle on.
  const common = new Uint16Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number): number => common[i * (columns + 1) + j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const same = before[head + i] === after[head + j];
      common[i * (columns + 1) + j] = same ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (before[head + i] === after[head + j]) matches[head + j++] = head + i++;
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return matches;
}
