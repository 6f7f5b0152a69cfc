/** Formula text of a model → LaTeX without delimiters, its number, and whether it parses. */
import katex from 'katex';
import { bareNumber } from './equation-numbers';

export interface FormulaReading {
  readonly latex: string;
  readonly number?: string;
  readonly parses: boolean;
}

/** Longer text is not a formula; checking it would take long. */
const longestFormula = 20_000;

const wrappers: readonly (readonly [string, string])[] = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ...['equation', 'equation*', 'displaymath', 'math'].map(
    (name) => [`\\begin{${name}}`, `\\end{${name}}`] as const,
  ),
];

/** How a number stands in LaTeX: as a tag (one for each line), in plain TeX's way, or set apart as it is printed. */
const tagPatterns = [
  /\\tag\*?\s*\{([^{}]*)\}/g,
  /\\(?:eq|leq)no\s*(?:\{([^{}]*)\}|(\([^()]{1,12}\)))\s*$/,
  /\\q?quad\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*)?(\(\s*[A-Z]?\d{1,3}(?:[.\-–]\d{1,3})*\s*[a-z]?'?\s*\))\s*\}?\s*$/,
];

export function readFormula(text: string, printedNumber?: string): FormulaReading {
  let latex = text.trim();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [open, close] of wrappers) {
      const inner = latex.slice(open.length, -close.length);
      if (latex !== open + inner + close || inner.includes(close)) continue;
      latex = inner.trim();
      changed = true;
    }
  }
  let tags: string[] = [];
  for (const pattern of tagPatterns) {
    if (tags.length > 0) break;
    latex = latex.replace(pattern, (_, first?: string, second?: unknown) => {
      tags.push(first ?? (typeof second === 'string' ? second : ''));
      return '';
    });
  }
  tags = tags.map(bareNumber).filter((tag) => tag !== '');
  const written = printedNumber ?? (tags.length > 0 ? tags.join(', ') : undefined);
  const number = written === undefined ? undefined : bareNumber(written);
  latex = latex.trim();
  return {
    latex,
    parses: parsesAsLatex(latex),
    ...(number === undefined || number === '' ? {} : { number }),
  };
}

export function parsesAsLatex(latex: string): boolean {
  if (latex === '' || latex.length > longestFormula) return false;
  try {
    katex.renderToString(latex, {
      displayMode: true,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 200,
    });
    return true;
  } catch {
    return false; // any fault means: keep it as text
  }
}
