/** Two readers on the same items, by their edits: means, and who is better where. */

export interface ItemEdits {
  readonly id: string;
  readonly language: string;
  /** Edits of each. */
  readonly lines: number;
  readonly nano: number;
  /** Of the truth. */
  readonly characters: number;
}

export interface ErrorRates {
  readonly lines: number;
  readonly nano: number;
  /** Below 1: nano is better. */
  readonly ratio: number;
}

export interface ItemComparison {
  readonly macro: ErrorRates;
  readonly micro: ErrorRates;
  /** Items, with edits of both, in which either is better. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byLanguage: Readonly<Record<string, ErrorRates & { readonly items: number }>>;
}

export function compareItems(items: readonly ItemEdits[]): ItemComparison {
  const languages = [...new Set(items.map(({ language }) => language))].sort();
  const changed = ({ id, lines, nano }: ItemEdits): string => `${id} ${lines} → ${nano}`;
  return {
    macro: macroOf(items),
    micro: microOf(items),
    won: items.filter(({ lines, nano }) => nano < lines).map(changed),
    lost: items.filter(({ lines, nano }) => nano > lines).map(changed),
    byLanguage: Object.fromEntries(
      languages.map((language) => {
        const some = items.filter((item) => item.language === language);
        return [language, { items: some.length, ...macroOf(some) }];
      }),
    ),
  };
}

function macroOf(items: readonly ItemEdits[]): ErrorRates {
  const mean = (of: 'lines' | 'nano'): number =>
    items.reduce((sum, item) => sum + item[of] / Math.max(1, item.characters), 0) / items.length;
  return errorRates(mean('lines'), mean('nano'));
}

function microOf(items: readonly ItemEdits[]): ErrorRates {
  const sum = (of: 'lines' | 'nano' | 'characters'): number =>
    items.reduce((total, item) => total + item[of], 0);
  return errorRates(sum('lines') / sum('characters'), sum('nano') / sum('characters'));
}

/** Rounded for the record. */
function errorRates(lines: number, nano: number): ErrorRates {
  const round = (value: number): number => Number(value.toFixed(5));
  return { lines: round(lines), nano: round(nano), ratio: Number((nano / lines).toFixed(3)) };
}
