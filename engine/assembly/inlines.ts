/** Small operations on inline content. */
import { type Inline, textOf } from '../document';
import { joinLines, type Vocabulary } from './hyphenation';
import { classifyBreaks, type PrintedLine } from './line-breaks';

export function textInline(text: string): Inline[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Adjacent texts become one; empty ones go; no blanks or breaks at the ends, none beside a break. */
export function tidy(content: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  for (const inline of content) {
    const last = merged[merged.length - 1];
    if (inline.kind === 'text') {
      const text = inline.text.replace(/[\t\n\r ]+/g, ' ');
      if (last?.kind === 'text')
        merged[merged.length - 1] = { kind: 'text', text: (last.text + text).replace(/ {2,}/g, ' ') };
      else if (text !== '') merged.push({ kind: 'text', text });
    } else {
      merged.push(inline);
    }
  }
  const isEdge = (inline: Inline | undefined) => inline === undefined || inline.kind === 'break';
  const trimmed = merged.flatMap((inline, index): Inline[] => {
    if (inline.kind !== 'text') return [inline];
    let { text } = inline;
    if (isEdge(merged[index - 1])) text = text.replace(/^ +/, '');
    if (isEdge(merged[index + 1])) text = text.replace(/ +$/, '');
    return textInline(text);
  });
  while (trimmed[0]?.kind === 'break') trimmed.shift();
  while (trimmed[trimmed.length - 1]?.kind === 'break') trimmed.pop();
  return trimmed;
}

/** Joins two contents as two printed lines of one paragraph. */
export function joinContent(a: readonly Inline[], b: readonly Inline[], vocabulary: Vocabulary): Inline[] {
  const last = a[a.length - 1];
  const first = b[0];
  if (last === undefined || first === undefined) return [...a, ...b];
  const left = last.kind === 'text' ? last.text : textOf([last]);
  const rightText = first.kind === 'text' ? first.text : textOf([first]);
  if (last.kind === 'text' && first.kind === 'text') {
    return [...a.slice(0, -1), { kind: 'text', text: joinLines(left, rightText, vocabulary) }, ...b.slice(1)];
  }
  const glue = joinLines(left.slice(-1), rightText.slice(0, 1), vocabulary).includes(' ') ? ' ' : '';
  return tidy([...a, ...textInline(glue), ...b]);
}

/** One inline content per paragraph, from printed lines; an empty line parts paragraphs. */
export function paragraphsOf(lines: readonly PrintedLine[], vocabulary: Vocabulary): Inline[][] {
  const paragraphs: Inline[][] = [];
  for (const group of groupsBetweenEmptyLines(lines)) {
    const between = classifyBreaks(group);
    let current: Inline[] = [];
    group.forEach((line, index) => {
      const content = textInline(line.text.trim());
      const gap = index === 0 ? 'paragraph' : (between[index - 1] ?? 'join');
      if (gap === 'join') {
        current = joinContent(current, content, vocabulary);
      } else if (gap === 'break') {
        current.push({ kind: 'break' }, ...content);
      } else {
        if (current.length > 0) paragraphs.push(current);
        current = content;
      }
    });
    if (current.length > 0) paragraphs.push(current);
  }
  return paragraphs;
}

/** Every printed line kept apart, e.g. in headers. */
export function linesContent(lines: readonly PrintedLine[]): Inline[] {
  return tidy(lines.flatMap((line): Inline[] => [{ kind: 'break' }, ...textInline(line.text.trim())]));
}

function groupsBetweenEmptyLines(lines: readonly PrintedLine[]): PrintedLine[][] {
  const groups: PrintedLine[][] = [];
  let current: PrintedLine[] = [];
  for (const line of lines) {
    if (line.text.trim() !== '') {
      current.push(line);
    } else if (current.length > 0) {
      groups.push(current);
      current = [];
    }
  }
  if (current.length > 0) groups.push(current);
  return groups;
}
