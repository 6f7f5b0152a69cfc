/** Command line → typed options. Wrong use throws `UsageError`. */
import { parseArgs } from 'node:util';
import {
  type DecodeSettings,
  decodeModes,
  defaultDecode,
  defaultModel,
  deviceNames,
  exporters,
  modelNames,
  precisions,
  publishedNames,
} from '../index';
import {
  type ConvertArguments,
  convertArguments,
  keepNames,
  type WatchArguments,
  watchArguments,
} from './convert-arguments';
import { type DevicesArguments, devicesArguments } from './devices';
import { type ModelsArguments, modelsArguments } from './models-arguments';
import { decodeDefaults, decodeOf, oneOf, threadCount } from './option-values';
import { parsedOrUsage, UsageError } from './usage-error';

export type { ConvertArguments, WatchArguments } from './convert-arguments';
export { UsageError } from './usage-error';

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
  | WatchArguments
  | ReadArguments
  | CompareArguments
  | ModelsArguments
  | DevicesArguments
  | { readonly command: 'help' }
  | { readonly command: 'version' };

export const usage = `palimpsest: scans, photographs and PDFs to text, on this machine

  palimpsest convert <file|folder>... --out <folder> [options]
  palimpsest watch <folder> --out <folder> [options]
  palimpsest read <picture> --task text|table|formula [--model] [--weights] [--decode] [--block] [--device]
                            [--trace <file>]
  palimpsest compare <picture|pdf> --model <name|folder> [--weights] [--block] [--device] [--json] [--threads]
  palimpsest models [list|check]
  palimpsest models add <${publishedNames.join('|')}|folder|file.onnx> [--from <folder>] [--name <name>]
  palimpsest models remove <name>
  palimpsest models quantise <name|folder> --bits 8|4 [--sample <picture>,...] [--threads]
  palimpsest devices [--json] [--again]

convert keeps what it reads in a project, so that the same command goes on where it was interrupted.
watch converts what comes into a folder, each file once and only when it is complete, until Ctrl+C.
read takes a picture as one region and prints its text; --trace writes the rounds of decoding as JSON.
compare reads a file by draft and verify and by plain decoding of the same weights and says whether all tokens agree.
models add fetches published weights (the only command that uses the network; Ctrl+C and the same command again go
on where it stopped; HF_ENDPOINT names a mirror, HTTPS_PROXY, HTTP_PROXY and NO_PROXY a proxy and what needs none), or
takes files that are there already. An ONNX file is PP-DocLayoutV3, used for layout from then on. models quantise writes
smaller weights beside a model, used with --weights.
devices lists what this machine can compute on, and why something is not usable; --again forgets measurements.

Options of convert and watch
  --to <formats>          ${exporters.map((exporter) => exporter.id).join(',')} (default: md)
  --model <name|folder>   ${modelNames().join(', ')}, an installed model, or a folder with GLM-OCR or GravityOCR weights
                          as published, such as ./GravityOCR (default: ${defaultModel})
  --weights <which>       ${precisions.join(' | ')}: as published, or from models quantise (default: stored)
  --decode <mode>         ${decodeModes.join(' | ')}: how such weights are decoded;
                          parallel is a naive baseline and not exact (default: ${defaultDecode.mode})
  --block <n|auto>        tokens drafted at once, 1 to 512; auto measures what pays off here, once for each model
                          (default: ${defaultDecode.blockLength})
  --device <which>        ${['auto', ...deviceNames].join(' | ')}: what such weights run on. auto takes the fastest,
                          software adapters left out; another that cannot be had is an error (default: auto)
  --layout <file>         an ONNX file with PP-DocLayoutV3, or shipped (default: the installed one, else shipped)
  --pages <list>          such as 1-3,7 (default: all)
  --keep <classes>        ${Object.keys(keepNames).join(',')}, or none (default: footnotes)
  --existing-text <how>   read | keep | mix: read the picture, keep a PDF's own text, or both (default: read)
  --password <text>       for encrypted PDFs
  --on-exists <what>      skip | rename | replace results that are there already (default: rename)
  --name <pattern>        names of results, from {path}, {folder}, {name}, {number} (default: {path})
  --spreads               double pages are two pages each; --spread-order left-first | right-first;
                          --spread-cut auto | <per cent of the width>: at each page's gutter, or all there (default: auto)
  --project <folder>      where the work is kept (default: .palimpsest in the output folder)
  --resume                goes on with the project's last job and its options; what is named besides is added
  --retry-failed          of a job that goes on: what failed is tried once more
  --dry-run               shows the names that results would get, and does nothing
  --report html|none      the account of the job as a page beside the results (default: html)
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
  if (command === 'devices') return devicesArguments(rest);
  if (command === 'read') return rest.includes('--help') ? { command: 'help' } : readArguments(rest);
  if (command === 'compare') return rest.includes('--help') ? { command: 'help' } : compareArguments(rest);
  if (command === 'convert') return convertArguments(rest);
  if (command === 'watch') return watchArguments(rest);
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
      device: { type: 'string' },
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
