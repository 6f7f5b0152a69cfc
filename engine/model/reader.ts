/**
 * A Reader turns regions of a page into readings. Families (lines, nano, glm-ocr) implement it; `jobs` drives it.
 */
import type { Box } from '../base/geometry';
import type { Raster } from '../base/raster';
import type { DecodeEvent } from '../decoding/types';
import type { DecodeMode, Line, ModelInfo, Reading, RegionMark, Task } from '../document';
import type { DeviceName } from '../runtime';

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

/** So many masks, or as many as pay off on the device and for the task. */
export type BlockLength = number | 'auto';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** In place of the reader's own; nothing to readers that decode no tokens. */
  readonly mode?: DecodeMode;
  /** Masks of a drafted block, in place of the reader's own. As `mode`. */
  readonly blockLength?: BlockLength;
  /** Most ids of a text, in place of the reader's own limit; nothing to readers whose limit lies in the region. */
  readonly cap?: number;
  /** Rounds as they happen, from readers that decode tokens. Ids; the reader's `textOf` writes them. */
  readonly onDecodeEvent?: (regionId: string, event: DecodeEvent) => void;
}

export interface ForwardPoint {
  readonly rows: number;
  readonly milliseconds: number;
}

/** What a reader ran on and how long its drafts were. */
export interface ReaderUse {
  readonly device: DeviceName;
  readonly adapter?: string;
  readonly driver?: string;
  /** Why this device, in plain words. */
  readonly why: string;
  /** What is not as it was asked for or could be: fall-backs. */
  readonly warnings: readonly string[];
  readonly block: {
    readonly setting: BlockLength;
    /** By task: rounds with a draft, and the mean length of their drafts in ids. */
    readonly drafts: Readonly<Record<string, { readonly rounds: number; readonly meanLength: number }>>;
  };
}

export interface Reader {
  readonly models: readonly ModelInfo[];
  /** Yields one reading per request, in any order; checks the signal between engine runs. */
  read(requests: readonly ReadRequest[], options: ReadOptions): AsyncIterable<RegionReading>;
  /** Text of ids in events; absent in readers that decode no tokens. */
  textOf?(ids: readonly number[]): string;
  /** UTF-8 bytes of one id, none for special tokens: a token may be part of a character only. As `textOf`. */
  bytesOf?(id: number): Uint8Array;
  /** Of readers that can run on several devices; the picture's part may stay on the processor. */
  readonly devices?: { readonly decoder: DeviceName; readonly vision: DeviceName };
  /** Milliseconds of forwards over so many rows, measured now; of readers that decode tokens. */
  forwardCosts?(rowCounts: readonly number[]): Promise<readonly ForwardPoint[]>;
  /** For the account; absent where there is nothing to choose. */
  use?(): ReaderUse;
  /** Most ids of a region's text, where there is such a limit. */
  readonly cap?: number;
  close(): Promise<void>;
}
