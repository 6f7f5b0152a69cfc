/** From the model's raw output to a reading's text: what is no part of the text is cut out, token places follow. */
import type { TokenRange } from '../decoder/token-text';
import type { GlmOcrTask } from './prompt';

export interface OutputText {
  readonly text: string;
  readonly ranges: readonly TokenRange[];
}

/** Removes thoughts, the brackets around a formula and blanks at both ends. */
export function cleanOutput(raw: OutputText, task: GlmOcrTask): OutputText {
  let output = cut(raw, [...raw.text.matchAll(/<think>[\s\S]*?(<\/think>\s*|$)/g)].map(spanOf));
  output = trim(output);
  if (task !== 'formula') return output;
  const { text } = output;
  for (const [open, close] of [
    ['$$', '$$'],
    ['\\[', '\\]'],
    ['\\(', '\\)'],
  ] as const) {
    if (!text.startsWith(open)) continue;
    const closed = text.length >= open.length + close.length && text.endsWith(close);
    const spans = [{ start: 0, end: open.length }];
    if (closed) spans.push({ start: text.length - close.length, end: text.length });
    return trim(cut(output, spans));
  }
  return output;
}

function spanOf(match: RegExpMatchArray): TokenRange {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

function trim(output: OutputText): OutputText {
  const { text } = output;
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return cut(output, [
    { start: 0, end: start },
    { start: end, end: text.length },
  ]);
}

/** Cuts the spans, which are in order and do not overlap, and moves the ranges along. */
function cut({ text, ranges }: OutputText, spans: readonly TokenRange[]): OutputText {
  const real = spans.filter(({ start, end }) => end > start);
  if (real.length === 0) return { text, ranges };
  let kept = '';
  let from = 0;
  for (const { start, end } of real) {
    kept += text.slice(from, start);
    from = end;
  }
  kept += text.slice(from);
  const moved = (place: number): number => {
    let removed = 0;
    for (const { start, end } of real) removed += Math.max(0, Math.min(place, end) - start);
    return place - removed;
  };
  return { text: kept, ranges: ranges.map(({ start, end }) => ({ start: moved(start), end: moved(end) })) };
}
