/**
 * Character error within matched regions: what a reader reads, free of what the layout found and of texts that the
 * truth leaves out. Each region is compared with the part of the truth that is nearest to it.
 */
import { codePoints, editDistance, nearestSubstring, type SubstringMatch } from './edit-distance';
import { compareItems, type ItemComparison, type ItemEdits } from './item-comparison';
import { normaliseText } from './score-text';

export interface RegionPair {
  readonly item: string;
  readonly language: string;
  /** Truth of the whole item. */
  readonly truth: string;
  readonly lines: string;
  readonly nano: string;
}

export interface MatchedRegions extends ItemComparison {
  readonly regions: number;
  /** Short ones and those that the truth does not have. */
  readonly unmatched: number;
  /** Characters that nano changed, and the share of them that brought a region nearer to the truth. */
  readonly changes: number;
  readonly rightChanges: number;
  /** The same without the lines, within matched regions, that the truth does not have: notes, numbers of pages. */
  readonly knownLines: ItemComparison;
  /** Edits by item, with and without these lines. */
  readonly byItem: Readonly<Record<string, { readonly all: OfBoth; readonly knownLines: OfBoth }>>;
}

type OfBoth = Pick<ItemEdits, 'lines' | 'nano' | 'characters'>;

/** Regions of fewer characters have a like in almost any text. */
const shortest = 12;
/** Share of characters that may be wrong in the line reading of a matched region. */
const mostErrors = 0.3;
/** Share in a single line from which on it has no like in the truth: what has nothing in common is at about 0.6. */
const mostErrorsInLine = 0.5;

export function scoreMatchedRegions(pairs: readonly RegionPair[]): MatchedRegions {
  const all = new EditsByItem();
  const knownLines = new EditsByItem();
  const truths = new Map<string, readonly string[]>();
  let matched = 0;
  let changes = 0;
  let gained = 0;
  for (const pair of pairs) {
    const { item, language, truth } = pair;
    const known = truths.get(item) ?? codePoints(normaliseText(truth, language));
    truths.set(item, known);
    const symbols = (text: string): string[] => codePoints(normaliseText(text, language));
    const read = symbols(pair.lines);
    if (read.length < shortest) continue;
    const nearest = nearestSubstring(read, known);
    if (nearest.distance > mostErrors * read.length) continue;
    matched++;
    const edited = symbols(pair.nano);
    const { distance } = nearestSubstring(edited, known);
    changes += editDistance(read, edited);
    gained += nearest.distance - distance;
    all.add(pair, nearest, distance);
    const rest = withoutUnknownLines(pair, (line) => {
      const own = symbols(line);
      return own.length >= shortest && nearestSubstring(own, known).distance > mostErrorsInLine * own.length;
    });
    if (!rest) knownLines.add(pair, nearest, distance);
    else {
      const restRead = nearestSubstring(symbols(rest.lines), known);
      knownLines.add(pair, restRead, nearestSubstring(symbols(rest.nano), known).distance);
    }
  }
  return {
    regions: matched,
    unmatched: pairs.length - matched,
    changes,
    rightChanges: changes === 0 ? 0 : Number(((changes + gained) / 2 / changes).toFixed(3)),
    ...compareItems(all.items()),
    knownLines: compareItems(knownLines.items()),
    byItem: Object.fromEntries(
      all.items().map(({ id }) => [id, { all: all.of(id), knownLines: knownLines.of(id) }]),
    ),
  };
}

/** Both readings without the lines that are unknown by what the line reader has for them; undefined if all stay, as where lines differ. */
function withoutUnknownLines(
  { lines, nano }: RegionPair,
  isUnknown: (line: string) => boolean,
): Pick<RegionPair, 'lines' | 'nano'> | undefined {
  const read = lines.split('\n');
  const edited = nano.split('\n');
  if (read.length !== edited.length) return undefined;
  const kept = read.map((line) => !isUnknown(line));
  if (kept.every(Boolean)) return undefined;
  const rest = (all: readonly string[]): string => all.filter((_, index) => kept[index]).join('\n');
  return { lines: rest(read), nano: rest(edited) };
}

class EditsByItem {
  private readonly totals = new Map<string, ItemEdits>();

  add({ item, language }: RegionPair, nearest: SubstringMatch, nano: number): void {
    const before = this.totals.get(item) ?? { lines: 0, nano: 0, characters: 0 };
    this.totals.set(item, {
      id: item,
      language,
      lines: before.lines + nearest.distance,
      nano: before.nano + nano,
      characters: before.characters + nearest.end - nearest.start,
    });
  }

  items(): ItemEdits[] {
    return [...this.totals.values()];
  }

  of(item: string): OfBoth {
    const { lines, nano, characters } = this.totals.get(item)!;
    return { lines, nano, characters };
  }
}
