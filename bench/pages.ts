/** `bench pages`: seconds per page, warm, ours and the peers' in one run, item by item in turn. */

import type { ModelInfo } from '../engine/document';
import type { EngineApi } from '../engine/protocol/engine-api';
import type { ProgressStage } from '../engine/protocol/events';
import type { Item } from './corpus';
import type { Peers } from './peers/peers';
import { readWithPeer } from './quality';
import { type RecogniseOptions, recognise } from './recognise';
import { median, sum } from './totals';

export interface PageTiming {
  readonly id: string;
  readonly pages: number;
  /** Seconds for the item by engine, `ours` among them. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly stageSeconds: Partial<Record<ProgressStage, number>>;
}

export interface PagesTotals {
  readonly items: number;
  readonly pages: number;
  readonly secondsPerPage: Readonly<Record<string, number>>;
  readonly medianSecondsPerPage: Readonly<Record<string, number>>;
  /** Our time over the peer's: of the sums, and the median over items. Below 1: we are faster. */
  readonly ratios: Readonly<Record<string, { readonly total: number; readonly median: number }>>;
  readonly stageShares: Partial<Record<ProgressStage, number>>;
}

export const ours = 'ours';

type Timed = (
  item: Item,
) => Promise<{ pages: number; seconds: number; stages: PageTiming['stageSeconds'] } | undefined>;

/**
 * The first item warms every engine up and is not counted. The engines take turns within an item and the one that
 * begins changes, so that drift of the machine hits all alike. Items that an engine cannot read are left out.
 */
export async function measurePages(
  engine: EngineApi,
  items: readonly Item[],
  peers: Peers | undefined,
  options: RecogniseOptions,
  report: (timing: PageTiming) => void,
): Promise<{ readonly timings: readonly PageTiming[]; readonly models: readonly ModelInfo[] }> {
  const models: ModelInfo[] = [];
  const readOurs: Timed = async (item) => {
    const read = await recognise(engine, item.file, item.password, options);
    models.push(...read.models);
    if (read.outcome !== 'done') return undefined;
    return { pages: read.pages, seconds: read.seconds, stages: read.stageSeconds };
  };
  const engines: [string, Timed][] = [[ours, readOurs]];
  if (peers) {
    for (const peer of peers.peers) {
      engines.push([
        peer.name,
        async (item) => {
          const read = await readWithPeer(peers, peer, item);
          return read && { ...read, stages: {} };
        },
      ]);
    }
  }
  const timings: PageTiming[] = [];
  for (const [turn, item] of items.entries()) {
    const seconds: Record<string, number> = {};
    let pages = 0;
    let stageSeconds: PageTiming['stageSeconds'] = {};
    for (let step = 0; step < engines.length; step++) {
      const [name, read] = engines[(turn + step) % engines.length] ?? [];
      if (name === undefined || !read) continue;
      const timed = await read(item);
      if (!timed) continue;
      seconds[name] = timed.seconds;
      if (name === ours) [pages, stageSeconds] = [timed.pages, timed.stages];
    }
    const complete = engines.every(([name]) => seconds[name] !== undefined);
    if (turn === 0 || !complete) continue;
    const timing = { id: item.id, pages, seconds: inOrder(seconds, engines), stageSeconds };
    timings.push(timing);
    report(timing);
  }
  return { timings, models };
}

const inOrder = (
  seconds: Record<string, number>,
  engines: readonly [string, Timed][],
): Record<string, number> => Object.fromEntries(engines.map(([name]) => [name, seconds[name] ?? 0]));

export function pagesTotals(timings: readonly PageTiming[]): PagesTotals {
  const names = Object.keys(timings[0]?.seconds ?? {});
  const pages = sum(timings.map((timing) => timing.pages));
  const of = (timing: PageTiming, name: string): number => timing.seconds[name] ?? 0;
  const total = (name: string): number => sum(timings.map((timing) => of(timing, name)));
  const stages = [
    ...new Set(timings.flatMap((timing) => Object.keys(timing.stageSeconds))),
  ] as ProgressStage[];
  return {
    items: timings.length,
    pages,
    secondsPerPage: Object.fromEntries(names.map((name) => [name, total(name) / Math.max(1, pages)])),
    medianSecondsPerPage: Object.fromEntries(
      names.map((name) => [name, median(timings.map((timing) => of(timing, name) / timing.pages))]),
    ),
    ratios: Object.fromEntries(
      names
        .filter((name) => name !== ours)
        .map((name) => [
          name,
          {
            total: total(ours) / total(name),
            median: median(timings.map((timing) => of(timing, ours) / of(timing, name))),
          },
        ]),
    ),
    stageShares: Object.fromEntries(
      stages
        .sort()
        .map((stage) => [stage, sum(timings.map((t) => t.stageSeconds[stage] ?? 0)) / total(ours)]),
    ),
  };
}
