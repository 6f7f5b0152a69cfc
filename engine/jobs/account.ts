/** The account of a job: what went in and what became of it. No page is ever missing from it. */
import type { ErrorData } from '../base/errors';
import type { Document, ModelInfo, Page, Region, RegionLabel } from '../document';
import type { ReaderUse } from '../model';
import type { StageSeconds } from './read-page';

export interface RegionCounts {
  found: number;
  read: number;
  empty: number;
  cutOff: number;
  looped: number;
  doubtful: number;
  /** Left out of the output by class, e.g. `header: 3`. Always kept in the document. */
  leftOut: Partial<Record<RegionLabel, number>>;
}

/** `total` = `done` + `failed` + `notAsked` + `notReached` + `removed`. Halves of a page that was split count as pages. */
export interface PageCounts {
  total: number;
  done: number;
  failed: number;
  /** Left out by `--pages`, or the whole file was skipped. */
  notAsked: number;
  /** Still waiting when the job was cancelled. */
  notReached: number;
  /** Taken out of the document by a person. */
  removed: number;
  /** Of all: put in from other files. */
  added: number;
  /** Of those done: left out of results by a person. */
  leftOut: number;
  /** Of those done: without any text. */
  blank: number;
  /** Of those done: with the mark that script or hand are probably not supported. */
  unsupportedScript: number;
}

/** On which pages (numbers in the source, ascending) a line of the account is found; lines that are on none are left out. */
export type PageNumbers = Partial<
  Record<
    | 'failed'
    | 'notAsked'
    | 'notReached'
    | 'blank'
    | 'unsupportedScript'
    | 'empty'
    | 'cutOff'
    | 'looped'
    | 'doubtful'
    | 'leftOut',
    readonly number[]
  >
>;

export interface FileAccount {
  readonly file: string;
  readonly relativePath: string;
  /** Of the document in the project; not for files that could not be opened. */
  readonly documentId?: string;
  readonly sha256?: string;
  /** `partial`: something was written and something failed. */
  readonly outcome: 'done' | 'partial' | 'failed' | 'skipped' | 'cancelled';
  readonly reason?: string;
  readonly pages: Readonly<PageCounts>;
  readonly regions: RegionCounts;
  readonly pageNumbers: PageNumbers;
  readonly existingText: { readonly pages: number; readonly used: number };
  readonly tokens: number;
  readonly forwards: number;
  readonly seconds: StageSeconds;
  readonly outputs: readonly string[];
  readonly errors: readonly ErrorData[];
  readonly notes: readonly string[];
}

export interface Account {
  readonly version: 1;
  readonly model: string;
  readonly models: readonly ModelInfo[];
  /** What the model ran on. */
  readonly device: string;
  /** Of models that can run on several devices: why this one, and how long their drafts were. */
  readonly use?: ReaderUse;
  /** Why the job ended before its time, other than by being cancelled. */
  readonly stopped?: ErrorData;
  readonly files: readonly FileAccount[];
  readonly total: {
    readonly files: { readonly total: number } & Readonly<Record<FileAccount['outcome'], number>>;
    readonly pages: Readonly<PageCounts>;
    readonly regions: RegionCounts;
    readonly tokens: number;
    readonly forwards: number;
    readonly seconds: StageSeconds & { wall: number };
  };
}

export function noPages(): PageCounts {
  return {
    total: 0,
    done: 0,
    failed: 0,
    notAsked: 0,
    notReached: 0,
    removed: 0,
    added: 0,
    leftOut: 0,
    blank: 0,
    unsupportedScript: 0,
  };
}

/** Every page is counted once; those that are neither done, failed nor removed were not asked for or not reached. */
export function countPages(
  { pages, removed = [] }: Pick<Document, 'pages' | 'removed'>,
  isAsked: (page: Page) => boolean,
): PageCounts {
  const counts = noPages();
  counts.total = removed.length;
  counts.removed = removed.length;
  counts.added = removed.filter(({ file }) => file !== undefined).length;
  for (const page of pages) {
    counts.total++;
    const line = lineOf(page, isAsked);
    counts[line]++;
    if (page.source) counts.added++;
    if (line !== 'done') continue;
    if (page.excluded) counts.leftOut++;
    if (hasMark(page, 'blank')) counts.blank++;
    if (hasMark(page, 'unsupported-script')) counts.unsupportedScript++;
  }
  return counts;
}

function lineOf(page: Page, isAsked: (page: Page) => boolean): 'done' | 'failed' | 'notReached' | 'notAsked' {
  if (page.status === 'done' || page.status === 'failed') return page.status;
  return isAsked(page) ? 'notReached' : 'notAsked';
}

function hasMark({ marks }: Page | Region, kind: string): boolean {
  return marks.some((mark) => mark.kind === kind);
}

export function noRegions(): RegionCounts {
  return { found: 0, read: 0, empty: 0, cutOff: 0, looped: 0, doubtful: 0, leftOut: {} };
}

export function countRegions(pages: readonly Page[], leftOut: readonly RegionLabel[]): RegionCounts {
  const counts = noRegions();
  for (const region of pages.flatMap((page) => page.regions)) {
    counts.found++;
    if (region.readings.length > 0) counts.read++;
    for (const line of linesOf(region, leftOut)) {
      if (line !== 'leftOut') counts[line]++;
      else counts.leftOut[region.label] = (counts.leftOut[region.label] ?? 0) + 1;
    }
  }
  return counts;
}

type RegionLine = 'empty' | 'cutOff' | 'looped' | 'doubtful' | 'leftOut';

function linesOf(region: Region, leftOut: readonly RegionLabel[]): RegionLine[] {
  const lines: RegionLine[] = [];
  if (hasMark(region, 'empty')) lines.push('empty');
  if (hasMark(region, 'cut-off')) lines.push('cutOff');
  if (hasMark(region, 'looped')) lines.push('looped');
  if (hasMark(region, 'unsupported-script') || hasMark(region, 'low-confidence')) lines.push('doubtful');
  if (leftOut.includes(region.label)) lines.push('leftOut');
  return lines;
}

/** Where each line of the account is found. Pages from other files have numbers of their own and are told by errors only. */
export function pageNumbersOf(
  pages: readonly Page[],
  isAsked: (page: Page) => boolean,
  leftOut: readonly RegionLabel[],
): PageNumbers {
  const numbers: { [Line in keyof PageNumbers]: number[] } = {};
  for (const page of pages) {
    if (page.source) continue;
    const lines = new Set<keyof PageNumbers>();
    const line = lineOf(page, isAsked);
    if (line !== 'done') lines.add(line);
    else {
      if (hasMark(page, 'blank')) lines.add('blank');
      if (hasMark(page, 'unsupported-script')) lines.add('unsupportedScript');
      for (const region of page.regions) for (const each of linesOf(region, leftOut)) lines.add(each);
    }
    for (const each of lines) {
      const list = numbers[each] ?? [];
      // Halves of a page have one number; a person may have changed the order.
      if (!list.includes(page.number)) list.push(page.number);
      numbers[each] = list.sort((a, b) => a - b);
    }
  }
  return numbers;
}

export function addRegions(a: RegionCounts, b: RegionCounts): RegionCounts {
  const leftOut = { ...a.leftOut };
  for (const [label, count] of Object.entries(b.leftOut) as [RegionLabel, number][]) {
    leftOut[label] = (leftOut[label] ?? 0) + count;
  }
  return {
    found: a.found + b.found,
    read: a.read + b.read,
    empty: a.empty + b.empty,
    cutOff: a.cutOff + b.cutOff,
    looped: a.looped + b.looped,
    doubtful: a.doubtful + b.doubtful,
    leftOut,
  };
}

export function addSeconds(a: StageSeconds, b: StageSeconds): StageSeconds {
  const sum: StageSeconds = { ...a };
  for (const [stage, seconds] of Object.entries(b) as [keyof StageSeconds, number][]) {
    sum[stage] = round((sum[stage] ?? 0) + seconds);
  }
  return sum;
}

export function sumAccount(
  files: readonly FileAccount[],
  model: string,
  models: readonly ModelInfo[],
  wall: number,
  use?: ReaderUse,
): Account {
  const count = (outcome: FileAccount['outcome']): number =>
    files.filter((file) => file.outcome === outcome).length;
  const pages = noPages();
  let regions = noRegions();
  let seconds: StageSeconds = {};
  for (const file of files) {
    for (const key of Object.keys(pages) as (keyof typeof pages)[]) pages[key] += file.pages[key];
    regions = addRegions(regions, file.regions);
    seconds = addSeconds(seconds, file.seconds);
  }
  const sum = (key: 'tokens' | 'forwards'): number => files.reduce((total, file) => total + file[key], 0);
  return {
    version: 1,
    model,
    models,
    device: use?.device ?? 'cpu',
    ...(use && { use }),
    files,
    total: {
      files: {
        total: files.length,
        done: count('done'),
        partial: count('partial'),
        failed: count('failed'),
        skipped: count('skipped'),
        cancelled: count('cancelled'),
      },
      pages,
      regions,
      tokens: sum('tokens'),
      forwards: sum('forwards'),
      seconds: { ...seconds, wall: round(wall) },
    },
  };
}

export function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
