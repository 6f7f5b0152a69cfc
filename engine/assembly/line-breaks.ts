/**
 * What stands between two printed lines of a region: a mere wrap, a deliberate break, or a new paragraph. A line was
 * broken on purpose when the next line's first word would still have fitted on it.
 */
import { type Box, right } from '../base/geometry';
import { endsSentence, isUnspaced, lastCharacter, startsLowerCase, textWidth } from './scripts';

export type Between = 'join' | 'break' | 'paragraph';

export interface PrintedLine {
  readonly text: string;
  /** Where the line is printed, if known. */
  readonly box?: Box;
}

interface Measured {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly characterWidth: number;
}

/** `lines` are not empty. Gives one value per gap, so one fewer than lines. */
export function classifyBreaks(lines: readonly PrintedLine[]): Between[] {
  const measured = measure(lines);
  const columnLeft = median(measured.map((line) => line.left));
  const columnRight = rightEdge(measured.map((line) => line.right));
  const gaps = pairs(measured).map(([a, b]) => b.top - a.bottom);
  const usualGap = median(gaps);
  const usualHeight = median(measured.map((line) => line.bottom - line.top));

  const deliberate = pairs(measured).map(([a, b]) => {
    const needed = (textWidth(firstWord(b.text)) + 1) * a.characterWidth;
    return columnRight - a.right > needed * 1.25 + a.characterWidth;
  });
  // Addresses, poems, forms: most lines end by themselves, so the long ones do, too.
  const isLinewise = deliberate.filter(Boolean).length > deliberate.length / 2;

  return pairs(measured).map(([a, b], index) => {
    const gap = gaps[index] ?? 0;
    if (gap > usualGap + usualHeight * 0.6) return 'paragraph';
    if (isLinewise) {
      const isBroken = /[-‐\u00ad¬]$/.test(a.text) && startsLowerCase(b.text);
      // Without words to wrap at, a full line of such a script is full to the last character.
      const isFull = !deliberate[index] && isUnspaced(lastCharacter(a.text)) && !endsSentence(a.text);
      return isBroken || isFull ? 'join' : 'break';
    }
    const isIndented = b.left - columnLeft > b.characterWidth * 1.2;
    const previousIsIndented = a.left - columnLeft > b.characterWidth * 1.2;
    if (isIndented && !previousIsIndented && endsSentence(a.text)) return 'paragraph';
    if (!deliberate[index]) return 'join';
    return endsSentence(a.text) || !startsLowerCase(b.text) ? 'paragraph' : 'join';
  });
}

/** The most that must stay together at a line's start: a word, or one character of an unspaced script. */
function firstWord(text: string): string {
  const characters = [...(/^\S+/.exec(text)?.[0] ?? '')];
  const end = characters.findIndex(isUnspaced);
  return characters.slice(0, end < 0 ? undefined : end + 1).join('');
}

/** Where full lines end. Among many lines a single one that sticks out was put together from two columns. */
function rightEdge(ends: readonly number[]): number {
  const sorted = [...ends].sort((a, b) => a - b);
  const index = sorted.length < 6 ? sorted.length - 1 : Math.ceil(sorted.length * 0.8) - 1;
  return sorted[index] ?? 0;
}

/** Without boxes a line is as wide as its characters, one below the other. */
function measure(lines: readonly PrintedLine[]): Measured[] {
  const areBoxed = lines.every((line) => line.box !== undefined);
  return lines.map(({ text, box }, index) => {
    const width = Math.max(1, textWidth(text));
    if (areBoxed && box !== undefined) {
      const characterWidth = box.width / width;
      return { text, left: box.x, right: right(box), top: box.y, bottom: box.y + box.height, characterWidth };
    }
    const indent = textWidth(/^\s*/.exec(text)?.[0] ?? '');
    return {
      text: text.trim(),
      left: indent,
      right: width,
      top: index * 2,
      bottom: index * 2 + 1,
      characterWidth: 1,
    };
  });
}

function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  const result: [Item, Item][] = [];
  items.forEach((item, index) => {
    const next = items[index + 1];
    if (next !== undefined) result.push([item, next]);
  });
  return result;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
