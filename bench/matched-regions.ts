/**
 * Character error within matched regions: what a reader reads, free of what the layout found and of texts that the
 * truth leaves out. Each region is compared with the part of the truth that is nearest to it.
 */
import { codePoints, editDistance, nearestSubstring } from './edit-distance';
import { normaliseText } from './score-text';

export interface RegionPair {
  readonly item: string;
  readonly language: string;
  /** Truth of the whole item. */
  readonly truth: string;
  readonly lines: string;
  readonly nano: string;
}

export interface MatchedRegions {
  readonly regions: number;
  /** Short ones and those that the truth does not have. */
  readonly unmatched: number;
  readonly macro: ErrorRates;
  readonly micro: ErrorRates;
  /** Characters that nano changed, and the share of them that brought a region nearer to the truth. */
  readonly changes: number;
  readonly rightChanges: number;
  /** Items, with edits of both, in which either is better. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byLanguage: Readonly<Record<string, ErrorRates & { readonly items: number }>>;
}

export interface ErrorRates {
  readonly lines: number;
  readonly nano: number;
  /** Below 1: nano is better. */
  readonly ratio: number;
}

/** Regions of fewer characters have a like in almost any text. */
const shortest = 12;
/** Share of characters that may be wrong in the line reading of a matched region. */
const mostErrors = 0.3;

interface ItemTotals {
  readonly id: string;
  readonly language: string;
  lines: number;
  nano: number;
  characters: number;
}

export function scoreMatchedRegions(pairs: readonly RegionPair[]): MatchedRegions {
  const items = new Map<string, ItemTotals>();
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
  const all = [...items.values()];
  const languages = [...new Set(all.map(({ language }) => language))].sort();
  const changed = ({ id, lines, nano }: ItemTotals): string => `${id} ${lines} → ${nano}`;
  return {
    regions: matched,
    unmatched: pairs.length - matched,
    macro: macroOf(all),
    micro: microOf(all),
    changes,
    rightChanges: changes === 0 ? 0 : Number(((changes + gained) / 2 / changes).toFixed(3)),
    won: all.filter(({ lines, nano }) => nano < lines).map(changed),
    lost: all.filter(({ lines, nano }) => nano > lines).map(changed),
    byLanguage: Object.fromEntries(
      languages.map((language) => {
        const some = all.filter((item) => item.language === language);
        return [language, { items: some.length, ...macroOf(some) }];
      }),
    ),
  };
}

const macroOf = (items: readonly ItemTotals[]): ErrorRates => {
  const mean = (of: 'lines' | 'nano'): number =>
    items.reduce((sum, item) => sum + item[of] / item.characters, 0) / items.length;
  return errorRates(mean('lines'), mean('nano'));
};

const microOf = (items: readonly ItemTotals[]): ErrorRates => {
  const sum = (of: 'lines' | 'nano' | 'characters'): number =>
    items.reduce((total, item) => total + item[of], 0);
  return errorRates(sum('lines') / sum('characters'), sum('nano') / sum('characters'));
};

/** Rounded for the record. */
export function errorRates(lines: number, nano: number): ErrorRates {
  const round = (value: number): number => Number(value.toFixed(5));
  return { lines: round(lines), nano: round(nano), ratio: Number((nano / lines).toFixed(3)) };
}
