/** The pages of one file of a conversion, read into the project one after the other. */
import { PalimpsestError, toErrorData } from '../base/errors';
import { isWorkedOn, type Page, type Region } from '../document';
import type { JobFile, Project, Settings } from '../store';
import { addSeconds } from './account';
import type { ConvertEvent, ConvertTools } from './convert-options';
import type { ConvertRequest } from './convert-request';
import type { FileAhead, NamedFile } from './file-ahead';
import { TraceRecorder } from './live-trace';
import { type OpenDocument, sourceOf } from './open-document';
import type { PageAhead } from './page-ahead';
import { PageSaver } from './page-saver';
import type { ProjectDocuments } from './project-documents';
import { type PageTools, readPage } from './read-page';
import { settingsOf } from './reading-settings';
import { borrowPages } from './same-content';
import type { FileProgress } from './stored-account';

export interface FileTools extends ConvertTools {
  readonly project: Project;
  readonly kept: ProjectDocuments;
  readonly jobId: number;
  readonly pageAhead: PageAhead;
  readonly fileAhead: FileAhead;
  readonly signal: AbortSignal | undefined;
}

/** How far a file is; kept with it, so that the next start knows. */
export interface FileJournal {
  progress: FileProgress;
}

interface FileReading {
  readonly open: OpenDocument;
  readonly wanted: readonly Page[];
  readonly file: JobFile;
  readonly request: ConvertRequest;
  readonly journal: FileJournal;
  /** The file that comes after it. */
  readonly next: NamedFile | undefined;
}

/** Starts of the program that a page may cost before it is passed over. */
const mostAttempts = 3;

/** Ends early when cancelled; throws when the project cannot be written. A page's fault is the page's. */
export async function* readFilePages(
  reading: FileReading,
  tools: FileTools,
): AsyncGenerator<ConvertEvent, void> {
  const { open, wanted, file, request } = reading;
  const { project, kept, signal, toolbox } = tools;
  const { model, decode, existingText } = request;
  const models = await toolbox.models(model, decode);
  const settings = settingsOf({ model, models, decode, existingText });
  borrowPages(open, kept, settings, wanted);
  const done = project.finished.pages(open.id, settings);
  const analyser = await toolbox.pageAnalyser();
  const pageTools: PageTools = { analyser, ...(await toolbox.readers(model, decode)), existingText, signal };
  let isBlamed = file.attempts >= mostAttempts;
  tools.pageAhead.setCareful(file.attempts > 0);
  const toRead = (from: number): Page | undefined => {
    const ids = new Set(wanted.slice(from).map(({ id }) => id));
    return open.document.pages.find((page) => ids.has(page.id) && !isRead(page, done));
  };
  for (const [index, { id, number }] of wanted.entries()) {
    if (signal?.aborted) return;
    const page = open.document.pages.find((each) => each.id === id);
    if (page && !isRead(page, done)) {
      kept.addModels(open, models);
      if (isBlamed) kept.savePage(open, passedOver(open, page));
      else await readOne(page, toRead(index + 1), settings, pageTools, reading, tools);
      isBlamed = false;
      tools.pageAhead.setCareful(false);
    }
    if (signal?.aborted) return;
    const { relativePath } = open;
    yield { kind: 'page', relativePath, page: number, done: index + 1, total: wanted.length };
  }
}

async function readOne(
  page: Page,
  nextPage: Page | undefined,
  settings: Settings,
  pageTools: PageTools,
  { open, file, journal, next }: FileReading,
  { project, kept, jobId, pictures, pageAhead, fileAhead }: FileTools,
): Promise<void> {
  const source = sourceOf(open, page);
  let regions: readonly Region[] = [];
  const taskOf = (regionId: string) => regions.find(({ id }) => id === regionId)?.task ?? 'text';
  const recorder = new TraceRecorder(pageTools.reader, taskOf);
  const save = (each: Page): Page => {
    const saved = kept.savePage(open, each, settings);
    kept.saveTraces(open, each, recorder.traces);
    return saved;
  };
  const saver = new PageSaver(page, save);
  try {
    const reading: PageTools = {
      ...pageTools,
      known: kept.regionsRead(open, page.id, settings),
      onRegions: (found) => {
        ({ regions } = found);
        saver.begin(found);
        if (nextPage) pageAhead.begin(sourceOf(open, nextPage), nextPage, pageTools);
        else if (next) fileAhead.begin(next, open, settings, pageTools);
      },
      onRegion: (region) => saver.add(region),
      onDecodeEvent: recorder.onDecodeEvent,
    };
    const result = await readPage(source, page, reading, pageAhead.take(source, page));
    if (result.raster) pictures.remember(result.page, result.raster);
    journal.progress = { seconds: addSeconds(journal.progress.seconds, result.seconds) };
    project.transaction(() => {
      save(result.page);
      project.jobs.setProgress(jobId, file.id, { progress: journal.progress });
    });
  } catch (error) {
    if (!pageTools.signal?.aborted) throw error;
    saver.flush();
  } finally {
    await fileAhead.settle();
    await pageAhead.settle();
  }
}

/** Also what a person has worked on, whatever it was read with: it is not read over. */
function isRead(page: Page, done: ReadonlySet<string>): boolean {
  return page.status === 'done' && (done.has(page.id) || page.regions.some(isWorkedOn));
}

function passedOver({ source }: OpenDocument, page: Page): Page {
  const { number } = page;
  const message = `Reading page ${number} ended the program ${mostAttempts} times; it was passed over.`;
  const error = new PalimpsestError('engine-crashed', message, { file: source.info.name, page: number });
  return { ...page, regions: [], status: 'failed', error: toErrorData(error) };
}
