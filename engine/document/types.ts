/**
 * The document: what is known of a file after (or during) reading. Plain data, JSON-serialisable, immutable.
 * All boxes are in page pixels of the upright, deskewed page raster, origin top left (`space`);
 * `PageTransform` maps them back to the source. Blocks (the exported text) are derived by `assembly`, not stored.
 */
import type { ErrorData } from '../base/errors';
import type { Box, Quad } from '../base/geometry';
import type {
  DecodeMode,
  MarkDetailCode,
  PageMarkKind,
  RegionLabel,
  RegionMarkKind,
  RegionState,
  Task,
} from './labels';

export const documentSchemaVersion = 1;

export interface Document {
  readonly schema: typeof documentSchemaVersion;
  readonly id: string;
  readonly source: SourceInfo;
  readonly pages: readonly Page[];
  /** Software and models that made the readings, by id used in `Reading.model`. */
  readonly models: readonly ModelInfo[];
  /** Faults that belong to the whole file (a page's own faults stand in the page). */
  readonly errors: readonly ErrorData[];
  /** Pages that a person took out, so that none is missing from the account; the edit that did it holds them whole. */
  readonly removed?: readonly RemovedPage[];
}

export type RemovedPage = Pick<Page, 'id' | 'number' | 'part'> & {
  /** Name of the file that it came from, when that is another one. */
  readonly file?: string;
};

export interface SourceInfo {
  /** File name without folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex of the file's content. */
  readonly sha256: string;
  /** Type found in the bytes, never in the extension, e.g. `image/png`, `application/pdf`. */
  readonly mediaType: string;
  readonly pageCount: number;
}

export interface ModelInfo {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Hash over the model's files, so that a reading can be traced to exact weights. */
  readonly sha256: string;
}

export interface Page {
  readonly id: string;
  /** Place in the source, from 1. Order of reading is the order in `Document.pages`. */
  readonly number: number;
  /** Of a page that was split: `a` for its first half, `b` for the second, `ab` for the second half of the first. */
  readonly part?: string;
  /** The file of a page that was put in from elsewhere; `number` counts there. */
  readonly source?: SourceInfo;
  /** Size of the upright page raster in pixels; 0 until the page has been opened. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch when the source states or implies it. */
  readonly dpi?: number;
  readonly space: 'page-pixels-top-left';
  readonly transform: PageTransform;
  readonly existingText: ExistingText;
  readonly status: PageStatus;
  /** What a person should know of how the file shows this page, in plain words, e.g. that it is damaged. */
  readonly notes?: readonly string[];
  readonly marks: readonly PageMark[];
  /** In reading order. */
  readonly regions: readonly Region[];
  /** What a crop leaves outside: part of nothing, kept with its texts for when the crop is widened. By `index`. */
  readonly outside?: readonly OutsideRegion[];
  readonly excluded: boolean;
  readonly error?: ErrorData;
}

export type PageStatus = 'waiting' | 'working' | 'done' | 'failed';

/**
 * From source to page raster, applied in this order: scale from source units (PDF points or image pixels) to pixels,
 * rotation in clockwise quarter turns, then deskew by `skewDegrees` clockwise, centre to centre (up to 5° the raster
 * keeps its size, beyond it grows so that no corner is lost: `straightenedSize`), then `crop`. `sourceWidth`/`sourceHeight`
 * are the source page's size in its own units as displayed, before `quarterTurns`.
 */
export interface PageTransform {
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly scale: number;
  readonly quarterTurns: 0 | 1 | 2 | 3;
  readonly skewDegrees: number;
  /** Set by a person: reading the page again keeps turns and skew. */
  readonly byHand?: true;
  /** By a person: the part of the upright, straightened raster that is the page. */
  readonly crop?: PageCrop;
}

/** Whole pixels of a raster of size `of`. */
export interface PageCrop extends Box {
  readonly of: { readonly width: number; readonly height: number };
}

export interface OutsideRegion {
  /** Its place among all regions of the page, those outside included. */
  readonly index: number;
  readonly region: Region;
}

export interface ExistingText {
  /** What the source itself holds as text on this page. `partial`: only a header, stamp or the like. */
  readonly found: 'none' | 'partial' | 'full' | 'hidden';
  readonly characters: number;
  /** True where the regions' text came from it. */
  readonly used: boolean;
}

export interface PageMark {
  readonly kind: PageMarkKind;
  /** What more there is to say, in the words of whoever shows it. */
  readonly detail?: MarkDetail;
  /** As `detail`, in English: from documents of before there were details. */
  readonly note?: string;
}

/** `number`: copies for `repeated`, degrees for `turned` and `straightened`. */
export interface MarkDetail {
  readonly code: MarkDetailCode;
  readonly number?: number;
}

export interface Region {
  readonly id: string;
  readonly label: RegionLabel;
  readonly box: Box;
  readonly task: Task;
  readonly state: RegionState;
  /** Heading depth set by a person; otherwise assembly decides. */
  readonly level?: number;
  /** A footnote's mark, set by a person; otherwise assembly splits it off the text. */
  readonly noteMark?: string;
  /** Detected text lines, in reading order. */
  readonly lines: readonly Line[];
  readonly marks: readonly RegionMark[];
  /** Oldest first; the last one is the model's current word. Never shortened by re-reading. */
  readonly readings: readonly Reading[];
  /** A person's text; wins over every reading. Format as `Reading.format`. */
  readonly correction?: Correction;
  /** What was changed by a person, oldest first. */
  readonly history: readonly HistoryEntry[];
}

export interface RegionMark {
  readonly kind: RegionMarkKind;
  /** As in `PageMark`. */
  readonly detail?: MarkDetail;
  readonly note?: string;
}

export interface Line {
  readonly box: Box;
  readonly quad?: Quad;
  readonly text?: string;
  /** Recogniser's mean probability, 0..1. Internal: never shown as a percentage. */
  readonly confidence?: number;
}

/** How to understand `text`: `plain` is literal (one output line per printed line, no markup at all). */
export const textFormats = ['plain', 'markdown', 'table-html', 'latex'] as const;
export type TextFormat = (typeof textFormats)[number];

export interface Reading {
  readonly id: string;
  /** `ModelInfo.id`, or `existing-text` for text that the source held. */
  readonly model: string;
  readonly task: Task;
  readonly mode: DecodeMode | 'ctc' | 'existing-text';
  readonly format: TextFormat;
  readonly text: string;
  readonly stop: 'end' | 'cap' | 'loop' | 'cancelled';
  readonly tokens?: readonly TokenMark[];
  /** Where parts of the text are printed, for the link between text and picture. */
  readonly spans?: readonly TextSpan[];
  /** Words that the reader was least sure of, in the order of the text; absent where it cannot tell. */
  readonly doubts?: readonly DoubtfulWord[];
  readonly counters: ReadingCounters;
  /** Equation number read beside a formula, without brackets. */
  readonly equationNumber?: string;
}

/** One committed token, as decoding left it (owner: the decoding engine). */
export interface TokenMark {
  readonly id: number;
  /** UTF-16 range of the token's characters in `Reading.text`. */
  readonly start: number;
  readonly end: number;
  readonly round: number;
  readonly origin: 'drafted' | 'corrected' | 'bonus' | 'plain';
  /** Best logit minus second best in the verify pass. */
  readonly margin: number;
}

/** A piece of `Reading.text` (UTF-16 range) and its place: an index into `Region.lines`, a box, or both. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly line?: number;
  readonly box?: Box;
}

/** 1: most doubtful. Which grades are shown is a person's choice; they are marks and stand for no percentage. */
export const doubtGrades = [1, 2, 3] as const;
export type DoubtGrade = (typeof doubtGrades)[number];

/** A word of `Reading.text` (UTF-16 range) to look at first. */
export interface DoubtfulWord {
  readonly start: number;
  readonly end: number;
  readonly grade: DoubtGrade;
  /** Where it is printed: an index into `Region.lines` and shares of that line's length. Moves with the line. */
  readonly place?: { readonly line: number; readonly from: number; readonly to: number };
}

export interface ReadingCounters {
  readonly rounds: number;
  readonly forwards: number;
  readonly drafted: number;
  readonly accepted: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

export interface Correction {
  readonly text: string;
  readonly format: TextFormat;
}

export const historyKinds = [
  'text',
  'box',
  'label',
  'task',
  'level',
  'state',
  'order',
  'reading',
  'added',
  'split',
  'merge',
] as const;

export interface HistoryEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly what: (typeof historyKinds)[number];
  /** What stood there before, as text: the former text, label, task, state, level, or box (`x y width height`). */
  readonly before?: string;
  /** Of a former text. */
  readonly format?: TextFormat;
}
