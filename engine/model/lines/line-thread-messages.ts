/** What the reader of lines and its threads send each other. */
import type { Quad } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import type { BatchReading } from './line-batch';

/** A thread's `workerData`. */
export interface ThreadData {
  /** Path of the model file. */
  readonly model: string;
  readonly characters: readonly string[];
  /** One element, shared by all threads: how many of them are inside the runtime. */
  readonly busy: Int32Array;
}

/** A batch whose lines name their page by its index. */
export interface SharedBatch {
  readonly width: number;
  readonly lines: readonly {
    readonly index: number;
    readonly quad: Quad;
    readonly page: number;
    readonly width: number;
  }[];
}

/** Sent to every thread. Any other message asks it to end. */
export interface PageWork {
  readonly work: number;
  /** In memory that all threads share. */
  readonly pages: readonly Raster[];
  readonly batches: readonly SharedBatch[];
  /** Whether probabilities and features are wanted beside the texts. */
  readonly wantsAll: boolean;
  /** One element, shared by all threads: the next batch that nobody has taken. */
  readonly next: Int32Array;
}

export type ThreadAnswer =
  | { readonly work: number; readonly batch: number; readonly reading: BatchReading }
  | { readonly work: number; readonly failure: string };

export function isThreadData(value: unknown): value is ThreadData {
  return isObject(value) && 'model' in value && 'busy' in value;
}

export function isPageWork(value: unknown): value is PageWork {
  return isObject(value) && 'work' in value && 'next' in value;
}

export function isThreadAnswer(value: unknown): value is ThreadAnswer {
  return isObject(value) && 'work' in value && ('reading' in value || 'failure' in value);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
