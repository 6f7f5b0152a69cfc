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

const bulletPattern = /^\s*(?:([•◦▪‣●○■□◆◇▶►➢✓✔❖])\s*|([·*–—-])\s+)(?=\S)/u;
/** Chinese and Japanese set no blank after the mark. */
const numberPattern =
  /^\s*([(（]?)(\d{1,3}|[a-zA-Z]|[ivxlc]{2,6}|[IVXLC]{2,6})([.)）、．])(?:\s+(?=\S)|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))/u;
const circledPattern = /^\s*([①-⑳])\s*(?=\S)/u;

/** `earlier`: markers before it, which tell whether `i.` is a letter or a roman number. */
export function readMarker(line: string, earlier: readonly Marker[] = []): Marker | undefined {
  const bullet = bulletPattern.exec(line);
  const printed = bullet?.[1] ?? bullet?.[2];
  if (bullet !== null && printed !== undefined) {
    return { printed, kind: printed, ordered: false, value: 1, rest: line.slice(bullet[0].length) };
  }
  const circled = circledPattern.exec(line);
  if (circled?.[1] !== undefined) {
    const value = (circled[1].codePointAt(0) ?? 0) - 0x245f;
    return { printed: circled[1], kind: '①', ordered: true, value, rest: line.slice(circled[0].length) };
  }
  const match = numberPattern.exec(line);
  const label = match?.[2];
  if (match === null || label === undefined) return undefined;
  const [open, close] = [match[1] ?? '', match[3] ?? ''];
  if (open !== '' && !/[)）]/.test(close)) return undefined;
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
      entries.push({ marker, indent, lines: [withoutMarker(line, marker)] });
    } else if (last !== undefined) {
      last.lines.push(line);
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

/** The marker's share of the line's box goes by its characters. */
function withoutMarker({ text, box }: PrintedLine, { rest }: Marker): PrintedLine {
  if (box === undefined) return { text: rest };
  const width = (box.width * rest.length) / Math.max(1, text.length);
  return { text: rest, box: { ...box, x: box.x + box.width - width, width } };
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
    const { marker } = entry;
    const goesOn = (candidate: Level) => {
      const last = candidate.items[candidate.items.length - 1]?.entry.marker;
      return marker.ordered && candidate.kind === marker.kind && last?.value === marker.value - 1;
    };
    const isBeside = (candidate: Level) =>
      isIndented
        ? Math.abs((entry.indent ?? 0) - (candidate.indent ?? 0)) <= 0.7 &&
          (candidate.kind === marker.kind || !marker.ordered)
        : candidate.kind === marker.kind;
    // Counting on says more than indents, which are uneven in handwriting.
    const isSame = stack.some(goesOn) ? goesOn : isBeside;
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
        level = { indent: entry.indent, kind: marker.kind, items: [] };
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
