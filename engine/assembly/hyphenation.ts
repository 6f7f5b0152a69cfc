/**
 * Joining printed lines: which hyphens at a line's end belong to the word. Without a dictionary the document itself is
 * the witness: a word or compound that stands elsewhere within a line decides; then rules of the language.
 */
import { firstCharacter, isUnspaced, lastCharacter } from './scripts';

/** How often words (lower case) stand whole within lines, hyphenated compounds among them. */
export type Vocabulary = ReadonlyMap<string, number>;

const wordPattern = /[\p{L}\p{M}]+(?:[-‐][\p{L}\p{M}]+)*/gu;

export function collectVocabulary(lines: Iterable<string>): Vocabulary {
  const words = new Map<string, number>();
  let isBroken = false;
  for (const line of lines) {
    const matches = [...line.matchAll(wordPattern)];
    for (const [index, match] of matches.entries()) {
      const end = (match.index ?? 0) + match[0].length;
      // Halves of a word that was broken between lines say nothing.
      if (isBroken && index === 0) continue;
      if (/^[-‐\u00ad¬]\s*$/.test(line.slice(end))) continue;
      const word = match[0].toLowerCase().replace(/‐/g, '-');
      words.set(word, (words.get(word) ?? 0) + 1);
    }
    isBroken = brokenEnd.test(line);
  }
  return words;
}

const brokenEnd = /[\p{L}\p{M}][-‐\u00ad¬]\s*$/u;

/** First parts after which a longer rest is a compound rather than a broken word. */
const compoundStarts = new Set(['self', 'well', 'cross', 'two', 'three', 'high', 'low', 'long', 'short']);

/** After a suspended hyphen ("Ein- und Ausgabe", "pre- and post-war") comes one of these. */
const conjunctions = new Set([
  'und',
  'oder',
  'bzw',
  'beziehungsweise',
  'sowie',
  'and',
  'or',
  'e',
  'ou',
  'y',
  'o',
  'et',
  'en',
  'of',
]);

const clitics = new Set(['lhe', 'lhes', 'o', 'a']);

/** One text from the end of a line and the start of the next; both without outer blanks. */
export function joinLines(previous: string, next: string, vocabulary: Vocabulary): string {
  if (previous === '' || next === '') return previous + next;
  if (/[\p{L}\p{M}]\u00ad$/u.test(previous) || /[\p{L}\p{M}]¬$/u.test(previous))
    return previous.slice(0, -1) + next;
  if (/[\p{L}\p{M}\d][-‐]$/u.test(previous)) return joinAtHyphen(previous, next, vocabulary);
  // A dash set close to its words stays so.
  if (/\S[—–]$/u.test(previous) || /^[—–]\S/u.test(next)) {
    const isRange = /\d[–—]$/.test(previous) && /^\d/.test(next);
    return isRange || /\S—$/u.test(previous) ? previous + next : `${previous} ${next}`;
  }
  const closed = isUnspaced(lastCharacter(previous)) || isUnspaced(firstCharacter(next));
  return closed ? previous + next : `${previous} ${next}`;
}

function joinAtHyphen(previous: string, next: string, vocabulary: Vocabulary): string {
  const left = /([\p{L}\p{M}\d]+)[-‐]$/u.exec(previous)?.[1] ?? '';
  const right = /^[\p{L}\p{M}]+/u.exec(next)?.[0] ?? '';
  const without = previous.slice(0, -1);
  // Portuguese repeats the hyphen of a compound at the start of the next line.
  if (/^[-‐]\p{L}/u.test(next)) return previous + next.slice(1);
  if (right === '' || /\d$/.test(left))
    return /^\d/.test(next) || right !== '' ? previous + next : `${previous} ${next}`;
  const whole = vocabulary.get((left + right).toLowerCase()) ?? 0;
  const compound = vocabulary.get(`${left}-${right}`.toLowerCase()) ?? 0;
  if (/^\p{Lu}/u.test(right)) {
    const capitals =
      left.length > 1 && left === left.toUpperCase() && right.length > 1 && right === right.toUpperCase();
    return capitals && compound <= whole ? without + next : previous + next;
  }
  // Authors and readings are not of one mind: the commoner spelling is taken.
  if (whole > 0 || compound > 0) return compound > whole ? previous + next : without + next;
  if (conjunctions.has(right.toLowerCase())) return `${previous} ${next}`;
  if (clitics.has(right)) return previous + next;
  const before = previous.slice(0, -1 - left.length);
  // The second hyphen of a chain ("state-of-the-\nart") is one too.
  if (/\p{L}[-‐]\p{L}+[-‐]$/u.test(before)) return previous + next;
  if (compoundStarts.has(left.toLowerCase()) && right.length >= 5) return previous + next;
  return without + next;
}

/** Whether a word begins at the end of `previous` and ends at the start of `next` that the document knows. */
export function sharesWord(previous: string, next: string, vocabulary: Vocabulary): boolean {
  const left = /([\p{L}\p{M}]+)[-‐\u00ad¬]\s*$/u.exec(previous)?.[1];
  const right = /^\s*(\p{Ll}[\p{L}\p{M}]*)/u.exec(next)?.[1];
  if (left === undefined || right === undefined) return false;
  return [left + right, `${left}-${right}`].some((word) => vocabulary.has(word.toLowerCase()));
}
