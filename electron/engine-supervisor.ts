/**
 * Keeps an engine process alive for the window: starts it, hands over requests and events, and when it crashes starts
 * another with the same documents and goes on with the job. Each page is tried again once at most. Knows no Electron;
 * the process comes from outside.
 */
import { randomBytes } from 'node:crypto';
import { connectEngine } from '../engine/protocol/client';
import type { EngineApi } from '../engine/protocol/engine-api';
import { PalimpsestError } from '../engine/protocol/errors';
import { eventKinds } from '../engine/protocol/events';
import type { Port } from '../engine/protocol/port';
import type { RequestKind, RequestParams, RequestResult } from '../engine/protocol/requests';
import type { EngineEvent, EngineState } from '../engine/protocol/shell';
import { KnownDocuments } from './known-documents';
import type { Log } from './log';
import { RunningJob } from './running-job';

export interface EngineProcess {
  readonly port: Port;
  /** Resolves with the exit code, however it ended. */
  readonly exited: Promise<number>;
  readonly pid: number | undefined;
  kill(): void;
}

export interface SupervisorOptions {
  readonly startProcess: (nonce: string) => EngineProcess;
  readonly log: Log;
  /** Waits before the first, second … restart in a row; no more restarts than that without an answer between. */
  readonly backOffMs?: readonly number[];
  readonly helloTimeoutMs?: number;
  /** How long the engine may take to stop a job, or to end, before it is killed. */
  readonly graceMs?: number;
}

/** Requests that change nothing and may be asked again of the next engine. */
const repeatable: readonly RequestKind[] = [
  'blocks',
  'counts',
  'document',
  'find-regions',
  'jobs',
  'page-image',
  'recent',
  'status',
  'text',
];

export class EngineSupervisor {
  readonly #options: Required<SupervisorOptions>;
  readonly #documents = new KnownDocuments();
  readonly #eventListeners = new Set<(event: EngineEvent) => void>();
  readonly #stateListeners = new Set<(state: EngineState) => void>();
  #state: EngineState = { state: 'stopped' };
  #process: EngineProcess | undefined;
  #engine: Promise<EngineApi> | undefined;
  #job: RunningJob | undefined;
  #crashesInRow = 0;
  /** The last crash cost a page its second engine. */
  #skipped = false;
  #closing = false;

  constructor(options: SupervisorOptions) {
    this.#options = {
      backOffMs: [0, 500, 2000, 5000, 10_000],
      helloTimeoutMs: 30_000,
      graceMs: 5000,
      ...options,
    };
  }

  get state(): EngineState {
    return this.#state;
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  start(): void {
    if (this.#engine || this.#closing) return;
    this.#setState({ state: 'starting' });
    this.#launch(0);
  }

  /** Waits while an engine is starting. Rejects with the engine's error, or `engine-crashed`. */
  async request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>> {
    this.start();
    const engine = await this.#current();
    try {
      const result = await engine.request(kind, params, signal);
      this.#crashesInRow = 0; // this engine works
      return result;
    } catch (error) {
      const crashed = error instanceof PalimpsestError && error.code === 'engine-crashed';
      if (!crashed || this.#closing || !repeatable.includes(kind)) throw error;
      await wait(0); // the end of the port is heard before the end of the process
      return (await this.#current()).request(kind, params, signal);
    }
  }

  /** Opens files and remembers them for an engine to come. */
  async open(params: RequestParams<'open'>): Promise<RequestResult<'open'>> {
    const result = await this.request('open', params);
    for (const { id, source, relativePath } of result.documents) {
      const document = await this.request('document', { documentId: id });
      this.#documents.add(document, relativePath, params.passwords?.[source.path]);
    }
    return result;
  }

  /** `forget` removes what is known of them as well. */
  async closeDocuments(documentIds: readonly string[], kind: 'close' | 'forget' = 'close'): Promise<void> {
    await this.request(kind, { documentIds: [...documentIds] });
    this.#documents.remove(documentIds);
  }

  async edit(params: RequestParams<'edit'>): Promise<RequestResult<'edit'>> {
    const result = await this.request('edit', params);
    this.#documents.setEdited(params.documentId, result);
    return result;
  }

  async insertPages(params: RequestParams<'insert-pages'>): Promise<RequestResult<'insert-pages'>> {
    const result = await this.request('insert-pages', params);
    this.#documents.setEdited(params.documentId, result);
    return result;
  }

  async step(kind: 'undo' | 'redo', params: RequestParams<'undo'>): Promise<RequestResult<'undo'>> {
    const result = await this.request(kind, params);
    this.#documents.setEdited(params.documentId, result);
    return result;
  }

  /** A held job stays held over a crash. */
  async pauseJob(params: RequestParams<'pause'>): Promise<RequestResult<'pause'>> {
    const result = await this.request('pause', params);
    if (this.#job) this.#job.paused = result.paused;
    return result;
  }

  async startJob(params: RequestParams<'start'>): Promise<RequestResult<'start'>> {
    if (this.#job) throw new PalimpsestError('invalid-request', 'A job is running already.');
    const job = new RunningJob(params);
    this.#job = job;
    try {
      const result = await this.request('start', params);
      job.total = result.pages;
      return result;
    } catch (error) {
      if (this.#job === job && !isCrash(error)) this.#job = undefined;
      if (isCrash(error) && !this.#closing) return { pages: job.total }; // the next engine goes on with it
      throw error;
    }
  }

  /** Resolves when the job has stopped; an engine that does not stop in time is replaced. */
  async cancelJob(): Promise<RequestResult<'cancel'>> {
    const job = this.#job;
    if (!job) return { stopped: false };
    job.cancelled = true;
    const process = this.#process;
    const timer = setTimeout(() => process?.kill(), this.#options.graceMs);
    try {
      return await this.request('cancel', {});
    } catch (error) {
      if (!isCrash(error)) throw error;
      return { stopped: true };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Ends the engine and starts another that knows no documents, once `prepare` has been called: for work on another
   * project. Throws `invalid-request` while pages are read.
   */
  restart(prepare: () => void): void {
    if (this.#job) throw new PalimpsestError('invalid-request', 'Pages are being read; stop that first.');
    prepare();
    const ended = this.#end(this.#process, this.#engine);
    // Its end is wanted, not a crash.
    this.#process = undefined;
    this.#documents.clear();
    this.#crashesInRow = 0;
    this.#setState({ state: 'starting' });
    this.#launch(0, ended);
  }

  /** Ends the engine: asked first, killed after the grace. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#end(this.#process, this.#engine);
  }

  async #end(process: EngineProcess | undefined, connected: Promise<EngineApi> | undefined): Promise<void> {
    if (!process) return;
    const engine = await Promise.race([connected?.catch(() => undefined), wait(0).then(() => undefined)]);
    engine?.close().catch(() => {}); // a crash is an end as well
    if (!engine) process.kill();
    const inTime = await Promise.race([
      process.exited.then(() => true),
      wait(this.#options.graceMs).then(() => false),
    ]);
    if (!inTime) {
      process.kill();
      await Promise.race([process.exited, wait(2000)]);
    }
  }

  #current(): Promise<EngineApi> {
    return (
      this.#engine ?? Promise.reject(new PalimpsestError('engine-crashed', 'The reading engine has stopped.'))
    );
  }

  #launch(delayMs: number, after?: Promise<void>): void {
    const engine = this.#connect(delayMs, after);
    this.#engine = engine;
    engine.catch((error: unknown) => {
      if (this.#engine !== engine || this.#closing) return;
      this.#options.log.error(
        `the engine did not start: ${error instanceof Error ? error.message : String(error)}`,
      );
      // A process that never answered is ended; its exit leads to the next try.
      if (this.#process) this.#process.kill();
      else this.#giveUp();
    });
  }

  async #connect(delayMs: number, after: Promise<void> | undefined): Promise<EngineApi> {
    await after;
    if (delayMs > 0) await wait(delayMs);
    if (this.#closing) throw new PalimpsestError('engine-crashed', 'The application is closing.');
    const nonce = randomBytes(16).toString('hex');
    const process = this.#options.startProcess(nonce);
    this.#process = process;
    void process.exited.then((code) => this.#onExit(process, code));
    const engine = await connectEngine(process.port, { nonce, timeoutMs: this.#options.helloTimeoutMs });
    for (const kind of eventKinds) {
      // One listener for each kind; the pair of kind and data is what EngineEvent lists.
      engine.on(kind, (data) => this.#onEvent({ kind, data } as EngineEvent));
    }
    const report = await this.#resume(engine);
    this.#setState({
      state: 'ready',
      ...(report ? { report } : {}),
      ...(process.pid === undefined ? {} : { pid: process.pid }),
    });
    return engine;
  }

  /** Brings a fresh engine to where the last one was. */
  async #resume(engine: EngineApi): Promise<EngineState['report']> {
    const known = this.#documents.restorable();
    if (known.documents.length > 0) {
      const { restored } = await engine.request('restore', known);
      // What is gone from the disk cannot be gone on with; asking for it would only fail.
      const ids = known.documents.map(({ document }) => document.id);
      this.#documents.remove(ids.filter((id) => !restored.includes(id)));
    }
    if (this.#state.state !== 'restarting') return undefined;
    const job = this.#job;
    if (!job) return 'restarted';
    const rest = job.cancelled ? undefined : job.rest((id) => this.#documents.pages(id));
    if (!rest) {
      this.#finishJob(job.cancelled ? 'cancelled' : 'done');
      return this.#skipped ? 'page-skipped' : 'restarted';
    }
    await engine.request('start', { ...rest, careful: true });
    if (job.paused) await engine.request('pause', { paused: true });
    return this.#skipped ? 'page-skipped' : 'retrying';
  }

  #onExit(process: EngineProcess, code: number): void {
    if (this.#process !== process) return;
    this.#process = undefined;
    this.#engine = undefined;
    if (this.#closing) return;
    this.#options.log.error(`the engine process ended unexpectedly (code ${code})`);
    this.#crashesInRow += 1;
    const delay = this.#options.backOffMs[this.#crashesInRow - 1];
    const lost = this.#job?.onCrash() ?? [];
    for (const event of this.#documents.workingPages()) {
      this.#onEvent({ kind: 'page', data: { ...event, page: { ...event.page, status: 'waiting' } } });
    }
    if (delay === undefined || lost === 'hopeless') {
      this.#giveUp();
      return;
    }
    this.#skipped = lost.length > 0;
    this.#setState({ state: 'restarting' });
    for (const { documentId, pageId } of lost) this.#giveUpPage(documentId, pageId);
    this.#launch(delay);
  }

  #giveUp(): void {
    this.#engine = undefined;
    this.#crashesInRow = 0;
    this.#setState({ state: 'stopped', report: 'gave-up' });
    this.#finishJob('failed');
  }

  #giveUpPage(documentId: string, pageId: string): void {
    const page = this.#documents.page(documentId, pageId);
    if (!page) return;
    const file = this.#documents.name(documentId);
    const message = `The reading engine stopped twice while it read page ${page.number} of ${file}.`;
    const error = { code: 'engine-crashed', message, file, page: page.number } as const;
    this.#onEvent({ kind: 'page', data: { documentId, page: { ...page, status: 'failed', error } } });
  }

  #onEvent(event: EngineEvent): void {
    switch (event.kind) {
      case 'page':
        this.#documents.setPage(event.data);
        this.#job?.onPage(event.data);
        if (event.data.page.status === 'done') this.#crashesInRow = 0;
        break;
      case 'region':
        this.#documents.setRegion(event.data);
        break;
      case 'progress':
        this.#emit(this.#job ? { kind: 'progress', data: this.#job.progress(event.data) } : event);
        return;
      case 'job-done':
        this.#finishJob(event.data.outcome);
        return;
      case 'warning':
        break;
    }
    this.#emit(event);
  }

  #finishJob(outcome: 'done' | 'cancelled' | 'failed'): void {
    const job = this.#job;
    if (!job) return;
    this.#job = undefined;
    this.#emit({ kind: 'job-done', data: job.done({ outcome }) });
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#eventListeners) listener(event);
  }

  #setState(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}

const isCrash = (error: unknown): boolean =>
  error instanceof PalimpsestError && error.code === 'engine-crashed';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
