/**
 * A Reader turns regions of a page into readings. Families (lines, nano, glm-ocr) implement it; `jobs` drives it.
 */
import type { Box } from '../base/geometry';
import type { Raster } from '../base/raster';
import type { DecodeEvent } from '../decoding/types';
import type { DecodeMode, Line, ModelInfo, Reading, RegionMark, Task } from '../document';

export interface ReadRequest {
  readonly regionId: string;
  readonly task: Task;
  /** The whole page; the region is `box` of it. Readers crop for themselves, so that lines can be batched. */
  readonly page: Raster;
  readonly box: Box;
  readonly lines: readonly Line[];
  /** What another reader made of the region: readers that decode tokens may draft from it. Never an answer itself. */
  readonly prior?: string;
}

export interface RegionReading {
  readonly regionId: string;
  readonly reading: Reading;
  /** The request's lines with text and confidence where the reader works by lines. */
  readonly lines: readonly Line[];
  readonly marks: readonly RegionMark[];
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** In place of the mode that the reader was opened with; nothing to readers that decode no tokens. */
  readonly mode?: DecodeMode;
  /** Rounds as they happen, from readers that decode tokens. Ids; the reader's `textOf` writes them. */
  readonly onDecodeEvent?: (regionId: string, event: DecodeEvent) => void;
}

export interface Reader {
  readonly models: readonly ModelInfo[];
  /** Yields one reading per request, in any order; checks the signal between engine runs. */
  read(requests: readonly ReadRequest[], options: ReadOptions): AsyncIterable<RegionReading>;
  /** Text of ids in events; absent in readers that decode no tokens. */
  textOf?(ids: readonly number[]): string;
  /** UTF-8 bytes of one id, none for special tokens: a token may be part of a character only. As `textOf`. */
  bytesOf?(id: number): Uint8Array;
  /** Most ids of a region's text, where there is such a limit. */
  readonly cap?: number;
  close(): Promise<void>;
}
