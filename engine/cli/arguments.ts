/** Command line → typed options. Wrong use throws `UsageError`. */
import { parseArgs } from 'node:util';
import {
  type DecodeSettings,
  decodeModes,
  defaultDecode,
  defaultModel,
  exporters,
  type FurnitureLabel,
  modelNames,
  precisions,
  publishedNames,
} from '../index';
import { type ModelsArguments, modelsArguments } from './models-arguments';
import { parsedOrUsage, UsageError } from './usage-error';

export { UsageError } from './usage-error';

export interface ConvertArguments {
  readonly command: 'convert';
  readonly decode: DecodeSettings;
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
  readonly layout: string | undefined;
  readonly threads: number;
  readonly quiet: boolean;
}

export interface ReadArguments {
  readonly command: 'read';
  readonly path: string;
  readonly task: 'text' | 'table' | 'formula';
  readonly model: string;
  readonly decode: DecodeSettings;
  readonly trace: string | undefined;
  readonly threads: number;
}

export interface CompareArguments {
  readonly command: 'compare';
  readonly path: string;
  readonly model: string;
  readonly decode: DecodeSettings;
  readonly json: boolean;
  readonly threads: number;
}

export type CliArguments =
  | ConvertArguments
  | ReadArguments
  | CompareArguments
  | ModelsArguments
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
  palimpsest read <picture> --task text|table|formula [--model] [--weights] [--decode] [--block] [--trace <file>]
  palimpsest compare <picture|pdf> --model <name|folder> [--weights] [--block] [--json] [--threads]
  palimpsest models [list|check]
  palimpsest models add <${publishedNames.join('|')}|folder|file.onnx> [--from <folder>] [--name <name>]
  palimpsest models remove <name>
  palimpsest models quantise <name|folder> --bits 8|4 [--sample <picture>,...] [--threads]

read takes a picture as one region and prints its text; --trace writes the rounds of decoding as JSON.
compare reads a file by draft and verify and by plain decoding of the same weights and says whether all tokens agree.
models add fetches published weights (the only command that uses the network; Ctrl+C and the same command again go
on where it stopped), or takes files that are there already. An ONNX file is PP-DocLayoutV3, used for layout from then
on. models quantise writes smaller weights beside a model, used with --weights.

Options of convert
  --to <formats>          ${exporters.map((exporter) => exporter.id).join(',')} (default: md)
  --model <name|folder>   ${modelNames().join(', ')}, an installed model, or a folder with GLM-OCR or GravityOCR weights
                          as published, such as ./GravityOCR (default: ${defaultModel})
  --weights <which>       ${precisions.join(' | ')}: as published, or from models quantise (default: stored)
  --decode <mode>         ${decodeModes.join(' | ')}: how such weights are decoded;
                          parallel is a naive baseline and not exact (default: ${defaultDecode.mode})
  --block <n>             tokens drafted at once, 1 to 512 (default: ${defaultDecode.blockLength})
  --layout <file>         an ONNX file with PP-DocLayoutV3, or shipped (default: the installed one, else shipped)
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
  if (command === 'read') return rest.includes('--help') ? { command: 'help' } : readArguments(rest);
  if (command === 'compare') return rest.includes('--help') ? { command: 'help' } : compareArguments(rest);
  if (command === 'convert') return convertArguments(rest);
  throw new UsageError(`There is no command "${command}". Try: palimpsest help`);
}

function readArguments(rest: readonly string[]): ReadArguments {
  const { values, positionals } = parsedOrUsage(() => parseOne(rest));
  return {
    command: 'read',
    path: onePath('read', positionals),
    task: oneOf('--task', values.task ?? '', ['text', 'table', 'formula'] as const),
    model: values.model,
    decode: decodeOf(values),
    trace: values.trace,
    threads: threadCount(values.threads),
  };
}

function compareArguments(rest: readonly string[]): CompareArguments {
  const { values, positionals } = parsedOrUsage(() => parseOne(rest));
  return {
    command: 'compare',
    path: onePath('compare', positionals),
    model: values.model,
    decode: decodeOf(values),
    json: values.json,
    threads: threadCount(values.threads),
  };
}

function parseOne(rest: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...rest],
    allowPositionals: true,
    strict: true,
    options: {
      task: { type: 'string' },
      model: { type: 'string' },
      decode: { type: 'string' },
      block: { type: 'string' },
      weights: { type: 'string' },
      trace: { type: 'string' },
      threads: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  return { positionals, values: { ...decodeDefaults, threads: '2', json: false, ...values } };
}

function onePath(command: string, positionals: readonly string[]): string {
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError(`${command} takes one file.`);
  return path;
}

function decodeOf({
  decode,
  block,
  weights,
}: {
  readonly decode: string;
  readonly block: string;
  readonly weights: string;
}): DecodeSettings {
  const blockLength = Number(block);
  if (!Number.isInteger(blockLength) || blockLength < 1 || blockLength > 512) {
    throw new UsageError(`--block takes 1 to 512; not "${block}".`);
  }
  return {
    mode: oneOf('--decode', decode, decodeModes),
    blockLength,
    weights: oneOf('--weights', weights, precisions),
  };
}

function convertArguments(rest: readonly string[]): ConvertArguments {
  const { values, positionals } = parsedOrUsage(() => parseConvert(rest));
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
    model: values.model,
    decode: decodeOf(values),
    existingText: oneOf('--existing-text', values['existing-text'], ['read', 'keep', 'mix'] as const),
    pages: values.pages === undefined ? undefined : pageSet(values.pages),
    keep: keepSet(values.keep),
    password: values.password,
    onExists: oneOf('--on-exists', values['on-exists'], ['skip', 'rename', 'replace'] as const),
    summary: values.summary,
    layout: values.layout,
    threads: threadCount(values.threads),
    quiet: values.quiet,
  };
}

/** Node 16, in older Electron runtimes, has a parseArgs that ignores `default`. */
const decodeDefaults = {
  model: defaultModel,
  decode: defaultDecode.mode as string,
  block: String(defaultDecode.blockLength),
  weights: 'stored',
};

const convertDefaults = {
  ...decodeDefaults,
  to: 'md',
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
      decode: { type: 'string' },
      block: { type: 'string' },
      weights: { type: 'string' },
      layout: { type: 'string' },
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

function oneOf<const Value extends string>(
  option: string,
  value: string,
  allowed: readonly Value[],
  more = '',
): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new UsageError(`${option} takes ${allowed.join(', ')}${more}; not "${value}".`);
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
