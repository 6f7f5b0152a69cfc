/**
 * An engine for tests of everything around the engine: it behaves as its input files say (see `script`), in time, with
 * events, cancel and crashes, and reads nothing. It is never part of a shipped path.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type ErrorData, PalimpsestError, throwIfAborted } from '../base/errors';
import type { Block, Document, Page, Region } from '../document';
import type { EngineApi } from '../protocol/engine-api';
import type { EventKind, Events } from '../protocol/events';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import type { DocumentSummary } from '../protocol/requests/open';
import { sampleHeight, sampleWidth } from './sample-page';
import { drawSamplePage } from './sample-picture';
import { crashesNow, parseScript, type Script } from './script';
import { ScriptedDecoding } from './scripted-decoding';
import {
  blocksOf,
  emptyPage,
  listFiles,
  plainText,
  regionsOf,
  scriptedFormats,
  scriptedRegions,
  unread,
} from './scripted-document';
import { countScripted, findScripted, ScriptedEdits } from './scripted-edits';

export interface ScriptedEngineOptions {
  readonly cacheDir: string;
  /** How the process ends when a script says so; by SIGKILL to itself when left out. */
  readonly crash?: () => void;
}

interface Opened {
  readonly script: Script;
  readonly relativePath: string;
  document: Document;
  edits?: ScriptedEdits;
}

type Handlers = {
  readonly [Kind in RequestKind]: (
    params: RequestParams<Kind>,
    signal: AbortSignal | undefined,
  ) => Promise<RequestResult<Kind>>;
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createScriptedEngine(options: ScriptedEngineOptions): EngineApi {
  return new ScriptedEngine(options);
}

class ScriptedEngine implements EngineApi {
  readonly #cacheDir: string;
  readonly #crash: () => void;
  readonly #opened = new Map<string, Opened>();
  readonly #listeners = new Map<EventKind, Set<(data: never) => void>>();
  #job: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;
  readonly #decoding = new ScriptedDecoding({
    documents: () => this.#opened.values(),
    emit: (event) => this.#emit('decode', event),
  });
  #tokens = 0;
  #paused = false;
  #looked = '';
  #report: (() => void) | undefined;

  constructor(options: ScriptedEngineOptions) {
    this.#cacheDir = options.cacheDir;
    this.#crash = options.crash ?? (() => process.kill(process.pid, 'SIGKILL'));
    fs.mkdirSync(options.cacheDir, { recursive: true });
  }

  request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    return this.#handlers[kind](params, signal);
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    const set = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  async close(): Promise<void> {
    this.#job?.controller.abort();
    await this.#job?.done;
  }

  readonly #handlers: Handlers = {
    open: async ({ paths, passwords }) => {
      const documents: DocumentSummary[] = [];
      const rejected: ErrorData[] = [];
      for (const found of paths.flatMap(listFiles)) {
        try {
          documents.push(this.#open(found.file, found.relativePath, passwords?.[found.file]));
        } catch (error) {
          if (!(error instanceof PalimpsestError)) throw error;
          rejected.push({ code: error.code, message: error.message, file: found.file });
        }
      }
      return { documents, rejected };
    },
    restore: async ({ documents }) => {
      const there = documents.filter(({ document }) => fs.existsSync(document.source.path));
      for (const { document, relativePath } of there) {
        const script = parseScript(fs.readFileSync(document.source.path, 'utf8'));
        const pages = document.pages.map((page): Page => {
          return page.status === 'working' ? { ...page, status: 'waiting' } : page;
        });
        this.#opened.set(document.id, { script, relativePath, document: { ...document, pages } });
      }
      return { restored: there.map(({ document }) => document.id), rejected: [] };
    },
    start: async (params) => {
      if (this.#job) throw new PalimpsestError('invalid-request', 'A job is running.');
      const work = params.documentIds.flatMap((id) =>
        this.#get(id)
          .document.pages.filter((page) => params.pageIds?.includes(page.id) ?? true)
          .filter((page) => params.again || page.status !== 'done')
          .map((page) => ({ documentId: id, pageId: page.id })),
      );
      const controller = new AbortController();
      const done = wait(0)
        .then(() => this.#run(work, controller.signal))
        .finally(() => {
          this.#job = undefined;
        });
      this.#job = { controller, done };
      return { pages: work.length };
    },
    cancel: async () => {
      const job = this.#job;
      const reading = this.#decoding.requests.cancel();
      job?.controller.abort();
      await job?.done;
      return { stopped: job !== undefined || reading };
    },
    close: async ({ documentIds }) => {
      for (const id of documentIds) this.#opened.delete(id);
      return {};
    },
    document: async ({ documentId }) => this.#get(documentId).document,
    edit: async ({ documentId, edits }) => this.#edits(documentId).apply(edits),
    undo: async ({ documentId }) => this.#edits(documentId).step('undo'),
    redo: async ({ documentId }) => this.#edits(documentId).step('redo'),
    'find-regions': async (filter) => findScripted(this.#documents(filter.documentId), filter),
    counts: async ({ documentId }) => countScripted(this.#documents(documentId)),
    look: async ({ documentId, pageId }) => {
      this.#looked = `${documentId} ${pageId}`;
      return {};
    },
    pause: async ({ paused }) => {
      this.#paused = paused && this.#job !== undefined;
      this.#report?.();
      return { paused: this.#paused };
    },
    recent: async () => [],
    'insert-pages': async () => Promise.reject(new PalimpsestError('unsupported', 'Scripts hold one file.')),
    'suggest-cut': async () => ({ x: sampleWidth / 2 }),
    forget: async ({ documentIds }) => {
      for (const id of documentIds) this.#opened.delete(id);
      return {};
    },
    jobs: async () => [],
    'read-region': (params, signal) => this.#decoding.requests.readRegion(params, signal),
    'check-identity': (params, signal) => this.#decoding.requests.checkIdentity(params, signal),
    trace: (params) => this.#decoding.requests.trace(params),
    // It knows no language.
    'check-words': async () => ({ language: null, unknown: [] }),
    'suggest-words': async () => ({ words: [] }),
    'own-words': async () => ({ words: [] }),
    dictionaries: async () => ({ dictionaries: [] }),
    'add-dictionary': async () => ({ language: '' }),
    'remove-dictionary': async () => ({}),
    blocks: async ({ documentId, pageId }) => this.#blocks(documentId, pageId),
    text: async ({ documentId, pageId }) => ({ text: plainText(this.#blocks(documentId, pageId)) }),
    status: async () => ({
      version: 'scripted',
      busy: this.#job !== undefined,
      models: [{ id: 'scripted', name: 'Scripted', version: '1', sha256: '0'.repeat(64), usable: true }],
      readers: [
        { id: 'lines', name: 'lines', decodesTokens: false, usable: true },
        { id: 'scripted', name: 'Scripted', decodesTokens: true, usable: true },
      ],
      formats: scriptedFormats,
      project: { folder: this.#cacheDir, readOnly: false, interrupted: false },
    }),
    export: async ({ documentIds, formats, folder }) => {
      const files = documentIds.flatMap((documentId) => {
        const { relativePath } = this.#get(documentId);
        return formats.map((format) => {
          const file = path.join(folder, `${relativePath.replace(/\.[^./]+$/, '')}.${format}`);
          fs.mkdirSync(path.dirname(file), { recursive: true });
          fs.writeFileSync(file, plainText(this.#blocks(documentId, undefined)));
          return { documentId, format, file };
        });
      });
      return { files, failed: [] };
    },
    'page-image': async ({ documentId, pageId, width }) => {
      const { script, document } = this.#get(documentId);
      const page = document.pages.find(({ id }) => id === pageId);
      if (!page) throw new PalimpsestError('not-found', `No page ${pageId}.`);
      const pixels = Math.min(width ?? sampleWidth, sampleWidth);
      const file = path.join(this.#cacheDir, `${pageId}-${pixels}.png`);
      if (!fs.existsSync(file)) {
        const blank = script.blankPages.includes(page.number);
        fs.writeFileSync(file, drawSamplePage(blank ? [] : regionsOf(document, page.number, script), pixels));
      }
      return { file, width: pixels, height: Math.round((pixels * sampleHeight) / sampleWidth) };
    },
  };

  #get(id: string): Opened {
    const opened = this.#opened.get(id);
    if (!opened) throw new PalimpsestError('not-found', `No document ${id}.`);
    return opened;
  }

  #documents(id: string | undefined): readonly Document[] {
    return id === undefined
      ? [...this.#opened.values()].map(({ document }) => document)
      : [this.#get(id).document];
  }

  #edits(id: string): ScriptedEdits {
    const opened = this.#get(id);
    opened.edits ??= new ScriptedEdits(opened);
    return opened.edits;
  }

  #open(file: string, relativePath: string, password: string | undefined): DocumentSummary {
    const content = fs.readFileSync(file);
    const script = parseScript(content.toString('utf8'));
    const name = path.basename(file);
    if (content.length === 0) throw new PalimpsestError('empty-file', `${name} is empty.`);
    if (script.reject) throw new PalimpsestError(script.reject, `${name} cannot be read: ${script.reject}.`);
    if (script.password !== undefined && script.password !== password) {
      throw new PalimpsestError('encrypted', `${name} needs a password.`);
    }
    const id = createHash('sha256').update(file).digest('hex').slice(0, 12);
    const source = {
      name,
      path: file,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      mediaType: name.endsWith('.pdf') ? 'application/pdf' : 'image/png',
      pageCount: script.pages,
    };
    const pages = Array.from({ length: script.pages }, (_, index) => emptyPage(id, index + 1, script));
    this.#opened.set(id, {
      script,
      relativePath,
      document: { schema: 1, id, source, pages, models: [], errors: [] },
    });
    return { id, source, relativePath };
  }

  #emit<Kind extends EventKind>(kind: Kind, data: Events[Kind]): void {
    for (const listener of this.#listeners.get(kind) ?? []) (listener as (data: Events[Kind]) => void)(data);
  }

  #put(documentId: string, page: Page): void {
    const opened = this.#get(documentId);
    const pages = opened.document.pages.map((each) => (each.id === page.id ? page : each));
    opened.document = { ...opened.document, pages };
    this.#emit('page', { documentId, page });
  }

  async #run(work: readonly { documentId: string; pageId: string }[], signal: AbortSignal): Promise<void> {
    const start = Date.now();
    let pagesDone = 0;
    let pagesFailed = 0;
    const report = (current?: NonNullable<Events['progress']['current']>): void => {
      const perPage = (Date.now() - start) / Math.max(1, pagesDone) / 1000;
      this.#emit('progress', {
        pagesDone,
        pagesFailed,
        pagesTotal: work.length,
        ...(this.#paused ? { paused: true as const } : {}),
        ...(pagesDone > 0 ? { secondsLeft: perPage * (work.length - pagesDone - pagesFailed) } : {}),
        ...(current ? { current } : {}),
      });
    };
    this.#report = () => report();
    const waiting = [...work];
    for (;;) {
      while (this.#paused && !signal.aborted) await wait(10);
      const looked = waiting.findIndex((each) => `${each.documentId} ${each.pageId}` === this.#looked);
      const [next] = waiting.splice(Math.max(0, looked), 1);
      if (!next || signal.aborted || !this.#opened.has(next.documentId)) break;
      const { documentId, pageId } = next;
      report({ documentId, pageId, stage: 'reading' });
      const ok = await this.#readPage(documentId, pageId, signal);
      if (ok === 'stopped') break;
      if (ok === 'done') pagesDone += 1;
      else pagesFailed += 1;
      report();
    }
    const outcome = signal.aborted ? 'cancelled' : 'done';
    this.#paused = false;
    this.#report = undefined;
    this.#emit('job-done', { outcome, pagesDone, pagesFailed, seconds: (Date.now() - start) / 1000 });
  }

  async #readPage(
    documentId: string,
    pageId: string,
    signal: AbortSignal,
  ): Promise<'done' | 'failed' | 'stopped'> {
    const { script, document } = this.#get(documentId);
    const before = document.pages.find((page) => page.id === pageId);
    if (!before) return 'failed';
    this.#put(documentId, { ...before, status: 'working' });
    let regions: readonly Region[] = script.blankPages.includes(before.number)
      ? []
      : scriptedRegions(document, before, script);
    try {
      if (script.crashOnPage === before.number && crashesNow(script)) {
        this.#crash();
        await new Promise(() => {}); // nothing comes after
      }
      while (script.deaf) await wait(50);
      for (let waited = 0; waited < script.pageMs; waited += 20) {
        await wait(Math.min(20, script.pageMs));
        throwIfAborted(signal);
      }
      if (script.roundGate !== undefined) regions = await this.#decode(documentId, before, regions, signal);
      if (script.tokenGate !== undefined)
        await this.#stream(documentId, before, regions, script.tokenGate, signal);
    } catch (error) {
      if (signal.aborted) {
        this.#put(documentId, { ...before, status: 'waiting' });
        return 'stopped';
      }
      throw error;
    }
    if (script.failOnPage === before.number) {
      const error: ErrorData = {
        code: 'unreadable',
        message: `Page ${before.number} of ${document.source.name} is damaged.`,
        file: document.source.name,
        page: before.number,
      };
      this.#put(documentId, { ...before, status: 'failed', error });
      return 'failed';
    }
    const blank = script.blankPages.includes(before.number);
    this.#put(documentId, {
      ...before,
      status: 'done',
      regions,
      marks: [
        ...(blank ? [{ kind: 'blank' as const }] : []),
        ...(script.unsupportedPages.includes(before.number) ? [{ kind: 'unsupported-script' as const }] : []),
      ],
    });
    return 'done';
  }

  async #decode(
    documentId: string,
    page: Page,
    regions: readonly Region[],
    signal: AbortSignal,
  ): Promise<readonly Region[]> {
    this.#put(documentId, { ...page, status: 'working', regions: regions.map(unread) });
    return this.#decoding.readPage(documentId, page, regions, signal, (region) =>
      this.#emit('region', { documentId, pageId: page.id, region, working: false }),
    );
  }

  /** Lets each region's text grow word by word, as far as the gate file allows. */
  async #stream(
    documentId: string,
    page: Page,
    regions: readonly Region[],
    gate: string,
    signal: AbortSignal,
  ): Promise<void> {
    for (const region of regions) {
      const reading = region.readings[0];
      if (!reading) continue;
      const pieces = reading.text.split(/(?<= )/);
      for (let count = 1; count <= pieces.length; count += 1) {
        while (Number(fs.readFileSync(gate, 'utf8')) <= this.#tokens) {
          await wait(10);
          throwIfAborted(signal);
        }
        this.#tokens += 1;
        const text = pieces.slice(0, count).join('');
        const grown = { ...region, readings: [{ ...reading, text }] };
        this.#emit('region', { documentId, pageId: page.id, region: grown, working: count < pieces.length });
      }
    }
  }

  #blocks(documentId: string, pageId: string | undefined): readonly Block[] {
    const { document, script } = this.#get(documentId);
    return blocksOf(document, script, pageId);
  }
}
