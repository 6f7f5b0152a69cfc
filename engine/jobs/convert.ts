/**
 * Files and folders to results, one after the other, for the command line: nothing but the page in work is held. What
 * is done goes into a project as it comes about, so an interrupted conversion goes on where it was.
 */
import { join } from 'node:path';
import { findExporter } from '../exports';
import type { ListedSource } from '../intake';
import { makeFolder, openProject } from '../store';
import { type Account, sumAccount } from './account';
import { beginJob } from './conversion-job';
import { runConversion } from './conversion-run';
import type { ConvertEvent, ConvertOptions, ConvertTools } from './convert-options';
import { requestOf } from './convert-request';
import { withoutPages } from './file-account';
import { removeUnfinished } from './output';
import { planSources } from './plan';

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
