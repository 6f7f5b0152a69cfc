/** npm run bench: measures the engine on the evaluation set. See README.md beside this file. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine, defaultModel } from '../engine';
import { makeTemporaryFolder } from '../engine/cli/temporary-folder';
import type { EngineApi } from '../engine/protocol/engine-api';
import {
  batchPages,
  type CorpusArguments,
  type NanoArguments,
  parseArguments,
  UsageError,
  usage,
} from './arguments';
import { readBaselines } from './baselines';
import { type BatchEngines, batchTotals, measureBatch } from './batch';
import { type Item, readCorpus } from './corpus';
import { decodeSummary, measureDecode } from './decode';
import { measureForwards } from './decode-forwards';
import { doubtSummary, measureDoubt } from './doubt';
import type { JudgedWord } from './doubt-ranking';
import { drawnPages } from './drawn-pages';
import { measureNanoQuality } from './nano';
import { measureNanoDecoding } from './nano-decoding';
import { measureDrawnTables } from './nano-tables';
import { noisyPages } from './noisy-pages';
import { measurePages, type PageTiming, pagesTotals } from './pages';
import { type Peers, startPeers } from './peers/peers';
import { measurePeerQuality, measureQuality, measureTablePeer } from './quality';
import { describeRun, itemRow, rounded, writeResults } from './results';
import type { ItemResult, Score } from './score-item';
import { batchSummary, pagesSummary, qualitySummary } from './summary';
import { totalsOf } from './totals';

const root = path.resolve(import.meta.dirname, '..');

async function main(): Promise<number> {
  const parsed = parseArguments(process.argv.slice(2), path.join(root, '..', 'shared', 'eval'));
  if (parsed.command === 'forwards') {
    const { fullSize, weights, rows } = parsed;
    process.stdout.write(JSON.stringify(await measureForwards(fullSize, weights, rows)));
    return 0;
  }
  if (parsed.command === 'decode') {
    const run = await measureDecode(parsed.fullSize);
    const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`;
    const about = describeRun(root, 1, 'overfitted checkpoint and random weights', []);
    write({ items: [], ...parsed }, 'decode', { run: { ...about, command }, ...run });
    console.log(decodeSummary(run));
    return 0;
  }
  if (!fs.existsSync(path.join(parsed.corpus, 'index.json'))) {
    console.error(`bench: there is no evaluation set in ${parsed.corpus} (--corpus names its folder)`);
    return 1;
  }
  const items = chosenItems(parsed);
  const baselines = readBaselines(path.join(parsed.corpus, 'baselines'));
  if (parsed.command === 'baselines') {
    const wanted = new Set(items.map(({ id }) => id));
    const named = baselines.map(({ engine, results }) => {
      return [`${engine} (published)`, totalsOf(results.filter(({ item }) => wanted.has(item.id)))] as const;
    });
    console.log(qualitySummary(named));
    return 0;
  }

  if (parsed.command === 'doubt') {
    await doubt(items, parsed);
    return 0;
  }

  const cacheDir = await makeTemporaryFolder('bench');
  const options = { assetsDir: path.join(root, 'assets'), cacheDir, threads: parsed.threads };
  const engine = createEngine(options);
  const peers =
    parsed.command !== 'nano' && parsed.peers
      ? startPeers(
          path.join(root, 'bench', 'peers'),
          path.join(root, '.cache', 'bench'),
          path.join(root, 'assets', 'models'),
          parsed.threads,
        )
      : undefined;
  try {
    if (parsed.command === 'quality') await quality(engine, items, peers, parsed);
    else if (parsed.command === 'nano') await nano(engine, items, parsed);
    else if (parsed.command === 'batch') {
      const inTurn = createEngine({ ...options, projectDir: path.join(cacheDir, 'in-turn'), overlap: false });
      await batch({ overlapping: engine, inTurn }, items, peers, parsed, cacheDir).finally(() =>
        inTurn.close(),
      );
    } else await pages(engine, items, peers, parsed);
    return 0;
  } finally {
    peers?.close();
    await engine.close();
    fs.rmSync(cacheDir, { recursive: true, force: true });
  }
}

function chosenItems(parsed: Pick<CorpusArguments, 'items' | 'corpus'>): Item[] {
  const items = readCorpus(parsed.corpus);
  const unknown = parsed.items.filter((id) => !items.some((item) => item.id === id));
  if (unknown.length > 0) throw new UsageError(`no such item in ${parsed.corpus}: ${unknown.join(', ')}`);
  return items.filter(({ id }) => parsed.items.length === 0 || parsed.items.includes(id));
}

async function quality(
  engine: EngineApi,
  items: readonly Item[],
  peers: Peers | undefined,
  parsed: CorpusArguments,
): Promise<void> {
  const say = (name: string) => (result: ItemResult) => console.error(`${name} ${progressLine(result)}`);
  const run = await measureQuality(engine, items, readOptions(parsed), say('ours'));
  const measured: [string, readonly ItemResult[]][] = [];
  if (peers) {
    for (const peer of peers.peers) {
      const results = await measurePeerQuality(peers, peer, items, say(peer.name));
      measured.push([`${peer.name} ${peer.version}`, results]);
    }
    const { tablePeer } = peers;
    const results = await measureTablePeer(tablePeer, items, say(tablePeer.name));
    measured.push([`${tablePeer.name} ${tablePeer.version}`, results]);
  }
  const wanted = new Set(items.map(({ id }) => id));
  const published = readBaselines(path.join(parsed.corpus, 'baselines')).map(
    ({ engine: name, results }) =>
      [`${name} (published)`, results.filter(({ item }) => wanted.has(item.id))] as const,
  );
  write(parsed, 'quality', {
    run: describeRun(root, parsed.threads, parsed.model ?? defaultModel, run.models),
    totals: totalsOf(run.results),
    peers: Object.fromEntries(measured.map(([name, results]) => [name, { totals: totalsOf(results) }])),
    items: run.results.map(itemRow),
    peerItems: Object.fromEntries(measured.map(([name, results]) => [name, results.map(itemRow)])),
  });
  const engines = [['ours', run.results] as const, ...measured, ...published];
  console.log(qualitySummary(engines.map(([name, results]) => [name, totalsOf(results)])));
}

const countWrong = (words: readonly JudgedWord[]): number => words.filter(({ wrong }) => wrong).length;

/** On drawn pages, where thresholds come from, and on the evaluation set; both readers unless one is named. */
async function doubt(items: readonly Item[], parsed: CorpusArguments): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palimpsest-drawn-'));
  try {
    const sets = { drawn: drawnPages(root, folder), evaluation: items };
    const results: Record<string, object> = {};
    for (const model of parsed.model === undefined ? [defaultModel, 'nano'] : [parsed.model]) {
      const options = { assetsDir: path.join(root, 'assets'), threads: parsed.threads, model };
      for (const [set, pages] of Object.entries(sets)) {
        const { models, ...run } = await measureDoubt(pages, options, (id, words) =>
          console.error(`${model} ${id}: ${countWrong(words)} of ${words.length} words are wrong`),
        );
        results[model] = { ...results[model], models, [set]: run };
        console.log(`${model}, ${set}\n${doubtSummary(run)}`);
      }
    }
    write(parsed, 'doubt', {
      run: describeRun(root, parsed.threads, Object.keys(results).join(', '), []),
      ...results,
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function pages(
  engine: EngineApi,
  items: readonly Item[],
  peers: Peers | undefined,
  parsed: CorpusArguments,
): Promise<void> {
  const usable = parsed.items.length > 0 ? items : items.filter(({ compared }) => compared);
  const say = ({ id, seconds }: PageTiming): void =>
    console.error(
      `${id} ${Object.entries(seconds)
        .map(([name, value]) => `${name} ${value.toFixed(2)} s`)
        .join(', ')}`,
    );
  const { timings, models } = await measurePages(engine, usable, peers, readOptions(parsed), say);
  const totals = pagesTotals(timings);
  write(parsed, 'pages', {
    run: describeRun(root, parsed.threads, parsed.model ?? defaultModel, models),
    peers: Object.fromEntries((peers?.peers ?? []).map(({ name, version }) => [name, version])),
    totals,
    items: timings,
  });
  console.log(pagesSummary(totals));
}

async function nano(engine: EngineApi, items: readonly Item[], parsed: NanoArguments): Promise<void> {
  const { parts, threads, drawnTables } = parsed;
  const settings = { assetsDir: path.join(root, 'assets'), threads };
  const measured = items.filter(
    ({ truth, compared }) => truth.kind === 'tables' || (truth.kind === 'text' && compared),
  );
  const say = (name: string) => (result: ItemResult) => console.error(`${name} ${progressLine(result)}`);
  const results: Record<string, unknown> = {};
  const keep = (name: string, result: unknown): void => {
    results[name] = result;
    console.log(JSON.stringify(rounded({ [name]: result }), undefined, 2));
  };
  if (parts.includes('quality')) keep('quality', await measureNanoQuality(engine, measured, say));
  if (parts.includes('decoding')) {
    const report = (id: string) => console.error(`decoded ${id}`);
    keep('decoding', await measureNanoDecoding(measured, settings, report));
  }
  if (drawnTables !== undefined && parts.includes('drawn')) {
    const report = (id: string) => console.error(`read ${id}`);
    keep('drawnTables', await measureDrawnTables(drawnTables, settings, report));
  }
  if (parsed.out === undefined && !(parts.includes('quality') && parts.includes('decoding'))) return;
  write(parsed, 'nano', { run: describeRun(root, threads, 'nano', []), ...results });
}

async function batch(
  engines: BatchEngines,
  items: readonly Item[],
  peers: Peers | undefined,
  parsed: CorpusArguments,
  folder: string,
): Promise<void> {
  const chosen = parsed.items.length > 0 ? items : items.filter(({ compared }) => compared);
  const pictures = chosen.map(({ file }) => file).filter((file) => /\.(?:png|jpe?g)$/i.test(file));
  const model = parsed.model ?? defaultModel;
  const files = await noisyPages(pictures, parsed.count, path.join(folder, 'noisy'));
  const { rounds, models } = await measureBatch(engines, files, peers, { model, folder }, ({ seconds }) =>
    console.error(
      Object.entries(seconds)
        .map(([name, value]) => `${name} ${value.toFixed(1)} s`)
        .join(', '),
    ),
  );
  const totals = batchTotals(rounds);
  if (parsed.count !== batchPages && parsed.out === undefined) {
    console.log(batchSummary(totals));
    return;
  }
  write(parsed, 'batch', {
    run: describeRun(root, parsed.threads, model, models),
    peers: Object.fromEntries((peers?.peers ?? []).map(({ name, version }) => [name, version])),
    totals,
    rounds,
  });
  console.log(batchSummary(totals));
}

const readOptions = (parsed: CorpusArguments) => (parsed.model === undefined ? {} : { model: parsed.model });

function write(parsed: Pick<CorpusArguments, 'items' | 'out'>, name: string, content: unknown): void {
  if (parsed.items.length > 0 && parsed.out === undefined) return;
  const file = parsed.out ?? path.join(root, 'bench', 'results', `${name}.json`);
  writeResults(file, content);
  console.error(`bench: wrote ${file}`);
}

function progressLine({ item, score, seconds, outcome, errors }: ItemResult): string {
  const fault = outcome === undefined || outcome === 'done' ? '' : `, ${outcome} ${(errors ?? []).join(' ')}`;
  return `${item.id}: ${inWords(score)} (${seconds.toFixed(2)} s${fault})`;
}

function inWords(score: Score): string {
  switch (score.metric) {
    case 'text':
      return `CER ${score.text.cer.toFixed(4)}`;
    case 'tables':
      return `TEDS ${score.tables.teds.toFixed(4)}`;
    case 'formula':
      return `similarity ${score.formula.editSimilarity.toFixed(4)}`;
    case 'rules':
      return `${score.rules.passed}/${score.rules.run} rules`;
    case 'contains':
      return `${score.contains.found}/${score.contains.wanted} texts`;
    case 'outcome':
      return 'no score';
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof UsageError) console.error(`bench: ${error.message}\n${usage}`);
    else console.error(error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
