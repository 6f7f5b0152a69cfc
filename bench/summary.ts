/** What a person sees at the end of a run: a few lines, columns aligned. */
import type { BatchTotals } from './batch';
import type { PagesTotals } from './pages';
import type { TextTotals, Totals } from './totals';

export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((known, row) => {
    row.forEach((cell, column) => {
      known[column] = Math.max(known[column] ?? 0, cell.length);
    });
    return known;
  }, []);
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const fixed = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(4));

export function qualitySummary(engines: readonly (readonly [string, Totals])[]): string {
  const head = ['', 'items', 'mean CER', 'median', 'micro', 'no accents', 'mean WER', 'bow F1', 's/page'];
  const row = (name: string, totals: TextTotals | undefined): string[][] =>
    totals
      ? [
          [
            name,
            String(totals.items),
            ...[
              totals.meanCer,
              totals.medianCer,
              totals.microCer,
              totals.meanCerWithoutDiacritics,
              totals.meanWer,
              totals.meanBagOfWordsF1,
            ].map(fixed),
            totals.secondsPerPage.toFixed(2),
          ],
        ]
      : [];
  const groups = (of: (totals: Totals) => TextTotals | undefined, title: string): string[][] => {
    const rows = engines.flatMap(([name, totals]) => row(`  ${name}`, of(totals)));
    return rows.length > 0 ? [[title], ...rows] : [];
  };
  const first = engines[0]?.[1];
  const kinds = Object.keys(first?.byKind ?? {});
  const languages = Object.keys(first?.byLanguage ?? {});
  const table = alignColumns([
    head,
    ...groups((totals) => totals.textItems, 'text items'),
    ...groups((totals) => totals.orderReliable, 'all with reliable order'),
    ...kinds.flatMap((kind) => groups((totals) => totals.byKind[kind], `kind ${kind}`)),
    ...languages.flatMap((language) =>
      groups((totals) => totals.byLanguage[language], `language ${language}`),
    ),
  ]);
  return [table, ...(first ? otherMetrics(first) : [])].join('\n');
}

function otherMetrics(totals: Totals): string[] {
  const { tables, formulas, rules, contains, readingOrder, orderUnreliable } = totals;
  return [
    tables &&
      `tables: TEDS ${fixed(tables.meanTeds)}, TEDS-S ${fixed(tables.meanTedsStructure)} (mean over ${tables.items} items), TEDS ${fixed(tables.pooledTeds)} over all ${tables.tables} tables`,
    formulas &&
      `formulas: edit similarity of LaTeX ${fixed(formulas.meanEditSimilarityNotCdm)} (not CDM), ${formulas.items} items`,
    rules && `rules: ${rules.passed} of ${rules.run} hold, ${rules.notRun} not run (formulas)`,
    contains && `texts that must appear: ${contains.found} of ${contains.wanted}`,
    readingOrder &&
      `reading order: ${fixed(readingOrder.meanKendall ?? Number.NaN)} of block pairs inverted, ${fixed(readingOrder.blocksFound)} of blocks found, ${readingOrder.items} pages`,
    orderUnreliable &&
      `pages with truth in content order: bag-of-words F1 ${fixed(orderUnreliable.meanBagOfWordsF1)}, ${orderUnreliable.items} items`,
  ].flatMap((line) => line || []);
}

export function pagesSummary(totals: PagesTotals): string {
  const rows = Object.entries(totals.secondsPerPage).map(([name, seconds]) => [
    name,
    seconds.toFixed(3),
    (totals.medianSecondsPerPage[name] ?? 0).toFixed(3),
    totals.ratios[name]?.total.toFixed(3) ?? '',
    totals.ratios[name]?.median.toFixed(3) ?? '',
  ]);
  const stages = Object.entries(totals.stageShares).map(
    ([stage, share]) => `${stage} ${(share * 100).toFixed(0)} %`,
  );
  return [
    alignColumns([['', 's/page', 'median', 'ours/theirs', 'median'], ...rows]),
    `${totals.pages} pages of ${totals.items} items${stages.length > 0 ? `; our time: ${stages.join(', ')}` : ''}`,
  ].join('\n');
}

export function batchSummary(totals: BatchTotals): string {
  const rows = Object.entries(totals.pagesPerSecond).map(([name, rate]) => [
    name,
    rate.toFixed(2),
    totals.ratios[name]?.toFixed(2) ?? '',
  ]);
  const stages = Object.entries(totals.stageShares).map(
    ([stage, share]) => `${stage} ${(share * 100).toFixed(0)} %`,
  );
  return [
    alignColumns([['', 'pages/s', 'ours/theirs'], ...rows]),
    `${totals.pages} pages; our time: ${stages.join(', ')}`,
  ].join('\n');
}
