/** A GLM-OCR or GravityOCR folder in Hugging Face layout, loaded: pictures of regions in, decode sessions out. */
import { PalimpsestError } from '../../base/errors';
import type { Raster } from '../../base/raster';
import { attendsRightly, type DeviceName } from '../../runtime';
import { EmbeddingTable } from '../decoder/embedding-table';
import { timeForwards, usualPrefix } from '../decoder/forward-costs';
import { textPositions } from '../decoder/rotary';
import type { TokenDecoder } from '../decoder/token-decoder';
import { TokenText } from '../decoder/token-text';
import type { ForwardPoint } from '../reader';
import { embeddingName, type Precision, readCheckpoint } from './checkpoint';
import { type GlmOcrConfig, readFolderConfig, type VisionConfig } from './folder-config';
import { openDecoder, openVision } from './open-graphs';
import { cutPatches } from './patches';
import { buildPrompt, type GlmOcrTask } from './prompt';
import { type RegionPrompt, RegionVerifier } from './region-verifier';
import type { VisionTower } from './vision-tower';

export interface GlmOcrModelOptions {
  readonly threads: number;
  /** Default `stored`: the weights as published. The others need `convertWeights` first. */
  readonly precision?: Precision;
  /** Default `cpu`. The vision tower stays on the processor where the device gets attention wrong. */
  readonly device?: DeviceName;
}

export class GlmOcrModel {
  private constructor(
    readonly config: GlmOcrConfig,
    readonly tokens: TokenText,
    private readonly vision: VisionTower,
    private readonly decoder: TokenDecoder,
    private readonly table: EmbeddingTable,
    readonly devices: { readonly decoder: DeviceName; readonly vision: DeviceName },
  ) {}

  /** Throws `model-missing` or `model-damaged`, naming the file and the item. */
  static async open(
    folder: string,
    { threads, precision, device = 'cpu' }: GlmOcrModelOptions,
  ): Promise<GlmOcrModel> {
    const checkpoint = await readCheckpoint(await readFolderConfig(folder), precision);
    const { config } = checkpoint;
    checkMask(config);
    const tokens = await TokenText.open(folder);
    const decoder = await openDecoder(checkpoint, threads, device);
    const visionDevice = await deviceForVision(checkpoint.config.vision, device);
    const vision = await openVision(checkpoint, threads, visionDevice);
    const table = await EmbeddingTable.open(checkpoint.tensor(embeddingName));
    return new GlmOcrModel(config, tokens, vision, decoder, table, { decoder: device, vision: visionDevice });
  }

  /** Runs the vision tower over the picture of a region and puts its prompt together. */
  async prepare(picture: Raster, task: GlmOcrTask): Promise<RegionPrompt> {
    const { config } = this;
    const patches = cutPatches(picture, config.preprocessing);
    const prompt = buildPrompt(this.tokens, task, patches, {
      mergeSize: config.preprocessing.mergeSize,
      imageId: config.imageId,
      folder: config.folder,
    });
    const { hiddenSize } = config.decoder;
    const embeddings = new Float32Array(prompt.ids.length * hiddenSize);
    await this.table.fill(prompt.ids, embeddings);
    embeddings.set(await this.vision.embed(patches), prompt.imageStart * hiddenSize);
    return { ...prompt, embeddings };
  }

  /**
   * A fresh session of the region for at most `mostIds` committed ids. Any `maskId` gives the same text; the trained
   * one drafts well. A checkpoint without block diffusion uses id 0, if it is asked to draft at all.
   */
  session(
    prompt: RegionPrompt,
    mostIds: number,
    signal?: AbortSignal,
    maskId = this.config.blockDiffusion?.maskId ?? 0,
  ): RegionVerifier {
    return new RegionVerifier(this.decoder, this.table, prompt, maskId, mostIds, signal);
  }

  /** Median milliseconds of a forward over so many rows behind a prefix of usual length, by `runs` forwards each. */
  forwardCosts(rowCounts: readonly number[], runs = 5, now?: () => number): Promise<ForwardPoint[]> {
    const forward = async (rows: number): Promise<void> => {
      const cache = this.decoder.newCache(usualPrefix + rows);
      cache.length = usualPrefix;
      await this.decoder.run(cache, {
        embeddings: new Float32Array(rows * this.config.decoder.hiddenSize).fill(0.01),
        positions: textPositions(usualPrefix, rows),
        causal: rows,
        asked: Array.from({ length: rows }, (_, row) => row),
      });
    };
    return timeForwards(rowCounts, forward, { runs, ...(now && { now }) });
  }

  async close(): Promise<void> {
    await this.vision.close();
    await this.decoder.close();
    await this.table.close();
  }
}

async function deviceForVision(config: VisionConfig, device: DeviceName): Promise<DeviceName> {
  if (device === 'cpu') return device;
  return (await attendsRightly(device, config.heads, config.hiddenSize / config.heads)) ? device : 'cpu';
}

function checkMask({ folder, blockDiffusion, decoder }: GlmOcrConfig): void {
  if (!blockDiffusion || blockDiffusion.maskId < decoder.vocabularySize) return;
  throw new PalimpsestError(
    'model-damaged',
    `block_diffusion.json in ${folder} names the mask id ${blockDiffusion.maskId}, but the model has only ${decoder.vocabularySize} ids.`,
    { file: folder },
  );
}
