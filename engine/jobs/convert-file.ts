/** One file of a conversion: opened, read page by page into the project, written. */
import { PalimpsestError, toErrorData } from '../base/errors';
import type { Page } from '../document';
import type { JobFile } from '../store';
import { addSeconds, type FileAccount } from './account';
import type { ConvertEvent } from './convert-options';
import type { ConvertRequest } from './convert-request';
import {
  isWritten,
  stemFor,
  type WriteOptions,
  type WrittenDocument,
  writeDocument,
} from './export-document';
import { accountOf, type PagesRead, withoutPages } from './file-account';
import type { NamedFile } from './file-ahead';
import { closeSources, type OpenDocument, replacePage } from './open-document';
import { type FileJournal, type FileTools, readFilePages } from './read-file-pages';
import { storedNaming } from './stored-account';

/** Throws when the project cannot be written, and `cancelled`; any other fault is in the account. */
export async function* convertFile(
  { file, stem }: NamedFile,
  next: NamedFile | undefined,
  request: ConvertRequest,
  journal: FileJournal,
  tools: FileTools,
): AsyncGenerator<ConvertEvent, FileAccount> {
  let open: OpenDocument;
  try {
    open = await tools.fileAhead.open(file);
  } catch (error) {
    if (tools.signal?.aborted) return withoutPages(file, 'cancelled', 'Cancelled while it was opened.');
    const data = toErrorData(error, { file: file.relativePath });
    return withoutPages(file, 'failed', data.message, [data]);
  }
  try {
    tools.project.jobs.setHash(file.id, open.source.info.sha256);
    return yield* convertDocument(open, { file, stem }, next, request, journal, tools);
  } finally {
    tools.pageAhead.drop(open.document.pages);
    await closeSources(open).catch(() => {});
    await tools.pictures.forget(open.source, open.document.pages).catch(() => {});
  }
}

async function* convertDocument(
  open: OpenDocument,
  { file, stem }: NamedFile,
  next: NamedFile | undefined,
  request: ConvertRequest,
  journal: FileJournal,
  tools: FileTools,
): AsyncGenerator<ConvertEvent, FileAccount> {
  const asked = request.pages && new Set(request.pages);
  // Pages put in from other files have numbers of their own.
  const isAsked = (page: Page): boolean => !asked || (!page.source && asked.has(page.number));
  const { formats, out, keep, onExists } = request;
  const begun = storedNaming(file.writing)?.formats;
  const writing: WriteOptions = { formats, folder: out, stem, keep, onExists };
  if (onExists === 'skip' && !begun && (await isWritten(writing))) {
    const reason = 'Its results are there already.';
    return accountOf(open, { isAsked: () => false, keep, outcome: 'skipped', reason });
  }
  tools.kept.takeIn(open);
  const wanted = open.document.pages.filter(isAsked);
  if (wanted.length === 0) {
    const error = noSuchPages(open);
    return accountOf(open, { isAsked, keep, outcome: 'failed', reason: error.message, errors: [error] });
  }
  yield { kind: 'file', relativePath: open.relativePath, pages: wanted.length };
  yield* readFilePages({ open, wanted, file, request, journal, next }, tools);
  const read: PagesRead = { seconds: journal.progress.seconds };
  // What earlier jobs read of other pages is not part of this result.
  for (const page of open.document.pages) if (!isAsked(page)) replacePage(open, unread(page));
  const count = open.document.pages.filter((page) => page.status === 'done').length;
  if (tools.signal?.aborted) {
    const reason = `Cancelled after ${count} of ${wanted.length} pages; nothing was written.`;
    return accountOf(open, { isAsked, keep, outcome: 'cancelled', reason, read });
  }
  const started = Date.now();
  // With no page read there is nothing to write: an empty result would look like an empty document.
  const written = count > 0 ? await write(open, file, writing, tools) : [];
  const exportSeconds = (Date.now() - started) / 1000;
  return finished(open, written, isAsked, request, {
    ...read,
    seconds: addSeconds(read.seconds, { export: exportSeconds }),
  });
}

/** Notes first which files are the job's own: after an interruption they are written anew under the same names. */
async function write(
  open: OpenDocument,
  file: JobFile,
  options: WriteOptions,
  tools: FileTools,
): Promise<WrittenDocument[]> {
  const begun = storedNaming(file.writing);
  let { stem } = begun?.formats ? begun : options;
  let own = begun?.formats;
  if (!own) {
    stem = await stemFor(options);
    own = [];
    for (const format of options.formats) {
      const isFree = options.onExists !== 'skip' || !(await isWritten({ ...options, formats: [format] }));
      if (isFree) own = [...own, format];
    }
    tools.project.jobs.setWriting(tools.jobId, file.id, { stem, formats: own });
  }
  const written = await writeDocument(open, tools.pictures, {
    ...options,
    stem,
    formats: own,
    onExists: 'replace',
  });
  const left = (format: string): WrittenDocument => ({ format, warnings: [] });
  return options.formats.map((format) => written.find((each) => each.format === format) ?? left(format));
}

function unread(page: Page): Page {
  const { error: _, ...rest } = page;
  return { ...rest, status: 'waiting', regions: [], marks: [] };
}

function finished(
  open: OpenDocument,
  written: readonly WrittenDocument[],
  isAsked: (page: Page) => boolean,
  { keep }: ConvertRequest,
  read: PagesRead,
): FileAccount {
  const outputs = written.flatMap(({ file }) => file ?? []);
  const errors = [
    ...open.document.pages.flatMap((page) => page.error ?? []),
    ...written.flatMap(({ error }) => error ?? []),
  ];
  const left = written.filter(({ file, error }) => file === undefined && error === undefined);
  const notes = [
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

function noSuchPages(open: OpenDocument) {
  const count = open.document.pages.length;
  const pages = count === 1 ? 'one page' : `${count} pages`;
  const message = `None of the pages asked for is in the file: it has ${pages}.`;
  return toErrorData(new PalimpsestError('invalid-request', message, { file: open.relativePath }));
}
