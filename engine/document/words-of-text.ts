/** Words in a text as marks and spelling see them: where they stand, without the signs around them. Pure. */

export interface WordRange {
  /** UTF-16. */
  readonly start: number;
  readonly end: number;
}

const ideographs = '\\u3040-\\u30ff\\u3400-\\u9fff';
/** Between blanks, an ideograph alone; tags of tables divide words. */
const printed = new RegExp(`<[^<>]*>|[${ideographs}]|[^\\s<>${ideographs}]+`, 'gu');
const inner = /[\p{L}\p{N}\p{M}](?:.*[\p{L}\p{N}\p{M}])?/su;

/** Runs between blanks from their first letter or digit to their last; those without any are no words. */
export function printedWords(text: string, hasTags: boolean): WordRange[] {
  const words: WordRange[] = [];
  for (const match of text.matchAll(printed)) {
    if (hasTags && match[0].startsWith('<')) continue;
    const found = inner.exec(match[0]);
    if (!found) continue;
    const start = match.index + found.index;
    words.push({ start, end: start + found[0].length });
  }
  return words;
}

const spelled = /[\p{L}\p{M}]+(?:[’'‘ʼ-][\p{L}\p{M}]+)*/gu;
const address =
  /^(?:[a-z]+:\/\/|www\.)|@|\w\.\w{2,}\/|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|eu|de|fr|es|it|pt|br|uk)\b/iu;

/**
 * Words that have a spelling: of letters, with apostrophes and hyphens inside. Whatever stands in one run with a digit,
 * addresses, codes in capitals and single letters have none. One divided at a line's end by a hyphen is left alone.
 */
export function spelledWords(text: string, hasTags: boolean): WordRange[] {
  const words: WordRange[] = [];
  for (const { start, end } of printedWords(text, hasTags)) {
    const run = text.slice(start, end);
    if (/[\p{N}_\\/&#=]/u.test(run) || address.test(run)) continue;
    const isDivided = /^[-‐¬]\s*\n/.test(text.slice(end)) || /[-‐¬]\s*\n\s*$/.test(text.slice(0, start));
    if (isDivided) continue;
    for (const match of run.matchAll(spelled)) {
      const word = match[0];
      const letters = [...word].filter((sign) => /\p{L}/u.test(sign)).length;
      if (letters < 2 || word === word.toLocaleUpperCase()) continue;
      words.push({ start: start + match.index, end: start + match.index + word.length });
    }
  }
  return words;
}
