/**
 * Numbered headings that the layout left in the same region as the text below them. They are no larger than the text,
 * so only the number, the early line end and what follows tell them from an item of a list.
 */
import { classifyBreaks, type PrintedLine } from './line-breaks';
import { readMarker } from './lists';
import { endsSentence } from './scripts';

export type Part =
  | { readonly kind: 'heading'; readonly line: PrintedLine }
  | { readonly kind: 'text'; readonly lines: readonly PrintedLine[] };

const numbered = /^\s*(?:\d{1,2}(?:\.\d{1,3})*\.?|[IVX]{1,5}\.)\s+\p{Lu}/u;
const longestHeading = 70;
/** Items of a list follow each other more closely than headings. */
const fewestLinesBetween = 4;

export function splitHeadings(lines: readonly PrintedLine[]): Part[] {
  const written = lines.filter((line) => line.text.trim() !== '');
  if (written.length !== lines.length) return [{ kind: 'text', lines }];
  const between = classifyBreaks(lines);
  const parts: Part[] = [];
  let open: PrintedLine[] = [];
  lines.forEach((line, index) => {
    if (between[index] === undefined || between[index] === 'join' || !isHeading(lines, index)) {
      open.push(line);
      return;
    }
    if (open.length > 0) parts.push({ kind: 'text', lines: open });
    open = [];
    parts.push({ kind: 'heading', line });
  });
  if (open.length > 0) parts.push({ kind: 'text', lines: open });
  return parts;
}

function isHeading(lines: readonly PrintedLine[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  const before = lines[index - 1]?.text;
  const after = lines[index + 1]?.text;
  if (after === undefined || !numbered.test(text) || text.trim().length > longestHeading) return false;
  if (endsSentence(text) || !/^\s*["“„«]?\p{Lu}/u.test(after) || readMarker(after) !== undefined)
    return false;
  if (before !== undefined && !endsSentence(before)) return false;
  const marker = readMarker(text);
  if (marker === undefined) return true;
  return !lines
    .slice(index + 1, index + fewestLinesBetween)
    .some((line) => readMarker(line.text, [marker])?.value === marker.value + 1);
}
