/** Smaller weights beside a model, and what they cost: the ids that stay the same on a sample. */
import { join } from 'node:path';
import { PalimpsestError, throwIfAborted } from '../base/errors';
import { area } from '../base/geometry';
import { cropRaster } from '../base/raster';
import { openSource } from '../intake';
import {
  convertWeights,
  GlmOcrModel,
  greedyIds,
  type QuantisedPrecision,
  type SamplePicture,
  shareUnchanged,
} from '../model';
import type { PageAnalyser } from '../regions';
import type { ToolSource } from './toolbox';

export interface QuantiseOptions {
  /** An installed model's name, or a folder. */
  readonly model: string;
  readonly precision: QuantisedPrecision;
  /** Pictures or PDFs to compare on; by default pages that come with the application. */
  readonly sample?: readonly string[] | undefined;
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Share of the current stage, 0 … 1. */
  readonly onProgress?: ((stage: 'converting' | 'comparing', share: number) => void) | undefined;
}

export interface QuantiseReport {
  readonly file: string;
  /** Of the new file, and of the same matrices as they were. */
  readonly bytes: number;
  readonly bytesBefore: number;
  /** Of the sample. */
  readonly regions: number;
  readonly tokens: number;
  /** Tokens that the smaller weights choose as the stored ones do, behind the same text. 0 … 1 */
  readonly unchanged: number;
}

interface QuantiseTools {
  readonly toolbox: ToolSource;
  readonly assetsDir: string;
  readonly vendorDir: string | undefined;
}

const shippedSample = ['typed-letter-pt.jpg'];
const mostRegions = 4;
/** Pixels of a region that are looked at: a few lines say as much as a page, in a fraction of the time. */
const mostWidth = 900;
const mostHeight = 240;
const tokensPerRegion = 32;

/** Fails as the model's folder, `openSource` and the disk do. A conversion that is cancelled leaves nothing. */
export async function quantiseModel(options: QuantiseOptions, tools: QuantiseTools): Promise<QuantiseReport> {
  const { precision, signal, onProgress, threads = 2 } = options;
  const folder = await tools.toolbox.readerFolder(options.model);
  const sample = await samplePictures(options, tools);
  const converted = await convertWeights(folder, precision, {
    ...(signal && { signal }),
    onProgress: (share) => onProgress?.('converting', share),
  });
  onProgress?.('comparing', 0);
  const stored = await GlmOcrModel.open(folder, { threads });
  let texts: number[][];
  try {
    texts = await greedyIds(stored, sample, tokensPerRegion, signal);
  } finally {
    // One model at a time: both together may not fit into memory.
    await stored.close();
  }
  onProgress?.('comparing', 0.5);
  throwIfAborted(signal);
  const smaller = await GlmOcrModel.open(folder, { threads, precision });
  try {
    const unchanged = await shareUnchanged(smaller, sample, texts);
    onProgress?.('comparing', 1);
    const tokens = texts.reduce((sum, ids) => sum + ids.length, 0);
    return { ...converted, regions: sample.length, tokens, unchanged };
  } finally {
    await smaller.close();
  }
}

/** The largest regions of the sample's pages. */
async function samplePictures(
  { sample, signal }: QuantiseOptions,
  { toolbox, assetsDir, vendorDir }: QuantiseTools,
): Promise<SamplePicture[]> {
  const paths =
    sample && sample.length > 0 ? sample : shippedSample.map((name) => join(assetsDir, 'samples', name));
  const analyser = await toolbox.pageAnalyser();
  const found: (SamplePicture & { readonly size: number })[] = [];
  for (const path of paths) {
    throwIfAborted(signal);
    const source = await openSource(path, {
      ...(vendorDir !== undefined && { vendorDir }),
      ...(signal && { signal }),
    });
    try {
      const { raster } = await source.rasterise(1, signal ? { signal } : {});
      found.push(...(await regionsOf(raster, analyser)));
    } finally {
      await source.close();
    }
  }
  if (found.length === 0) {
    throw new PalimpsestError('invalid-request', 'Nothing was found on the sample to compare on.');
  }
  return found.sort((a, b) => b.size - a.size).slice(0, mostRegions);
}

async function regionsOf(page: SamplePicture['picture'], analyser: PageAnalyser) {
  const regions = await analyser.findRegions(page, await analyser.findLines(page));
  return regions.flatMap(({ task, box }) => {
    if (task === 'none') return [];
    const piece = { ...box, width: Math.min(mostWidth, box.width), height: Math.min(mostHeight, box.height) };
    return [{ task, picture: cropRaster(page, piece), size: area(piece) }];
  });
}
