/**
 * A model on its way in: a folder with finished files, parts, and a record of what is to come. It is pinned to the
 * commit that it was begun with, so that a fetch of several days does not mix two versions.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FetchedFile } from './fetch-file';
import type { ModelPlan } from './hub';
import { asWriteFault } from './write-fault';

const recordSchema = z.object({
  repository: z.string(),
  commit: z.string(),
  files: z.array(
    z.object({
      name: z.string().regex(/^[^\\/]+$/),
      bytes: z.number().optional(),
      sha256: z.string().optional(),
      gitId: z.string().optional(),
    }),
  ),
  etags: z.record(z.string(), z.string()),
  done: z.record(
    z.string(),
    z.object({ bytes: z.number(), sha256: z.string(), hash: z.enum(['published', 'computed']) }),
  ),
});
type Stored = z.infer<typeof recordSchema>;

const recordName = 'fetching.json';

export const unfinishedFolder = (modelsFolder: string, name: string): string =>
  join(modelsFolder, '.unfinished', name);

export class Unfinished {
  private constructor(
    readonly folder: string,
    private readonly record: Stored,
  ) {}

  /** What an earlier run has left of the same repository, if anything. */
  static async find(folder: string, repository: string): Promise<Unfinished | undefined> {
    const text = await readFile(join(folder, recordName), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      const record = recordSchema.parse(JSON.parse(text));
      return record.repository === repository ? new Unfinished(folder, record) : undefined;
    } catch {
      return undefined; // cut off by a crash: it begins anew
    }
  }

  /** In place of whatever stands there. */
  static async begin(folder: string, plan: ModelPlan): Promise<Unfinished> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true }).catch((error) => {
      throw asWriteFault(error, folder);
    });
    const { repository, commit, files } = plan;
    const unfinished = new Unfinished(folder, { repository, commit, files: [...files], etags: {}, done: {} });
    await unfinished.save();
    return unfinished;
  }

  get plan(): ModelPlan {
    return this.record;
  }

  /** Files that are complete and checked. */
  get done(): Readonly<Record<string, FetchedFile>> {
    return this.record.done;
  }

  readonly etags = {
    get: (file: string): string | undefined => this.record.etags[file],
    set: async (file: string, etag: string | undefined): Promise<void> => {
      if (this.record.etags[file] === etag) return;
      if (etag === undefined) delete this.record.etags[file];
      else this.record.etags[file] = etag;
      await this.save();
    },
  };

  async finish(file: string, fetched: FetchedFile): Promise<void> {
    this.record.done[file] = fetched;
    await this.save();
  }

  /** The record is of no use in a finished model. */
  async forget(): Promise<void> {
    await rm(join(this.folder, recordName), { force: true });
  }

  private async save(): Promise<void> {
    const path = join(this.folder, recordName);
    try {
      await writeFile(`${path}.new`, JSON.stringify(this.record, undefined, 2));
      await rename(`${path}.new`, path);
    } catch (error) {
      throw asWriteFault(error, path);
    }
  }
}
