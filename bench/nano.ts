/**
 * `bench nano`, quality: the embedded model against its own prior (the line reader on the same boxes, in the same
 * order) over whole items, texts and tables. `nano-decoding.ts` has what each way of drafting accepts.
 */
import type { EngineApi } from '../engine/protocol/engine-api';
import type { Item } from './corpus';
import { compareItems, type ItemComparison } from './item-comparison';
import { measureQuality } from './quality';
import type { RecogniseOptions } from './recognise';
import type { ItemResult } from './score-item';
import { mean } from './totals';

interface TextQuality extends ItemComparison {
  readonly items: number;
}

export interface NanoQuality extends TextQuality {
  readonly seconds: Seconds;
  readonly tables: TableQuality;
}

/** Reads the items whole with both readers, those with a text as their truth with plain decoding too. */
export async function measureNanoQuality(
  engine: EngineApi,
  items: readonly Item[],
  say: (reader: string) => (result: ItemResult) => void,
): Promise<NanoQuality> {
  const texts = items.filter(({ truth }) => truth.kind === 'text');
  const tables = items.filter(({ truth }) => truth.kind === 'tables');
  const measure = async (name: string, some: readonly Item[], options: RecogniseOptions) =>
    (await measureQuality(engine, some, options, say(name))).results;
  const lines = await measure('lines', texts, { model: 'lines' });
  const nano = await measure('nano', texts, { model: 'nano' });
  const plain = await measure('nano, plain', texts, { model: 'nano', decode: 'autoregressive' });
  return {
    ...compareQuality(lines, nano),
    seconds: compareSeconds(lines, nano, plain),
    tables: compareTables(
      await measure('lines', tables, { model: 'lines' }),
      await measure('nano', tables, { model: 'nano' }),
    ),
  };
}

/** Both readers on the same items, by CER. */
function compareQuality(lines: readonly ItemResult[], nano: readonly ItemResult[]): TextQuality {
  const pairs = lines.flatMap(({ item: { id, language }, score }) => {
    const other = nano.find(({ item }) => item.id === id)?.score;
    if (score.metric !== 'text' || other?.metric !== 'text') return [];
    const { edits, referenceCharacters: characters } = score.text;
    return { id, language, lines: edits, nano: other.text.edits, characters };
  });
  return { items: pairs.length, ...compareItems(pairs) };
}

type OfBoth = Readonly<Record<'lines' | 'nano', number>>;

export interface TableQuality {
  readonly items: number;
  /** Means over the items. */
  readonly teds: OfBoth;
  readonly tedsStructure: OfBoth;
  /** Items, with TEDS of both, in which either is better. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byItem: Readonly<Record<string, { readonly teds: OfBoth; readonly tedsStructure: OfBoth }>>;
}

/** Both readers on the same items, by TEDS. */
export function compareTables(lines: readonly ItemResult[], nano: readonly ItemResult[]): TableQuality {
  const pairs = lines.flatMap(({ item: { id }, score }) => {
    const other = nano.find(({ item }) => item.id === id)?.score;
    if (score.metric !== 'tables' || other?.metric !== 'tables') return [];
    const both = (of: 'teds' | 'tedsStructure'): OfBoth => ({
      lines: fourDecimals(score.tables[of]),
      nano: fourDecimals(other.tables[of]),
    });
    return { id, teds: both('teds'), tedsStructure: both('tedsStructure') };
  });
  const means = (of: 'teds' | 'tedsStructure'): OfBoth => ({
    lines: fourDecimals(mean(pairs.map((pair) => pair[of].lines))),
    nano: fourDecimals(mean(pairs.map((pair) => pair[of].nano))),
  });
  const changed = ({ id, teds }: (typeof pairs)[number]): string => `${id} ${teds.lines} → ${teds.nano}`;
  return {
    items: pairs.length,
    teds: means('teds'),
    tedsStructure: means('tedsStructure'),
    won: pairs.filter(({ teds }) => teds.nano > teds.lines).map(changed),
    lost: pairs.filter(({ teds }) => teds.nano < teds.lines).map(changed),
    byItem: Object.fromEntries(pairs.map(({ id, ...scores }) => [id, scores])),
  };
}

const fourDecimals = (value: number): number => Number(value.toFixed(4));

type Seconds = Readonly<Record<'pages' | 'lines' | 'nano' | 'plainDecoding' | 'timesPlain', number>>;

/** Seconds of whole pages, intake and layout included, of one run. */
function compareSeconds(
  lines: readonly ItemResult[],
  nano: readonly ItemResult[],
  plain: readonly ItemResult[],
): Seconds {
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
