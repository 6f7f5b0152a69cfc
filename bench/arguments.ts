/** The bench's command line. */
import { parseArgs } from 'node:util';

export interface BenchArguments {
  readonly command: 'quality' | 'pages' | 'baselines';
  /** Ids of items; all that the command can use when empty. */
  readonly items: readonly string[];
  readonly corpus: string;
  readonly model?: string;
  readonly threads: number;
  readonly peers: boolean;
  /** Result file, when not the usual one. */
  readonly out?: string;
}

export const usage = `npm run bench -- quality|pages|baselines [options]
  quality      scores of everything read, by item and in total → bench/results/quality.json
  pages        seconds per page, warm → bench/results/pages.json
  baselines    totals of the published baselines, nothing is run
  --items id,id    only these items (the file of the whole run is then left alone unless --out names one)
  --model name     reader; the engine's default when left out
  --threads n      threads for us and the peers (2)
  --peers          RapidOCR and Tesseract on the same pictures
  --corpus folder  folder of index.json (../shared/eval)
  --out file       where to write the results
`;

export class UsageError extends Error {}

export function parseArguments(argv: readonly string[], defaultCorpus: string): BenchArguments {
  const { values, positionals } = parse(argv);
  const command = positionals[0];
  if (positionals.length !== 1 || (command !== 'quality' && command !== 'pages' && command !== 'baselines')) {
    throw new UsageError(`which bench? ${positionals.join(' ') || '(none named)'}`);
  }
  const threads = Number(values.threads ?? '2');
  if (!Number.isInteger(threads) || threads < 1)
    throw new UsageError(`--threads ${values.threads}: a number from 1`);
  return {
    command,
    items: (values.items ?? '').split(',').filter(Boolean),
    corpus: values.corpus ?? defaultCorpus,
    ...(values.model === undefined ? {} : { model: values.model }),
    threads,
    peers: values.peers ?? false,
    ...(values.out === undefined ? {} : { out: values.out }),
  };
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
        peers: { type: 'boolean' },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
