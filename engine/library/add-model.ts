/**
 * `models add`: a published model from the hub, files that a person has already, or both together. The only code of
 * the application that uses the network. A model appears under its name when all of it is there and checked.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PalimpsestError, throwIfAborted } from '../base/errors';
import { hashFile, type ModelManifest } from '../runtime';
import {
  checkName,
  defaultHub,
  findPublished,
  isWeights,
  type PublishedModel,
  publishedNames,
} from './catalogue';
import { checkFile, type FetchedFile, fetchFile, wait } from './fetch-file';
import { checkSpace } from './free-space';
import { BrokenConnection } from './http';
import { askForPlan, base, fileUrl, type ModelPlan, noConnection, type PlannedFile } from './hub';
import { findInstalled, writeManifest } from './installed';
import { lockModel } from './lock';
import { type OwnFiles, ownFiles, takeFile } from './take-files';
import { Unfinished, unfinishedFolder } from './unfinished';
import { asWriteFault } from './write-fault';

export interface AddModelOptions {
  /** A name of the catalogue, `owner/name` on the hub, a folder, or an ONNX file. */
  readonly what: string;
  /** Relative paths are from here. */
  readonly cwd: string;
  /** Where models are installed; made when it does not exist. */
  readonly modelsFolder: string;
  /** A folder whose files are taken instead of fetched, as far as they are the published ones. */
  readonly from?: string | undefined;
  /** In place of the model's own name. */
  readonly name?: string | undefined;
  /** Address of a mirror. */
  readonly hub?: string | undefined;
  /**
   * Throws when the folder holds no model that can be used. Called with the small files in place, before the large
   * ones are fetched (`isComplete` false), and again at the end.
   */
  readonly accept: (folder: string, kind: 'reader' | 'layout', isComplete: boolean) => Promise<void>;
  readonly onProgress?: ((progress: AddProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of silence after which a connection counts as broken (30,000), and before a new try (1,000). */
  readonly patience?: { readonly silence: number; readonly pause: number } | undefined;
  readonly freeBytes?: ((folder: string) => Promise<number | undefined>) | undefined;
}

/** `bytes` of `total` over all files; `total` may still be unknown. */
export interface AddProgress {
  readonly stage: 'asking' | 'fetching' | 'taking' | 'checking';
  readonly file?: string;
  readonly bytes: number;
  readonly total: number | undefined;
}

export interface AddedModel {
  readonly name: string;
  readonly folder: string;
  readonly kind: 'reader' | 'layout';
  /** Commit of the published model; what is known of others. */
  readonly version: string;
  readonly bytes: number;
  /** False: it was there already, and nothing was done. */
  readonly isNew: boolean;
  readonly notes: readonly string[];
}

/**
 * Fails with `network`, `not-found`, `unsupported`, `write-failed`, `model-damaged`, `model-missing`,
 * `invalid-request`, `project-in-use` or `cancelled`; what was fetched by then stays for the next call.
 */
export async function addModel(options: AddModelOptions): Promise<AddedModel> {
  const { what, cwd, from } = options;
  const path = resolve(cwd, what);
  const published = findPublished(what);
  const isKnown = published !== undefined && publishedNames.includes(published.repository);
  // What exists on disk is meant, unless it is the very name of a known model.
  if (!isKnown && (await stat(path).catch(() => undefined))) {
    if (from !== undefined) {
      throw new PalimpsestError('invalid-request', '--from goes with the name of a published model.');
    }
    return install(options, { own: await ownFiles(path) });
  }
  if (published) {
    const own = from === undefined ? undefined : await ownFiles(resolve(cwd, from));
    return install(options, { published, ...(own && { own }) });
  }
  throw new PalimpsestError(
    'not-found',
    `There is no file or folder ${what}, and it names no published model (such as ${publishedNames.join(' or ')}).`,
    { file: what },
  );
}

type Origin =
  | { readonly published: PublishedModel; readonly own?: OwnFiles }
  | { readonly published?: never; readonly own: OwnFiles };

async function install(options: AddModelOptions, origin: Origin): Promise<AddedModel> {
  const { modelsFolder } = options;
  const { published, own } = origin;
  const name = checkName(options.name ?? published?.name ?? own?.name ?? '');
  const source = published ? `${base(options.hub ?? defaultHub)}/${published.repository}` : undefined;
  const known = await findInstalled(modelsFolder, name);
  if (known) {
    const { manifest, folder } = known;
    if (source === undefined || !manifest.source.includes(`/${published?.repository}`)) {
      const message = `There is already a model "${manifest.id}": give this one another name (--name), or remove that one first.`;
      throw new PalimpsestError('invalid-request', message, { file: folder });
    }
    const notes = ['It was there already. To fetch a newer version, remove it first.'];
    return described(manifest, folder, false, notes);
  }
  const unlock = await lockModel(modelsFolder, name);
  try {
    return await new Installation(options, name, unfinishedFolder(modelsFolder, name)).run(origin);
  } finally {
    await unlock();
  }
}

class Installation {
  private readonly notes: string[] = [];
  private total: number | undefined;
  private behind = 0;

  constructor(
    private readonly options: AddModelOptions,
    private readonly name: string,
    private readonly folder: string,
  ) {}

  async run({ published, own }: Origin): Promise<AddedModel> {
    if (!published) return this.takeOwn(own);
    const begun = await Unfinished.find(this.folder, published.repository);
    if (begun) {
      try {
        return await this.fetch(published, begun, own);
      } catch (error) {
        // The commit that was begun with may be gone from the hub.
        if (!(error instanceof PalimpsestError) || error.code !== 'not-found') throw error;
      }
    }
    let plan: ModelPlan;
    try {
      plan = await this.ask(published);
    } catch (error) {
      if (!own || !(error instanceof PalimpsestError) || error.code !== 'network') throw error;
      this.notes.push(`The files could not be compared with the published ones: ${error.message}`);
      return this.takeOwn(own, published);
    }
    checkPlan(plan);
    return this.fetch(published, await Unfinished.begin(this.folder, plan), own);
  }

  /** A hub that wants fewer requests, or is out of order for a moment, is asked again. */
  private async ask(model: PublishedModel): Promise<ModelPlan> {
    const { hub = defaultHub, signal } = this.options;
    const { silence, pause } = this.patience;
    this.report('asking');
    for (let attempt = 1; ; attempt++) {
      try {
        return await askForPlan(model, hub, { signal, silence });
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw error;
        if (attempt === 3 || error.isUnreachable) throw noConnection(error);
        await wait(error.retryAfter ?? pause * attempt, signal);
      }
    }
  }

  private async fetch(
    model: PublishedModel,
    unfinished: Unfinished,
    own: OwnFiles | undefined,
  ): Promise<AddedModel> {
    const { options, folder } = this;
    const { plan } = unfinished;
    this.behind = 0;
    // The small files first: they tell whether the large ones are worth fetching.
    const files = [...plan.files].sort((a, b) => Number(isWeights(a.name)) - Number(isWeights(b.name)));
    this.total = files.reduce<number | undefined>(
      (sum, { bytes }) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
      0,
    );
    await checkSpace(folder, await this.missingBytes(unfinished), options.freeBytes);
    let isAccepted = false;
    for (const file of files) {
      throwIfAborted(options.signal);
      if (isWeights(file.name) && !isAccepted) {
        await options.accept(folder, 'reader', false);
        isAccepted = true;
      }
      const target = join(folder, file.name);
      if (!(await this.isThere(unfinished, file, target))) {
        const taken = own && (await this.takePublished(own, file.name, target, unfinished));
        await unfinished.finish(file.name, taken ?? (await this.fetchOne(unfinished, file.name, target)));
      }
      this.behind += unfinished.done[file.name]?.bytes ?? 0;
    }
    return this.finish(
      {
        id: this.name,
        name: model.name,
        version: plan.commit,
        licence: model.licence,
        source: `${base(options.hub ?? defaultHub)}/${plan.repository}/tree/${plan.commit}`,
        kind: 'reader',
        files: { ...unfinished.done },
      },
      unfinished,
    );
  }

  /** Finished by an earlier run, also when that one ended before it could write so down. */
  private async isThere(unfinished: Unfinished, file: PlannedFile, target: string): Promise<boolean> {
    const size = (await stat(target).catch(() => undefined))?.size;
    if (size === undefined) return false;
    const kept = unfinished.done[file.name];
    if (kept) return kept.bytes === size;
    const found = await checkFile(target, file, this.options.signal);
    if (found?.hash !== 'published') return false;
    await unfinished.finish(file.name, found);
    return true;
  }

  private fetchOne(unfinished: Unfinished, name: string, target: string): Promise<FetchedFile> {
    const { options } = this;
    const planned = unfinished.plan.files.find((file) => file.name === name) ?? { name };
    return fetchFile(fileUrl(options.hub ?? defaultHub, unfinished.plan, name), target, planned, {
      signal: options.signal,
      ...this.patience,
      repository: unfinished.plan.repository,
      etags: unfinished.etags,
      onBytes: (have) => this.report('fetching', name, have),
      onCheck: () => this.report('checking', name, planned.bytes),
    });
  }

  /** A person's own copy of a published file; undefined when there is none or it is another. */
  private async takePublished(
    { files }: OwnFiles,
    name: string,
    target: string,
    { plan }: Unfinished,
  ): Promise<FetchedFile | undefined> {
    const from = files.get(name);
    const planned = plan.files.find((file) => file.name === name) ?? { name };
    if (from === undefined) return undefined;
    this.report('checking', name);
    const same = await checkFile(from, planned, this.options.signal);
    if (!same || (same.hash === 'computed' && planned.bytes === undefined)) {
      this.notes.push(`${from} is not the published file; it is fetched instead.`);
      return undefined;
    }
    await takeFile(from, target, {
      signal: this.options.signal,
      onBytes: (have) => this.report('taking', name, have),
    });
    return same;
  }

  /** Without the hub: hashes are computed, and nobody has stated what they should be. */
  private async takeOwn(own: OwnFiles, published?: PublishedModel): Promise<AddedModel> {
    const { options, folder } = this;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true }).catch((error) => {
      throw asWriteFault(error, folder);
    });
    try {
      const sizes = await Promise.all([...own.files.values()].map(async (path) => (await stat(path)).size));
      this.total = sizes.reduce((sum, size) => sum + size, 0);
      const files: ModelManifest['files'] = {};
      let isCopied = false;
      for (const [name, from] of own.files) {
        const target = join(folder, name);
        const { size } = await stat(from);
        if (!isCopied) isCopied = !(await this.canLink(from, target));
        if (isCopied) await checkSpace(folder, this.total - this.behind, options.freeBytes);
        await takeFile(from, target, {
          signal: options.signal,
          onBytes: (have) => this.report('taking', name, have),
        });
        this.report('checking', name);
        const sha256 = await hashFile(target, 'sha256', { signal: options.signal });
        files[name] = { sha256, bytes: size, hash: 'computed' };
        this.behind += size;
      }
      const repository = published?.repository ?? own.origin?.repository;
      return await this.finish({
        id: this.name,
        name: published?.name ?? own.name,
        version: own.origin?.commit ?? 'own files',
        licence: published?.licence ?? 'as its publisher states',
        source:
          repository === undefined
            ? resolve(options.cwd, options.what)
            : `${base(options.hub ?? defaultHub)}/${repository}`,
        kind: own.kind,
        files,
      });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private async canLink(from: string, target: string): Promise<boolean> {
    const [source, place] = await Promise.all([stat(from), stat(join(target, '..'))]);
    return source.dev === place.dev;
  }

  private async finish(manifest: ModelManifest, unfinished?: Unfinished): Promise<AddedModel> {
    const { folder, options } = this;
    await options.accept(folder, manifest.kind ?? 'reader', true);
    throwIfAborted(options.signal);
    await writeManifest(folder, manifest);
    await unfinished?.forget();
    const place = join(options.modelsFolder, this.name);
    await rename(folder, place).catch((error) => {
      throw asWriteFault(error, place);
    });
    const unstated = Object.entries(manifest.files).filter(([, { hash }]) => hash === 'computed');
    if (manifest.version !== 'own files' && unstated.length > 0 && unfinished) {
      const names = unstated.map(([name]) => name).join(', ');
      this.notes.push(`The hub stated no hash of ${names}; what came is recorded as it came.`);
    }
    return described(manifest, place, true, this.notes);
  }

  /** What is still to come over the net, or from another disk. */
  private async missingBytes({ plan, done, folder }: Unfinished): Promise<number> {
    let missing = 0;
    for (const { name, bytes = 0 } of plan.files) {
      if (done[name]) continue;
      const part = await stat(join(folder, `${name}.part`)).catch(() => undefined);
      missing += Math.max(0, bytes - (part?.size ?? 0));
    }
    return missing;
  }

  private get patience(): { readonly silence: number; readonly pause: number } {
    return this.options.patience ?? { silence: 30_000, pause: 1_000 };
  }

  private report(stage: AddProgress['stage'], file?: string, have = 0): void {
    const { onProgress } = this.options;
    onProgress?.({
      stage,
      ...(file !== undefined && { file }),
      bytes: this.behind + have,
      total: this.total,
    });
  }
}

function checkPlan({ repository, files }: ModelPlan): void {
  const has = (test: (name: string) => boolean): boolean => files.some(({ name }) => test(name));
  if (has((name) => name === 'config.json') && has((name) => name === 'tokenizer.json') && has(isWeights))
    return;
  throw new PalimpsestError(
    'unsupported',
    `${repository} is no model folder that can be read here: config.json, tokenizer.json or the weights are missing.`,
  );
}

function described(
  manifest: ModelManifest,
  folder: string,
  isNew: boolean,
  notes: readonly string[],
): AddedModel {
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const { id, version, kind = 'reader' } = manifest;
  return { name: id, folder, kind, version, bytes, isNew, notes };
}
