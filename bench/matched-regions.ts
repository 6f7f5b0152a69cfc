/**
 * Character error within matched regions: what a reader reads, free of what the layout found and of texts that the
 * truth leaves out. Each region is compared with the part of the truth that is nearest to it.
 */
import { codePoints, editDistance, nearestSubstring } from './edit-distance';
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
}

/** Regions of fewer characters have a like in almost any text. */
const shortest = 12;
/** Share of characters that may be wrong in the line reading of a matched region. */
const mostErrors = 0.3;

type Mutable = { -readonly [key in keyof ItemEdits]: ItemEdits[key] };

export function scoreMatchedRegions(pairs: readonly RegionPair[]): MatchedRegions {
  const items = new Map<string, Mutable>();
  const truths = new Map<string, readonly string[]>();
  let matched = 0;
  let changes = 0;
  let gained = 0;
  for (const { item, language, truth, lines, nano } of pairs) {
    const known = truths.get(item) ?? codePoints(normaliseText(truth, language));
    truths.set(item, known);
    const read = codePoints(normaliseText(lines, language));
    if (read.length < shortest) continue;
    const nearest = nearestSubstring(read, known);
    if (nearest.distance > mostErrors * read.length) continue;
    matched++;
    const totals = items.get(item) ?? { id: item, language, lines: 0, nano: 0, characters: 0 };
    items.set(item, totals);
    const edited = codePoints(normaliseText(nano, language));
    const { distance } = nearestSubstring(edited, known);
    changes += editDistance(read, edited);
    gained += nearest.distance - distance;
    totals.lines += nearest.distance;
    totals.nano += distance;
    totals.characters += nearest.end - nearest.start;
  }
  return {
    regions: matched,
    unmatched: pairs.length - matched,
    changes,
    rightChanges: changes === 0 ? 0 : Number(((changes + gained) / 2 / changes).toFixed(3)),
    ...compareItems([...items.values()]),
  };
}
