/** Works on the items of a job in their order and closes it with its account. */
import { join } from 'node:path';
import { type ErrorData, isCancelled, toErrorData } from '../base/errors';
import type { ListedSource } from '../intake';
import { type Project, writeFileWhole } from '../store';
import { type Account, type FileAccount, sumAccount } from './account';
import type { ConversionJob, WorkItem } from './conversion-job';
import { convertFile } from './convert-file';
import type { ConvertEvent, ConvertOptions, ConvertTools } from './convert-options';
import type { ConvertRequest } from './convert-request';
import { withoutPages } from './file-account';
import { FileAhead, type NamedFile } from './file-ahead';
import { reportStem } from './output';
import { PageAhead } from './page-ahead';
import { ProjectDocuments } from './project-documents';
import type { FileJournal, FileTools } from './read-file-pages';
import { accountReport } from './report';
import { storedAccount, storedProgress } from './stored-account';

export async function* runConversion(
  project: Project,
  job: ConversionJob,
  { password, report, signal }: Pick<ConvertOptions, 'password' | 'report' | 'signal'>,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  const started = Date.now();
  const { request, items } = job;
  project.jobs.setState(job.id, 'running');
  const known = items.flatMap((item) => finishedAccount(item) ?? []);
  yield { kind: 'job', resumed: job.isResumed, files: items.length, filesDone: known.length };
  const kept = ProjectDocuments.over(project);
  const pageAhead = new PageAhead(!tools.overlap);
  const { vendorDir } = tools;
  const { spreads } = request;
  const opening = {
    ...(password === undefined ? {} : { password }),
    ...(signal === undefined ? {} : { signal }),
    ...(vendorDir === undefined ? {} : { vendorDir }),
    ...(spreads === undefined ? {} : { spreads }),
  };
  const fileAhead = new FileAhead({ project, request, options: opening, pages: pageAhead });
  const fileTools: FileTools = { ...tools, project, kept, jobId: job.id, pageAhead, fileAhead, signal };
  const files: FileAccount[] = [];
  let stopped: ErrorData | undefined;
  try {
    for (const [index, item] of items.entries()) {
      const finished = finishedAccount(item);
      if (finished) files.push(finished);
      else if (signal?.aborted || stopped) {
        const reason = stopped ? `Not begun: ${stopped.message}` : 'Cancelled before it was opened.';
        files.push(withoutPages(sourceOf(item), 'cancelled', reason));
      } else {
        const next = items.slice(index + 1).find(isToDo);
        const { account, fault } = yield* convertItem(item, next, request, fileTools);
        files.push(account);
        stopped = fault;
        yield { kind: 'file-done', account };
      }
    }
  } finally {
    await fileAhead.drop();
  }
  const wall = (Date.now() - started) / 1000;
  const isRead = files.some(({ pages }) => pages.done > 0);
  const models = isRead ? await tools.toolbox.models(request.model, request.decode) : [];
  const use = isRead
    ? (await tools.toolbox.readers(request.model, request.decode)).reader.use?.()
    : undefined;
  const account = { ...sumAccount(files, request.model, models, wall, use), ...(stopped && { stopped }) };
  try {
    if (report && !signal?.aborted) {
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
  next: NamedFile | undefined,
  request: ConvertRequest,
  tools: FileTools,
): AsyncGenerator<ConvertEvent, Converted> {
  if (item.kind === 'other') {
    const { entry } = item;
    if (entry.kind === 'skipped') return { account: withoutPages(entry, 'skipped', entry.reason) };
    return { account: withoutPages(entry, 'failed', entry.error.message, [entry.error]) };
  }
  const { file } = item;
  const { jobs } = tools.project;
  const journal: FileJournal = { progress: storedProgress(file.account) };
  try {
    jobs.setFileState(tools.jobId, file.id, 'working');
    const account = yield* convertFile(item, next, request, journal, tools);
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

function isToDo(item: WorkItem): item is Extract<WorkItem, NamedFile> {
  return item.kind === 'file' && !finishedAccount(item);
}

/** Of a file that was finished in an earlier run of the job. */
function finishedAccount(item: WorkItem): FileAccount | undefined {
  if (item.kind === 'other' || ['waiting', 'working'].includes(item.file.state)) return undefined;
  return storedAccount(item.file.account);
}

function sourceOf(item: WorkItem): Pick<ListedSource, 'path' | 'relativePath'> {
  return item.kind === 'file' ? item.file : item.entry;
}
