/**
 * A watched folder: files are converted as they come, each once, and only when they are complete. By looking again and
 * again, which works on every disk and share; the project knows what was done, also over restarts.
 */
import { stat } from 'node:fs/promises';
import { isCancelled, throwIfAborted } from '../base/errors';
import { type ListedSource, openSource } from '../intake';
import { makeFolder, openProject } from '../store';
import type { Account } from './account';
import { beginJob } from './conversion-job';
import { runConversion } from './conversion-run';
import type { ConvertEvent, ConvertOptions, ConvertTools } from './convert-options';
import { requestOf } from './convert-request';
import { removeUnfinished } from './output';
import { planSources } from './plan';

export interface WatchOptions extends Omit<ConvertOptions, 'paths' | 'resume' | 'retryFailed'> {
  readonly folder: string;
  /** Between two looks; 1000 when left out. */
  readonly everyMilliseconds?: number | undefined;
  /** How long a file has to stay as it is before it counts as complete; 2000 when left out. */
  readonly settleMilliseconds?: number | undefined;
  /** How long a file that cannot be opened may still be on its way; 15 000 when left out. */
  readonly patienceMilliseconds?: number | undefined;
}

/** Ends only when cancelled, with the account of all that was ever converted here. Throws as `convertFiles` does. */
export async function* watchFolder(
  options: WatchOptions,
  tools: ConvertTools,
): AsyncGenerator<ConvertEvent, Account | undefined> {
  const { folder, out, signal, everyMilliseconds = 1000 } = options;
  makeFolder(out);
  const project = openProject(options.project ?? `${out}/.palimpsest`, {
    logger: tools.logger,
    program: 'palimpsest watch',
  });
  try {
    if (project.wasInterrupted) await removeUnfinished(out, Date.now());
    const arrivals = new Arrivals(options);
    const request = requestOf({ ...options, paths: [folder] }, 'watch');
    let account: Account | undefined;
    while (!signal?.aborted) {
      const found = await arrivals.complete(await planSources([folder], out, signal));
      if (found.length > 0 || account === undefined) {
        const job = await beginJob(project, request, {
          resume: false,
          retryFailed: false,
          forever: true,
          found,
          signal,
        });
        account = yield* runConversion(project, job, options, tools);
      }
      await pause(everyMilliseconds, signal);
    }
    return account;
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  } finally {
    project.close();
  }
}

interface Seen {
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly since: number;
  isOpenable: boolean;
  /** It was given out as complete, as it is now. */
  isTaken: boolean;
}

/** Files that somebody may still be writing. */
class Arrivals {
  private seen = new Map<string, Seen>();

  constructor(private readonly options: WatchOptions) {}

  /** Of what is there now, the files that are complete; each once, until it changes. */
  async complete(found: readonly ListedSource[]): Promise<ListedSource[]> {
    const { settleMilliseconds = 2000, patienceMilliseconds = 15_000 } = this.options;
    const seen = new Map<string, Seen>();
    const complete: ListedSource[] = [];
    for (const entry of found) {
      if (entry.kind !== 'file') continue;
      throwIfAborted(this.options.signal);
      const now = await this.look(entry.path);
      if (!now) continue;
      seen.set(entry.path, now);
      const age = Date.now() - now.since;
      if (now.isTaken || age < settleMilliseconds) continue;
      now.isOpenable ||= await this.opens(entry.path);
      now.isTaken = now.isOpenable || age >= patienceMilliseconds;
      if (now.isTaken) complete.push(entry);
    }
    this.seen = seen;
    return complete;
  }

  private async look(path: string): Promise<Seen | undefined> {
    const info = await stat(path).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const before = this.seen.get(path);
    if (before && before.bytes === info.size && before.modifiedAt === info.mtimeMs) return before;
    return {
      bytes: info.size,
      modifiedAt: info.mtimeMs,
      since: Date.now(),
      isOpenable: false,
      isTaken: false,
    };
  }

  private async opens(path: string): Promise<boolean> {
    const { password, signal } = this.options;
    try {
      const source = await openSource(path, {
        ...(password !== undefined && { password }),
        ...(signal && { signal }),
      });
      await source.close();
      return true;
    } catch {
      return false;
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
