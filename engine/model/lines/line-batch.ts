/** Lines of nearly the same width, cut out of their page and run through the recogniser together. */
import type { Quad } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import { normalisation, quadSize, sampleQuad } from '../../base/sampling';
import { floatsOf, floatTensor, integersOf, type Session } from '../../runtime/session';
import { decodeCtc, type LineText, type RankedSteps } from './ctc';

const lineHeight = 48;
/** Input columns per output step of the network. */
const columnsPerStep = 8;
const narrowest = 48;
/** Longer lines are compressed to this width: memory stays bounded and the network was not trained beyond. */
const widest = 3200;
/** Widths are rounded up to multiples of this, so that some lines of a page have the same. */
const widthStep = 32;
/** Most input columns in one run of several lines, padding included. More would leave threads without work. */
const columnsPerRun = 1280;
const input = normalisation([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], 'bgr');

/** Outputs of the network (workshop/int8/recogniser.py); the last two are computed on the way in any case. */
const rankedOutput = { classes: 'best_classes', probabilities: 'best_probabilities' };
const allOutput = 'probabilities';
const featureOutput = 'features';

export interface BatchLine {
  /** Of the line among all that are read. */
  readonly index: number;
  /** Clockwise from the start of the text; pixels of `page`. */
  readonly quad: Quad;
  readonly page: Raster;
  /** Columns of the line at the network's height, before padding. */
  readonly width: number;
}

export interface LineBatch {
  /** Columns of the network's input. */
  readonly width: number;
  readonly lines: readonly BatchLine[];
}

/** What the network gave for the lines of a batch: ranked classes [lines, steps, ranks], features [lines, steps, n]. */
export interface BatchSteps {
  readonly classes: Int32Array;
  readonly probabilities: Float32Array;
  /** [lines, steps]; of the last class, the space. */
  readonly spaces: Float32Array;
  readonly features: Float32Array;
  readonly steps: number;
}

export interface BatchReading {
  readonly texts: readonly LineText[];
  /** Where asked for. */
  readonly all?: BatchSteps;
}

/** Of one line: ranked classes [steps, ranks], the space's probability [steps] and features [steps, n]; views. */
export interface LineSteps extends RankedSteps {
  readonly spaces: Float32Array;
  readonly features: Float32Array;
}

/** Columns of a line at the network's height, before padding. */
export function inputWidth(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return Math.min(widest, Math.max(narrowest, Math.ceil((width / Math.max(1, height)) * lineHeight)));
}

/**
 * Groups lines of (nearly) the same width, the widest first, so that threads end together. A run costs as much as its
 * lines one by one, padding included, but for ~2 ms; so lines are not padded to fill a run.
 */
export function planBatches(
  widths: readonly number[],
): { readonly width: number; readonly members: number[] }[] {
  const order = widths.map((_, index) => index).sort((a, b) => widths[b]! - widths[a]! || a - b);
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

/** One run of the network. `characters` by class index: 0 is the CTC blank, the last one the space. */
export async function readBatch(
  session: Session,
  characters: readonly string[],
  { width, lines }: LineBatch,
  wantsAll: boolean,
): Promise<BatchReading> {
  const size = 3 * lineHeight * width;
  const values = new Float32Array(lines.length * size);
  lines.forEach((line, position) => {
    sampleQuad(line.page, line.quad, line.width, lineHeight, values, position * size, width, input);
  });
  const feeds = {
    [session.inputNames[0] ?? 'x']: floatTensor(values, [lines.length, 3, lineHeight, width]),
  };
  const outputs = await session.run(feeds, {
    [rankedOutput.classes]: null,
    [rankedOutput.probabilities]: null,
    ...(wantsAll && { [allOutput]: null, [featureOutput]: null }),
  });
  const probabilities = floatsOf(outputs, rankedOutput.probabilities);
  const classes = integersOf(outputs, rankedOutput.classes);
  const [, steps = 0, ranks = 0] = probabilities.dims;
  const texts = lines.map((line, position) => {
    const used = usedSteps(line, steps);
    const [from, to] = [position * steps * ranks, (position * steps + used) * ranks];
    const ranked: RankedSteps = {
      classes: classes.data.subarray(from, to),
      probabilities: probabilities.data.subarray(from, to),
      steps: used,
      ranks,
    };
    return decodeCtc(ranked, characters);
  });
  if (!wantsAll) return { texts };
  const all: BatchSteps = {
    classes: classes.data,
    probabilities: probabilities.data,
    spaces: lastOfEach(floatsOf(outputs, allOutput)),
    features: floatsOf(outputs, featureOutput).data,
    steps,
  };
  return { texts, all };
}

/** Of values [..., classes] those of the last class. */
function lastOfEach({
  data,
  dims,
}: {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}): Float32Array {
  const classes = dims[dims.length - 1] ?? 1;
  return Float32Array.from({ length: data.length / classes }, (_, row) => data[(row + 1) * classes - 1]!);
}

/** What the network gave for the line at `position` of a batch, without the padding. */
export function lineSteps({ lines }: LineBatch, batch: BatchSteps, position: number): LineSteps {
  const line = lines[position];
  const used = line ? usedSteps(line, batch.steps) : 0;
  const rows = lines.length * Math.max(1, batch.steps);
  const range = ({ length }: Int32Array | Float32Array): [number, number] => {
    const size = length / rows;
    return [position * batch.steps * size, (position * batch.steps + used) * size];
  };
  const part = (values: Float32Array): Float32Array => values.subarray(...range(values));
  return {
    steps: used,
    ranks: batch.classes.length / rows,
    classes: batch.classes.subarray(...range(batch.classes)),
    probabilities: part(batch.probabilities),
    spaces: part(batch.spaces),
    features: part(batch.features),
  };
}

const usedSteps = ({ width }: BatchLine, steps: number): number =>
  Math.min(steps, Math.ceil(width / columnsPerStep));
