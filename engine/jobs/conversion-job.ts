/** The job of a conversion in its project: begun, or gone on with after an interruption. */
import { stat } from 'node:fs/promises';
import { PalimpsestError } from '../base/errors';
import type { ListedSource } from '../intake';
import { type Job, type JobFile, type Project, settingsKey } from '../store';
import { type ConvertRequest, parseRequest } from './convert-request';
import { namedBy } from './naming';
import { outputStems, reservedStems } from './output';
import { planSources } from './plan';
import { storedNaming } from './stored-account';

/** A source in its place: a file of the job, or something listed that is none. */
export type WorkItem =
  | { readonly kind: 'file'; readonly file: JobFile; readonly stem: string }
  | { readonly kind: 'other'; readonly entry: Exclude<ListedSource, { kind: 'file' }> };

export interface ConversionJob {
  readonly id: number;
  readonly isResumed: boolean;
  readonly request: ConvertRequest;
  readonly items: readonly WorkItem[];
}

export interface BeginOptions {
  /** Goes on with the last job, whatever it was; what is named besides is added to it. */
  readonly resume: boolean;
  /** Files that failed, wholly or in part, are worked on again. */
  readonly retryFailed: boolean;
  /** What lies behind the paths, where that is known already. */
  readonly found?: readonly ListedSource[];
  /** A job of the same words goes on for ever, and `found` is only what is new. */
  readonly forever?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** States in which a job has not come to its end. */
const unfinished: readonly Job['state'][] = [
  'queued',
  'running',
  'paused',
  'interrupted',
  'failed',
  'cancelled',
];

/**
 * The last job goes on when it was asked for in the same words and did not come to its end, or when `resume` says so.
 * Throws `not-found` when there is nothing to resume, and `cancelled`.
 */
export async function beginJob(
  project: Project,
  asked: ConvertRequest,
  options: BeginOptions,
): Promise<ConversionJob> {
  const former = formerJob(project, asked, options);
  if (!former && options.resume && asked.paths.length === 0) {
    throw new PalimpsestError('not-found', `There is no job to go on with in ${project.folder}.`);
  }
  const request = former
    ? { ...former.request, paths: [...new Set([...former.request.paths, ...asked.paths])] }
    : asked;
  const plan = options.found ?? (await planSources(request.paths, request.out, options.signal));
  const sources = await Promise.all(
    plan.flatMap((entry) => (entry.kind === 'file' ? [sourceOf(entry)] : [])),
  );
  const id = former?.id ?? project.jobs.add({ ...request }).id;
  project.transaction(() => {
    const before = new Map(project.jobs.files(id).map((file) => [file.path, file]));
    project.jobs.addFiles(id, sources);
    const again: JobFile['state'][] = [
      'cancelled',
      ...(options.retryFailed ? (['failed', 'partial'] as const) : []),
    ];
    project.jobs.retry(id, again);
    for (const { path, bytes, modifiedAt } of sources) {
      const old = before.get(path);
      const isChanged = old && (old.bytes !== bytes || old.modifiedAt !== modifiedAt);
      if (isChanged && old.state !== 'waiting') project.jobs.setFileState(id, old.id, 'waiting');
    }
    nameFiles(project, id, request.naming);
  });
  return {
    id,
    isResumed: former !== undefined,
    request,
    items: itemsOf(project, id, options.forever ? [] : plan),
  };
}

function formerJob(
  project: Project,
  asked: ConvertRequest,
  { resume, forever }: BeginOptions,
): { readonly id: number; readonly request: ConvertRequest } | undefined {
  const jobs = project.jobs.list().flatMap((job) => {
    const request = parseRequest(job.options);
    return request ? [{ id: job.id, state: job.state, request }] : [];
  });
  const isSame = ({ request }: { readonly request: ConvertRequest }): boolean =>
    settingsKey({ ...request }) === settingsKey({ ...asked });
  if (forever) return jobs.filter(isSame).pop();
  const last = jobs.pop();
  return last && (resume || (isSame(last) && unfinished.includes(last.state))) ? last : undefined;
}

/** Names that were given stay; the others differ from them and from each other. */
function nameFiles(project: Project, jobId: number, naming: string | undefined): void {
  const files = project.jobs.files(jobId);
  const named = files.flatMap(({ writing }) => storedNaming(writing)?.stem ?? []);
  const fresh = files.filter(({ writing }) => storedNaming(writing) === undefined);
  const stems = outputStems(
    fresh.map(({ relativePath, position }) => namedBy(naming, relativePath, position + 1)),
    [...reservedStems, ...named],
  );
  for (const [index, file] of fresh.entries())
    project.jobs.setWriting(jobId, file.id, { stem: stems[index] });
}

/** In the order of the plan; files that are not there any more come last. */
function itemsOf(project: Project, jobId: number, plan: readonly ListedSource[]): WorkItem[] {
  const files = new Map(project.jobs.files(jobId).map((file) => [file.path, file]));
  const items: WorkItem[] = [];
  const add = (file: JobFile): void => {
    files.delete(file.path);
    items.push({ kind: 'file', file, stem: storedNaming(file.writing)?.stem ?? file.relativePath });
  };
  for (const entry of plan) {
    const file = files.get(entry.path);
    if (entry.kind !== 'file') items.push({ kind: 'other', entry });
    else if (file) add(file);
  }
  for (const file of [...files.values()]) add(file);
  return items;
}

async function sourceOf({ path, relativePath }: ListedSource) {
  const info = await stat(path).catch(() => undefined);
  return { path, relativePath, bytes: info?.size ?? 0, modifiedAt: info?.mtimeMs ?? 0 };
}
