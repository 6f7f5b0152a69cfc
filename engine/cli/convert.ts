/** The commands that convert: progress and reasons on stderr, one summary line on stdout. */
import { relative, resolve } from 'node:path';
import { type Account, type ConvertEvent, type ConvertOptions, type Engine, PalimpsestError } from '../index';
import type { ConversionArguments, ConvertArguments, WatchArguments } from './convert-arguments';
import { warnOfDevice } from './devices';
import type { CliHost } from './host';
import { modelFor } from './models';
import { writeJson } from './write-json';

/** As shells report a program that was ended by Ctrl+C. */
export const exitCancelled = 130;

async function optionsOf(parsed: ConversionArguments, host: CliHost): Promise<Omit<ConvertOptions, 'paths'>> {
  const { formats, decode, existingText, pages, keep, password, onExists, naming, spreads, report } = parsed;
  return {
    out: resolve(host.cwd, parsed.out),
    model: await modelFor(host, parsed.model),
    project: parsed.project === undefined ? undefined : resolve(host.cwd, parsed.project),
    signal: host.signal,
    ...{ formats, decode, existingText, pages, keep, password, onExists, naming, spreads, report },
  };
}

export async function convert(engine: Engine, parsed: ConvertArguments, host: CliHost): Promise<number> {
  const { resume, retryFailed } = parsed;
  const paths = parsed.paths.map((path) => resolve(host.cwd, path));
  const run = engine.convert({ ...(await optionsOf(parsed, host)), paths, resume, retryFailed });
  for (;;) {
    const step = await run.next();
    if (step.done) return finish(step.value, parsed, host);
    report(step.value, parsed, host);
  }
}

/** Ends by Ctrl+C, which is no failure here. */
export async function watch(engine: Engine, parsed: WatchArguments, host: CliHost): Promise<number> {
  const folder = resolve(host.cwd, parsed.folder);
  const run = engine.watch({ ...(await optionsOf(parsed, host)), folder });
  if (!parsed.quiet) host.stderr(`Watching ${folder}; Ctrl+C ends it.\n`);
  for (;;) {
    const step = await run.next();
    if (!step.done) {
      if (step.value.kind !== 'job') report(step.value, parsed, host);
      continue;
    }
    const account = step.value;
    if (!account) return 0;
    warnOfDevice(parsed, account.use, host);
    host.stdout(`${summaryLine(account)}\n`);
    if (parsed.summary !== undefined) await writeJson(resolve(host.cwd, parsed.summary), account);
    return account.total.files.failed + account.total.files.partial > 0 ? 1 : 0;
  }
}

/** What a job would be called, without opening or writing anything. */
export async function preview(engine: Engine, parsed: ConvertArguments, host: CliHost): Promise<number> {
  const paths = parsed.paths.map((path) => resolve(host.cwd, path));
  const out = resolve(host.cwd, parsed.out);
  for (const { entry, outputs } of await engine.plan({ ...(await optionsOf(parsed, host)), paths })) {
    if (entry.kind === 'skipped') host.stderr(`${entry.relativePath}: skipped (${entry.reason})\n`);
    if (entry.kind === 'failed') host.stderr(`${entry.relativePath}: failed (${entry.error.message})\n`);
    for (const { path, exists } of outputs) {
      const note = exists ? ` (${parsed.onExists === 'skip' ? 'is there and stays' : 'is replaced'})` : '';
      host.stdout(`${entry.relativePath} -> ${relative(out, path)}${note}\n`);
    }
  }
  return 0;
}

function report(event: ConvertEvent, parsed: ConversionArguments, host: CliHost): void {
  if (parsed.quiet) return;
  if (event.kind === 'job' && event.resumed)
    host.stderr(`Going on with the last job: ${event.filesDone} of ${event.files} files are finished.\n`);
  if (event.kind === 'page' && event.total > 1)
    host.stderr(`${event.relativePath}: page ${event.done} of ${event.total}\n`);
  if (event.kind === 'file-done') {
    const { relativePath, outcome, reason, notes } = event.account;
    host.stderr(`${relativePath}: ${outcome}${reason === undefined ? '' : ` (${reason})`}\n`);
    for (const note of notes) host.stderr(`  ${note}\n`);
  }
}

async function finish(account: Account, parsed: ConvertArguments, host: CliHost): Promise<number> {
  const { files } = account.total;
  warnOfDevice(parsed, account.use, host);
  const cancelled = host.signal?.aborted === true;
  const failed = files.failed + files.partial;
  const isNothing = account.files.every((file) => file.outcome === 'skipped' && file.sha256 === undefined);
  if (isNothing && !cancelled)
    throw new PalimpsestError('not-found', 'There is nothing to convert in what was named.');
  host.stdout(`${cancelled ? 'Cancelled: ' : ''}${summaryLine(account)}\n`);
  if (parsed.summary !== undefined) await writeJson(resolve(host.cwd, parsed.summary), account);
  if (cancelled) return exitCancelled;
  if (account.stopped) throw new PalimpsestError(account.stopped.code, account.stopped.message);
  return failed > 0 ? 1 : 0;
}

function summaryLine(account: Account): string {
  const { files, pages, regions, seconds } = account.total;
  const held = account.files.reduce((sum, file) => sum + file.existingText.pages, 0);
  const leftOut = Object.entries(regions.leftOut).map(([label, count]) => `${label} ${count}`);
  const some = (count: number, what: string): string[] => (count > 0 ? [`${count} ${what}`] : []);
  return [
    `${files.done} done, ${files.failed + files.partial} failed`,
    ...some(files.skipped, 'skipped'),
    ...some(files.cancelled, 'not finished'),
    `${pages.done} of ${pages.total - pages.notAsked} pages`,
    ...some(pages.blank, 'blank?'),
    ...some(pages.unsupportedScript, 'with a script or hand that may not be supported'),
    ...(held > 0 ? [`existing text on ${held} of ${pages.done} pages`] : []),
    `${regions.found} regions`,
    ...some(regions.cutOff, 'cut off'),
    ...some(regions.looped, 'stopped in a loop'),
    ...(leftOut.length > 0 ? [`left out: ${leftOut.join(' ')}`] : []),
    `${seconds.wall.toFixed(1)} s`,
  ].join(', ');
}
