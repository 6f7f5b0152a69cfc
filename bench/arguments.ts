/** The bench's command line. */
import { parseArgs } from 'node:util';
import { type Precision, precisions } from '../engine/model';

/** What is measured on the evaluation set, and what on models alone. */
const corpusCommands = ['quality', 'pages', 'batch', 'baselines', 'doubt'] as const;
type CorpusCommand = (typeof corpusCommands)[number];

/** Of `nano`, in the order in which they are run. */
export const nanoParts = ['quality', 'decoding', 'drawn'] as const;
export type NanoPart = (typeof nanoParts)[number];

interface CommonArguments {
  readonly threads: number;
  /** Result file, when not the usual one. */
  readonly out?: string;
}

interface EvaluationArguments extends CommonArguments {
  /** Ids of items; all that the command can use when empty. */
  readonly items: readonly string[];
  readonly corpus: string;
}

export interface CorpusArguments extends EvaluationArguments {
  readonly command: CorpusCommand;
  readonly model?: string;
  readonly peers: boolean;
  /** Pages of `batch`, made of the pictures that are compared in `pages`. */
  readonly count: number;
}

export const batchPages = 100;

export interface NanoArguments extends EvaluationArguments {
  readonly command: 'nano';
  readonly parts: readonly NanoPart[];
  /** Folder of `<shard>/<number>.png` and `.json`; without it no drawn tables are read. */
  readonly drawnTables?: string;
}

export interface DecodeArguments extends CommonArguments {
  readonly command: 'decode';
  /** Folder of a full-size model; written there, with meaningless weights, when it is not. Absent: none is measured. */
  readonly fullSize?: string;
}

/** One kind of weights of one folder, as JSON on stdout: a process of its own for each, since memory peaks stay. */
export interface ForwardsArguments extends CommonArguments {
  readonly command: 'forwards';
  readonly fullSize: string;
  readonly weights: Precision;
  readonly rows: readonly number[];
}

export type BenchArguments = CorpusArguments | NanoArguments | DecodeArguments | ForwardsArguments;

export const usage = `npm run bench -- quality|pages|batch|baselines|doubt|nano|decode|forwards [options]
  quality      scores of everything read, by item and in total → bench/results/quality.json
  pages        seconds per page, warm → bench/results/pages.json
  batch        pages a second over 100 pages made different by noise, as a job → bench/results/batch.json
  baselines    totals of the published baselines, nothing is run
  doubt        do the marks find the words that are wrong? → bench/results/doubt.json
  nano         the embedded model against the line reader, and its drafters → bench/results/nano.json
  decode       tokens and seconds of every way of decoding → bench/results/decode.json
  forwards     of one folder and kind of weights, to stdout: --full-size folder --weights stored|int8|int4 --rows 1,34
  --items id,id    only these items (the file of the whole run is then left alone unless --out names one)
  --model name     reader; the engine's default when left out
  --threads n      threads for us and the peers (2)
  --count n        pages of batch (100; with fewer it is no measurement)
  --peers          RapidOCR and Tesseract on the same pictures
  --corpus folder  folder of index.json (../shared/eval)
  --drawn-tables folder  nano: also tables drawn by workshop/nano/tables.py
  --parts a,b      nano: of quality, decoding and drawn only these (less than the first two is written only to --out)
  --full-size folder  decode: also a model of full size (1.1 billion weights); written there when it is missing
  --out file       where to write the results
`;

export class UsageError extends Error {}

export function parseArguments(argv: readonly string[], defaultCorpus: string): BenchArguments {
  const { values, positionals } = parse(argv);
  const threads = Number(values.threads ?? '2');
  if (!Number.isInteger(threads) || threads < 1)
    throw new UsageError(`--threads ${values.threads}: a number from 1`);
  const count = Number(values.count ?? batchPages);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--count ${values.count}: a number from 1`);
  const common = { threads, ...(values.out === undefined ? {} : { out: values.out }) };
  if (positionals.length === 1 && positionals[0] === 'decode') {
    const { 'full-size': fullSize } = values;
    return { command: 'decode', ...common, ...(fullSize === undefined ? {} : { fullSize }) };
  }
  if (positionals.length === 1 && positionals[0] === 'forwards') return forwardsArguments(values, common);
  const evaluation = {
    ...common,
    items: (values.items ?? '').split(',').filter(Boolean),
    corpus: values.corpus ?? defaultCorpus,
  };
  if (positionals.length === 1 && positionals[0] === 'nano') return nanoArguments(values, evaluation);
  const command = corpusCommands.find((one) => positionals.length === 1 && one === positionals[0]);
  if (command === undefined) throw new UsageError(`which bench? ${positionals.join(' ') || '(none named)'}`);
  return {
    command,
    ...evaluation,
    ...(values.model === undefined ? {} : { model: values.model }),
    peers: values.peers ?? false,
    count,
  };
}

function nanoArguments(
  { parts: asked, 'drawn-tables': drawnTables }: ReturnType<typeof parse>['values'],
  evaluation: EvaluationArguments,
): NanoArguments {
  const names = asked?.split(',').filter(Boolean);
  const parts = nanoParts.filter((part) => names?.includes(part) ?? (part !== 'drawn' || drawnTables));
  if (names && (names.length === 0 || names.length !== parts.length))
    throw new UsageError(`--parts ${asked}: of ${nanoParts.join(', ')}`);
  if (parts.includes('drawn') && drawnTables === undefined)
    throw new UsageError('--parts drawn takes --drawn-tables <folder>');
  return { command: 'nano', ...evaluation, parts, ...(drawnTables === undefined ? {} : { drawnTables }) };
}

function forwardsArguments(
  values: ReturnType<typeof parse>['values'],
  common: CommonArguments,
): ForwardsArguments {
  const { 'full-size': fullSize } = values;
  const weights = precisions.find((one) => one === (values.weights ?? 'stored'));
  const rows = (values.rows ?? '1,34').split(',').map(Number);
  const isUsable = rows.every((count) => Number.isInteger(count) && count >= 1);
  if (fullSize === undefined || weights === undefined || !isUsable)
    throw new UsageError(`forwards takes --full-size <folder> --weights ${precisions.join('|')} --rows 1,34`);
  return { command: 'forwards', ...common, fullSize, weights, rows };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        items: { type: 'string' },
        corpus: { type: 'string' },
        model: { type: 'string' },
        threads: { type: 'string' },
        count: { type: 'string' },
        peers: { type: 'boolean' },
        'drawn-tables': { type: 'string' },
        parts: { type: 'string' },
        'full-size': { type: 'string' },
        weights: { type: 'string' },
        rows: { type: 'string' },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
