/**
 * Passages that a model wrote over and over. The loop guard of decoding stops most of them; what ends by itself before
 * that is found here. Real pages repeat little: only long outputs with many copies in a row count.
 */
export interface RepeatedPassage {
  /** The second copy's start, and the last one's end. */
  readonly start: number;
  readonly end: number;
  readonly copies: number;
}

const shortestText = 2048;
const shortestUnit = 10;
const fewestCopies = 10;

/** The first one of each stretch of text, in order, without overlap. */
export function repeatedPassages(text: string): RepeatedPassage[] {
  if (text.length < shortestText) return [];
  const found: RepeatedPassage[] = [];
  const longestUnit = Math.floor(text.length / fewestCopies);
  for (let unit = shortestUnit; unit <= longestUnit; unit++) {
    let run = 0;
    for (let at = unit; at <= text.length; at++) {
      if (at < text.length && text[at] === text[at - unit]) {
        run++;
        continue;
      }
      const copies = Math.floor(run / unit) + 1;
      const start = at - run;
      const passage = { start, end: start + (copies - 1) * unit, copies };
      // A shorter unit has found it already: its multiples repeat as well.
      const isNew = !found.some((other) => passage.start < other.end && other.start - unit < passage.end);
      if (copies >= fewestCopies && isNew) found.push(passage);
      run = 0;
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
