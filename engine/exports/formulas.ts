/** What exporters need to know of a formula: whether it parses, and its MathML. */
import katex from 'katex';

const settings = { throwOnError: true, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 50 } as const;
const longestFormula = 20_000;

/** Definitions would reach beyond the formula, a comment would swallow what follows it. */
const unsafe =
  /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long|char|catcode)(?![a-zA-Z])|(?<!\\)%/;

/** `<math>…</math>`, or undefined when the LaTeX does not parse. Safe to put into a page: escaped, no links. */
export function toMathml(latex: string, displayMode: boolean): string | undefined {
  if (latex.trim() === '' || latex.length > longestFormula) return undefined;
  try {
    const html = katex.renderToString(latex, { ...settings, displayMode, output: 'mathml' });
    return /<math[\s\S]*<\/math>/.exec(html)?.[0];
  } catch {
    return undefined; // shown as text instead
  }
}

/** True when the LaTeX parses and stays within itself wherever it is pasted. */
export function isSelfContained(latex: string): boolean {
  return !unsafe.test(latex) && toMathml(latex, true) !== undefined;
}

/** An equation number as KaTeX and MathJax take it within `\tag{}`; what they take for commands goes. */
export function tagText(number: string): string {
  return number.replace(/[\\^~]/g, '').replace(/[{}$%#&_]/g, '\\$&');
}
