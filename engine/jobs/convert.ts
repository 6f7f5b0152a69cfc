/** Files and folders to results, one after the other, for the command line: nothing but the page in work is held. */
import { extname } from 'node:path';
import { type ErrorData, PalimpsestError, throwIfAborted, toErrorData } from '../base/errors';
import { type FurnitureLabel, furnitureLabels, type ModelInfo } from '../document';
import { findExporter } from '../exports';
import { type ListedSource, listSources } from '../intake';
import { type Account, addSeconds, countRegions, type FileAccount, noRegions, sumAccount } from './account';
import type { ExistingTextMode } from './existing-text';
import { writeDocument } from './export-document';
import { addModels, type OpenDocument, openDocument, replacePage } from './open-document';
import { type OnExists, OutputNames } from './output';
import type { PagePictures } from './page-pictures';
import { readPage, type StageSeconds } from './read-page';
import type { Toolbox } from './toolbox';

export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly out: string;
  readonly formats: readonly string[];
  readonly model: string;
  readonly existingText: ExistingTextMode;
  /** Page numbers from 1; all when left out. */
  readonly pages?: ReadonlySet<number> | undefined;
  readonly keep: readonly FurnitureLabel[];
  readonly password?: string | undefined;
  readonly onExists: OnExists;
  readonly signal?: AbortSignal | undefined;
}

export type ConvertEvent =
  | { readonly kind: 'file'; readonly relativePath: string; readonly pages: number }
  | {
      readonly kind: 'page';
      readonly relativePath: string;
      readonly page: number;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'file-done'; readonly account: FileAccount };

export interface ConvertTools {
  readonly toolbox: Toolbox;
  readonly pictures: PagePictures;
  readonly vendorDir: string | undefined;
}

/** Reports as it goes; returns the account. Throws only for wrong options or cancellation. */
export async function* convertFiles(
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  const started = Date.now();
  for (const format of options.formats) findExporter(format);
  const models: readonly ModelInfo[] = await tools.toolbox.models(options.model);
  const listed: ListedSource[] = [];
  for await (const entry of listSources(options.paths, options.signal)) listed.push(entry);
  const siblings = countSiblings(listed);
  const names = new OutputNames();
  const files: FileAccount[] = [];
  for (const entry of listed) {
    throwIfAborted(options.signal);
    if (entry.kind === 'skipped') files.push(without(entry, 'skipped', entry.reason, []));
    else if (entry.kind === 'failed')
      files.push(without(entry, 'failed', entry.error.message, [entry.error]));
    else {
      const stem = names.stemFor(entry.relativePath, siblings.get(stemOf(entry.relativePath)) ?? 1);
      files.push(yield* convertFile(entry, stem, models, options, tools));
    }
    yield { kind: 'file-done', account: files[files.length - 1]! };
  }
  return sumAccount(files, options.model, models, (Date.now() - started) / 1000);
}

function stemOf(relativePath: string): string {
  return relativePath.slice(0, relativePath.length - extname(relativePath).length).toLowerCase();
}

function countSiblings(listed: readonly ListedSource[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of listed) {
    if (entry.kind === 'file')
      counts.set(stemOf(entry.relativePath), (counts.get(stemOf(entry.relativePath)) ?? 0) + 1);
  }
  return counts;
}

async function* convertFile(
  entry: Extract<ListedSource, { kind: 'file' }>,
  stem: string,
  models: readonly ModelInfo[],
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, FileAccount> {
  let open: OpenDocument;
  try {
    open = await openDocument(entry.path, entry.relativePath, {
      ...(options.password === undefined ? {} : { password: options.password }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(tools.vendorDir === undefined ? {} : { vendorDir: tools.vendorDir }),
    });
  } catch (error) {
    throwIfAborted(options.signal);
    const data = toErrorData(error, { file: entry.relativePath });
    return without(entry, 'failed', data.message, [data]);
  }
  try {
    addModels(open, models);
    const wanted = open.document.pages.filter((page) => options.pages?.has(page.number) ?? true);
    yield { kind: 'file', relativePath: entry.relativePath, pages: wanted.length };
    const read = yield* readPages(
      open,
      wanted.map((page) => page.id),
      options,
      tools,
    );
    return await finish(open, entry, stem, wanted.length, read, options, tools);
  } finally {
    await open.source.close().catch(() => {});
    await tools.pictures.forget(open.source, open.document.pages).catch(() => {});
  }
}

interface PagesRead {
  readonly seconds: StageSeconds;
  readonly notes: readonly string[];
}

async function* readPages(
  open: OpenDocument,
  pageIds: readonly string[],
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, PagesRead> {
  const analyser = await tools.toolbox.pageAnalyser();
  const reader = await tools.toolbox.reader(options.model);
  let seconds: StageSeconds = {};
  const notes: string[] = [];
  for (const [index, pageId] of pageIds.entries()) {
    const page = open.document.pages.find((candidate) => candidate.id === pageId)!;
    const result = await readPage(open.source, page, {
      analyser,
      reader,
      existingText: options.existingText,
      signal: options.signal,
    });
    replacePage(open, result.page);
    if (result.raster) tools.pictures.remember(result.page, result.raster);
    seconds = addSeconds(seconds, result.seconds);
    notes.push(...result.notes.map((note) => `Page ${page.number}: ${note}`));
    yield {
      kind: 'page',
      relativePath: open.relativePath,
      page: page.number,
      done: index + 1,
      total: pageIds.length,
    };
  }
  return { seconds, notes };
}

async function finish(
  open: OpenDocument,
  entry: Extract<ListedSource, { kind: 'file' }>,
  stem: string,
  wanted: number,
  read: PagesRead,
  options: ConvertOptions,
  tools: ConvertTools,
): Promise<FileAccount> {
  const { pages } = open.document;
  const failed = pages.filter((page) => page.status === 'failed');
  const done = pages.filter((page) => page.status === 'done');
  const errors: ErrorData[] = failed.flatMap((page) => (page.error ? [page.error] : []));
  const notes = [...read.notes];
  const outputs: string[] = [];
  const started = Date.now();
  // With no page read there is nothing to write: an empty result would look like an empty document.
  if (done.length > 0) {
    for (const format of options.formats) {
      try {
        const written = await writeDocument(open, format, options.out, stem, tools.pictures, options);
        if (written.file === undefined) notes.push(`The ${format} output exists already and was left alone.`);
        else outputs.push(written.file);
        notes.push(...written.warnings);
      } catch (error) {
        errors.push(toErrorData(error, { file: entry.relativePath }));
      }
    }
  }
  if (wanted === 0) errors.push(noSuchPages(entry.relativePath, pages.length));
  const reason = errors[0]?.message;
  const outcome = errors.length === 0 ? 'done' : outputs.length > 0 ? 'partial' : 'failed';
  const leftOut = furnitureLabels.filter((label) => !options.keep.includes(label));
  const tokens = done
    .flatMap((page) => page.regions)
    .flatMap((region) => region.readings.map((one) => one.counters));
  return {
    file: entry.path,
    relativePath: entry.relativePath,
    sha256: open.source.info.sha256,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    pages: {
      total: pages.length,
      done: done.length,
      failed: failed.length,
      blank: done.filter((page) => page.marks.some((mark) => mark.kind === 'blank')).length,
      notAsked: pages.length - wanted,
    },
    regions: countRegions(done, leftOut),
    existingText: {
      pages: done.filter((page) => page.existingText.found !== 'none').length,
      used: done.filter((page) => page.existingText.used).length,
    },
    tokens: tokens.reduce((sum, counters) => sum + counters.tokens, 0),
    forwards: tokens.reduce((sum, counters) => sum + counters.forwards, 0),
    seconds: addSeconds(read.seconds, { export: (Date.now() - started) / 1000 }),
    outputs,
    errors,
    notes,
  };
}

function noSuchPages(file: string, count: number): ErrorData {
  const error = new PalimpsestError(
    'invalid-request',
    `None of the pages asked for is in the file: it has ${count}.`,
    { file },
  );
  return toErrorData(error);
}

function without(
  entry: ListedSource,
  outcome: 'failed' | 'skipped',
  reason: string,
  errors: readonly ErrorData[],
): FileAccount {
  return {
    file: entry.path,
    relativePath: entry.relativePath,
    outcome,
    reason,
    pages: { total: 0, done: 0, failed: 0, blank: 0, notAsked: 0 },
    regions: noRegions(),
    existingText: { pages: 0, used: 0 },
    tokens: 0,
    forwards: 0,
    seconds: {},
    outputs: [],
    errors,
    notes: [],
  };
}
