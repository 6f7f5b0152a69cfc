/**
 * Finds formulas in text that may also hold prices: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`, with or without blanks inside.
 * Code spans are left alone.
 */
export type MathSegment =
  | { readonly kind: 'text'; readonly text: string }
  /** A code span with its backticks, to be passed on untouched. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'inline' | 'display'; readonly latex: string };

export function splitMath(source: string): MathSegment[] {
  const segments: MathSegment[] = [];
  let text = '';
  let position = 0;
  const flush = () => {
    if (text !== '') segments.push({ kind: 'text', text });
    text = '';
  };
  while (position < source.length) {
    const code = matchAt(/`+/y, source, position);
    if (code !== undefined) {
      const close = source.indexOf(code, position + code.length);
      const end = close < 0 ? position + code.length : close + code.length;
      if (close < 0) {
        text += code;
      } else {
        flush();
        segments.push({ kind: 'code', text: source.slice(position, end) });
      }
      position = end;
      continue;
    }
    const found = formulaAt(source, position);
    if (found !== undefined) {
      // Blanks inside the dollars belong outside, where they keep words and formula apart.
      const isScript = /^[\^_]/.test(found.latex);
      if (found.isPadded && !isScript && /[\p{L}\p{N}]$/u.test(text)) text += ' ';
      flush();
      segments.push({ kind: found.kind, latex: found.latex });
      position = found.end;
      if (found.isPadded && /^[\p{L}\p{N}]/u.test(source.slice(position, position + 2))) text = ' ';
      continue;
    }
    // An escaped character, or a run of dollars that opens nothing, goes by as a whole.
    const step = matchAt(/\\[\s\S]|\$+|[^\\$`]+/y, source, position) ?? source.slice(position, position + 1);
    text += step;
    position += step.length;
  }
  flush();
  return segments;
}

interface Found {
  readonly kind: 'inline' | 'display';
  readonly latex: string;
  readonly end: number;
  /** Inline, with blanks inside its dollars. */
  readonly isPadded: boolean;
}

function formulaAt(source: string, position: number): Found | undefined {
  for (const [open, close, kind] of [
    ['\\[', '\\]', 'display'],
    ['\\(', '\\)', 'inline'],
    ['$$', '$$', 'display'],
    ['$', '$', 'inline'],
  ] as const) {
    if (!source.startsWith(open, position)) continue;
    const start = position + open.length;
    const end = findClose(source, start, close);
    if (end === undefined) return undefined;
    const content = source.slice(start, end);
    const latex = content.trim();
    if (latex === '' || /\n[ \t]*\n/.test(content)) return undefined;
    const after = end + close.length;
    if (open === '$' && !isSingleDollarFormula(content, source[after])) return undefined;
    return { kind, latex, end: after, isPadded: kind === 'inline' && /^\s/.test(content) };
  }
  return undefined;
}

function findClose(source: string, start: number, close: string): number | undefined {
  for (let index = start; index < source.length; index++) {
    if (source.startsWith(close, index)) return index;
    if (source[index] === '\\') index++;
  }
  return undefined;
}

/** Prices: "$5 and $7" closes before a digit or with a blank on one side only. */
function isSingleDollarFormula(content: string, next: string | undefined): boolean {
  if (next !== undefined && /\d/.test(next)) return false;
  return /^\s/.test(content) === /\s$/.test(content);
}

function matchAt(pattern: RegExp, source: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0];
}
