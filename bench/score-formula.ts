/**
 * Stand-in for a formula metric: edit similarity of normalised LaTeX. NOT CDM: two spellings of one formula that
 * look the same in print score below 1 here.
 */
import { codePoints, normalisedDistance } from './edit-distance';

export interface FormulaScore {
  /** 1 − normalised edit distance; 1 for equal LaTeX after normalisation. */
  readonly editSimilarity: number;
}

const fontCommands =
  'mathbf|mathrm|mathit|mathbb|mathcal|mathsf|mathtt|mathfrak|mathnormal|text|textbf|textit|textrm|boldsymbol|bm|operatorname|rm|bf|it|displaystyle|textstyle|scriptstyle|scriptscriptstyle|tiny|small|normalsize|large|Large';
const removed: readonly RegExp[] = [
  /\\\[|\\\]|\\\(|\\\)|\$/gu,
  /\\(?:tag|hspace|vspace|label)\*?\s*\{[^{}]*\}/gu,
  /\\(?:begin|end)\s*\{[^{}]*\}/gu,
  new RegExp(`\\\\(?:${fontCommands})(?![A-Za-z])`, 'gu'),
  /\\(?:qquad|quad|thinspace|enspace|left|right)(?![A-Za-z])/gu,
  /\\[,;:! ]/gu,
];

/** LaTeX without delimiters, environments, fonts, sizes and spacing, in lower case. */
export function normaliseLatex(latex: string): string {
  // Replaced by a space at first, so that what stood apart does not grow into a new command.
  const bare = removed.reduce((text, pattern) => text.replace(pattern, ' '), latex.normalize('NFC'));
  return bare.replace(/[\s~]+/gu, '').toLowerCase();
}

export function scoreFormula(hypothesis: string, reference: string): FormulaScore {
  const read = codePoints(normaliseLatex(hypothesis));
  const truth = codePoints(normaliseLatex(reference));
  return { editSimilarity: 1 - normalisedDistance(read, truth) };
}
