/**
 * `bench nano`, drawn tables: each read once by the line reader and once by the embedded model, in one and the same
 * box, and some of them decoded in several ways.
 */
import path from 'node:path';
import type { Raster } from '../engine/base/raster';
import { openLinesReader } from '../engine/model/lines';
import { NanoModel } from '../engine/model/nano/nano-model';
import { readPriors } from '../engine/model/nano/region-priors';
import { tableTextOf } from '../engine/model/nano/table-text';
import { openPageAnalyser } from '../engine/regions';
import { tableRequest } from '../engine/testing/table-region';
import {
  type DrawnSummary,
  type ReadTable,
  readDrawnTables,
  scoreDrawnTable,
  summariseDrawn,
} from './drawn-tables';
import { type TaskDecoding, TaskTotals } from './nano-totals';
import { defaultWay, runWay, ways } from './nano-ways';

export interface DrawnTablesRun extends DrawnSummary {
  /** Tables that have a prior reading; the others stay as the line reader has them. */
  readonly edited: number;
  /** Of them those that were decoded with tags out of order. */
  readonly mended: number;
  readonly decoding: TaskDecoding;
}

/** Tables that are decoded in several ways, evenly among all. */
const mostDecoded = 60;
const waysOfDrawn = ['default', 'block diffusion 32'];

export async function measureDrawnTables(
  folder: string,
  { assetsDir, threads }: { readonly assetsDir: string; readonly threads: number },
  report: (id: string) => void,
): Promise<DrawnTablesRun> {
  const tables = readDrawnTables(folder);
  const modelsFolder = path.join(assetsDir, 'models');
  const analyser = await openPageAnalyser({ modelsFolder, threads });
  const lines = await openLinesReader({ modelsFolder, threads });
  const model = await NanoModel.open(path.join(modelsFolder, 'nano'), { threads });
  const chosenWays = Object.fromEntries(Object.entries(ways).filter(([name]) => waysOfDrawn.includes(name)));
  const totals = new TaskTotals('table', chosenWays, model);
  const read: ReadTable[] = [];
  let edited = 0;
  let mended = 0;
  try {
    for (const [index, table] of tables.entries()) {
      const findLines = (page: Raster) => analyser.findLines(page);
      const request = await tableRequest(table.picture, table.id, findLines, table.box);
      for await (const { base, prior } of readPriors(lines, model, [request], {})) {
        const { text } = base.reading;
        let nano = text;
        if (prior) {
          edited++;
          const isChosen = (index * mostDecoded) % tables.length < mostDecoded;
          const ids = isChosen
            ? await totals.measure(prior, table.level)
            : (await runWay(model, await model.prepare(prior, 'table'), defaultWay)).ids;
          const decoded = tableTextOf(ids, model.vocabulary);
          if (decoded.mended) mended++;
          nano = decoded.html;
        }
        read.push({ table, lines: scoreDrawnTable(text, table), nano: scoreDrawnTable(nano, table) });
      }
      report(table.id);
    }
  } finally {
    await lines.close();
    await model.close();
    await analyser.close();
  }
  return { edited, mended, ...summariseDrawn(read), decoding: totals.result() };
}
