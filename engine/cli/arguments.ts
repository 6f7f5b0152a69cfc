/** Command line → typed options. Wrong use throws `UsageError`: exit code 2 and one clear line. */
import { parseArgs } from 'node:util';
import { defaultModel, exporters, type FurnitureLabel, modelNames } from '../index';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface ConvertArguments {
  readonly command: 'convert';
  readonly paths: readonly string[];
  readonly out: string;
  readonly formats: readonly string[];
  readonly model: string;
  readonly existingText: 'read' | 'keep' | 'mix';
  readonly pages: ReadonlySet<number> | undefined;
  readonly keep: readonly FurnitureLabel[];
  readonly password: string | undefined;
  readonly onExists: 'skip' | 'rename' | 'replace';
  readonly summary: string | undefined;
  readonly threads: number;
  readonly quiet: boolean;
}

export type CliArguments =
  | ConvertArguments
  | { readonly command: 'models'; readonly check: boolean }
  | { readonly command: 'help' }
  | { readonly command: 'version' };

const keepNames: Readonly<Record<string, FurnitureLabel>> = {
  headers: 'header',
  footers: 'footer',
  'page-numbers': 'page-number',
  footnotes: 'footnote',
};

export const usage = `palimpsest: scans, photographs and PDFs to text, on this machine

  palimpsest convert <file|folder>... --out <folder> [options]
  palimpsest models [list|check]

Options of convert
  --to <formats>          ${exporters.map((exporter) => exporter.id).join(',')} (default: md)
  --model <name>          ${modelNames().join(', ')} (default: ${defaultModel})
  --pages <list>          such as 1-3,7 (default: all)
  --keep <classes>        ${Object.keys(keepNames).join(',')}, or none (default: footnotes)
  --existing-text <how>   read | keep | mix: read the picture, keep a PDF's own text, or both (default: read)
  --password <text>       for encrypted PDFs
  --on-exists <what>      skip | rename | replace results that are there already (default: rename)
  --summary <file>        writes the account of the job as JSON
  --threads <n>           threads of the engine (default: 2)
  --quiet                 no progress on stderr

Exit code: 0 all files done, 1 some failed (the others are done), 2 wrong usage.
`;

export function parseArguments(argv: readonly string[]): CliArguments {
  const [command, ...rest] = argv;
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return { command: 'help' };
  if (command === 'version' || command === '--version') return { command: 'version' };
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  if (options.includes('--help') || options.includes('-h')) return { command: 'help' };
  if (command === 'models') return modelsArguments(rest);
  if (command === 'convert') return convertArguments(rest);
  throw new UsageError(`There is no command "${command}". Try: palimpsest help`);
}

function modelsArguments(rest: readonly string[]): CliArguments {
  const [what = 'list'] = rest;
  if (what !== 'list' && what !== 'check') throw new UsageError(`models takes list or check, not "${what}".`);
  return { command: 'models', check: what === 'check' };
}

function convertArguments(rest: readonly string[]): ConvertArguments {
  let parsed: ReturnType<typeof parseConvert>;
  try {
    parsed = parseConvert(rest);
  } catch (error) {
    // Node's own message goes on to explain `--`.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace(/\. To specify [\s\S]*/, '.'));
  }
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new UsageError('convert needs at least one file or folder.');
  if (values.out === undefined || values.out === '') throw new UsageError('convert needs --out <folder>.');
  const formats = listOf(values.to);
  if (formats.length === 0) throw new UsageError('--to is empty.');
  const known = exporters.map((exporter) => exporter.id);
  for (const format of formats) oneOf('--to', format, known);
  return {
    command: 'convert',
    paths: positionals,
    out: values.out,
    formats,
    model: oneOf('--model', values.model, modelNames()),
    existingText: oneOf('--existing-text', values['existing-text'], ['read', 'keep', 'mix'] as const),
    pages: values.pages === undefined ? undefined : pageSet(values.pages),
    keep: keepSet(values.keep),
    password: values.password,
    onExists: oneOf('--on-exists', values['on-exists'], ['skip', 'rename', 'replace'] as const),
    summary: values.summary,
    threads: threadCount(values.threads),
    quiet: values.quiet,
  };
}

/** Node 16, in older Electron runtimes, has a parseArgs that ignores `default`. */
const convertDefaults = {
  to: 'md',
  model: defaultModel,
  keep: 'footnotes',
  'existing-text': 'read',
  'on-exists': 'rename',
  threads: '2',
  quiet: false,
};

function parseConvert(rest: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...rest],
    allowPositionals: true,
    strict: true,
    options: {
      out: { type: 'string' },
      to: { type: 'string' },
      model: { type: 'string' },
      pages: { type: 'string' },
      keep: { type: 'string' },
      'existing-text': { type: 'string' },
      password: { type: 'string' },
      'on-exists': { type: 'string' },
      summary: { type: 'string' },
      threads: { type: 'string' },
      quiet: { type: 'boolean' },
    },
  });
  return { positionals, values: { ...convertDefaults, ...values } };
}

function listOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
}

function oneOf<const Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${option} takes ${allowed.join(', ')}; not "${value}".`);
  return found;
}

function keepSet(text: string): FurnitureLabel[] {
  if (text === 'none') return [];
  return listOf(text).map((name) => keepNames[oneOf('--keep', name, Object.keys(keepNames))]!);
}

/** `1-3,7` → {1, 2, 3, 7}. */
export function pageSet(text: string): Set<number> {
  const pages = new Set<number>();
  for (const part of listOf(text)) {
    const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = match?.[2] === undefined ? from : Number(match[2]);
    if (!match || from < 1 || to < from || to - from > 100_000) {
      throw new UsageError(`--pages takes a list such as 1-3,7; not "${text}".`);
    }
    for (let page = from; page <= to; page++) pages.add(page);
  }
  if (pages.size === 0) throw new UsageError('--pages is empty.');
  return pages;
}

function threadCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new UsageError(`--threads takes 1 to 64; not "${text}".`);
  return count;
}
