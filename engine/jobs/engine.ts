/**
 * The engine as the window and tests drive it: documents in memory, one job at a time, events while it runs.
 * Everything that touches a model is behind `Toolbox`; everything on disk behind `PagePictures` and `output`.
 */
import { extname } from 'node:path';
import { type ErrorData, isCancelled, PalimpsestError, throwIfAborted, toErrorData } from '../base/errors';
import { type Logger, silentLogger } from '../base/logger';
import { applyEdit, type Page } from '../document';
import { exporters, findExporter } from '../exports';
import { listSources } from '../intake';
import type { EngineApi } from '../protocol/engine-api';
import type { EventKind, Events } from '../protocol/events';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import type { DocumentSummary } from '../protocol/requests/open';
import type { Account } from './account';
import { type ConvertEvent, type ConvertOptions, convertFiles } from './convert';
import { blocksOf, render, writeDocument } from './export-document';
import { addModels, type OpenDocument, openDocument, replacePage } from './open-document';
import { OutputNames } from './output';
import { PagePictures } from './page-pictures';
import { ProgressMeter } from './progress-meter';
import { readPage } from './read-page';
import { defaultModel, Toolbox } from './toolbox';

export interface EngineOptions {
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  /** Folder that holds the bundled PDF reader; found near the running file when left out. */
  readonly vendorDir?: string;
  /** For page pictures; may be removed whenever no engine runs. */
  readonly cacheDir: string;
  readonly logger?: Logger;
  /** Threads of the runtime; 2 by default. */
  readonly threads?: number;
}

export interface Engine extends EngineApi {
  /** Files to results without keeping documents; for the command line. */
  convert(options: ConvertOptions): AsyncGenerator<ConvertEvent, Account>;
  /** Hashes every model file; fails with `model-damaged` or `model-missing`, naming the file. */
  verifyModels(): Promise<void>;
}

export const engineVersion = '0.1.0';

type Handlers = {
  readonly [Kind in RequestKind]: (
    params: RequestParams<Kind>,
    signal: AbortSignal | undefined,
  ) => Promise<RequestResult<Kind>>;
};

interface Job {
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
  private readonly toolbox: Toolbox;
  private readonly pictures: PagePictures;
  private readonly logger: Logger;
  private readonly vendorDir: string | undefined;
  private job: Job | undefined;

  constructor(options: EngineOptions) {
    this.logger = options.logger ?? silentLogger;
    this.toolbox = new Toolbox({
      assetsDir: options.assetsDir,
      threads: options.threads ?? 2,
      logger: this.logger,
    });
    this.pictures = new PagePictures(options.cacheDir);
    this.vendorDir = options.vendorDir;
  }

  request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    return this.handlers[kind](params, signal);
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    const set = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  convert(options: ConvertOptions): AsyncGenerator<ConvertEvent, Account> {
    return convertFiles(options, {
      toolbox: this.toolbox,
      pictures: this.pictures,
      vendorDir: this.vendorDir,
    });
  }

  verifyModels(): Promise<void> {
    return this.toolbox.verify();
  }

  async close(): Promise<void> {
    await this.stop();
    for (const open of this.documents.values()) await this.forget(open);
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

  private async forget(open: OpenDocument): Promise<void> {
    this.documents.delete(open.id);
    await open.source.close().catch(() => {});
    await this.pictures.forget(open.source, open.document.pages).catch(() => {});
  }

  private async openFile(
    path: string,
    relativePath: string,
    password: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<OpenDocument> {
    const open = await openDocument(path, relativePath, {
      logger: this.logger,
      ...(password === undefined ? {} : { password }),
      ...(signal === undefined ? {} : { signal }),
      ...(this.vendorDir === undefined ? {} : { vendorDir: this.vendorDir }),
    });
    const known = this.documents.get(open.id);
    if (known) {
      await open.source.close();
      return known;
    }
    this.documents.set(open.id, open);
    return open;
  }

  private readonly handlers: Handlers = {
    open: async ({ paths, passwords }, signal) => {
      const documents: DocumentSummary[] = [];
      const rejected: ErrorData[] = [];
      for await (const entry of listSources(paths, signal)) {
        if (entry.kind === 'skipped') continue;
        if (entry.kind === 'failed') {
          rejected.push(entry.error);
          continue;
        }
        try {
          const open = await this.openFile(entry.path, entry.relativePath, passwords?.[entry.path], signal);
          documents.push({ id: open.id, source: open.source.info, relativePath: open.relativePath });
        } catch (error) {
          throwIfAborted(signal);
          rejected.push(toErrorData(error, { file: entry.path }));
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
          const open = await this.openFile(path, relativePath, password, signal);
          if (open.id !== document.id) {
            throw new PalimpsestError(
              'not-found',
              `${document.source.name} has changed since it was opened.`,
              { file: path },
            );
          }
          const pages = document.pages.map(
            (page): Page => (page.status === 'working' ? { ...page, status: 'waiting' } : page),
          );
          open.document = { ...document, pages };
          restored.push(open.id);
        } catch (error) {
          throwIfAborted(signal);
          rejected.push(toErrorData(error, { file: path }));
        }
      }
      return { restored, rejected };
    },
    start: async (params) => {
      if (this.job)
        throw new PalimpsestError('invalid-request', 'A job is running already; cancel it first.');
      const tasks = this.tasksOf(params);
      const controller = new AbortController();
      const done = this.run(tasks, params, controller.signal).finally(() => {
        this.job = undefined;
      });
      this.job = { controller, done };
      return { pages: tasks.length };
    },
    cancel: async () => ({ stopped: await this.stop() }),
    document: async ({ documentId }) => this.documentOf(documentId).document,
    blocks: async ({ documentId, pageId }) => blocksOf(this.documentOf(documentId), { pageId }),
    'page-image': async ({ documentId, pageId, width, box }) => {
      const open = this.documentOf(documentId);
      return this.pictures.file(open.source, this.pageOf(open, pageId), { width, box });
    },
    edit: async ({ documentId, edit }) => {
      const open = this.documentOf(documentId);
      const { document, inverse } = applyEdit(open.document, edit, new Date().toISOString());
      open.document = document;
      return { document, inverse };
    },
    export: async ({ documentIds, formats, folder, keep, onExists }) => {
      const files: { documentId: string; format: string; file: string }[] = [];
      const failed: ErrorData[] = [];
      const names = new OutputNames();
      const opens = documentIds.map((id) => this.documentOf(id));
      for (const open of opens) {
        const bare = bareName(open.relativePath);
        const stem = names.stemFor(
          open.relativePath,
          opens.filter((other) => bareName(other.relativePath) === bare).length,
        );
        for (const format of formats) {
          try {
            const written = await writeDocument(open, format, folder, stem, this.pictures, {
              keep,
              onExists: onExists ?? 'rename',
            });
            if (written.file) files.push({ documentId: open.id, format, file: written.file });
          } catch (error) {
            failed.push(toErrorData(error, { file: open.source.info.name }));
          }
        }
      }
      return { files, failed };
    },
    text: async ({ documentId, format, pageId, regionIds, keep }) => {
      const output = await render(this.documentOf(documentId), findExporter(format), this.pictures, {
        pageId,
        regionIds,
        keep,
      });
      return { text: new TextDecoder().decode(output.bytes) };
    },
    status: async () => ({
      version: engineVersion,
      busy: this.job !== undefined,
      models: (await this.toolbox.models()).map((model) => ({ ...model, usable: true })),
      formats: exporters.map(({ id, name, extension }) => ({ id, name, extension })),
    }),
    close: async ({ documentIds }) => {
      for (const id of documentIds) {
        const open = this.documents.get(id);
        if (open) await this.forget(open);
      }
      return {};
    },
  };

  private async stop(): Promise<boolean> {
    const { job } = this;
    if (!job) return false;
    job.controller.abort();
    await job.done;
    return true;
  }

  private tasksOf(params: RequestParams<'start'>): { open: OpenDocument; pageId: string }[] {
    return params.documentIds.flatMap((id) => {
      const open = this.documentOf(id);
      return open.document.pages
        .filter((page) => params.pageIds?.includes(page.id) ?? true)
        .filter((page) => params.again === true || page.status !== 'done')
        .map((page) => ({ open, pageId: page.id }));
    });
  }

  /** Never rejects: faults are pages' or the job's outcome. */
  private async run(
    tasks: readonly { open: OpenDocument; pageId: string }[],
    params: RequestParams<'start'>,
    signal: AbortSignal,
  ): Promise<void> {
    const meter = new ProgressMeter(tasks.length);
    let outcome: Events['job-done']['outcome'] = 'done';
    try {
      const analyser = await this.toolbox.pageAnalyser();
      const reader = await this.toolbox.reader(params.model ?? defaultModel);
      const models = await this.toolbox.models(params.model);
      for (const { open, pageId } of tasks) {
        throwIfAborted(signal);
        if (!this.documents.has(open.id)) continue;
        const waiting = this.pageOf(open, pageId);
        this.changePage(open, { ...waiting, status: 'working' });
        try {
          const result = await readPage(open.source, waiting, {
            analyser,
            reader,
            existingText: params.existingText ?? 'read',
            signal,
            onStage: (stage) => this.emit('progress', meter.report({ documentId: open.id, pageId, stage })),
            onRegions: (page) => this.emit('page', { documentId: open.id, page }),
            onRegion: (region) =>
              this.emit('region', { documentId: open.id, pageId, region, working: false }),
          });
          addModels(open, models);
          if (result.raster) this.pictures.remember(result.page, result.raster);
          this.changePage(open, result.page);
          for (const note of result.notes) this.warn(note, open, waiting.number);
          meter.count(result.page.status === 'failed');
          this.emit('progress', meter.report());
        } catch (error) {
          this.changePage(open, waiting);
          throw error;
        }
      }
    } catch (error) {
      outcome = isCancelled(error) ? 'cancelled' : 'failed';
      if (outcome === 'failed') {
        this.logger.error('The job failed.', { message: toErrorData(error).message });
        this.emit('warning', { warning: toErrorData(error) });
      }
    }
    this.emit('job-done', { outcome, ...meter.totals() });
  }

  private changePage(open: OpenDocument, page: Page): void {
    replacePage(open, page);
    this.emit('page', { documentId: open.id, page });
  }

  private warn(message: string, open: OpenDocument, page: number): void {
    this.emit('warning', { warning: { code: 'unsupported', message, file: open.source.info.name, page } });
  }
}

function bareName(relativePath: string): string {
  return relativePath.slice(0, relativePath.length - extname(relativePath).length).toLowerCase();
}
