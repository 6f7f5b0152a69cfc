/** The weights of a GLM-OCR folder, checked by name and shape before any graph is built. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../../base/errors';
import { readWeightFile, readWeights, type StoredTensor, type Weights } from '../../runtime';
import { checkedTensors, decoderTensors, type NeededTensor, tensorIn } from '../decoder/decoder-tensors';
import type { GlmOcrConfig } from './folder-config';

export const decoderPrefix = 'model.language_model.';
export const embeddingName = `${decoderPrefix}embed_tokens.weight`;
export const headName = 'lm_head.weight';
export const visionPrefix = 'model.visual.';
const patchName = `${visionPrefix}patch_embed.proj.weight`;

/** How matrices are held: as published, or converted by `convertWeights`. */
export const precisions = ['stored', 'int8', 'int4'] as const;
export type Precision = (typeof precisions)[number];

export const quantisedFolder = (precision: Exclude<Precision, 'stored'>): string => precision;
export const quantisedNames = (name: string) => ({ blocks: `${name}.blocks`, scales: `${name}.scales` });

export interface Checkpoint {
  readonly config: GlmOcrConfig;
  /** A tensor that `readCheckpoint` has checked. */
  tensor(name: string): StoredTensor;
  /** Those that can be quantised. The patch embedding is small and stays as it is. */
  readonly matrices: readonly StoredTensor[];
  /** The converted form of a matrix, where there is one. */
  quantised(name: string): { readonly blocks: StoredTensor; readonly scales: StoredTensor } | undefined;
}

/**
 * Tensors beyond the needed ones (the multi-token-prediction layer, say) are left alone. The number of vocabulary rows
 * is that of the stored matrices: published checkpoints differ from their config by padding and added tokens.
 */
export async function readCheckpoint(
  config: GlmOcrConfig,
  precision: Precision = 'stored',
): Promise<Checkpoint> {
  const weights = await readWeights(config.folder);
  const rows = tensorIn(weights, config.folder, headName).dims[0] ?? 0;
  const matrices = checkedTensors(weights, config.folder, neededTensors(config, rows)).filter(
    ({ name, dims }) => dims.length > 1 && name !== embeddingName && name !== patchName,
  );
  const converted = precision === 'stored' ? undefined : await readConverted(config, precision, matrices);
  return {
    config: { ...config, decoder: { ...config.decoder, vocabularySize: rows } },
    tensor: (name) => tensorIn(weights, config.folder, name),
    matrices,
    quantised: (name) => {
      const names = quantisedNames(name);
      const blocks = converted?.get(names.blocks);
      const scales = converted?.get(names.scales);
      return blocks && scales && { blocks, scales };
    },
  };
}

/** Where `convertWeights` has put its file. Throws `model-missing`. */
export async function convertedFile(
  folder: string,
  precision: Exclude<Precision, 'stored'>,
): Promise<string> {
  const path = join(folder, quantisedFolder(precision), 'model.safetensors');
  if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  const bits = precision === 'int8' ? 8 : 4;
  throw new PalimpsestError(
    'model-missing',
    `The model ${folder} has not been converted to ${precision}: models quantise ${folder} --bits ${bits}`,
    { file: path },
  );
}

/** Its matrices must be those of the checkpoint. */
async function readConverted(
  { folder }: GlmOcrConfig,
  precision: Exclude<Precision, 'stored'>,
  matrices: readonly StoredTensor[],
): Promise<Weights> {
  const path = await convertedFile(folder, precision);
  const converted = await readWeightFile(path);
  for (const { name, dims } of matrices) {
    if (converted.get(quantisedNames(name).blocks)?.dims[0] !== dims[0]) {
      throw new PalimpsestError(
        'model-damaged',
        `The file ${path} does not belong to the model beside it ("${name}"); convert it again.`,
        { file: path },
      );
    }
  }
  return converted;
}

export function* neededTensors(
  { decoder, vision }: GlmOcrConfig,
  vocabularyRows: number,
): Generator<NeededTensor> {
  yield [headName, [vocabularyRows, decoder.hiddenSize]];
  yield [embeddingName, [vocabularyRows, decoder.hiddenSize]];
  yield* decoderTensors(decoder, decoderPrefix);
  const { hiddenSize: width, innerSize: inner, outputSize: output } = vision;
  const biased = function* (name: string, dims: readonly [number, number], bias: boolean) {
    yield [`${visionPrefix}${name}.weight`, dims] as [string, readonly number[]];
    if (bias) yield [`${visionPrefix}${name}.bias`, [dims[0]]] as [string, readonly number[]];
  };
  const patch = [vision.channels, vision.frames, vision.patchSize, vision.patchSize];
  yield [patchName, [width, ...patch]];
  yield [`${visionPrefix}patch_embed.proj.bias`, [width]];
  for (let block = 0; block < vision.depth; block++) {
    const prefix = `blocks.${block}.`;
    yield [`${visionPrefix}${prefix}norm1.weight`, [width]];
    yield [`${visionPrefix}${prefix}norm2.weight`, [width]];
    yield [`${visionPrefix}${prefix}attn.q_norm.weight`, [width / vision.heads]];
    yield [`${visionPrefix}${prefix}attn.k_norm.weight`, [width / vision.heads]];
    yield* biased(`${prefix}attn.qkv`, [3 * width, width], vision.biases);
    yield* biased(`${prefix}attn.proj`, [width, width], vision.biases);
    yield* biased(`${prefix}mlp.gate_proj`, [inner, width], vision.biases);
    yield* biased(`${prefix}mlp.up_proj`, [inner, width], vision.biases);
    yield* biased(`${prefix}mlp.down_proj`, [width, inner], vision.biases);
  }
  yield [`${visionPrefix}post_layernorm.weight`, [width]];
  yield [`${visionPrefix}downsample.weight`, [output, width, vision.mergeSize, vision.mergeSize]];
  yield [`${visionPrefix}downsample.bias`, [output]];
  yield [`${visionPrefix}merger.proj.weight`, [output, output]];
  yield [`${visionPrefix}merger.post_projection_norm.weight`, [output]];
  yield [`${visionPrefix}merger.post_projection_norm.bias`, [output]];
  // The merger's inner size is the hidden size times the number of colour channels, whatever config.json says.
  yield* biased('merger.gate_proj', [output * vision.channels, output], false);
  yield* biased('merger.up_proj', [output * vision.channels, output], false);
  yield* biased('merger.down_proj', [output, output * vision.channels], false);
}
