/** Edits of a model's output that keep the places of its tokens right. */
import type { TokenRange } from '../decoder/token-text';

export interface OutputText {
  readonly text: string;
  readonly ranges: readonly TokenRange[];
}

/** Replaces `start`..`end` by `text`, which may be empty. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `edits` are in order and do not overlap. What is put in between two tokens belongs to the one before it. */
export function applyEdits({ text, ranges }: OutputText, edits: readonly TextEdit[]): OutputText {
  const real = edits.filter((edit) => edit.end > edit.start || edit.text !== '');
  if (real.length === 0) return { text, ranges };
  let edited = '';
  let from = 0;
  for (const edit of real) {
    edited += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  edited += text.slice(from);
  const moved = (place: number): number => {
    let shift = 0;
    for (const edit of real) {
      if (edit.end <= place) shift += edit.text.length - (edit.end - edit.start);
      else {
        if (edit.start < place) return edit.start + shift + Math.min(place - edit.start, edit.text.length);
        break;
      }
    }
    return place + shift;
  };
  return { text: edited, ranges: ranges.map(({ start, end }) => ({ start: moved(start), end: moved(end) })) };
}

/** The edits that cut every match of a global pattern. */
export function cuts(text: string, pattern: RegExp): TextEdit[] {
  return [...text.matchAll(pattern)].map((match) => {
    const start = match.index ?? 0;
    return { start, end: start + match[0].length, text: '' };
  });
}
