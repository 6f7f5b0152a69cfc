/**
 * `bench nano`, decoding: every region of text and every table decoded in every way from one and the same prior
 * reading: what each way accepts, whether it equals plain decoding, and what becomes of the text.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { costFromTable, type ForwardCost } from '../engine/decoding';
import { measuredRows } from '../engine/jobs/device-choice';
import { openDocument } from '../engine/jobs/open-document';
import { readPage } from '../engine/jobs/read-page';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../engine/model';
import { type LinesReader, openLinesReader } from '../engine/model/lines';
import { NanoModel } from '../engine/model/nano/nano-model';
import type { PriorReading } from '../engine/model/nano/prior-reading';
import { type RegionPrior, readPriors } from '../engine/model/nano/region-priors';
import { openPageAnalyser } from '../engine/regions';
import { readWeights } from '../engine/runtime';
import type { Item } from './corpus';
import { type MatchedRegions, type RegionPair, scoreMatchedRegions } from './matched-regions';
import { type TaskDecoding, TaskTotals } from './nano-totals';
import { defaultWay, runWay, waysOf } from './nano-ways';
import { processorTime } from './processor-time';

export interface NanoDecoding {
  /** `matched`: what the regions read as, against what the line reader has for the same regions. */
  readonly text: TaskDecoding & { readonly matched: MatchedRegions };
  readonly table: TaskDecoding;
  /** Pages that could not be read to their end, with the reason. */
  readonly failed: readonly string[];
}

/**
 * Decodes every region of the items that has a prior reading in every way; of items with the same truth (one page in
 * several formats) only the first, of the others the text in the default way alone.
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
  const cost = costFromTable(await model.forwardCosts(measuredRows, 9, processorTime));
  const meter = new Meter(model, zero, cost);
  try {
    const truths = new Set<string>();
    const failed: string[] = [];
    for (const item of items) {
      const truth = item.truth.kind === 'text' ? item.truth.text : item.id;
      const reader = meter.reader(lines, item, !truths.has(truth));
      truths.add(truth);
      const open = await openDocument(item.file, item.id, {
        ...(item.password !== undefined && { password: item.password }),
      });
      try {
        for (const page of open.document.pages) {
          const tools = { analyser, reader, existingText: 'read' } as const;
          const { error } = (await readPage(open.source, page, tools)).page;
          if (error) failed.push(`${item.id}, page ${page.number}: ${error.message}`);
        }
      } finally {
        await open.source.close();
      }
      report(item.id);
    }
    return { ...meter.result(), failed };
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

class Meter {
  private readonly totals: Readonly<Record<'text' | 'table', TaskTotals>>;
  private readonly pairs: RegionPair[] = [];

  constructor(
    private readonly model: NanoModel,
    zero: NanoModel,
    cost: ForwardCost,
  ) {
    this.totals = {
      text: new TaskTotals('text', waysOf(cost), model, zero),
      table: new TaskTotals('table', waysOf(cost), model, zero),
    };
  }

  /** Gives what the line reader gives, and decodes each region in all ways on the side. */
  reader(lines: LinesReader, item: Item, inAllWays: boolean): Reader {
    const { model } = this;
    const measure = (found: RegionPrior): Promise<void> => this.measure(found, item, inAllWays);
    return {
      models: lines.models,
      async *read(requests: readonly ReadRequest[], options: ReadOptions): AsyncGenerator<RegionReading> {
        for await (const found of readPriors(lines, model, requests, options)) {
          await measure(found);
          yield found.base;
        }
      },
      close: () => lines.close(),
    };
  }

  result(): Omit<NanoDecoding, 'failed'> {
    const { text, table } = this.totals;
    return {
      text: { ...text.result(), matched: scoreMatchedRegions(this.pairs) },
      table: table.result(),
    };
  }

  private async measure({ base, prior }: RegionPrior, item: Item, inAllWays: boolean): Promise<void> {
    const { task, mode, text } = base.reading;
    if (task === 'table') {
      if (prior && inAllWays) await this.totals.table.measure(prior, item.kind);
      return;
    }
    if (mode !== 'ctc') return;
    const nano = prior ? await this.textOf(prior, item.kind, inAllWays) : text;
    const { id, language, truth } = item;
    if (truth.kind === 'text') this.pairs.push({ item: id, language, truth: truth.text, lines: text, nano });
  }

  private async textOf(prior: PriorReading, kind: string, inAllWays: boolean): Promise<string> {
    const ids = inAllWays
      ? await this.totals.text.measure(prior, kind)
      : (await runWay(this.model, await this.model.prepare(prior, 'text'), defaultWay)).ids;
    return ids.map((id) => this.model.vocabulary.textOf(id)).join('');
  }
}
