/** Files and folders to results, one after the other, for the command line: nothing but the page in work is held. */

import { type ErrorData, isCancelled, PalimpsestError, toErrorData } from '../base/errors';
import type { FurnitureLabel, Page } from '../document';
import { findExporter } from '../exports';
import type { ListedSource } from '../intake';
import { type Account, addSeconds, type FileAccount, sumAccount } from './account';
import type { DecodeSettings } from './decode-plan';
import type { ExistingTextMode } from './existing-text';
import { isWritten, type WriteOptions, type WrittenDocument, writeDocument } from './export-document';
import { accountOf, type PagesRead, withoutPages } from './file-account';
import { addModels, type OpenDocument, openDocument, replacePage } from './open-document';
import { makeFolder, type OnExists } from './output';
import type { PagePictures } from './page-pictures';
import { planConversion } from './plan';
import { readPage } from './read-page';
import type { ToolSource } from './toolbox';

export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly out: string;
  readonly formats: readonly string[];
  /** A shipped reader's name, or a folder with published weights. */
  readonly model: string;
  /** For weights that decode tokens. */
  readonly decode?: DecodeSettings | undefined;
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
  readonly toolbox: ToolSource;
  readonly pictures: PagePictures;
  readonly vendorDir: string | undefined;
}

/**
 * Reports as it goes; returns the account. When cancelled, it stops between two engine runs, writes nothing more and
 * returns the account so far, in which the rest is `cancelled`. Throws only for what concerns all files: a wrong
 * format or model, or an output folder that cannot be made.
 */
export async function* convertFiles(
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  const started = Date.now();
  for (const format of options.formats) findExporter(format);
  const files: FileAccount[] = [];
  try {
    const plan = await planConversion(options.paths, options.out, options.signal);
    if (plan.some(({ entry }) => entry.kind === 'file')) await makeFolder(options.out);
    for (const { entry, stem } of plan) {
      if (options.signal?.aborted) {
        files.push(withoutPages(entry, 'cancelled', 'Cancelled before it was opened.'));
        continue;
      }
      files.push(yield* convertEntry(entry, stem, options, tools));
      yield { kind: 'file-done', account: files[files.length - 1]! };
    }
  } catch (error) {
    if (!isCancelled(error)) throw error;
  }
  const isRead = files.some(({ pages }) => pages.done > 0);
  const models = isRead ? await tools.toolbox.models(options.model, options.decode) : [];
  return sumAccount(files, options.model, models, (Date.now() - started) / 1000);
}

async function* convertEntry(
  entry: ListedSource,
  stem: string,
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, FileAccount> {
  if (entry.kind === 'skipped') return withoutPages(entry, 'skipped', entry.reason);
  if (entry.kind === 'failed') return withoutPages(entry, 'failed', entry.error.message, [entry.error]);
  let open: OpenDocument;
  try {
    open = await openDocument(entry.path, entry.relativePath, {
      ...(options.password === undefined ? {} : { password: options.password }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(tools.vendorDir === undefined ? {} : { vendorDir: tools.vendorDir }),
    });
  } catch (error) {
    if (options.signal?.aborted) return withoutPages(entry, 'cancelled', 'Cancelled while it was opened.');
    const data = toErrorData(error, { file: entry.relativePath });
    return withoutPages(entry, 'failed', data.message, [data]);
  }
  try {
    return yield* convertDocument(open, stem, options, tools);
  } finally {
    await open.source.close().catch(() => {});
    await tools.pictures.forget(open.source, open.document.pages).catch(() => {});
  }
}

async function* convertDocument(
  open: OpenDocument,
  stem: string,
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, FileAccount> {
  const isAsked = (page: Page): boolean => options.pages?.has(page.number) ?? true;
  const { formats, out, keep, onExists } = options;
  const writing: WriteOptions = { formats, folder: out, stem, keep, onExists };
  if (onExists === 'skip' && (await isWritten(writing))) {
    const reason = 'Its results are there already.';
    return accountOf(open, { isAsked: () => false, keep, outcome: 'skipped', reason });
  }
  const wanted = open.document.pages.filter(isAsked);
  if (wanted.length === 0) {
    const error = noSuchPages(open);
    return accountOf(open, { isAsked, keep, outcome: 'failed', reason: error.message, errors: [error] });
  }
  yield { kind: 'file', relativePath: open.relativePath, pages: wanted.length };
  const read = yield* readPages(open, wanted, options, tools);
  const count = open.document.pages.filter((page) => page.status === 'done').length;
  if (options.signal?.aborted) {
    const reason = `Cancelled after ${count} of ${wanted.length} pages; nothing was written.`;
    return accountOf(open, { isAsked, keep, outcome: 'cancelled', reason, read });
  }
  const started = Date.now();
  // With no page read there is nothing to write: an empty result would look like an empty document.
  const written = count > 0 ? await writeDocument(open, tools.pictures, writing) : [];
  const exportSeconds = (Date.now() - started) / 1000;
  return finished(open, written, isAsked, keep, {
    ...read,
    seconds: addSeconds(read.seconds, { export: exportSeconds }),
  });
}

async function* readPages(
  open: OpenDocument,
  wanted: readonly Page[],
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, PagesRead> {
  const analyser = await tools.toolbox.pageAnalyser();
  const readers = await tools.toolbox.readers(options.model, options.decode);
  addModels(open, await tools.toolbox.models(options.model, options.decode));
  let read: PagesRead = { seconds: {}, notes: [] };
  for (const [index, page] of wanted.entries()) {
    try {
      const { existingText, signal } = options;
      const result = await readPage(open.source, page, { analyser, ...readers, existingText, signal });
      replacePage(open, result.page);
      if (result.raster) tools.pictures.remember(result.page, result.raster);
      const notes = result.notes.map((note) => `Page ${page.number}: ${note}`);
      read = { seconds: addSeconds(read.seconds, result.seconds), notes: [...read.notes, ...notes] };
    } catch (error) {
      if (isCancelled(error)) return read;
      throw error;
    }
    const { relativePath } = open;
    yield { kind: 'page', relativePath, page: page.number, done: index + 1, total: wanted.length };
  }
  return read;
}

function finished(
  open: OpenDocument,
  written: readonly WrittenDocument[],
  isAsked: (page: Page) => boolean,
  keep: readonly FurnitureLabel[],
  read: PagesRead,
): FileAccount {
  const outputs = written.flatMap(({ file }) => file ?? []);
  const errors = [
    ...open.document.pages.flatMap((page) => page.error ?? []),
    ...written.flatMap(({ error }) => error ?? []),
  ];
  const left = written.filter(({ file, error }) => file === undefined && error === undefined);
  const notes = [
    ...read.notes,
    ...left.map(({ format }) => `The ${format} output exists already and was left alone.`),
    ...new Set(written.flatMap(({ warnings }) => warnings)),
  ];
  const reason = errors[0]?.message;
  return accountOf(open, {
    isAsked,
    keep,
    outcome: errors.length === 0 ? 'done' : outputs.length > 0 ? 'partial' : 'failed',
    ...(reason === undefined ? {} : { reason }),
    read: { ...read, notes },
    outputs,
    errors,
  });
}

function noSuchPages(open: OpenDocument): ErrorData {
  const count = open.document.pages.length;
  const pages = count === 1 ? 'one page' : `${count} pages`;
  const message = `None of the pages asked for is in the file: it has ${pages}.`;
  return toErrorData(new PalimpsestError('invalid-request', message, { file: open.relativePath }));
}
