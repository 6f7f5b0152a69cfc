/** Every way of drafting on the overfitted checkpoint of the tests: weights whose drafts are worth something. */
import path from 'node:path';
import {
  autoBlockLength,
  type BlockLengthControl,
  blockDiffusionDrafter,
  costFromTable,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  nGramDrafter,
  orderedByGain,
  textPriorDrafter,
} from '../engine/decoding';
import { type OverfittedCrop, readOverfittedCrops } from '../engine/model/glm-ocr/fixtures';
import { GlmOcrModel } from '../engine/model/glm-ocr/glm-ocr-model';
import type { RegionVerifier } from '../engine/model/glm-ocr/region-verifier';
import { processorTime } from './processor-time';

/** Bundled to dist/ before it runs. */
const overfitted = path.resolve(import.meta.dirname, '../engine/model/glm-ocr/fixtures/overfitted');
const cap = 300;
const injectedErrors = [0, 0.02, 0.05, 0.2];
const batchSizes = [1, 2, 4, 8, 16];
export const plainName = 'autoregressive';

export interface PlanRow {
  readonly tokensPerForward: number;
  readonly acceptedPerRound: number;
  /** Processor time of draft and verify, without vision and prefill. */
  readonly secondsPerCrop: number;
  /** That of plain decoding in the same run over ours. */
  readonly ratio: number;
  /** Of whole regions: vision and prefill counted in both. */
  readonly wholeRatio: number;
}

export interface DrafterRun {
  readonly crops: number;
  readonly tokens: number;
  readonly forwardMilliseconds: Readonly<Record<string, number>>;
  /** All plans read the same ids as plain decoding; a plan that does not ends the run. */
  readonly identical: true;
  readonly plans: Readonly<Record<string, PlanRow>>;
  /**
   * By size: regions decoded together, modelled by a forward over the rows of all of them behind one cache. The gain of
   * blocks of 32 over plain decoding, both in a batch of that size. The product decodes one region at a time.
   */
  readonly batches: Readonly<Record<string, number>>;
}

interface Way {
  readonly plan: (verifier: RegionVerifier, crop: OverfittedCrop) => DecodePlan;
  /** As weights that were not trained to draft: the mask means nothing to them. */
  readonly untrained?: boolean;
}

export async function measureDrafters(repeats = 1): Promise<DrafterRun> {
  const model = await GlmOcrModel.open(path.join(overfitted, 'model'), { threads: 1 });
  try {
    const crops = (await readOverfittedCrops(overfitted)).filter((crop) => crop.trained);
    const costs = await model.forwardCosts([1, 9, 17, 34], 25, processorTime);
    const ways = waysOf(model, costs);
    const untrainedMask = model.tokens.idOf('[MASK]') ?? 0;
    const totals = new Map(Object.keys(ways).map((name) => [name, new Total()]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const crop of crops) {
        let before = processorTime();
        const prompt = await model.prepare(crop.picture, crop.task);
        const vision = processorTime() - before;
        let plain: string | undefined;
        // All ways take turns on each crop, so that whatever else the machine does falls on all alike.
        for (const [name, { plan, untrained }] of Object.entries(ways)) {
          before = processorTime();
          const verifier = model.session(prompt, cap, undefined, untrained ? untrainedMask : undefined);
          const reading = await read(verifier, plan(verifier, crop), model.config.endIds);
          const ids = reading.ids.join();
          plain ??= ids;
          if (ids !== plain) throw new Error(`${name} reads another text than plain decoding.`);
          totals.get(name)?.add(reading, vision + processorTime() - before);
        }
      }
    }
    const reference = totals.get(plainName);
    if (!reference) throw new Error('Plain decoding was not measured.');
    const plans = Object.fromEntries([...totals].map(([name, total]) => [name, total.row(reference)]));
    const batchCosts = await model.forwardCosts(
      batchSizes.flatMap((size) => [size, 34 * size]),
      5,
      processorTime,
    );
    const forwardSeconds = Object.fromEntries(
      batchCosts.map(({ rows, milliseconds }) => [rows, milliseconds / 1000]),
    );
    return {
      crops: crops.length,
      tokens: reference.tokens / repeats,
      forwardMilliseconds: Object.fromEntries(costs.map(({ rows, milliseconds }) => [rows, milliseconds])),
      identical: true,
      plans,
      batches: batchesOf(forwardSeconds, plans['block 32']?.acceptedPerRound ?? 0),
    };
  } finally {
    await model.close();
  }
}

/** Of the sizes whose forwards were timed: of so many rows, and of 34 times as many. */
export function batchesOf(
  forwardSeconds: Readonly<Record<string, number>>,
  acceptedPerRound: number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    batchSizes.flatMap((size) => {
      const plain = forwardSeconds[size];
      const window = forwardSeconds[34 * size];
      if (plain === undefined || window === undefined) return [];
      return [[size, ((acceptedPerRound + 1) * plain) / (2 * window)]];
    }),
  );
}

function waysOf(
  model: GlmOcrModel,
  costs: Parameters<typeof costFromTable>[0],
): Readonly<Record<string, Way>> {
  type Drafters = (verifier: RegionVerifier, crop: OverfittedCrop) => Drafter[];
  type ControlFor = (task: string) => BlockLengthControl;
  const drafting = (drafters: Drafters, control: number | ControlFor = 32): Way['plan'] => {
    return (verifier, crop) => ({
      mode: 'self-speculative',
      drafters: drafters(verifier, crop),
      blockLength: typeof control === 'number' ? control : control(crop.task),
    });
  };
  const cost = costFromTable(costs);
  /** As the product decodes: lengths that pay, and the drafter that gains most first; one control for each task. */
  const auto = (): ControlFor => {
    const controls = new Map<string, BlockLengthControl>();
    return (task) => {
      const control = controls.get(task) ?? orderedByGain(autoBlockLength({ cost }), cost);
      controls.set(task, control);
      return control;
    };
  };
  const block: Drafters = (verifier) => [blockDiffusionDrafter(verifier)];
  const ways: Record<string, Way> = {
    [plainName]: { plan: () => ({ mode: 'autoregressive' }) },
    'n-gram': { plan: drafting(() => [nGramDrafter({})]) },
    'block 8': { plan: drafting(block, 8) },
    'block 16': { plan: drafting(block, 16) },
    'block 32': { plan: drafting(block) },
    'block auto': { plan: drafting(block, auto()) },
    'block 32, untrained weights': { plan: drafting(block), untrained: true },
    'block auto, untrained weights': { plan: drafting(block, auto()), untrained: true },
  };
  for (const errors of injectedErrors) {
    const prior: Drafters = (_, { text }) => [
      textPriorDrafter({
        text: withErrors(text, errors),
        encode: (part) => model.tokens.encode(part),
        decode: (ids) => model.tokens.decode(ids),
      }),
    ];
    const name = `prior with ${errors * 100} % errors`;
    const both: Drafters = (verifier, crop) => [...prior(verifier, crop), ...block(verifier, crop)];
    const orNGram: Drafters = (verifier, crop) => [...prior(verifier, crop), nGramDrafter({})];
    ways[name] = { plan: drafting(prior) };
    ways[`${name}, block 32`] = { plan: drafting(both) };
    ways[`${name}, block auto`] = { plan: drafting(both, auto()) };
    ways[`${name}, n-gram, untrained weights`] = { plan: drafting(orNGram), untrained: true };
    ways[`${name}, n-gram auto, untrained weights`] = { plan: drafting(orNGram, auto()), untrained: true };
  }
  return ways;
}

async function read(
  verifier: RegionVerifier,
  plan: DecodePlan,
  endIds: readonly number[],
): Promise<DecodedReading> {
  const events = decode(verifier, plan, { endIds, cap, loopGuard: 'off', now: processorTime });
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
  }
}

class Total {
  tokens = 0;
  private forwards = 0;
  private accepted = 0;
  private rounds = 0;
  private crops = 0;
  private milliseconds = 0;
  private whole = 0;

  add({ counters }: DecodedReading, whole: number): void {
    const { prefill, draft, verify, denoise } = counters.forwards;
    this.tokens += counters.tokens;
    this.forwards += prefill + draft + verify + denoise;
    this.accepted += counters.accepted;
    this.rounds += counters.rounds;
    this.crops += 1;
    this.milliseconds += counters.milliseconds.draft + counters.milliseconds.verify;
    this.whole += whole;
  }

  row(plain: Total): PlanRow {
    return {
      tokensPerForward: this.tokens / this.forwards,
      acceptedPerRound: this.accepted / this.rounds,
      secondsPerCrop: this.milliseconds / this.crops / 1000,
      ratio: plain.milliseconds / this.milliseconds,
      wholeRatio: plain.whole / this.whole,
    };
  }
}

/** The share of characters is another one, spread by a fixed pseudo-random walk. */
function withErrors(text: string, share: number): string {
  let state = 1;
  return [...text]
    .map((character) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 < share ? String.fromCharCode(97 + (state % 26)) : character;
    })
    .join('');
}
