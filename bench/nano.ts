/**
 * `bench nano`, quality: the embedded model against its own prior (the line reader on the same boxes, in the same
 * order) over whole items. `nano-decoding.ts` has what each way of drafting accepts.
 */
import { type ErrorRates, errorRates } from './matched-regions';
import type { ItemResult } from './score-item';

export interface NanoQuality {
  readonly items: number;
  readonly macro: ErrorRates;
  readonly micro: ErrorRates;
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byLanguage: Readonly<Record<string, ErrorRates & { readonly items: number }>>;
}

/** Both readers on the same items, by CER. */
export function compareQuality(lines: readonly ItemResult[], nano: readonly ItemResult[]): NanoQuality {
  const pairs = lines.flatMap((a) => {
    const b = nano.find(({ item }) => item.id === a.item.id);
    return b && a.score.metric === 'text' && b.score.metric === 'text'
      ? [{ id: a.item.id, language: a.item.language, a: a.score.text, b: b.score.text }]
      : [];
  });
  const macroOf = (some: typeof pairs): ErrorRates =>
    errorRates(
      some.reduce((sum, { a }) => sum + a.cer, 0) / some.length,
      some.reduce((sum, { b }) => sum + b.cer, 0) / some.length,
    );
  const characters = pairs.reduce((sum, { a }) => sum + a.referenceCharacters, 0);
  const languages = [...new Set(pairs.map(({ language }) => language))].sort();
  return {
    items: pairs.length,
    macro: macroOf(pairs),
    micro: errorRates(
      pairs.reduce((sum, { a }) => sum + a.edits, 0) / characters,
      pairs.reduce((sum, { b }) => sum + b.edits, 0) / characters,
    ),
    won: pairs.filter(({ a, b }) => b.edits < a.edits).map(({ id, a, b }) => `${id} ${a.edits} → ${b.edits}`),
    lost: pairs
      .filter(({ a, b }) => b.edits > a.edits)
      .map(({ id, a, b }) => `${id} ${a.edits} → ${b.edits}`),
    byLanguage: Object.fromEntries(
      languages.map((language) => {
        const some = pairs.filter((pair) => pair.language === language);
        return [language, { items: some.length, ...macroOf(some) }];
      }),
    ),
  };
}

/** Seconds of whole pages, intake and layout included, of one run. */
export function compareSeconds(
  lines: readonly ItemResult[],
  nano: readonly ItemResult[],
  plain: readonly ItemResult[],
): Readonly<Record<'pages' | 'lines' | 'nano' | 'plainDecoding' | 'timesPlain', number>> {
  const sum = (results: readonly ItemResult[]): number =>
    results.reduce((total, { seconds }) => total + seconds, 0);
  const round = (value: number): number => Number(value.toFixed(2));
  return {
    pages: nano.reduce((total, { pages }) => total + pages, 0),
    lines: round(sum(lines)),
    nano: round(sum(nano)),
    plainDecoding: round(sum(plain)),
    timesPlain: round(sum(plain) / sum(nano)),
  };
}
