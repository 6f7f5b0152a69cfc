/** One run over pages of open documents: reads them one after the other and tells whoever listens. */
import { isCancelled, throwIfAborted, toErrorData } from '../base/errors';
import type { Logger } from '../base/logger';
import type { ModelInfo, Page, Region } from '../document';
import type { EventKind, Events } from '../protocol/events';
import { addSeconds } from './account';
import { defaultDecode } from './decode-plan';
import type { EngineTurns } from './engine-turns';
import type { ExistingTextMode } from './existing-text';
import { LiveFeed } from './live-feed';
import { addModels, type OpenDocument, replacePage } from './open-document';
import type { PagePictures } from './page-pictures';
import { ProgressMeter } from './progress-meter';
import { type PageTools, readPage, type StageSeconds } from './read-page';
import type { ToolSource } from './toolbox';

export interface PageTask {
  readonly open: OpenDocument;
  readonly pageId: string;
}

export interface JobHost {
  readonly toolbox: ToolSource;
  readonly pictures: PagePictures;
  readonly logger: Logger;
  readonly turns: EngineTurns;
  /** False once a document was closed while the job runs. */
  isOpen(open: OpenDocument): boolean;
  emit<Kind extends EventKind>(kind: Kind, event: Events[Kind]): void;
}

export interface JobOptions {
  readonly model: string;
  readonly existingText: ExistingTextMode;
  readonly signal: AbortSignal;
}

/**
 * Never rejects: a page's fault is the page's, anything else is the outcome. Cancelled, the page in work waits again
 * and finished pages are kept.
 */
export async function readPages(
  tasks: readonly PageTask[],
  options: JobOptions,
  host: JobHost,
): Promise<Events['job-done']> {
  const meter = new ProgressMeter(tasks.length);
  let stageSeconds: StageSeconds = {};
  let outcome: Events['job-done']['outcome'] = 'done';
  try {
    const tools: PageTools = {
      analyser: await host.toolbox.pageAnalyser(),
      ...(await host.toolbox.readers(options.model)),
      existingText: options.existingText,
      signal: options.signal,
    };
    const models = await host.toolbox.models(options.model);
    for (const task of tasks) {
      throwIfAborted(options.signal);
      const seconds = await host.turns.take(
        () => readTask(task, tools, models, meter, host),
        options.signal,
      );
      stageSeconds = addSeconds(stageSeconds, seconds);
    }
  } catch (error) {
    outcome = isCancelled(error) ? 'cancelled' : 'failed';
    if (outcome === 'failed') {
      const warning = toErrorData(error);
      host.logger.error('The job failed.', { message: warning.message });
      host.emit('warning', { warning });
    }
  }
  return { outcome, ...meter.totals(), stageSeconds };
}

async function readTask(
  { open, pageId }: PageTask,
  tools: PageTools,
  models: readonly ModelInfo[],
  meter: ProgressMeter,
  host: JobHost,
): Promise<StageSeconds> {
  const waiting = pageOf(open, pageId);
  if (!waiting || !host.isOpen(open)) return {};
  const change = (page: Page): void => {
    // Meanwhile a person may have left the page out, or closed the document.
    const excluded = pageOf(open, pageId)?.excluded ?? page.excluded;
    replacePage(open, { ...page, excluded });
    if (host.isOpen(open)) host.emit('page', { documentId: open.id, page: { ...page, excluded } });
  };
  const documentId = open.id;
  let regions: readonly Region[] = [];
  const feed = new LiveFeed(
    { documentId, pageId, readingOf: 'page', mode: defaultDecode.mode },
    tools.reader,
    (regionId) => regions.find(({ id }) => id === regionId)?.task ?? 'text',
    (event) => host.emit('decode', event),
  );
  change({ ...waiting, status: 'working' });
  try {
    const { page, raster, seconds, notes } = await readPage(open.source, waiting, {
      ...tools,
      onStage: (stage) => host.emit('progress', meter.report({ documentId, pageId, stage })),
      onRegions: (found) => {
        ({ regions } = found);
        host.emit('page', { documentId, page: found });
      },
      onDecodeEvent: feed.onDecodeEvent,
      onRegion: (region) => host.emit('region', { documentId, pageId, region, working: false }),
    });
    if (!host.isOpen(open)) return seconds;
    addModels(open, models);
    if (raster) host.pictures.remember(page, raster);
    change(page);
    for (const message of notes) {
      const warning = {
        code: 'unsupported',
        message,
        file: open.source.info.name,
        page: page.number,
      } as const;
      host.emit('warning', { warning });
    }
    meter.count(page.status === 'failed');
    host.emit('progress', meter.report());
    return seconds;
  } catch (error) {
    change(waiting);
    throw error;
  } finally {
    feed.flush();
  }
}

function pageOf(open: OpenDocument, id: string): Page | undefined {
  return open.document.pages.find((page) => page.id === id);
}
