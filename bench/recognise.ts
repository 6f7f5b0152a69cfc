/** Drives an engine through one file and collects what the scorers and the clock need. */
import { type ErrorCode, type ErrorData, toErrorData } from '../engine/base/errors';
import { furnitureLabels, type ModelInfo, type Page } from '../engine/document';
import type { EngineApi } from '../engine/protocol/engine-api';
import type { JobDoneEvent, ProgressStage } from '../engine/protocol/events';
import { formulasOf, tablesOf } from './block-text';

export interface Recognition {
  readonly outcome: 'done' | 'partial' | 'failed' | 'rejected';
  readonly errors: readonly ErrorCode[];
  readonly pages: number;
  /** All that is printed, headers and page numbers included. */
  readonly text: string;
  /** The text as exported by default, without them. */
  readonly textWithoutFurniture: string;
  readonly tables: readonly string[];
  readonly formulas: readonly string[];
  readonly models: readonly ModelInfo[];
  /** Wall clock from opening the file to its text. */
  readonly seconds: number;
  readonly stageSeconds: Partial<Record<ProgressStage, number>>;
}

export interface RecogniseOptions {
  readonly model?: string;
  /** Of models that decode tokens; absent: by draft and verify. */
  readonly decode?: 'autoregressive';
  /** The running job is cancelled after so long; what was read until then is scored. */
  readonly limitSeconds?: number;
}

/** One file at a time per engine. Pictures only: existing text is never used. Never rejects: a fault is an outcome. */
export async function recognise(
  engine: EngineApi,
  file: string,
  password: string | undefined,
  options: RecogniseOptions,
): Promise<Recognition> {
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  try {
    const { documents, rejected } = await engine.request('open', {
      paths: [file],
      ...(password === undefined ? {} : { passwords: { [file]: password } }),
    });
    const opened = documents[0];
    if (!opened) return nothing('rejected', rejected, elapsed());
    try {
      return await readDocument(engine, opened.id, options, elapsed);
    } finally {
      await engine.request('close', { documentIds: [opened.id] });
    }
  } catch (error) {
    return nothing('failed', [toErrorData(error)], elapsed());
  }
}

async function readDocument(
  engine: EngineApi,
  documentId: string,
  options: RecogniseOptions,
  elapsed: () => number,
): Promise<Recognition> {
  const job = await runJob(engine, documentId, options);
  const document = await engine.request('document', { documentId });
  const { text } = await engine.request('text', { documentId, format: 'txt', keep: [...furnitureLabels] });
  const seconds = elapsed();
  const bare = await engine.request('text', { documentId, format: 'txt' });
  const blocks = await engine.request('blocks', { documentId });
  return {
    outcome: outcomeOf(document.pages),
    errors: codesOf([...document.errors, ...document.pages.flatMap((page) => page.error ?? [])]),
    pages: document.pages.length,
    text,
    textWithoutFurniture: bare.text,
    tables: tablesOf(blocks),
    formulas: formulasOf(blocks),
    models: document.models,
    seconds,
    stageSeconds: job.stageSeconds ?? {},
  };
}

async function runJob(
  engine: EngineApi,
  documentId: string,
  { model, decode, limitSeconds = 300 }: RecogniseOptions,
): Promise<JobDoneEvent> {
  let stopListening = (): void => {};
  let limit: NodeJS.Timeout | undefined;
  const done = new Promise<JobDoneEvent>((resolve, reject) => {
    stopListening = engine.on('job-done', resolve);
    limit = setTimeout(() => engine.request('cancel', {}).catch(reject), limitSeconds * 1000);
  });
  try {
    await engine.request('start', {
      documentIds: [documentId],
      existingText: 'read',
      again: true,
      ...(model === undefined ? {} : { model }),
      ...(decode === undefined ? {} : { decode }),
    });
    return await done;
  } finally {
    clearTimeout(limit);
    stopListening();
  }
}

function outcomeOf(pages: readonly Page[]): Recognition['outcome'] {
  const done = pages.filter((page) => page.status === 'done').length;
  if (done === pages.length) return 'done';
  return done > 0 ? 'partial' : 'failed';
}

function nothing(
  outcome: Recognition['outcome'],
  errors: readonly ErrorData[],
  seconds: number,
): Recognition {
  return {
    outcome,
    errors: codesOf(errors),
    pages: 0,
    text: '',
    textWithoutFurniture: '',
    tables: [],
    formulas: [],
    models: [],
    seconds,
    stageSeconds: {},
  };
}

const codesOf = (errors: readonly ErrorData[]): ErrorCode[] =>
  [...new Set(errors.map(({ code }) => code))].sort();
