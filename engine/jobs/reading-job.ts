/** One run over pages of open documents: reads them one after the other and tells whoever listens. */
import { isCancelled, throwIfAborted, toErrorData } from '../base/errors';
import type { Logger } from '../base/logger';
import type { ModelInfo, Page, Region } from '../document';
import type { Reader } from '../model';
import type { EventKind, Events } from '../protocol/events';
import type { Settings } from '../store';
import { addSeconds } from './account';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import type { EngineTurns } from './engine-turns';
import type { ExistingTextMode } from './existing-text';
import { LiveFeed } from './live-feed';
import { type OpenDocument, replacePage, sourceOf } from './open-document';
import { PageAhead } from './page-ahead';
import type { PagePictures } from './page-pictures';
import { PageSaver } from './page-saver';
import { ProgressMeter } from './progress-meter';
import type { ProjectDocuments } from './project-documents';
import { type PageTools, readPage, type StageSeconds } from './read-page';
import type { PageTask, ReadingQueue } from './reading-queue';
import { ReadingRecord } from './reading-record';
import { settingsOf } from './reading-settings';
import type { ToolSource } from './toolbox';

export interface JobHost {
  readonly toolbox: ToolSource;
  readonly pictures: PagePictures;
  readonly kept: ProjectDocuments;
  readonly logger: Logger;
  readonly turns: EngineTurns;
  /** The next page is prepared while one is read. */
  readonly overlap: boolean;
  /** False once a document was closed while the job runs. */
  isOpen(open: OpenDocument): boolean;
  emit<Kind extends EventKind>(kind: Kind, event: Events[Kind]): void;
}

export interface JobOptions {
  readonly model: string;
  readonly decode?: DecodeSettings | undefined;
  readonly existingText: ExistingTextMode;
  /** Also what was read before with the same settings. */
  readonly again: boolean;
  /** The first page may be the one that ended the engine. */
  readonly careful: boolean;
  readonly signal: AbortSignal;
}

interface JobTools extends Omit<PageTools, 'signal'> {
  readonly decode: DecodeSettings;
  readonly models: readonly ModelInfo[];
  readonly settings: Settings;
  readonly again: boolean;
  readonly record: ReadingRecord;
  readonly queue: ReadingQueue;
  readonly ahead: PageAhead;
}

/**
 * Never rejects: a page's fault is the page's, anything else is the outcome. Cancelled or held, the page in work waits
 * again and finished pages and regions are kept.
 */
export async function readPages(
  queue: ReadingQueue,
  options: JobOptions,
  host: JobHost,
): Promise<Events['job-done']> {
  const { model, existingText, signal, again } = options;
  const ahead = new PageAhead(!host.overlap, options.careful);
  const meter = new ProgressMeter(queue.tasks.length);
  queue.onPause((paused) => {
    meter.setPaused(paused);
    host.emit('progress', meter.report());
  });
  const record = new ReadingRecord(host.kept, host.logger, model, queue.tasks);
  let models: readonly ModelInfo[] = [];
  let reader: Reader | undefined;
  let stageSeconds: StageSeconds = {};
  let outcome: Events['job-done']['outcome'] = 'done';
  try {
    const decode = options.decode ?? defaultDecode;
    const readers = await host.toolbox.readers(model, decode);
    ({ reader } = readers);
    for (const message of readers.reader.use?.().warnings ?? []) {
      host.emit('warning', { warning: { code: 'unsupported', message } });
    }
    models = await host.toolbox.models(model, decode);
    const settings = settingsOf({ model, models, decode, existingText });
    const analyser = await host.toolbox.pageAnalyser();
    const reading = { analyser, ...readers, existingText, decode, models, settings, again };
    const tools: JobTools = { ...reading, record, queue, ahead };
    for (;;) {
      await queue.gate(signal);
      throwIfAborted(signal);
      const task = queue.take();
      if (!task) break;
      try {
        const seconds = await queue.untilHeld(signal, (stop) =>
          host.turns.take(() => readTask(task, tools, stop, meter, host), stop),
        );
        stageSeconds = addSeconds(stageSeconds, seconds);
      } catch (error) {
        if (!isCancelled(error) || signal.aborted) throw error;
        queue.putBack(task);
      }
    }
  } catch (error) {
    outcome = isCancelled(error) ? 'cancelled' : 'failed';
    if (outcome === 'failed') {
      const warning = toErrorData(error);
      host.logger.error('The job failed.', { message: warning.message });
      host.emit('warning', { warning });
    }
  }
  record.end(outcome, models, reader?.use?.());
  return { outcome, ...meter.totals(), stageSeconds };
}

async function readTask(
  { open, pageId }: PageTask,
  tools: JobTools,
  signal: AbortSignal,
  meter: ProgressMeter,
  host: JobHost,
): Promise<StageSeconds> {
  const waiting = pageOf(open, pageId);
  if (!waiting || !host.isOpen(open)) {
    tools.ahead.drop([{ id: pageId }]);
    return {};
  }
  const documentId = open.id;
  const source = sourceOf(open, waiting);
  const { settings, decode, reader } = tools;
  const show = (page: Page): void => {
    if (host.isOpen(open)) host.emit('page', { documentId, page });
  };
  const setStatus = (status: Page['status']): void => {
    const now = pageOf(open, pageId) ?? waiting;
    replacePage(open, { ...now, status });
    show({ ...now, status });
  };
  let regions: readonly Region[] = [];
  const feed = new LiveFeed(
    { documentId, pageId, readingOf: 'page', mode: decode.mode },
    reader,
    (regionId) => regions.find(({ id }) => id === regionId)?.task ?? 'text',
    (event) => host.emit('decode', event),
  );
  const save = (page: Page): Page => {
    const saved = host.kept.savePage(open, page, settings);
    host.kept.saveTraces(open, page, feed.traces);
    return saved;
  };
  const saver = new PageSaver(waiting, save);
  const preparation = tools.ahead.take(source, waiting);
  const known = tools.again ? undefined : host.kept.regionsRead(open, pageId, settings);
  host.kept.addModels(open, tools.models);
  setStatus('working');
  try {
    const pageTools: PageTools = {
      ...tools,
      signal,
      known,
      onStage: (stage) => host.emit('progress', meter.report({ documentId, pageId, stage })),
      onRegions: (found) => {
        ({ regions } = found);
        if (host.isOpen(open)) show(saver.begin(found));
        prepareNext(tools, signal, host);
      },
      onRegion: (region) => {
        if (host.isOpen(open)) saver.add(region);
        host.emit('region', { documentId, pageId, region, working: false });
      },
      onDecodeEvent: feed.onDecodeEvent,
    };
    const { page, raster, seconds } = await readPage(source, waiting, pageTools, preparation);
    tools.ahead.setCareful(false);
    const now = pageOf(open, pageId);
    if (!host.isOpen(open) || !now) return seconds;
    if (!isSameShape(now, waiting) && !isSameShape(now, page)) {
      // What was read belongs to a page that an undo has taken back.
      if (waiting.status !== 'done')
        show(host.kept.savePage(open, { ...now, status: 'waiting', regions: [] }));
      return seconds;
    }
    if (raster) host.pictures.remember(page, raster);
    show(save(page));
    tools.record.add(open, seconds);
    for (const message of page.notes ?? []) {
      const warning = {
        code: 'unsupported',
        message,
        file: source.info.name,
        page: page.number,
      } as const;
      host.emit('warning', { warning });
    }
    meter.count(page.status === 'failed');
    host.emit('progress', meter.report());
    return seconds;
  } catch (error) {
    if (isCancelled(error) && host.isOpen(open)) saver.flush();
    setStatus(waiting.status);
    throw error;
  } finally {
    feed.flush();
    // The turn ends when nothing of it is at work any more.
    await tools.ahead.settle();
  }
}

function prepareNext(
  { queue, ahead, analyser, existingText }: JobTools,
  signal: AbortSignal,
  host: JobHost,
): void {
  const next = queue.peek();
  const page = next && pageOf(next.open, next.pageId);
  if (page && host.isOpen(next.open))
    ahead.begin(sourceOf(next.open, page), page, { analyser, existingText, signal });
}

function isSameShape(a: Page, b: Page): boolean {
  return JSON.stringify(a.transform) === JSON.stringify(b.transform);
}

function pageOf(open: OpenDocument, id: string): Page | undefined {
  return open.document.pages.find((page) => page.id === id);
}
