/**
 * Which words of a reading to look at first: a word is as doubtful as its least certain part. Measured against wrong
 * words by `npm run bench -- doubt`; thresholds come from drawn pages, where 2, 5 and 10 % of the words get the grades
 * 1, up to 2 and up to 3.
 */
import type { DoubtfulWord, DoubtGrade, TextFormat, TokenMark } from '../document';
import { doubtGrades } from '../document';
import { printedWords } from '../document/words-of-text';

/** A part of the text (UTF-16 range): a character or a token. */
export interface CertainPart {
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
  readonly place?: NonNullable<DoubtfulWord['place']>;
}

/** Certainty below which a word has grade 1, 2, 3. Ascending. */
export type GradeThresholds = readonly [number, number, number];

/** Probability of the recogniser's least certain character of a word. */
export const lineThresholds: GradeThresholds = [0.86, 0.96, 0.985];

/** Smallest margin in verify (best logit less second best) of a word's tokens, for decoders without a line reader. */
const tokenThresholds: GradeThresholds = [3.9, 6, 7.1];

/** `parts` in the order of the text. */
export function doubtfulWords(
  text: string,
  parts: readonly CertainPart[],
  thresholds: GradeThresholds,
  hasTags = false,
): DoubtfulWord[] {
  const doubts: DoubtfulWord[] = [];
  let from = 0;
  for (const { start, end } of printedWords(text, hasTags)) {
    while (from < parts.length && parts[from]!.end <= start) from++;
    const own: CertainPart[] = [];
    for (let at = from; at < parts.length && parts[at]!.start < end; at++) own.push(parts[at]!);
    const grade = gradeOf(Math.min(...own.map(({ certainty }) => certainty)), thresholds);
    if (grade === undefined) continue;
    const place = placeOf(own);
    doubts.push({ start, end, grade, ...(place && { place }) });
  }
  return doubts;
}

/** Formulas are looked at as a whole, so their parts have no marks. */
export function doubtsOfTokens(
  text: string,
  tokens: readonly TokenMark[],
  format: TextFormat,
): DoubtfulWord[] {
  if (format === 'latex') return [];
  const parts = tokens
    .filter(({ start, end }) => end > start)
    .map(({ start, end, margin }): CertainPart => ({ start, end, certainty: margin }));
  return doubtfulWords(text, parts, tokenThresholds, format === 'table-html');
}

function gradeOf(certainty: number, thresholds: GradeThresholds): DoubtGrade | undefined {
  return doubtGrades.find((grade) => certainty < thresholds[grade - 1]!);
}

/** Only where the whole word stands on one line. */
function placeOf(parts: readonly CertainPart[]): DoubtfulWord['place'] {
  const places = parts.flatMap(({ place }) => place ?? []);
  const [first] = places;
  if (!first || places.length < parts.length || places.some(({ line }) => line !== first.line))
    return undefined;
  return {
    line: first.line,
    from: Math.min(...places.map(({ from }) => from)),
    to: Math.max(...places.map(({ to }) => to)),
  };
}
