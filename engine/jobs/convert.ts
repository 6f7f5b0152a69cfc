/**
 * Files and folders to results, one after the other, for the command line: nothing but the page in work is held. What
 * is done goes into a project as it comes about, so an interrupted conversion goes on where it was.
 */
import { join } from 'node:path';
import { type ErrorData, isCancelled, toErrorData } from '../base/errors';
import type { Logger } from '../base/logger';
import type { FurnitureLabel } from '../document';
import { findExporter } from '../exports';
import type { ListedSource } from '../intake';
import { makeFolder, openProject, type Project, writeFileWhole } from '../store';
import { type Account, type FileAccount, sumAccount } from './account';
import { beginJob, type WorkItem } from './conversion-job';
import { convertFile } from './convert-file';
import { type ConvertRequest, requestOf } from './convert-request';
import type { DecodeSettings } from './decode-plan';
import type { ExistingTextMode } from './existing-text';
import { withoutPages } from './file-account';
import { type OnExists, removeUnfinished, reportStem } from './output';
import type { PagePictures } from './page-pictures';
import { ProjectDocuments } from './project-documents';
import type { FileJournal, FileTools } from './read-file-pages';
import { accountReport } from './report';
import type { SpreadOrder } from './spreads';
import { storedAccount, storedProgress } from './stored-account';
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
  /** Of encrypted PDFs; never kept. */
  readonly password?: string | undefined;
  readonly onExists: OnExists;
  /** Double pages are two pages each, in this order. */
  readonly spreads?: SpreadOrder | undefined;
  /** Folder of the project; `.palimpsest` in `out` when left out. */
  readonly project?: string | undefined;
  /** Goes on with the project's last job, with the options of that job, and adds `paths` to it. */
  readonly resume?: boolean | undefined;
  /** Of a job that goes on: what failed is tried once more. */
  readonly retryFailed?: boolean | undefined;
  /** Writes the account as a page beside the results. */
  readonly report?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ConvertEvent =
  /** `filesDone`: of a job that goes on, what need not be done again. */
  | { readonly kind: 'job'; readonly resumed: boolean; readonly files: number; readonly filesDone: number }
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
  readonly logger: Logger;
}

/**
 * Reports as it goes; returns the account. When cancelled, it stops between two engine runs, writes nothing more and
 * returns the account so far, in which the rest is `cancelled`; when the project cannot be written any more (full
 * disk) it does the same and says so in `stopped`. Throws only for what concerns all files: a wrong format or model, a
 * project in use, or an output folder that cannot be made.
 */
export async function* convertFiles(
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  for (const format of options.formats) findExporter(format);
  await makeFolder(options.out);
  const project = openProject(options.project ?? join(options.out, '.palimpsest'), {
    logger: tools.logger,
    program: 'palimpsest convert',
  });
  try {
    return yield* convertIn(project, options, tools);
  } finally {
    project.close();
  }
}

async function* convertIn(
  project: Project,
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  const started = Date.now();
  const { signal, resume = false, retryFailed = false } = options;
  const job = await beginJob(project, requestOf(options), { resume, retryFailed, signal });
  const { request, items } = job;
  if (project.wasInterrupted) await removeUnfinished(request.out, started);
  project.jobs.setState(job.id, 'running');
  const known = items.flatMap((item) => finishedAccount(item) ?? []);
  yield { kind: 'job', resumed: job.isResumed, files: items.length, filesDone: known.length };
  const fileTools: FileTools = {
    ...tools,
    project,
    kept: ProjectDocuments.over(project),
    jobId: job.id,
    password: options.password,
    signal,
  };
  const files: FileAccount[] = [];
  let stopped: ErrorData | undefined;
  for (const item of items) {
    const finished = finishedAccount(item);
    if (finished) files.push(finished);
    else if (signal?.aborted || stopped) {
      const reason = stopped ? `Not begun: ${stopped.message}` : 'Cancelled before it was opened.';
      files.push(withoutPages(sourceOf(item), 'cancelled', reason));
    } else {
      const { account, fault } = yield* convertItem(item, request, fileTools);
      files.push(account);
      stopped = fault;
      yield { kind: 'file-done', account };
    }
  }
  const wall = (Date.now() - started) / 1000;
  const isRead = files.some(({ pages }) => pages.done > 0);
  const models = isRead ? await tools.toolbox.models(request.model, request.decode) : [];
  const account = { ...sumAccount(files, request.model, models, wall), ...(stopped && { stopped }) };
  try {
    if (options.report && !signal?.aborted) {
      await writeFileWhole(join(request.out, `${reportStem}.html`), accountReport(account, request.out));
    }
    project.jobs.setState(job.id, signal?.aborted ? 'cancelled' : stopped ? 'failed' : 'done', account);
  } catch (error) {
    tools.logger.error('The end of the job could not be noted.', { message: toErrorData(error).message });
    return { ...account, stopped: stopped ?? toErrorData(error) };
  }
  return account;
}

/** `fault`: the project cannot be written any more; to go on would be work that is lost. */
interface Converted {
  readonly account: FileAccount;
  readonly fault?: ErrorData;
}

async function* convertItem(
  item: WorkItem,
  request: ConvertRequest,
  tools: FileTools,
): AsyncGenerator<ConvertEvent, Converted> {
  if (item.kind === 'other') {
    const { entry } = item;
    if (entry.kind === 'skipped') return { account: withoutPages(entry, 'skipped', entry.reason) };
    return { account: withoutPages(entry, 'failed', entry.error.message, [entry.error]) };
  }
  const { file, stem } = item;
  const { jobs } = tools.project;
  const journal: FileJournal = { progress: storedProgress(file.account) };
  try {
    jobs.setFileState(tools.jobId, file.id, 'working');
    const account = yield* convertFile(file, stem, request, journal, tools);
    const [error] = account.errors;
    jobs.setFileState(tools.jobId, file.id, account.outcome, {
      ...(error && { error }),
      account: { ...account, progress: journal.progress },
    });
    return { account };
  } catch (error) {
    if (isCancelled(error))
      return { account: withoutPages(file, 'cancelled', 'Cancelled while it was read.') };
    const fault = toErrorData(error, { file: tools.project.folder });
    return { account: withoutPages(file, 'failed', fault.message, [fault]), fault };
  }
}

/** Of a file that was finished in an earlier run of the job. */
function finishedAccount(item: WorkItem): FileAccount | undefined {
  if (item.kind === 'other' || ['waiting', 'working'].includes(item.file.state)) return undefined;
  return storedAccount(item.file.account);
}

function sourceOf(item: WorkItem): Pick<ListedSource, 'path' | 'relativePath'> {
  return item.kind === 'file' ? item.file : item.entry;
}
