/** `bench doubt`: do the signals of recognition and decoding find the words that are wrong? */
import path from 'node:path';
import type { ModelInfo } from '../engine/document';
import { openDocument } from '../engine/jobs/open-document';
import { readPage } from '../engine/jobs/read-page';
import { defaultModel, Toolbox } from '../engine/jobs/toolbox';
import { lineThresholds } from '../engine/model/doubtful-words';
import { openLinesReader } from '../engine/model/lines';
import { Speller } from '../engine/spelling';
import type { Item } from './corpus';
import { type JudgedWord, type Marks, quantiles, type Ranking, rankSignals } from './doubt-ranking';
import { type WatchedLines, watchLines, withSpelling, wordsOfLines, wordsOfTokens } from './doubt-readings';
import { wrongWords } from './doubt-words';

export interface DoubtOptions {
  /** Folder of `models`. */
  readonly assetsDir: string;
  readonly threads: number;
  readonly model?: string;
}

export interface DoubtRun {
  readonly models: readonly ModelInfo[];
  /** All items, and those at most a fifth of whose words are wrong: where marks are of use at all. */
  readonly all: Ranking;
  readonly readable: Ranking;
  /**
   * By signal the values below which 2, 5 and 10 % of the words of readable items lie: on drawn pages, what thresholds
   * are made of.
   */
  readonly quantiles: Readonly<Record<string, readonly number[]>>;
  readonly items: readonly { readonly id: string; readonly words: number; readonly wrong: number }[];
}

/** Share of wrong words up to which a person would correct the text rather than type it anew. */
const readableShare = 0.2;

/** What the product marks words by. */
const productSignals = {
  lines: { signal: 'certainty', thresholds: lineThresholds },
  // What was edited is as doubtful as the line reader's words were, and its own words most.
  tokens: { signal: 'certainty', thresholds: lineThresholds },
};

/** Items whose truth is a text in reading order, one for each truth; pictures only. */
export async function measureDoubt(
  items: readonly Item[],
  options: DoubtOptions,
  report: (id: string, words: readonly JudgedWord[]) => void,
): Promise<DoubtRun> {
  const { assetsDir, threads, model = defaultModel } = options;
  const toolbox = new Toolbox({ assetsDir, threads });
  const lines = watchLines(await openLinesReader({ modelsFolder: path.join(assetsDir, 'models'), threads }));
  const models = [...(await toolbox.models(model))];
  const speller = new Speller({ shippedDir: path.join(assetsDir, 'dictionaries') });
  const judged: JudgedItem[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const { truth, language } = item;
    if (truth.kind !== 'text' || !item.compared || !item.orderReliable || seen.has(truth.text)) continue;
    // The same page in another kind of file has the same words to find.
    seen.add(truth.text);
    const plain = await readWordsOf(item, toolbox, lines, model);
    const read = await withSpelling(plain, speller, language, productOf(model).signal);
    const wrong = wrongWords(read, truth.text, language);
    const words = read.map((word, index): JudgedWord => ({ ...word, wrong: wrong[index] ?? false }));
    judged.push({ id: item.id, words });
    report(item.id, words);
  }
  await toolbox.close();
  await lines.reader.close();
  await speller.close();
  return { models, ...rankItems(judged, model) };
}

interface JudgedItem {
  readonly id: string;
  readonly words: readonly JudgedWord[];
}

const productOf = (model: string) => productSignals[model === defaultModel ? 'lines' : 'tokens'];

export function rankItems(judged: readonly JudgedItem[], model: string): Omit<DoubtRun, 'models'> {
  const rows = judged.map(({ id, words }) => ({
    id,
    words: words.length,
    wrong: words.filter((word) => word.wrong).length,
  }));
  const readable = judged.filter((_, index) => {
    const row = rows[index];
    return row !== undefined && row.wrong <= readableShare * row.words;
  });
  const { signal, thresholds } = productOf(model);
  const marks = marksOf(signal, thresholds);
  const rank = (of: readonly JudgedItem[]): Ranking =>
    rankSignals(
      of.flatMap(({ words }) => words),
      marks,
    );
  const words = readable.flatMap((each) => each.words);
  return {
    all: rank(judged),
    readable: rank(readable),
    quantiles: Object.fromEntries(
      Object.keys(words[0]?.signals ?? {}).map((name) => [name, quantiles(words, name, [0.02, 0.05, 0.1])]),
    ),
    items: rows,
  };
}

function marksOf(signal: string, thresholds: readonly number[]): Marks {
  const below = (word: JudgedWord, grade: number): boolean =>
    (word.signals[signal] ?? 1) < (thresholds[grade - 1] ?? 0);
  const misspelt = (word: JudgedWord): boolean => word.signals.spelling === 0;
  return {
    few: (word) => below(word, 1),
    usual: (word) => below(word, 2),
    many: (word) => below(word, 3),
    misspelt,
    'usual or misspelt': (word) => below(word, 2) || misspelt(word),
    'usual and misspelt': (word) => below(word, 2) && misspelt(word),
  };
}

async function readWordsOf(item: Item, toolbox: Toolbox, lines: WatchedLines, model: string) {
  const analyser = await toolbox.pageAnalyser();
  const { reader } = await toolbox.readers(model);
  const readers = model === defaultModel ? { reader: lines.reader } : { reader, prior: lines.reader };
  const open = await openDocument(item.file, item.file, {
    ...(item.password !== undefined && { password: item.password }),
  });
  try {
    const words = [];
    for (const waiting of open.document.pages) {
      const { page } = await readPage(open.source, waiting, { analyser, ...readers, existingText: 'read' });
      if (page.error) throw new Error(`${item.id}: ${page.error.message}`);
      for (const { id, readings } of page.regions) {
        const reading = readings[readings.length - 1];
        const texts = lines.textsOf(id);
        if (reading?.tokens) words.push(...wordsOfTokens(reading, texts, item.language));
        // Regions that a decoder leaves to the line reader are measured there.
        else if (model === defaultModel) words.push(...wordsOfLines(texts, item.language));
      }
    }
    return words;
  } finally {
    await open.source.close();
  }
}

export function doubtSummary({ all, readable }: Omit<DoubtRun, 'models'>): string {
  const cell = (value: number | undefined): string => (100 * (value ?? 0)).toFixed(1).padStart(8);
  const table = (title: string, { words, wrong, signals, sets }: Ranking): string[] => [
    `${title}: ${wrong} of ${words} words are wrong; per cent, recall and precision with 5 % and 10 % marked`,
    ...Object.entries(signals).map(([name, { '5 %': five, '10 %': ten }]) =>
      [name.padEnd(24), ...[five?.recall, five?.precision, ten?.recall, ten?.precision].map(cell)].join(''),
    ),
    ...Object.entries(sets).map(([name, { marked, recall, precision }]) =>
      [`set: ${name}`.padEnd(24), ...[marked, recall, precision].map(cell)].join(''),
    ),
  ];
  return [...table('All items', all), ...table('Items at most a fifth wrong', readable)].join('\n');
}
