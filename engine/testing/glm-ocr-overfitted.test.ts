/**
 * A checkpoint trained by the paper's joint objective on a few crops (workshop/glm_ocr/overfit.py): drafts that are
 * worth something, which random weights cannot give.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockDiffusionDrafter, type DecodedReading, type DecodePlan, decode } from '../decoding';
import { type OverfittedCrop, overfittedFolder, readOverfittedCrops } from '../model/glm-ocr/fixtures';
import { GlmOcrModel } from '../model/glm-ocr/glm-ocr-model';
import type { RegionVerifier } from '../model/glm-ocr/region-verifier';

describe('the overfitted checkpoint', () => {
  let model: GlmOcrModel;
  let crops: OverfittedCrop[];
  let trained: OverfittedCrop[];

  beforeAll(async () => {
    model = await GlmOcrModel.open(join(overfittedFolder, 'model'), { threads: 2 });
    crops = await readOverfittedCrops();
    trained = crops.filter((crop) => crop.trained);
  });
  afterAll(() => model.close());

  async function read(
    crop: OverfittedCrop,
    planOf: (verifier: RegionVerifier) => DecodePlan,
    maskId?: number,
  ): Promise<DecodedReading> {
    const prompt = await model.prepare(crop.picture, crop.task);
    const verifier = model.session(prompt, 300, undefined, maskId);
    const { endIds } = model.config;
    const events = decode(verifier, planOf(verifier), { endIds, cap: 300, loopGuard: 'off' });
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
    }
  }

  const selfSpeculative = (verifier: RegionVerifier): DecodePlan => ({
    mode: 'self-speculative',
    drafters: [blockDiffusionDrafter(verifier)],
    blockLength: 32,
  });

  /** Mean number of drafted ids accepted in a round. */
  async function acceptance(of: readonly OverfittedCrop[], maskId?: number): Promise<number> {
    let accepted = 0;
    let rounds = 0;
    for (const crop of of) {
      const { counters } = await read(crop, selfSpeculative, maskId);
      accepted += counters.accepted;
      rounds += counters.rounds;
    }
    return accepted / rounds;
  }

  it('reads what it learnt, in both modes alike, and what transformers reads', async () => {
    for (const crop of crops) {
      const fast = await read(crop, selfSpeculative);
      const plain = await read(crop, () => ({ mode: 'autoregressive' }));
      expect(fast.ids).toEqual(plain.ids);
      expect(fast.ids).toEqual(
        crop.ids.filter((id) => !model.config.endIds.includes(id)).slice(0, fast.ids.length),
      );
      if (crop.trained) expect(model.tokens.decode(fast.ids)).toBe(crop.text);
    }
  });

  it('accepts at least 20 of 32 drafted ids by block diffusion alone', async () => {
    expect(await acceptance(trained)).toBeGreaterThanOrEqual(20);
  });

  it('drafts nothing of worth with a wrong mask id, and reads the same text', async () => {
    const some = trained.slice(0, 6);
    const wrong = model.tokens.idOf('[MASK]') ?? 0;
    expect(await acceptance(some, wrong)).toBeLessThan(4);
    for (const crop of some) {
      expect(model.tokens.decode((await read(crop, selfSpeculative, wrong)).ids)).toBe(crop.text);
    }
  });
});
