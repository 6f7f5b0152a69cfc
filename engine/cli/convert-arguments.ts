/** Arguments of `convert` and `watch`. */
import { parseArgs } from 'node:util';
import {
  checkPattern,
  type DecodeSettings,
  exporters,
  type FurnitureLabel,
  leastCut,
  mostCut,
  type SpreadPlan,
  spreadOrders,
  spreadPlan,
  toErrorData,
} from '../index';
import { decodeDefaults, decodeOf, listOf, oneOf, threadCount } from './option-values';
import { parsedOrUsage, UsageError } from './usage-error';

/** What decides the results; of `convert` and `watch` alike. */
export interface ConversionArguments {
  readonly decode: DecodeSettings;
  readonly out: string;
  readonly formats: readonly string[];
  readonly model: string;
  readonly existingText: 'read' | 'keep' | 'mix';
  readonly pages: ReadonlySet<number> | undefined;
  readonly keep: readonly FurnitureLabel[];
  readonly password: string | undefined;
  readonly onExists: 'skip' | 'rename' | 'replace';
  readonly naming: string | undefined;
  readonly spreads: SpreadPlan | undefined;
  readonly project: string | undefined;
  readonly report: boolean;
  readonly summary: string | undefined;
  readonly layout: string | undefined;
  readonly threads: number;
  readonly quiet: boolean;
}

export interface ConvertArguments extends ConversionArguments {
  readonly command: 'convert';
  /** None with `resume`: those of the job. */
  readonly paths: readonly string[];
  readonly resume: boolean;
  readonly retryFailed: boolean;
  readonly dryRun: boolean;
}

export interface WatchArguments extends ConversionArguments {
  readonly command: 'watch';
  readonly folder: string;
}

export const keepNames: Readonly<Record<string, FurnitureLabel>> = {
  headers: 'header',
  footers: 'footer',
  'page-numbers': 'page-number',
  footnotes: 'footnote',
};

export function convertArguments(rest: readonly string[]): ConvertArguments {
  const { values, positionals } = parsedOrUsage(() => parseConvert(rest));
  const { resume, 'retry-failed': retryFailed, 'dry-run': dryRun } = values;
  if (positionals.length === 0 && !resume) throw new UsageError('convert needs at least one file or folder.');
  if (dryRun && resume)
    throw new UsageError('--dry-run shows the names of a new job, not of one that goes on.');
  const common = conversionArguments('convert', values);
  return { command: 'convert', paths: positionals, resume, retryFailed, dryRun, ...common };
}

export function watchArguments(rest: readonly string[]): WatchArguments {
  const { values, positionals } = parsedOrUsage(() => parseConvert(rest));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('watch takes one folder.');
  if (values.resume || values['retry-failed'] || values['dry-run']) {
    throw new UsageError(
      'watch always goes on; --resume, --retry-failed and --dry-run are options of convert.',
    );
  }
  return { command: 'watch', folder, ...conversionArguments('watch', values) };
}

function conversionArguments(
  command: string,
  values: ReturnType<typeof parseConvert>['values'],
): ConversionArguments {
  if (values.out === undefined || values.out === '') throw new UsageError(`${command} needs --out <folder>.`);
  const formats = listOf(values.to);
  if (formats.length === 0) throw new UsageError('--to is empty.');
  const known = exporters.map((exporter) => exporter.id);
  for (const format of formats) oneOf('--to', format, known);
  return {
    out: values.out,
    formats,
    model: values.model,
    decode: decodeOf(values),
    existingText: oneOf('--existing-text', values['existing-text'], ['read', 'keep', 'mix'] as const),
    pages: values.pages === undefined ? undefined : pageSet(values.pages),
    keep: keepSet(values.keep),
    password: values.password,
    onExists: oneOf('--on-exists', values['on-exists'], ['skip', 'rename', 'replace'] as const),
    naming: values.name === undefined ? undefined : pattern(values.name),
    spreads: spreadsOf(values),
    project: values.project,
    report: oneOf('--report', values.report, ['html', 'none'] as const) === 'html',
    summary: values.summary,
    layout: values.layout,
    threads: threadCount(values.threads),
    quiet: values.quiet,
  };
}

function spreadsOf(values: ReturnType<typeof parseConvert>['values']): SpreadPlan | undefined {
  const order = oneOf('--spread-order', values['spread-order'], spreadOrders);
  const given = values['spread-cut'];
  const cut = given === 'auto' ? given : Number(given);
  if (cut !== 'auto' && !(Number.isInteger(cut) && cut >= leastCut && cut <= mostCut)) {
    throw new UsageError(
      `--spread-cut takes auto or a percentage of the width from ${leastCut} to ${mostCut}; not "${given}".`,
    );
  }
  return values.spreads ? spreadPlan(order, cut) : undefined;
}

function pattern(text: string): string {
  try {
    checkPattern(text);
  } catch (error) {
    throw new UsageError(`--name: ${toErrorData(error).message}`);
  }
  return text;
}

const convertDefaults = {
  ...decodeDefaults,
  to: 'md',
  keep: 'footnotes',
  'existing-text': 'read',
  'on-exists': 'rename',
  threads: '2',
  'spread-order': 'left-first',
  'spread-cut': 'auto',
  report: 'html',
  spreads: false,
  resume: false,
  'retry-failed': false,
  'dry-run': false,
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
      device: { type: 'string' },
      layout: { type: 'string' },
      pages: { type: 'string' },
      keep: { type: 'string' },
      'existing-text': { type: 'string' },
      password: { type: 'string' },
      'on-exists': { type: 'string' },
      summary: { type: 'string' },
      threads: { type: 'string' },
      name: { type: 'string' },
      spreads: { type: 'boolean' },
      'spread-order': { type: 'string' },
      'spread-cut': { type: 'string' },
      project: { type: 'string' },
      report: { type: 'string' },
      resume: { type: 'boolean' },
      'retry-failed': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      quiet: { type: 'boolean' },
    },
  });
  return { positionals, values: { ...convertDefaults, ...values } };
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
