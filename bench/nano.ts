/**
 * `bench nano`, quality: the embedded model against its own prior (the line reader on the same boxes, in the same
 * order) over whole items. `nano-decoding.ts` has what each way of drafting accepts.
 */
import { compareItems, type ItemComparison } from './item-comparison';
import type { ItemResult } from './score-item';

export interface NanoQuality extends ItemComparison {
  readonly items: number;
}

/** Both readers on the same items, by CER. */
export function compareQuality(lines: readonly ItemResult[], nano: readonly ItemResult[]): NanoQuality {
  const pairs = lines.flatMap(({ item: { id, language }, score }) => {
    const other = nano.find(({ item }) => item.id === id)?.score;
    if (score.metric !== 'text' || other?.metric !== 'text') return [];
    const { edits, referenceCharacters: characters } = score.text;
    return { id, language, lines: edits, nano: other.text.edits, characters };
  });
  return { items: pairs.length, ...compareItems(pairs) };
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
