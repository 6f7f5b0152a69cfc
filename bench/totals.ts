/** Totals over item results, grouped as the published baselines group them. */
import type { ItemResult } from './score-item';

export interface TextTotals {
  readonly items: number;
  /** Mean over items: short pages weigh as much as long ones. */
  readonly meanCer: number;
  readonly medianCer: number;
  /** All edits over all characters: long pages weigh more. */
  readonly microCer: number;
  readonly meanCerWithoutDiacritics: number;
  readonly meanWer: number;
  readonly meanBagOfWordsF1: number;
  readonly secondsPerPage: number;
}

export interface Totals {
  /** Items of kind `text`: what the targets speak of. */
  readonly textItems?: TextTotals;
  /** All items with a whole text in reliable order: pages, tables and handwriting too. */
  readonly orderReliable?: TextTotals;
  /** Those whose truth is in content order; only the bag of words counts. */
  readonly orderUnreliable?: { readonly items: number; readonly meanBagOfWordsF1: number };
  readonly byKind: Readonly<Record<string, TextTotals>>;
  readonly byLanguage: Readonly<Record<string, TextTotals>>;
  /** `meanKendall` over the pages with at least two blocks found; left out when there are none. */
  readonly readingOrder?: {
    readonly items: number;
    readonly meanKendall?: number;
    readonly blocksFound: number;
  };
  readonly tables?: {
    readonly items: number;
    readonly tables: number;
    readonly meanTeds: number;
    readonly meanTedsStructure: number;
    readonly pooledTeds: number;
  };
  readonly formulas?: { readonly items: number; readonly meanEditSimilarityNotCdm: number };
  readonly rules?: { readonly passed: number; readonly run: number; readonly notRun: number };
  readonly contains?: { readonly found: number; readonly wanted: number };
}

export function totalsOf(results: readonly ItemResult[]): Totals {
  const compared = results.filter(({ item }) => item.compared);
  const ordered = compared.filter(({ item }) => item.orderReliable);
  const unordered = textScores(compared.filter(({ item }) => !item.orderReliable));
  const orders = results.flatMap(({ score }) =>
    score.metric === 'text' && score.order ? [score.order] : [],
  );
  const kendalls = orders.flatMap(({ kendall }) => kendall ?? []);
  const tables = results.flatMap(({ score }) => (score.metric === 'tables' ? [score.tables] : []));
  const formulas = results.flatMap(({ score }) => (score.metric === 'formula' ? [score.formula] : []));
  const rules = results.flatMap(({ score }) => (score.metric === 'rules' ? [score.rules] : []));
  const contains = results.flatMap(({ score }) => (score.metric === 'contains' ? [score.contains] : []));
  return {
    ...some('textItems', textTotals(ordered.filter(({ item }) => item.kind === 'text'))),
    ...some('orderReliable', textTotals(ordered)),
    ...(unordered.length > 0 && {
      orderUnreliable: {
        items: unordered.length,
        meanBagOfWordsF1: mean(unordered.map((score) => score.bagOfWordsF1)),
      },
    }),
    byKind: groups(ordered, ({ item }) => item.kind),
    byLanguage: groups(ordered, ({ item }) => item.language),
    ...(orders.length > 0 && {
      readingOrder: {
        items: orders.length,
        ...(kendalls.length > 0 && { meanKendall: mean(kendalls) }),
        blocksFound:
          sum(orders.map(({ found }) => found)) / Math.max(1, sum(orders.map(({ blocks }) => blocks))),
      },
    }),
    ...(tables.length > 0 && {
      tables: {
        items: tables.length,
        tables: sum(tables.map(({ truthTables }) => truthTables)),
        meanTeds: mean(tables.map(({ teds }) => teds)),
        meanTedsStructure: mean(tables.map(({ tedsStructure }) => tedsStructure)),
        pooledTeds:
          sum(tables.map(({ teds, truthTables }) => teds * truthTables)) /
          sum(tables.map(({ truthTables }) => truthTables)),
      },
    }),
    ...(formulas.length > 0 && {
      formulas: {
        items: formulas.length,
        meanEditSimilarityNotCdm: mean(formulas.map(({ editSimilarity }) => editSimilarity)),
      },
    }),
    ...(rules.length > 0 && {
      rules: {
        passed: sum(rules.map(({ passed }) => passed)),
        run: sum(rules.map(({ run }) => run)),
        notRun: sum(rules.map(({ notRun }) => notRun)),
      },
    }),
    ...(contains.length > 0 && {
      contains: {
        found: sum(contains.map(({ found }) => found)),
        wanted: sum(contains.map(({ wanted }) => wanted)),
      },
    }),
  };
}

/** Undefined for no items. */
function textTotals(results: readonly ItemResult[]): TextTotals | undefined {
  const scores = textScores(results);
  if (scores.length === 0) return undefined;
  return {
    items: scores.length,
    meanCer: mean(scores.map(({ cer }) => cer)),
    medianCer: median(scores.map(({ cer }) => cer)),
    microCer: sum(scores.map(({ edits }) => edits)) / sum(scores.map((score) => score.referenceCharacters)),
    meanCerWithoutDiacritics: mean(scores.map((score) => score.cerWithoutDiacritics)),
    meanWer: mean(scores.map(({ wer }) => wer)),
    meanBagOfWordsF1: mean(scores.map((score) => score.bagOfWordsF1)),
    secondsPerPage:
      sum(results.map(({ seconds }) => seconds)) / Math.max(1, sum(results.map(({ pages }) => pages))),
  };
}

function groups(
  results: readonly ItemResult[],
  keyOf: (result: ItemResult) => string,
): Record<string, TextTotals> {
  const keys = [...new Set(results.map(keyOf))].sort();
  return Object.fromEntries(
    keys.flatMap((key) => {
      const totals = textTotals(results.filter((result) => keyOf(result) === key));
      return totals ? [[key, totals]] : [];
    }),
  );
}

const textScores = (results: readonly ItemResult[]) =>
  results.flatMap(({ score }) => (score.metric === 'text' ? [score.text] : []));

const some = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> => {
  const record: Partial<Record<Key, Value>> = {};
  if (value !== undefined) record[key] = value;
  return record;
};

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

/** The mean of the two middle values for an even number of them; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}
