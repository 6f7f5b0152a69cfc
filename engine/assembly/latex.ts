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
  const tag = /\\tag\*?\s*\{([^{}]*)\}/.exec(latex);
  if (tag !== null) latex = latex.replace(tag[0], '').trim();
  const written = printedNumber ?? tag?.[1];
  const number = written === undefined ? undefined : bareNumber(written);
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
