/** Why a formula cannot be drawn. */
import katex from 'katex';

export interface LatexFault {
  /** KaTeX's own words, in English. */
  readonly message: string;
  /** Where in the LaTeX, when that is known. */
  readonly at?: number;
}

/** Undefined when KaTeX draws it. */
export function latexFault(latex: string): LatexFault | undefined {
  try {
    katex.renderToString(latex, {
      displayMode: true,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 300,
    });
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = error instanceof katex.ParseError ? error.position : undefined;
    return {
      message: message
        .replace(/^KaTeX parse error:\s*/, '')
        .replace(/ at (?:position \d+|end of input):[\s\S]*$/, ''),
      ...(typeof at === 'number' ? { at } : {}),
    };
  }
}
