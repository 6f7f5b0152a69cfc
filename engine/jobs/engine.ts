/**
 * The engine as the window and tests drive it: documents in memory, one job at a time, events while it runs. Models
 * are behind `Toolbox`; everything on disk behind `ProjectDocuments`, `PagePictures` and `output`.
 */
import { join } from 'node:path';
import { type ErrorData, PalimpsestError, throwIfAborted, toErrorData } from '../base/errors';
import { type Logger, silentLogger } from '../base/logger';
import { isWorkedOn, type Page } from '../document';
import { exporters } from '../exports';
import { listSources, type OpenOptions } from '../intake';
import type { EventKind, Events } from '../protocol/events';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import type { DocumentSummary } from '../protocol/requests/open';
import { Speller } from '../spelling';
import type { Account } from './account';
import { convertFiles } from './convert';
import type { ConvertEvent, ConvertOptions } from './convert-options';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import type { Engine, EngineOptions } from './engine-options';
import { EngineTurns } from './engine-turns';
import { engineVersion } from './engine-version';
import { exportRequests } from './export-requests';
import { LiveRequests } from './live-requests';
import { closeSources, type OpenDocument, openDocument, sourceOf } from './open-document';
import { PagePictures, withoutCrop } from './page-pictures';
import { pageRequests } from './page-requests';
import { type PlannedSource, type PlanOptions, planConversion } from './plan';
import { ProjectDocuments } from './project-documents';
import { type QuantiseOptions, type QuantiseReport, quantiseModel } from './quantise';
import {
  type CompareOptions,
  type Comparison,
  compareModes,
  type ReadRegionOptions,
  type RegionRead,
  readRegion,
} from './read-region';
import { readerChoices } from './reader-choices';
import { type JobOptions, readPages } from './reading-job';
import { type PageTask, ReadingQueue } from './reading-queue';
import { reviewRequests } from './review-requests';
import { spellingRequests } from './spelling-requests';
import { defaultModel, modelNames, Toolbox, type ToolSource } from './toolbox';
import { type WatchOptions, watchFolder } from './watch';

export type { Engine, EngineOptions };
export { engineVersion };

type Handlers = {
  readonly [Kind in RequestKind]: (
    params: RequestParams<Kind>,
    signal: AbortSignal | undefined,
  ) => Promise<RequestResult<Kind>>;
};

interface Job {
  readonly queue: ReadingQueue;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Models are loaded when first needed, so this cannot fail. */
export function createEngine(options: EngineOptions): Engine {
  return new LocalEngine(options);
}

class LocalEngine implements Engine {
  private readonly documents = new Map<string, OpenDocument>();
  private readonly listeners = new Map<EventKind, Set<(data: never) => void>>();
  readonly toolbox: ToolSource;
  readonly pictures: PagePictures;
  private readonly kept: ProjectDocuments;
  private readonly turns = new EngineTurns();
  private readonly live: LiveRequests;
  readonly logger: Logger;
  readonly vendorDir: string | undefined;
  readonly overlap: boolean;
  private readonly assetsDir: string;
  private readonly modelsDir: string | undefined;
  private readonly speller: Speller;
  private job: Job | undefined;
  private closed = false;

  constructor(options: EngineOptions) {
    this.logger = options.logger ?? silentLogger;
    this.toolbox =
      options.toolbox ??
      new Toolbox({
        assetsDir: options.assetsDir,
        threads: options.threads ?? 2,
        modelsDir: options.modelsDir,
        layout: options.layout,
        deviceFile: options.deviceFile,
      });
    this.assetsDir = options.assetsDir;
    this.modelsDir = options.modelsDir;
    this.pictures = new PagePictures(options.cacheDir);
    this.kept = new ProjectDocuments({
      folder: options.projectDir ?? join(options.cacheDir, 'project'),
      logger: this.logger,
      program: 'the window of Palimpsest',
    });
    this.vendorDir = options.vendorDir;
    const shippedDir = join(options.assetsDir, 'dictionaries');
    this.speller = new Speller({ shippedDir, ownDir: options.spellingDir });
    this.overlap = options.overlap ?? true;
    this.live = new LiveRequests({
      toolbox: this.toolbox,
      turns: this.turns,
      document: (id) => this.documentOf(id).document,
      raster: (id, page) => this.pictures.raster(sourceOf(this.documentOf(id), page), page),
      loadTrace: (documentId, readingId) => this.kept.project?.traces.load(documentId, readingId),
      emit: (event) => this.emit('decode', event),
    });
  }

  request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    if (this.closed) return Promise.reject(new PalimpsestError('cancelled', 'The engine is closed.'));
    return this.handlers[kind](params, signal);
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    const set = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  convert(options: ConvertOptions): AsyncGenerator<ConvertEvent, Account> {
    return convertFiles(options, this);
  }

  watch(options: WatchOptions): AsyncGenerator<ConvertEvent, Account | undefined> {
    return watchFolder(options, this);
  }

  plan(options: PlanOptions): Promise<PlannedSource[]> {
    return planConversion(options);
  }

  verifyModels(): Promise<void> {
    return this.toolbox.verify();
  }

  readRegion(options: ReadRegionOptions): Promise<RegionRead> {
    return readRegion(options, { toolbox: this.toolbox, vendorDir: this.vendorDir });
  }

  compare(options: CompareOptions): Promise<Comparison> {
    return compareModes(options, { toolbox: this.toolbox, vendorDir: this.vendorDir });
  }

  quantise(options: QuantiseOptions): Promise<QuantiseReport> {
    const { toolbox, assetsDir, vendorDir } = this;
    return quantiseModel(options, { toolbox, assetsDir, vendorDir });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.stop();
    this.live.cancel();
    await this.turns.idle();
    for (const open of this.documents.values()) await this.closeDocument(open);
    this.kept.close();
    await this.speller.close();
    await this.toolbox.close();
  }

  private emit<Kind extends EventKind>(kind: Kind, event: Events[Kind]): void {
    const listeners = this.listeners.get(kind) as Set<(data: Events[Kind]) => void> | undefined;
    for (const listener of listeners ?? []) listener(event);
  }

  private documentOf(id: string): OpenDocument {
    const open = this.documents.get(id);
    if (!open) throw new PalimpsestError('invalid-request', `There is no open document ${id}.`);
    return open;
  }

  private pageOf(open: OpenDocument, id: string): Page {
    const page = open.document.pages.find((candidate) => candidate.id === id);
    if (!page)
      throw new PalimpsestError('invalid-request', `There is no page ${id} in ${open.source.info.name}.`);
    return page;
  }

  private async closeDocument(open: OpenDocument): Promise<void> {
    this.documents.delete(open.id);
    await closeSources(open).catch(() => {});
    await this.pictures.forget(open.source, open.document.pages).catch(() => {});
  }

  private openOptions(): OpenOptions {
    const { logger, vendorDir } = this;
    return { logger, ...(vendorDir !== undefined && { vendorDir }) };
  }

  private async openFile(
    path: string,
    relativePath: string,
    password: string | undefined,
    documentIds: readonly string[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<OpenDocument> {
    const open = await openDocument(path, relativePath, {
      ...this.openOptions(),
      ...(documentIds && { known: new Set(documentIds) }),
      ...(password === undefined ? {} : { password }),
      ...(signal === undefined ? {} : { signal }),
    });
    const known = this.documents.get(open.id);
    if (known) {
      await closeSources(open);
      return known;
    }
    this.kept.keepPlace(open);
    this.kept.takeIn(open);
    this.documents.set(open.id, open);
    return open;
  }

  private readonly handlers: Handlers = {
    open: async ({ paths, passwords, documentIds }, signal) => {
      const documents: DocumentSummary[] = [];
      const rejected: ErrorData[] = [];
      for await (const entry of listSources(paths, signal)) {
        if (entry.kind === 'skipped') continue;
        if (entry.kind === 'failed') {
          rejected.push({ ...entry.error, file: entry.path });
          continue;
        }
        try {
          const { path, relativePath } = entry;
          const open = await this.openFile(path, relativePath, passwords?.[path], documentIds, signal);
          documents.push({ id: open.id, source: open.source.info, relativePath: open.relativePath });
        } catch (error) {
          throwIfAborted(signal);
          // The whole path: it is what a password is given for.
          rejected.push({ ...toErrorData(error), file: entry.path });
        }
      }
      return { documents, rejected };
    },
    restore: async ({ documents }, signal) => {
      const restored: string[] = [];
      const rejected: ErrorData[] = [];
      for (const { document, relativePath, password } of documents) {
        const { path } = document.source;
        try {
          const open = await this.openFile(path, relativePath, password, [document.id], signal);
          if (open.id !== document.id) {
            await this.closeDocument(open);
            throw new PalimpsestError(
              'not-found',
              `${document.source.name} has changed since it was opened.`,
              { file: path },
            );
          }
          this.kept.takeBack(open, document.pages);
          restored.push(open.id);
        } catch (error) {
          throwIfAborted(signal);
          rejected.push({ ...toErrorData(error), file: path });
        }
      }
      return { restored, rejected };
    },
    start: async (params) => {
      const model = params.model ?? defaultModel;
      // Fails where there is none of that name.
      if (!modelNames().includes(model)) await this.toolbox.readerFolder(model);
      if (this.job)
        throw new PalimpsestError('invalid-request', 'A job is running already; cancel it first.');
      const queue = new ReadingQueue(this.tasksOf(params));
      const controller = new AbortController();
      const decode: DecodeSettings = { ...defaultDecode, ...(params.decode && { mode: params.decode }) };
      const { existingText = 'read', again = false, careful = false } = params;
      const { signal } = controller;
      const done = this.run(queue, { model, decode, existingText, again, careful, signal });
      this.job = { queue, controller, done };
      return { pages: queue.tasks.length };
    },
    cancel: async () => {
      const reading = this.live.cancel();
      return { stopped: (await this.stop()) || reading };
    },
    document: async ({ documentId }) => this.documentOf(documentId).document,
    'page-image': async ({ documentId, pageId, width, box, uncropped = false }) => {
      const open = this.documentOf(documentId);
      const page = this.pageOf(open, pageId);
      return this.pictures.file(sourceOf(open, page), uncropped ? withoutCrop(page) : page, { width, box });
    },
    look: async ({ documentId, pageId }) => {
      this.job?.queue.look(documentId, pageId);
      return {};
    },
    pause: async ({ paused }) => {
      this.job?.queue.setPaused(paused);
      return { paused: this.job?.queue.isPaused ?? false };
    },
    'read-region': (params, signal) => this.live.readRegion(params, signal),
    'check-identity': (params, signal) => this.live.checkIdentity(params, signal),
    trace: (params) => this.live.trace(params),
    status: async () => ({
      version: engineVersion,
      busy: this.job !== undefined,
      models: await this.toolbox.inventory(),
      readers: await readerChoices(this.modelsDir),
      formats: exporters.map(({ id, name, extension }) => ({ id, name, extension })),
      project: this.kept.status(),
    }),
    close: async ({ documentIds }) => {
      for (const id of documentIds) await this.closeById(id);
      return {};
    },
    ...pageRequests({
      kept: () => this.kept,
      pictures: () => this.pictures,
      document: (id) => this.documentOf(id),
      page: (open, id) => this.pageOf(open, id),
      openOptions: () => this.openOptions(),
    }),
    ...spellingRequests({ speller: () => this.speller, document: (id) => this.documentOf(id).document }),
    ...exportRequests({ document: (id) => this.documentOf(id), pictures: () => this.pictures }),
    ...reviewRequests({
      kept: () => this.kept,
      document: (id) => this.documentOf(id),
      isOpen: (id) => this.documents.has(id),
      close: (id) => this.closeById(id),
      traceOf: (readingId) => this.live.traceOf(readingId),
    }),
  };

  private async closeById(id: string): Promise<void> {
    const open = this.documents.get(id);
    if (open) await this.closeDocument(open);
  }

  private async stop(): Promise<boolean> {
    const { job } = this;
    if (!job) return false;
    job.controller.abort();
    await job.done;
    return true;
  }

  private tasksOf(params: RequestParams<'start'>): PageTask[] {
    const ids = [...new Set(params.documentIds)];
    return ids.flatMap((id) => {
      const open = this.documentOf(id);
      const asked = open.document.pages.filter((page) => params.pageIds?.includes(page.id) ?? true);
      const tasks: PageTask[] = [];
      for (const page of asked) {
        if (page.status === 'done' && params.again !== true) continue;
        // What a person has corrected or checked is never replaced by another reading.
        if (page.regions.some(isWorkedOn)) this.warnOfCorrections(open, page);
        else tasks.push({ open, pageId: page.id });
      }
      return tasks;
    });
  }

  private warnOfCorrections(open: OpenDocument, { number }: Page): void {
    const message = `Page ${number} was corrected by hand and was not read again.`;
    const { name: file } = open.source.info;
    this.emit('warning', { warning: { code: 'invalid-request', message, file, page: number } });
  }

  /** Never rejects. The engine is free again before it says that the job is done. */
  private async run(queue: ReadingQueue, options: JobOptions): Promise<void> {
    const event = await readPages(queue, options, {
      toolbox: this.toolbox,
      pictures: this.pictures,
      kept: this.kept,
      logger: this.logger,
      turns: this.turns,
      overlap: this.overlap,
      isOpen: (open) => this.documents.get(open.id) === open,
      emit: (kind, data) => this.emit(kind, data),
    });
    this.job = undefined;
    this.emit('job-done', event);
  }
}
