/** Lists from printed lines: markers, items that go over several lines, nesting by indent or by kind of marker. */
import type { BlockSource, Inline, ListBlock, ListItem } from '../document';
import type { Vocabulary } from './hyphenation';
import { paragraphsOf } from './inlines';
import type { PrintedLine } from './line-breaks';

export interface Marker {
  readonly printed: string;
  /** Same kind = same list: `•`, `1.`, `(a)` … */
  readonly kind: string;
  readonly ordered: boolean;
  readonly value: number;
  readonly rest: string;
}

const bulletPattern = /^\s*([•◦▪‣·●○■□◆◇▶►➢✓✔❖*–—-])\s+(?=\S)/u;
const numberPattern = /^\s*(\(?)(\d{1,3}|[a-zA-Z]|[ivxlc]{2,6}|[IVXLC]{2,6})([.)])\s+(?=\S)/u;

/** `earlier`: markers before it, which tell whether `i.` is a letter or a roman number. */
export function readMarker(line: string, earlier: readonly Marker[] = []): Marker | undefined {
  const bullet = bulletPattern.exec(line);
  if (bullet?.[1] !== undefined) {
    return {
      printed: bullet[1],
      kind: bullet[1],
      ordered: false,
      value: 1,
      rest: line.slice(bullet[0].length),
    };
  }
  const match = numberPattern.exec(line);
  const label = match?.[2];
  if (match === null || label === undefined) return undefined;
  const [open, close] = [match[1] ?? '', match[3] ?? ''];
  if (open === '(' && close !== ')') return undefined;
  const kindOf = (type: string) => `${open}${type}${close}`;
  const isLower = label === label.toLowerCase();
  const letterKind = kindOf(isLower ? 'a' : 'A');
  const letterValue = (label.toLowerCase().codePointAt(0) ?? 97) - 96;
  const goesOnWithLetters = earlier.some(
    (other) => other.kind === letterKind && other.value === letterValue - 1,
  );
  const isRoman = label.length > 1 || (/^[ivx]$/i.test(label) && !goesOnWithLetters);
  const [kind, value] = /^\d/.test(label)
    ? [kindOf('1'), Number(label)]
    : isRoman
      ? [kindOf(isLower ? 'i' : 'I'), romanValue(label)]
      : [letterKind, letterValue];
  return {
    printed: `${open}${label}${close}`,
    kind,
    ordered: true,
    value,
    rest: line.slice(match[0].length),
  };
}

function romanValue(numeral: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const digits = [...numeral.toLowerCase()].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}

interface Entry {
  readonly marker: Marker;
  readonly indent: number | undefined;
  readonly lines: PrintedLine[];
}

export interface ListReading {
  /** Lines before the first marker. */
  readonly intro: readonly PrintedLine[];
  readonly list: ListBlock;
}

/**
 * Undefined when the lines are no list. `isListRegion`: the layout says that it is one, so a single marker is enough;
 * otherwise two are wanted, and numbers must follow each other, because years and amounts start lines, too.
 */
export function readList(
  lines: readonly PrintedLine[],
  isListRegion: boolean,
  vocabulary: Vocabulary,
  source: BlockSource,
): ListReading | undefined {
  const intro: PrintedLine[] = [];
  const entries: Entry[] = [];
  for (const line of lines) {
    const marker = readMarker(
      line.text,
      entries.map((entry) => entry.marker),
    );
    const last = entries[entries.length - 1];
    if (marker !== undefined && isExpected(marker, entries)) {
      const spaces = /^\s*/.exec(line.text)?.[0].length ?? 0;
      const indent = line.box === undefined ? spaces : line.box.x / Math.max(1, line.box.height);
      // The marker's share of the box is not known, so an item's first line goes without one.
      entries.push({ marker, indent, lines: [{ text: marker.rest }] });
    } else if (last !== undefined) {
      last.lines.push({ text: line.text });
    } else {
      intro.push(line);
    }
  }
  const [first] = entries;
  if (first === undefined) return undefined;
  // A dash opens direct speech in many languages.
  if (!isListRegion && /[—–]/.test(first.marker.kind)) return undefined;
  const isSureBullet = /[•◦▪‣●■◆▶►➢✓✔❖]/u.test(first.marker.kind);
  if (!isListRegion && (intro.length > 1 || (entries.length < 2 && !isSureBullet))) return undefined;
  return { intro, list: nest(entries, vocabulary, source) };
}

/** A number must continue a list that is open (or begin one); bullets always fit. */
function isExpected(marker: Marker, entries: readonly Entry[]): boolean {
  if (!marker.ordered) return true;
  for (let index = entries.length - 1; index >= 0; index--) {
    const earlier = entries[index]?.marker;
    if (earlier?.kind === marker.kind) return marker.value === earlier.value + 1 || marker.value === 1;
  }
  return entries.length === 0 ? true : marker.value === 1;
}

interface Level {
  readonly indent: number | undefined;
  readonly kind: string;
  readonly items: Item[];
}

interface Item {
  readonly entry: Entry;
  readonly levels: Level[];
}

function nest(entries: readonly Entry[], vocabulary: Vocabulary, source: BlockSource): ListBlock {
  const indents = entries.map((entry) => entry.indent ?? 0);
  const isIndented = Math.max(...indents) - Math.min(...indents) > 0.7;
  const root: Level = { indent: entries[0]?.indent, kind: entries[0]?.marker.kind ?? '', items: [] };
  const stack: Level[] = [root];
  for (const entry of entries) {
    let level = stack[stack.length - 1] ?? root;
    const isSame = (candidate: Level) =>
      isIndented
        ? Math.abs((entry.indent ?? 0) - (candidate.indent ?? 0)) <= 0.7
        : candidate.kind === entry.marker.kind;
    const known = stack.findIndex(isSame);
    if (known >= 0) {
      stack.length = known + 1;
      level = stack[known] ?? root;
    } else if (isIndented && (entry.indent ?? 0) < (level.indent ?? 0)) {
      while (stack.length > 1 && (entry.indent ?? 0) < (stack[stack.length - 1]?.indent ?? 0) - 0.7)
        stack.pop();
      level = stack[stack.length - 1] ?? root;
    } else {
      const parent = level.items[level.items.length - 1];
      if (parent !== undefined) {
        level = { indent: entry.indent, kind: entry.marker.kind, items: [] };
        parent.levels.push(level);
        stack.push(level);
      }
    }
    level.items.push({ entry, levels: [] });
  }
  return toBlock(root, vocabulary, source);
}

function toBlock(level: Level, vocabulary: Vocabulary, source: BlockSource): ListBlock {
  const first = level.items[0]?.entry.marker;
  return {
    kind: 'list',
    ordered: first?.ordered ?? false,
    start: first?.value ?? 1,
    items: level.items.map(
      ({ entry, levels }): ListItem => ({
        marker: entry.marker.printed,
        content: itemContent(entry.lines, vocabulary),
        children: levels.map((child) => toBlock(child, vocabulary, source)),
      }),
    ),
    source,
  };
}

/** An item's lines are one paragraph; a real new paragraph inside becomes a break. */
function itemContent(lines: readonly PrintedLine[], vocabulary: Vocabulary): Inline[] {
  return paragraphsOf(lines, vocabulary).flatMap((paragraph, index): Inline[] =>
    index === 0 ? paragraph : [{ kind: 'break' }, ...paragraph],
  );
}
