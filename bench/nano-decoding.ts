/**
 * `bench nano`, decoding: every text region decoded in every way from one and the same prior reading: what each way
 * accepts, whether it equals plain decoding, and what becomes of the text.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDocument } from '../engine/jobs/open-document';
import { readPage } from '../engine/jobs/read-page';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../engine/model';
import { type LinesReader, openLinesReader } from '../engine/model/lines';
import { NanoModel } from '../engine/model/nano/nano-model';
import type { PriorReading } from '../engine/model/nano/prior-reading';
import { readPriors } from '../engine/model/nano/region-priors';
import { openPageAnalyser } from '../engine/regions';
import { readWeights } from '../engine/runtime';
import type { Item } from './corpus';
import { type MatchedRegions, type RegionPair, scoreMatchedRegions } from './matched-regions';
import { defaultWay, runWay, type WaySummary, WayTotals, ways, zeroResidualWays } from './nano-ways';

export interface NanoDecoding {
  readonly regions: number;
  /** Committed ids, end tokens counted; of them those that the prior reading has not at their anchor. */
  readonly tokens: number;
  readonly differFromPrior: number;
  /** What the regions read as, against what the line reader has for the same regions. */
  readonly matched: MatchedRegions;
  readonly ways: Readonly<Record<string, WaySummary & { readonly timesAutoregressive: number }>>;
  /** The default way and block diffusion by kind of item and by how sure the recogniser was of the region. */
  readonly byContent: Readonly<Record<string, Readonly<Record<string, WaySummary>>>>;
}

/**
 * Decodes every text region of the items in every way; of items with the same truth (one page in several formats) only
 * the first, the others in the default way alone.
 */
export async function measureNanoDecoding(
  items: readonly Item[],
  { assetsDir, threads }: { readonly assetsDir: string; readonly threads: number },
  report: (id: string) => void,
): Promise<NanoDecoding> {
  const modelsFolder = path.join(assetsDir, 'models');
  const folder = path.join(modelsFolder, 'nano');
  const zeroFolder = await zeroResidualCopy(folder);
  const analyser = await openPageAnalyser({ modelsFolder, threads });
  const lines = await openLinesReader({ modelsFolder, threads });
  const model = await NanoModel.open(folder, { threads });
  const zero = await NanoModel.open(zeroFolder, { threads });
  const meter = new Meter(model, zero);
  try {
    const truths = new Set<string>();
    for (const item of items) {
      const truth = item.truth.kind === 'text' ? item.truth.text : item.id;
      const reader = meter.reader(lines, item, !truths.has(truth));
      truths.add(truth);
      const open = await openDocument(item.file, item.id, {
        ...(item.password !== undefined && { password: item.password }),
      });
      try {
        for (const page of open.document.pages) {
          await readPage(open.source, page, { analyser, reader, existingText: 'read' });
        }
      } finally {
        await open.source.close();
      }
      report(item.id);
    }
    return meter.result();
  } finally {
    await lines.close();
    await model.close();
    await zero.close();
    await analyser.close();
    fs.rmSync(zeroFolder, { recursive: true, force: true });
  }
}

/** A copy of the weights in which head and gates are zero, as before the first step of training. */
async function zeroResidualCopy(folder: string): Promise<string> {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'palimpsest-zero-'));
  fs.cpSync(folder, copy, { recursive: true });
  const weights = await readWeights(copy);
  for (const name of ['nano.head.weight', 'nano.gates.weight', 'nano.gates.bias']) {
    const tensor = weights.get(name);
    if (!tensor) throw new Error(`${folder} has no ${name}`);
    const file = fs.openSync(tensor.file, 'r+');
    fs.writeSync(file, new Uint8Array(tensor.bytes), 0, tensor.bytes, tensor.offset);
    fs.closeSync(file);
  }
  return copy;
}

/** Mean certainty of the prior's characters, in three classes. */
function qualityOf(prior: PriorReading): string {
  const sure =
    prior.tokens.reduce((sum, { probabilities }) => sum + probabilities[0], 0) / prior.tokens.length;
  return sure > 0.99 ? 'sure' : sure > 0.95 ? 'less sure' : 'unsure';
}

class Meter {
  private readonly totals = new Map<string, WayTotals>();
  private readonly byContent = new Map<string, Map<string, WayTotals>>();
  private regions = 0;
  private tokens = 0;
  private differ = 0;
  private readonly pairs: RegionPair[] = [];

  constructor(
    private readonly model: NanoModel,
    private readonly zero: NanoModel,
  ) {}

  /** Gives what the line reader gives, and decodes each region in all ways on the side. */
  reader(lines: LinesReader, { id, kind, language, truth }: Item, inAllWays: boolean): Reader {
    const { model } = this;
    const compare = async (text: string, prior: PriorReading | undefined): Promise<void> => {
      const nano = prior ? await this.nanoText(prior, kind, inAllWays) : text;
      if (truth.kind === 'text')
        this.pairs.push({ item: id, language, truth: truth.text, lines: text, nano });
    };
    return {
      models: lines.models,
      async *read(requests: readonly ReadRequest[], options: ReadOptions): AsyncGenerator<RegionReading> {
        for await (const { base, prior } of readPriors(lines, model, requests, options)) {
          if (base.reading.mode === 'ctc') await compare(base.reading.text, prior);
          yield base;
        }
      },
      close: () => lines.close(),
    };
  }

  result(): NanoDecoding {
    const summaries = (totals: ReadonlyMap<string, WayTotals>): [string, WaySummary][] =>
      [...totals].map(([name, some]) => [name, some.summary()]);
    const all = summaries(this.totals);
    const plain = all[0]?.[1].seconds ?? 0;
    return {
      regions: this.regions,
      tokens: this.tokens,
      differFromPrior: this.differ,
      matched: scoreMatchedRegions(this.pairs),
      ways: Object.fromEntries(
        all.map(([name, summary]) => [
          name,
          { ...summary, timesAutoregressive: Number((plain / summary.seconds).toFixed(2)) },
        ]),
      ),
      byContent: Object.fromEntries(
        [...this.byContent].sort().map(([name, some]) => [name, Object.fromEntries(summaries(some))]),
      ),
    };
  }

  private async nanoText(prior: PriorReading, kind: string, inAllWays: boolean): Promise<string> {
    const ids = inAllWays
      ? await this.measure(prior, kind)
      : (await runWay(this.model, await this.model.prepare(prior, 'text'), defaultWay)).ids;
    return ids.map((id) => this.model.vocabulary.textOf(id)).join('');
  }

  /** Decodes in all ways; the ids are those of plain decoding. */
  private async measure(prior: PriorReading, kind: string): Promise<readonly number[]> {
    const region = await this.model.prepare(prior, 'text');
    let plain: readonly number[] | undefined;
    for (const [name, way] of Object.entries(ways)) {
      const run = await runWay(this.model, region, way);
      if (!plain) {
        plain = run.ids;
        this.differ += run.differFromPrior;
        this.tokens += run.tokens;
      }
      totalsIn(this.totals, name).add(run, plain);
      if (name !== 'default' && name !== 'block diffusion 32') continue;
      const content = `${kind}, ${qualityOf(prior)}`;
      const some = this.byContent.get(content) ?? new Map<string, WayTotals>();
      this.byContent.set(content, some);
      totalsIn(some, name).add(run, plain);
    }
    const copied = await this.zero.prepare(prior, 'text');
    for (const [name, way] of Object.entries(zeroResidualWays)) {
      totalsIn(this.totals, name).add(await runWay(this.zero, copied, way), prior.ids.slice(0, -1));
    }
    this.regions++;
    return plain ?? [];
  }
}

function totalsIn(totals: Map<string, WayTotals>, name: string): WayTotals {
  const known = totals.get(name);
  if (known) return known;
  const fresh = new WayTotals();
  totals.set(name, fresh);
  return fresh;
}
