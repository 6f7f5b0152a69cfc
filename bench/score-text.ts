/**
 * Text scores: CER, NED, WER and bag-of-words F1 over code points, with the normalisation of the reference scorer
 * (`shared/eval/score_text.py`), to whose values `score-text.test.ts` pins them.
 */
import { codePoints, editDistance } from './edit-distance';

export interface TextScore {
  /** Edits over the reference's length; above 1 where text is invented. */
  readonly cer: number;
  /** CER with all diacritics taken off on both sides: what is left when accents do not count. */
  readonly cerWithoutDiacritics: number;
  readonly ned: number;
  readonly wer: number;
  readonly bagOfWordsF1: number;
  /** Edits and length behind `cer`, for micro averages. */
  readonly edits: number;
  readonly referenceCharacters: number;
}

/** White space as Python's `\s` has it; JavaScript's differs in the control characters and the BOM. */
export const whiteSpace =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const whiteSpaceRun = new RegExp(`${whiteSpace}+`, 'gu');
const lineEndHyphen = new RegExp(
  `(?<=[\\p{L}\\p{Nl}\\p{No}])-${whiteSpace}*\\n${whiteSpace}*(?=[\\p{L}\\p{Nl}\\p{No}])`,
  'gu',
);
const ideographs = '\\u3040-\\u30ff\\u3400-\\u9fff';
/** An ideograph or kana is a word of its own; everything else is split at white space. */
export const wordPattern = new RegExp(
  `[${ideographs}]|[^\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000${ideographs}]+`,
  'gu',
);
const outerPunctuation = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;

const unified = new Map<string, string>([
  ...[...'“”„«»'].map((mark) => [mark, '"'] as const),
  ...[...'‘’‚'].map((mark) => [mark, "'"] as const),
  ...[...'–—‐‑−¬'].map((mark) => [mark, '-'] as const),
  ['ſ', 's'],
  ['\u00a0', ' '],
  ['\u2009', ' '],
  ['\f', '\n'],
]);

/**
 * The form in which texts are compared. `language` is a BCP 47 tag: for `zh…` compatibility forms are unified and
 * white space is removed; otherwise it is collapsed. Words hyphenated at a line end are joined.
 */
export function normaliseText(text: string, language = ''): string {
  const chinese = language.startsWith('zh');
  const composed = text.normalize(chinese ? 'NFKC' : 'NFC');
  const marksUnified = Array.from(composed, (symbol) => unified.get(symbol) ?? symbol).join('');
  return marksUnified
    .replace(/([aou])\u0364/gu, '$1\u0308')
    .normalize('NFC')
    .replace(lineEndHyphen, '')
    .replace(whiteSpaceRun, chinese ? '' : ' ')
    .replace(/^ | $/gu, '');
}

export const words = (normalised: string): string[] => normalised.match(wordPattern) ?? [];

export function withoutDiacritics(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

export function scoreText(hypothesis: string, reference: string, language = ''): TextScore {
  const read = normaliseText(hypothesis, language);
  const truth = normaliseText(reference, language);
  const readSymbols = codePoints(read);
  const truthSymbols = codePoints(truth);
  const edits = editDistance(readSymbols, truthSymbols);
  const plainTruth = codePoints(withoutDiacritics(truth));
  const plainEdits = editDistance(codePoints(withoutDiacritics(read)), plainTruth);
  const readWords = words(read);
  const truthWords = words(truth);
  return {
    cer: edits / Math.max(1, truthSymbols.length),
    cerWithoutDiacritics: plainEdits / Math.max(1, plainTruth.length),
    ned: edits / Math.max(1, readSymbols.length, truthSymbols.length),
    wer: editDistance(readWords, truthWords) / Math.max(1, truthWords.length),
    bagOfWordsF1: bagOfWordsF1(readWords, truthWords),
    edits,
    referenceCharacters: truthSymbols.length,
  };
}

/** Harmonic mean of precision and recall over words as multisets: blind to order, case and outer punctuation. */
function bagOfWordsF1(read: readonly string[], truth: readonly string[]): number {
  const readBag = bag(read);
  const truthBag = bag(truth);
  let shared = 0;
  for (const [entry, count] of readBag) shared += Math.min(count, truthBag.get(entry) ?? 0);
  const precision = shared / Math.max(1, total(readBag));
  const recall = shared / Math.max(1, total(truthBag));
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

function bag(entries: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const bare = entry.toLowerCase().replace(outerPunctuation, '');
    if (bare !== '') counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return counts;
}

const total = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
