/**
 * Text line recognition: PP-OCRv6 in int8 (workshop/int8) with CTC decoding. Runs of the network go to threads of
 * their own, of one thread each: two lines side by side need less time than two threads within one line.
 */
import { throwIfAborted } from '../../base/errors';
import type { Quad } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import type { Session } from '../../runtime';
import { settleAccents } from './alphabet';
import type { LineText } from './ctc';
import {
  type BatchReading,
  inputWidth,
  type LineBatch,
  type LineSteps,
  lineSteps,
  planBatches,
  readBatch,
} from './line-batch';
import type { LineThreads } from './line-threads';

export type { LineSteps };

export interface LineCrop {
  readonly page: Raster;
  /** Clockwise from the start of the text; pixels of `page`. */
  readonly quad: Quad;
}

export interface RecogniseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each run in this thread; runs elsewhere leave it free. */
  readonly onBatch?: (() => Promise<void>) | undefined;
  /** Called for every crop with its index, in any order. The views are valid until it returns. */
  readonly onSteps?: ((index: number, steps: LineSteps) => void) | undefined;
}

export class LineRecogniser {
  constructor(
    private readonly session: Session,
    /** By class index: 0 is the CTC blank, the last one the space. */
    private readonly characters: readonly string[],
    /** Absent: all runs in this thread. The texts are the same, to the last bit of their certainties. */
    private readonly threads?: LineThreads,
  ) {}

  /** Texts in the order of `crops` (the lines of one page). */
  async recognise(crops: readonly LineCrop[], options: RecogniseOptions = {}): Promise<LineText[]> {
    const widths = crops.map(({ quad }) => inputWidth(quad));
    const batches = planBatches(widths).map(({ width, members }): LineBatch => {
      const lines = members.map((index) => ({ ...crops[index]!, index, width: widths[index]! }));
      return { width, lines };
    });
    const texts: LineText[] = new Array(crops.length);
    const left = new Set(batches);
    const take = (batch: LineBatch, { texts: read, all }: BatchReading): void => {
      left.delete(batch);
      batch.lines.forEach(({ index }, position) => {
        if (all) options.onSteps?.(index, lineSteps(batch, all, position));
        texts[index] = read[position]!;
      });
    };
    const wantsAll = options.onSteps !== undefined;
    if (this.threads && batches.length > 1) {
      await this.threads.readBatches(batches, wantsAll, take, options.signal);
    }
    for (const batch of left) {
      throwIfAborted(options.signal);
      take(batch, await readBatch(this.session, this.characters, batch, wantsAll));
      await options.onBatch?.();
    }
    return settleAccents(texts);
  }
}
