/** What forwards of a model folder cost, by rows; in a process of its own, whose memory peak counts. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { resourceUsage } from 'node:process';
import { createRaster } from '../engine/base/raster';
import { decode } from '../engine/decoding';
import type { Precision } from '../engine/model';
import { quantisedFolder } from '../engine/model/glm-ocr/checkpoint';
import { convertWeights } from '../engine/model/glm-ocr/convert-weights';
import { GlmOcrModel } from '../engine/model/glm-ocr/glm-ocr-model';
import { processorTime } from './processor-time';

export interface ForwardRun {
  readonly weights: Precision;
  /** Of one thread's processor time, as all seconds here. */
  readonly openSeconds: number;
  /** By rows. */
  readonly forwardSeconds: Readonly<Record<string, number>>;
  /** Vision and prefill of a region of `promptTokens`, then `plainTokens` one-row steps. */
  readonly regionSeconds: number;
  readonly promptTokens: number;
  /** Resident at most, GiB: weights mapped into memory are counted. */
  readonly memoryPeak: { readonly opened: number; readonly forwards: number; readonly region: number };
}

/** A paragraph of eight lines or so at 200 dpi. */
const regionSize = { width: 868, height: 308 };
const plainTokens = 3;

export async function measureForwards(
  folder: string,
  weights: Precision,
  rowCounts: readonly number[],
): Promise<ForwardRun> {
  const started = processorTime();
  const model = await GlmOcrModel.open(folder, { threads: 1, precision: weights });
  const openSeconds = (processorTime() - started) / 1000;
  const opened = memoryPeak();
  const forwardSeconds: Record<string, number> = {};
  for (const rows of rowCounts) {
    // Long windows take long: twice is enough for them.
    const [cost] = await model.forwardCosts([rows], rows > 40 ? 1 : 3, processorTime);
    forwardSeconds[rows] = (cost?.milliseconds ?? 0) / 1000;
  }
  const forwards = memoryPeak();
  const before = processorTime();
  const prompt = await model.prepare(createRaster(regionSize.width, regionSize.height), 'text');
  const verifier = model.session(prompt, plainTokens);
  const options = { endIds: model.config.endIds, cap: plainTokens, loopGuard: 'off' } as const;
  for await (const _ of decode(verifier, { mode: 'autoregressive' }, options));
  const regionSeconds = (processorTime() - before) / 1000;
  await model.close();
  return {
    weights,
    openSeconds,
    forwardSeconds,
    regionSeconds,
    promptTokens: prompt.ids.length,
    memoryPeak: { opened, forwards, region: memoryPeak() },
  };
}

/** `measureForwards` in a child of this very program; converts the weights first where that was not done. */
export async function measureApart(
  folder: string,
  weights: Precision,
  rowCounts: readonly number[],
): Promise<ForwardRun> {
  if (weights !== 'stored' && !existsSync(path.join(folder, quantisedFolder(weights)))) {
    await convertWeights(folder, weights);
  }
  const args = ['forwards', '--full-size', folder, '--weights', weights];
  const child = spawnSync(process.execPath, [process.argv[1] ?? '', ...args, '--rows', rowCounts.join(',')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`Measuring ${weights} failed: ${child.signal ?? child.status}.`);
  return JSON.parse(child.stdout);
}

/** GiB. */
function memoryPeak(): number {
  return resourceUsage().maxRSS / 2 ** 20;
}
