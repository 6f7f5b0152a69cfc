/**
 * Text line recognition: PP-OCRv6 in int8 (workshop/int8) with CTC decoding.
 */

import { throwIfAborted } from '../../base/errors';
import type { Quad } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import { normalisation, quadSize, sampleQuad } from '../../base/sampling';
import { floatsOf, floatTensor, integersOf, type Session, type Tensor } from '../../runtime';
import { settleAccents } from './alphabet';
import { decodeCtc, type LineText, type RankedSteps } from './ctc';

const lineHeight = 48;
/** Input columns per output step of the network. */
const columnsPerStep = 8;
const narrowest = 48;
/** Longer lines are compressed to this width: memory stays bounded and the network was not trained beyond. */
const widest = 3200;
/** Widths are rounded up to multiples of this, so that some lines of a page have the same. */
const widthStep = 32;
/** Most input columns in one run, padding included. */
const columnsPerRun = 3200;
const input = normalisation([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], 'bgr');

export interface LineCrop {
  readonly page: Raster;
  /** Clockwise from the start of the text; pixels of `page`. */
  readonly quad: Quad;
}

/** What the network gave for a line: probabilities [steps, classes] and features [steps, featureSize]; views. */
export interface LineSteps {
  readonly values: Float32Array;
  readonly steps: number;
  readonly classes: number;
  readonly features: Float32Array;
}

/** Outputs of the network (workshop/int8/recogniser.py); the last two are computed on the way in any case. */
const rankedOutput = { classes: 'best_classes', probabilities: 'best_probabilities' };
const allOutput = 'probabilities';
const featureOutput = 'features';

interface Job {
  readonly index: number;
  readonly crop: LineCrop;
  readonly width: number;
}

/** Width of the crop at the network's height, before padding. */
function inputWidth(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return Math.min(widest, Math.max(narrowest, Math.ceil((width / Math.max(1, height)) * lineHeight)));
}

/**
 * Groups crops of (nearly) the same width. A run costs as much as its lines one by one, padding included, but for
 * ~2 ms; so lines are not padded to fill a run.
 */
export function planBatches(
  widths: readonly number[],
): { readonly width: number; readonly members: number[] }[] {
  const order = widths.map((_, index) => index).sort((a, b) => widths[a]! - widths[b]! || a - b);
  const batches: { width: number; members: number[] }[] = [];
  for (const index of order) {
    const width = Math.ceil(widths[index]! / widthStep) * widthStep;
    const current = batches[batches.length - 1];
    if (current?.width === width && (current.members.length + 1) * width <= columnsPerRun)
      current.members.push(index);
    else batches.push({ width, members: [index] });
  }
  return batches;
}

export class LineRecogniser {
  constructor(
    private readonly session: Session,
    /** By class index: 0 is the CTC blank, the last one the space. */
    private readonly characters: readonly string[],
  ) {}

  /** Texts in the order of `crops` (the lines of one page); calls `onBatch` after each engine run. */
  async recognise(
    crops: readonly LineCrop[],
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onBatch?: (done: number) => Promise<void>;
      /** Called for every crop with its index, in any order. */
      readonly onSteps?: ((index: number, steps: LineSteps) => void) | undefined;
    } = {},
  ): Promise<LineText[]> {
    const jobs: Job[] = crops.map((crop, index) => ({ index, crop, width: inputWidth(crop.quad) }));
    const results: LineText[] = new Array(crops.length);
    let done = 0;
    for (const batch of planBatches(jobs.map((job) => job.width))) {
      throwIfAborted(options.signal);
      const members = batch.members.map((index) => jobs[index]!);
      const texts = await this.run(members, batch.width, options.onSteps);
      members.forEach((job, position) => {
        results[job.index] = texts[position]!;
      });
      done += members.length;
      await options.onBatch?.(done);
    }
    return settleAccents(results);
  }

  private async run(
    jobs: readonly Job[],
    width: number,
    onSteps: ((index: number, steps: LineSteps) => void) | undefined,
  ): Promise<LineText[]> {
    const size = 3 * lineHeight * width;
    const values = new Float32Array(jobs.length * size);
    jobs.forEach(({ crop, width: cropWidth }, position) => {
      sampleQuad(crop.page, crop.quad, cropWidth, lineHeight, values, position * size, width, input);
    });
    const feeds = {
      [this.session.inputNames[0] ?? 'x']: floatTensor(values, [jobs.length, 3, lineHeight, width]),
    };
    const outputs = await this.session.run(feeds, {
      [rankedOutput.classes]: null,
      [rankedOutput.probabilities]: null,
      ...(onSteps && { [allOutput]: null, [featureOutput]: null }),
    });
    const probabilities = floatsOf(outputs, rankedOutput.probabilities);
    const classes = integersOf(outputs, rankedOutput.classes);
    const all = onSteps && floatsOf(outputs, allOutput);
    const features = onSteps && floatsOf(outputs, featureOutput);
    const total = probabilities.dims[1] ?? 0;
    return jobs.map((job, position) => {
      const steps = Math.min(total, Math.ceil(job.width / columnsPerStep));
      const range = ({ dims }: Tensor): [number, number] => {
        const size = dims[2] ?? 0;
        return [position * total * size, (position * total + steps) * size];
      };
      if (all && features) {
        onSteps(job.index, {
          values: all.data.subarray(...range(all)),
          steps,
          classes: all.dims[2] ?? 0,
          features: features.data.subarray(...range(features)),
        });
      }
      const ranked: RankedSteps = {
        classes: classes.data.subarray(...range(classes)),
        probabilities: probabilities.data.subarray(...range(probabilities)),
        steps,
        ranks: probabilities.dims[2] ?? 0,
      };
      return decodeCtc(ranked, this.characters);
    });
  }
}
