/** The real engine with the shipped models, driven to the end. */
import type { Document } from '../document';
import { type Account, type ConvertEvent, type ConvertOptions, createEngine, type Engine } from '../index';
import type { Events } from '../protocol/events';
import type { RequestParams } from '../protocol/requests';
import { assetsDir, type Workplace } from './workplace';

export function openEngine(place: Workplace, assets = assetsDir): Engine {
  return createEngine({ assetsDir: assets, cacheDir: place.path('.cache') });
}

export interface Conversion {
  readonly account: Account;
  readonly events: readonly ConvertEvent[];
}

const defaults = {
  formats: ['md'],
  model: 'lines',
  existingText: 'read',
  keep: ['footnote'],
  onExists: 'rename',
} as const;

/** Converts to the end; `onEvent` may cancel. */
export async function convert(
  engine: Engine,
  options: Partial<ConvertOptions> & Pick<ConvertOptions, 'paths' | 'out'>,
  onEvent: (event: ConvertEvent) => void = () => {},
): Promise<Conversion> {
  const run = engine.convert({ ...defaults, ...options });
  const events: ConvertEvent[] = [];
  for (;;) {
    const step = await run.next();
    if (step.done) return { account: step.value, events };
    events.push(step.value);
    onEvent(step.value);
  }
}

/** Starts a job and waits for its end. */
export async function readAll(
  engine: Engine,
  documentIds: readonly string[],
  more: Omit<RequestParams<'start'>, 'documentIds'> = {},
): Promise<Events['job-done']> {
  const done = nextJobDone(engine);
  await engine.request('start', { ...more, documentIds: [...documentIds] });
  return done;
}

export function nextJobDone(engine: Engine): Promise<Events['job-done']> {
  return new Promise((resolve) => {
    const stop = engine.on('job-done', (event) => {
      stop();
      resolve(event);
    });
  });
}

/** Opens one file and reads it. Throws when it is rejected. */
export async function readFile(
  engine: Engine,
  path: string,
  more: Omit<RequestParams<'start'>, 'documentIds'> = {},
): Promise<Document> {
  const { documents, rejected } = await engine.request('open', { paths: [path] });
  const [opened] = documents;
  if (!opened) throw new Error(rejected[0]?.message ?? `${path} was not opened`);
  await readAll(engine, [opened.id], more);
  return engine.request('document', { documentId: opened.id });
}

/** Texts of a document's regions in order, one line each. */
export function textsOf(document: Document): string[] {
  return document.pages.flatMap((page) =>
    page.regions.map((region) => region.readings[region.readings.length - 1]?.text ?? ''),
  );
}
