/**
 * Speed of decoding GLM-OCR weights: node scripts/run-ts.mjs bench/decode.ts [folder] [make|stored|int8|int4]
 *
 * Without a folder: tokens per forward of every drafter on the overfitted checkpoint of the tests, and of a prior text
 * with injected errors. With one: milliseconds of a forward by rows, and the memory peak, for that folder; `make` writes
 * a folder of full size with meaningless weights.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { resourceUsage } from 'node:process';
import {
  autoBlockLength,
  blockDiffusionDrafter,
  costFromTable,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  nGramDrafter,
  priorDrafter,
  tokensPerForward,
} from '../engine/decoding';
import { type Precision, precisions } from '../engine/model/glm-ocr/checkpoint';
import { convertWeights } from '../engine/model/glm-ocr/convert-weights';
import { type OverfittedCrop, readOverfittedCrops } from '../engine/model/glm-ocr/fixtures';
import { GlmOcrModel } from '../engine/model/glm-ocr/glm-ocr-model';
import type { RegionVerifier } from '../engine/model/glm-ocr/region-verifier';
import { writeFullSizeModel } from '../engine/testing/full-size-model';

/** Bundled to dist/ before it runs. */
const overfitted = path.resolve(import.meta.dirname, '../engine/model/glm-ocr/fixtures/overfitted');
const rowCounts = [1, 9, 17, 34];
const cap = 300;

type PlanFor = (verifier: RegionVerifier, crop: OverfittedCrop) => DecodePlan;

async function measureDrafters(): Promise<void> {
  const model = await GlmOcrModel.open(path.join(overfitted, 'model'), { threads: 2 });
  const crops = (await readOverfittedCrops(overfitted)).filter((crop) => crop.trained);
  const cost = costFromTable(await model.forwardCosts(rowCounts));
  const drafting =
    (drafters: (verifier: RegionVerifier, crop: OverfittedCrop) => Drafter[], blockLength = 32): PlanFor =>
    (verifier, crop) => ({ mode: 'self-speculative', drafters: drafters(verifier, crop), blockLength });
  const prior = (crop: OverfittedCrop, errors: number): Drafter =>
    priorDrafter({ ids: model.tokens.encode(withErrors(crop.text, errors)) });
  const plans: Record<string, PlanFor> = {
    autoregressive: () => ({ mode: 'autoregressive' }),
    'n-gram': drafting(() => [nGramDrafter({})]),
    'block 8': drafting((verifier) => [blockDiffusionDrafter(verifier)], 8),
    'block 16': drafting((verifier) => [blockDiffusionDrafter(verifier)], 16),
    'block 32': drafting((verifier) => [blockDiffusionDrafter(verifier)]),
    'block auto': (verifier) => ({
      mode: 'self-speculative',
      drafters: [blockDiffusionDrafter(verifier)],
      blockLength: autoBlockLength({ cost }),
    }),
  };
  for (const errors of [0, 0.02, 0.05, 0.2]) {
    const name = `prior, ${errors * 100} % errors`;
    plans[name] = drafting((_, crop) => [prior(crop, errors)]);
    plans[`${name}, then block 32`] = drafting((verifier, crop) => [
      prior(crop, errors),
      blockDiffusionDrafter(verifier),
    ]);
  }
  // What weights that were not trained to draft come to: the same forward with an id that means nothing.
  const untrained = 'block 32, untrained mask';
  plans[untrained] = drafting((verifier) => [blockDiffusionDrafter(verifier)]);
  const untrainedMask = model.tokens.idOf('[MASK]') ?? 0;
  const texts = new Map<OverfittedCrop, string>();
  console.log('plan | tokens/forward | accepted/round | ms/crop');
  for (const [name, planFor] of Object.entries(plans)) {
    let accepted = 0;
    let rounds = 0;
    let tokens = 0;
    let forwards = 0;
    let milliseconds = 0;
    for (const crop of crops) {
      const { ids, counters } = await read(
        model,
        crop,
        planFor,
        name === untrained ? untrainedMask : undefined,
      );
      const text = ids.join();
      if ((texts.get(crop) ?? text) !== text)
        throw new Error(`${name} reads another text than plain decoding.`);
      texts.set(crop, text);
      accepted += counters.accepted;
      rounds += counters.rounds;
      tokens += counters.tokens;
      forwards += counters.tokens / tokensPerForward(counters);
      const { draft, verify } = counters.milliseconds;
      milliseconds += draft + verify;
    }
    const figures = [tokens / forwards, accepted / rounds, milliseconds / crops.length];
    console.log([name, ...figures.map((value) => value.toFixed(2))].join(' | '));
  }
  await model.close();
}

async function read(
  model: GlmOcrModel,
  crop: OverfittedCrop,
  planFor: PlanFor,
  maskId: number | undefined,
): Promise<DecodedReading> {
  const verifier = model.session(await model.prepare(crop.picture, crop.task), cap, undefined, maskId);
  const { endIds } = model.config;
  const events = decode(verifier, planFor(verifier, crop), { endIds, cap, loopGuard: 'off' });
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
  }
}

/** Every so-many-th character is another one, spread by a fixed pseudo-random walk. */
function withErrors(text: string, share: number): string {
  let state = 1;
  return [...text]
    .map((character) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 < share ? String.fromCharCode(97 + (state % 26)) : character;
    })
    .join('');
}

async function measureFolder(folder: string, precision: Precision): Promise<void> {
  if (precision !== 'stored' && !existsSync(path.join(folder, precision))) {
    const { bytes, bytesBefore } = await convertWeights(folder, precision);
    console.log(`${precision}: ${bytes} bytes of matrices instead of ${bytesBefore}`);
  }
  const started = performance.now();
  const model = await GlmOcrModel.open(folder, { threads: 2, precision });
  console.log(`opened in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const { rows, milliseconds } of await model.forwardCosts(rowCounts)) {
    console.log(`${rows} rows: ${milliseconds.toFixed(1)} ms`);
  }
  console.log(`memory peak ${(resourceUsage().maxRSS / 2 ** 20).toFixed(2)} GiB`);
  await model.close();
}

async function main(): Promise<void> {
  const [folder, wanted = 'stored'] = process.argv.slice(2);
  const precision = precisions.find((one) => one === wanted);
  if (!folder) return measureDrafters();
  if (wanted === 'make') return writeFullSizeModel(folder);
  if (!precision) throw new Error('usage: bench/decode.ts [folder] [make|stored|int8|int4]');
  return measureFolder(folder, precision);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
