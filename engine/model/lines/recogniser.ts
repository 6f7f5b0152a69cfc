/**
 * Text line recognition: PP-OCRv6 with CTC decoding. Lines are batched by width, so that padding stays small.
 */

import { throwIfAborted } from '../../base/errors';
import type { Quad } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import { normalisation, quadSize, sampleQuad } from '../../base/sampling';
import { floatsOf, floatTensor, type Session } from '../../runtime';
import { settleAccents } from './alphabet';
import { decodeCtc, type LineText } from './ctc';

const lineHeight = 48;
/** Input columns per output step of the network. */
const columnsPerStep = 8;
const narrowest = 48;
/** Longer lines are compressed to this width: memory stays bounded and the network was not trained beyond. */
const widest = 3200;
/** Most input columns in one run, padding included. */
const columnsPerRun = 6400;
const linesPerRun = 8;
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

/** Output of the network with a feature for each step; `workshop/nano` trains on it. */
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

/** Groups crops of similar width: widths are padded to multiples of 64, at most ~10 % more than needed. */
export function planBatches(
  widths: readonly number[],
): { readonly width: number; readonly members: number[] }[] {
  const order = widths.map((_, index) => index).sort((a, b) => widths[a]! - widths[b]! || a - b);
  const batches: { width: number; members: number[] }[] = [];
  let current: { width: number; members: number[] } | undefined;
  let smallest = 0;
  for (const index of order) {
    const width = Math.ceil(widths[index]! / 64) * 64;
    const fits =
      current !== undefined &&
      current.members.length < linesPerRun &&
      (current.members.length + 1) * width <= columnsPerRun &&
      width <= Math.max(smallest * 1.15, smallest + 64);
    if (current && fits) {
      current.width = width;
      current.members.push(index);
    } else {
      current = { width, members: [index] };
      smallest = width;
      batches.push(current);
    }
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
    const name = this.session.outputNames.find((one) => one !== featureOutput) ?? '';
    const outputs = await this.session.run(feeds, {
      [name]: null,
      ...(onSteps && { [featureOutput]: null }),
    });
    const output = floatsOf(outputs, name);
    const features = onSteps && floatsOf(outputs, featureOutput);
    const steps = output.dims[1] ?? 0;
    const classes = output.dims[2] ?? 0;
    return jobs.map((job, position) => {
      const used = Math.min(steps, Math.ceil(job.width / columnsPerStep));
      const part = ({ data, dims }: typeof output): Float32Array => {
        const size = dims[2] ?? 0;
        return data.subarray(position * steps * size, (position * steps + used) * size);
      };
      const values = part(output);
      if (features) onSteps(job.index, { values, steps: used, classes, features: part(features) });
      return decodeCtc(values, used, classes, this.characters);
    });
  }
}
