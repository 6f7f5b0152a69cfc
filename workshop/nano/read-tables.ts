/**
 * Prior readings of drawn tables, for the training: `node scripts/run-ts.mjs workshop/nano/read-tables.ts <folder>`.
 * Every `<name>.png` with a `<name>.json` (`box`: left, top, width, height of the table) that has none yet gets
 * `<name>.prior.json` and `<name>.features.f32` ([tokens, 120], float32, little endian). Tables that are left as read
 * have no ids.
 */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Raster } from '../../engine/base/raster';
import { openLinesReader } from '../../engine/model/lines';
import { escapeHtml } from '../../engine/model/lines/table-html';
import type { PriorReading } from '../../engine/model/nano/prior-reading';
import { type PriorSettings, readPriors } from '../../engine/model/nano/region-priors';
import { cellBreakId, lastTagId, Vocabulary } from '../../engine/model/nano/vocabulary';
import type { ReadRequest } from '../../engine/model/reader';
import { detectLines } from '../../engine/regions/text-lines';
import { openModelFolder, openSession, type Session } from '../../engine/runtime';
import { tableRequest } from '../../engine/testing/table-region';

const modelsFolder = path.resolve('assets', 'models');
const threads = 1;
const featureSize = 120;
const evidenceSize = 32;
const config: PriorSettings['config'] = {
  featureSize,
  featureScale: 0.25,
  lockedRegions: true,
  longestTable: 1200,
};
const drawn = z.object({ box: z.tuple([z.number(), z.number(), z.number(), z.number()]) });

async function main(folder: string): Promise<void> {
  const names = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => path.join(folder, path.basename(file, '.png')))
    .filter((name) => fs.existsSync(`${name}.json`) && !fs.existsSync(`${name}.prior.json`))
    .sort();
  const detection = await openModelFolder(path.join(modelsFolder, 'pp-ocrv6-det'));
  const detector = await openSession(detection.path('model.onnx'), { threads });
  const reader = await openLinesReader({ modelsFolder, threads });
  const vocabulary = await Vocabulary.open(path.join(modelsFolder, 'nano'));
  const started = process.cpuUsage();
  let left = 0;
  for (const [index, name] of names.entries()) {
    const request = await requestFor(name, detector);
    for await (const { base, prior } of readPriors(reader, { config, vocabulary }, [request], {})) {
      if (!prior) left++;
      write(name, base.reading.text, prior, vocabulary);
    }
    if ((index + 1) % 20 === 0) console.log(`${index + 1} of ${names.length}, ${left} left as read`);
  }
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6 / Math.max(1, names.length);
  console.log(`${names.length} tables, ${left} left as read, ${seconds.toFixed(2)} s of CPU each`);
  await reader.close();
  await detector.release();
}

async function requestFor(name: string, detector: Session): Promise<ReadRequest> {
  const [x, y, width, height] = drawn.parse(JSON.parse(fs.readFileSync(`${name}.json`, 'utf8'))).box;
  const findLines = (page: Raster) => detectLines(detector, page);
  return tableRequest(`${name}.png`, path.basename(name), findLines, { x, y, width, height });
}

/** The reading comes last: it says that both files are whole. */
function write(name: string, html: string, prior: PriorReading | undefined, vocabulary: Vocabulary): void {
  const tokens = prior?.tokens ?? [];
  const own = tokens.map(({ id }) => htmlOf(id, vocabulary)).join('');
  if (prior && own !== html) throw new Error(`${name} is not what was read: ${own} for ${html}`);
  const features = new Float32Array(tokens.length * featureSize);
  tokens.forEach(({ feature }, index) => {
    if (feature) features.set(feature, index * featureSize);
  });
  fs.writeFileSync(`${name}.features.f32`, features);
  const reading = {
    html,
    ids: prior?.ids ?? [],
    second: tokens.map(({ runnersUp }) => runnersUp[0]),
    third: tokens.map(({ runnersUp }) => runnersUp[1]),
    ghosts: tokens.map(({ ghost }) => ghost),
    probabilities: tokens.map(({ probabilities }) => probabilities.map(rounded)),
    space: tokens.map(({ space }) => rounded(space)),
    ghostProbability: tokens.map(({ ghostProbability }) => rounded(ghostProbability)),
    evidence: tokens.map(({ evidence }) =>
      Array.from({ length: evidenceSize }, (_, item) => rounded(evidence[item] ?? 0)),
    ),
    line: tokens.map(({ line }) => line),
    column: tokens.map(({ column }) => column),
  };
  fs.writeFileSync(`${name}.prior.json.part`, JSON.stringify(reading));
  fs.renameSync(`${name}.prior.json.part`, `${name}.prior.json`);
}

const rounded = (value: number): number => Number(value.toPrecision(6));

function htmlOf(id: number, vocabulary: Vocabulary): string {
  const text = vocabulary.textOf(id);
  return id >= cellBreakId && id <= lastTagId ? text : escapeHtml(text);
}

const [folder] = process.argv.slice(2);
if (folder) {
  main(folder).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
} else {
  console.error('usage: node scripts/run-ts.mjs workshop/nano/read-tables.ts <folder>');
  process.exitCode = 2;
}
