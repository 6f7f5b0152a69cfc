/**
 * Signals of a decoder where the truth is known: the overfitted checkpoint of the tests on its own crops, made so poor
 * that it misreads some of their words. A decoder of full size cannot be had on the machines where this is measured.
 */
import path from 'node:path';
import { createRaster, type Raster } from '../engine/base/raster';
import { readOne, withPrior } from '../engine/jobs/one-region';
import { requestFor } from '../engine/jobs/region-request';
import type { Toolbox } from '../engine/jobs/toolbox';
import { readOverfittedCrops } from '../engine/model/glm-ocr/fixtures';
import { type JudgedWord, type Ranking, rankSignals } from './doubt-ranking';
import { type WatchedLines, wordsOfTokens } from './doubt-readings';
import { wrongWords } from './doubt-words';

/** Bundled to dist/ before it runs. */
const overfitted = path.resolve(import.meta.dirname, '../engine/model/glm-ocr/fixtures/overfitted');
/** Greatest change of a pixel's value by noise. */
const noiseLevels = [40, 80, 120, 160, 200];

export async function measurePoorCrops(toolbox: Toolbox, lines: WatchedLines): Promise<Ranking> {
  const { reader } = await toolbox.readers(path.join(overfitted, 'model'));
  const analyser = await toolbox.pageAnalyser();
  const crops = await readOverfittedCrops(overfitted);
  const words: JudgedWord[] = [];
  for (const [number, crop] of crops.entries()) {
    if (!crop.trained || crop.task !== 'text') continue;
    for (const level of noiseLevels) {
      const picture = withNoise(crop.picture, level, number);
      const { width, height } = picture;
      const region = { id: `crop-${number}`, task: crop.task, box: { x: 0, y: 0, width, height }, lines: [] };
      const asked = await requestFor(region, picture, analyser);
      const { request } = await withPrior(asked, lines.reader, undefined);
      const { reading } = await readOne(reader, request);
      const read = wordsOfTokens(reading, lines.textsOf(region.id), 'en');
      const wrong = wrongWords(read, crop.text, 'en');
      words.push(...read.map((word, index): JudgedWord => ({ ...word, wrong: wrong[index] ?? false })));
    }
  }
  return rankSignals(words);
}

function withNoise(raster: Raster, level: number, seed: number): Raster {
  const noisy = createRaster(raster.width, raster.height);
  let state = seed + 1;
  for (let at = 0; at < raster.data.length; at += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const change = ((state / 2 ** 32) * 2 - 1) * level;
    for (let channel = 0; channel < 3; channel++) {
      noisy.data[at + channel] = Math.min(255, Math.max(0, (raster.data[at + channel] ?? 0) + change));
    }
  }
  return noisy;
}
