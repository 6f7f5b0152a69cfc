/**
 * Files and folders to results, one after the other, for the command line: nothing but the page in work is held. What
 * is done goes into a project as it comes about, so an interrupted conversion goes on where it was.
 */
import { join } from 'node:path';
import type { Logger } from '../base/logger';
import type { FurnitureLabel } from '../document';
import { findExporter } from '../exports';
import type { ListedSource } from '../intake';
import { makeFolder, openProject } from '../store';
import { type Account, type FileAccount, sumAccount } from './account';
import { beginJob } from './conversion-job';
import { runConversion } from './conversion-run';
import { requestOf } from './convert-request';
import type { DecodeSettings } from './decode-plan';
import type { ExistingTextMode } from './existing-text';
import { withoutPages } from './file-account';
import { type OnExists, removeUnfinished } from './output';
import type { PagePictures } from './page-pictures';
import { planSources } from './plan';
import type { SpreadOrder } from './spreads';
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
  /** Names of results by a pattern (`naming`); the path of the source below what was named when left out. */
  readonly naming?: string | undefined;
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
 * project in use, an output folder that cannot be made, `cancelled` while the files are still looked for.
 */
export async function* convertFiles(
  options: ConvertOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account> {
  const started = Date.now();
  const { out, signal, resume = false, retryFailed = false } = options;
  for (const format of options.formats) findExporter(format);
  const found = resume ? undefined : await planSources(options.paths, out, signal);
  if (found && !found.some(({ kind }) => kind === 'file')) return yield* nothingToDo(found, options);
  makeFolder(out);
  const project = openProject(options.project ?? join(out, '.palimpsest'), {
    logger: tools.logger,
    program: 'palimpsest convert',
  });
  try {
    const job = await beginJob(project, requestOf(options), {
      resume,
      retryFailed,
      signal,
      ...(found && { found }),
    });
    if (project.wasInterrupted) await removeUnfinished(job.request.out, started);
    return yield* runConversion(project, job, options, tools);
  } finally {
    project.close();
  }
}

/** No file at all: nothing is made for it. */
function* nothingToDo(
  found: readonly ListedSource[],
  { model }: ConvertOptions,
): Generator<ConvertEvent, Account> {
  const files = found.flatMap((entry) => {
    if (entry.kind === 'skipped') return [withoutPages(entry, 'skipped', entry.reason)];
    return entry.kind === 'failed' ? [withoutPages(entry, 'failed', entry.error.message, [entry.error])] : [];
  });
  for (const account of files) yield { kind: 'file-done', account };
  return sumAccount(files, model, [], 0);
}
