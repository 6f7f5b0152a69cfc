/** The account of a job: what went in and what became of it. No page is ever missing from it. */
import type { ErrorData } from '../base/errors';
import type { ModelInfo, Page, RegionLabel } from '../document';
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

export interface FileAccount {
  readonly file: string;
  readonly relativePath: string;
  readonly sha256?: string;
  readonly outcome: 'done' | 'partial' | 'failed' | 'skipped';
  readonly reason?: string;
  readonly pages: { total: number; done: number; failed: number; blank: number; notAsked: number };
  readonly regions: RegionCounts;
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
  readonly device: string;
  readonly files: readonly FileAccount[];
  readonly total: {
    readonly files: { total: number; done: number; partial: number; failed: number; skipped: number };
    readonly pages: FileAccount['pages'];
    readonly regions: RegionCounts;
    readonly tokens: number;
    readonly forwards: number;
    readonly seconds: StageSeconds & { wall: number };
  };
}

export function noRegions(): RegionCounts {
  return { found: 0, read: 0, empty: 0, cutOff: 0, looped: 0, doubtful: 0, leftOut: {} };
}

export function countRegions(pages: readonly Page[], leftOut: readonly RegionLabel[]): RegionCounts {
  const counts = noRegions();
  for (const region of pages.flatMap((page) => page.regions)) {
    const has = (kind: string): boolean => region.marks.some((mark) => mark.kind === kind);
    counts.found++;
    if (region.readings.length > 0) counts.read++;
    if (has('empty')) counts.empty++;
    if (has('cut-off')) counts.cutOff++;
    if (has('looped')) counts.looped++;
    if (has('unsupported-script') || has('low-confidence')) counts.doubtful++;
    if (leftOut.includes(region.label))
      counts.leftOut[region.label] = (counts.leftOut[region.label] ?? 0) + 1;
  }
  return counts;
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
): Account {
  const count = (outcome: FileAccount['outcome']): number =>
    files.filter((file) => file.outcome === outcome).length;
  const pages = { total: 0, done: 0, failed: 0, blank: 0, notAsked: 0 };
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
    device: 'cpu',
    files,
    total: {
      files: {
        total: files.length,
        done: count('done'),
        partial: count('partial'),
        failed: count('failed'),
        skipped: count('skipped'),
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
