/** `bench batch`: pages a second over a folder of pages that are all different, ours and the peers' in one run. */
import path from 'node:path';
import type { Account, Engine } from '../engine';
import type { ModelInfo } from '../engine/document';
import { ours } from './pages';
import type { Peers } from './peers/peers';
import { sum } from './totals';

export interface BatchRound {
  readonly pages: number;
  /** Seconds for all pages of the round by engine, `ours` among them: from files to written text. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly stageSeconds: Readonly<Record<string, number>>;
}

export interface BatchTotals {
  readonly pages: number;
  readonly pagesPerSecond: Readonly<Record<string, number>>;
  /** Our pages a second over the peer's. Above 1: we are faster. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Of our seconds page after page, where stages do not overlap; what is left is opening, saving and writing files. */
  readonly stageShares: Readonly<Record<string, number>>;
}

const rounds = 5;
/** Ours without overlap: each page is decoded, analysed and read before the next one. */
export const inTurn = 'ours, page after page';

export interface BatchEngines {
  readonly overlapping: Engine;
  readonly inTurn: Engine;
}

/**
 * Ours is the whole way of the command line: a job in a project of its own, saved as it goes. The peers are given
 * pictures one by one and write nothing. Every engine reads a page first that is not counted. The engines take turns,
 * and the one that begins changes, so that drift of the machine hits all alike.
 */
export async function measureBatch(
  engines: BatchEngines,
  files: readonly string[],
  peers: Peers | undefined,
  options: { readonly model: string; readonly folder: string },
  report: (round: BatchRound) => void,
): Promise<{ readonly rounds: readonly BatchRound[]; readonly models: readonly ModelInfo[] }> {
  const models: ModelInfo[] = [];
  let runs = 0;
  const readOurs = async (engine: Engine, paths: readonly string[]): Promise<Account> => {
    const out = path.join(options.folder, `out-${++runs}`);
    const account = await converted(engine, paths, out, options.model);
    models.push(...account.models);
    if (account.total.pages.done !== paths.length) throw new Error(`Not all pages were read: ${out}`);
    return account;
  };
  const [first] = files;
  if (first === undefined) return { rounds: [], models };
  await readOurs(engines.overlapping, [first]);
  await readOurs(engines.inTurn, [first]);
  for (const peer of peers?.peers ?? []) await peer.read(first, 'en');
  const size = Math.ceil(files.length / rounds);
  const names = [ours, inTurn, ...(peers?.peers ?? []).map(({ name }) => name)];
  const done: BatchRound[] = [];
  for (let start = 0; start < files.length; start += size) {
    const part = files.slice(start, start + size);
    const seconds = new Map<string, number>();
    let stageSeconds: BatchRound['stageSeconds'] = {};
    for (let step = 0; step < names.length; step++) {
      const name = names[(done.length + step) % names.length] ?? ours;
      const peer = peers?.peers.find((each) => each.name === name);
      const started = performance.now();
      if (peer) for (const file of part) await peer.read(file, 'en');
      else if (name === ours) await readOurs(engines.overlapping, part);
      else {
        const { wall: _, ...stages } = (await readOurs(engines.inTurn, part)).total.seconds;
        stageSeconds = stages;
      }
      seconds.set(name, (performance.now() - started) / 1000);
    }
    const inOrder = Object.fromEntries(names.map((name) => [name, seconds.get(name) ?? 0]));
    const round = { pages: part.length, seconds: inOrder, stageSeconds };
    done.push(round);
    report(round);
  }
  return { rounds: done, models };
}

async function converted(
  engine: Engine,
  paths: readonly string[],
  out: string,
  model: string,
): Promise<Account> {
  const run = engine.convert({
    paths,
    out,
    formats: ['md'],
    model,
    existingText: 'read',
    keep: ['footnote'],
    onExists: 'replace',
  });
  for (;;) {
    const step = await run.next();
    if (step.done) return step.value;
  }
}

export function batchTotals(done: readonly BatchRound[]): BatchTotals {
  const pages = sum(done.map((round) => round.pages));
  const names = Object.keys(done[0]?.seconds ?? {});
  const total = (name: string): number => sum(done.map(({ seconds }) => seconds[name] ?? 0));
  const perSecond = (name: string): number => pages / total(name);
  const stages = [...new Set(done.flatMap(({ stageSeconds }) => Object.keys(stageSeconds)))].sort();
  return {
    pages,
    pagesPerSecond: Object.fromEntries(names.map((name) => [name, perSecond(name)])),
    ratios: Object.fromEntries(
      names.filter((name) => name !== ours).map((name) => [name, perSecond(ours) / perSecond(name)]),
    ),
    stageShares: Object.fromEntries(
      stages.map((stage) => [
        stage,
        sum(done.map((round) => round.stageSeconds[stage] ?? 0)) / total(inTurn),
      ]),
    ),
  };
}
