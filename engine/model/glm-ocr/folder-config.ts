/**
 * The JSON files of a GLM-OCR model folder. What the graphs depend on is required and checked here, so that a wrong
 * folder fails with the name of the file and the item, not somewhere within the runtime.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../../base/errors';
import type { DecoderConfig } from '../decoder/decoder-config';

const count = z.number().int().positive();
const id = z.number().int().nonnegative();

const rotarySchema = z.object({
  rope_type: z.literal('default').optional(),
  rope_theta: z.number().positive(),
  partial_rotary_factor: z.literal(1).optional(),
  mrope_section: z.array(count).min(1),
});

const modelSchema = z.object({
  model_type: z.literal('glm_ocr'),
  tie_word_embeddings: z.boolean().optional(),
  image_token_id: id,
  image_start_token_id: id,
  image_end_token_id: id,
  text_config: z.object({
    vocab_size: count,
    hidden_size: count,
    intermediate_size: count,
    num_hidden_layers: count,
    num_attention_heads: count,
    num_key_value_heads: count,
    head_dim: count,
    hidden_act: z.literal('silu').optional(),
    rms_norm_eps: z.number().positive(),
    rope_parameters: rotarySchema,
  }),
  vision_config: z.object({
    depth: count,
    hidden_size: count,
    intermediate_size: count,
    num_heads: count,
    out_hidden_size: count,
    // What a published config may leave out has these values in the architecture.
    in_channels: z.literal(3).default(3),
    patch_size: count.default(14),
    temporal_patch_size: count.default(2),
    spatial_merge_size: count.default(2),
    hidden_act: z.literal('silu').optional(),
    attention_bias: z.boolean().default(true),
    rms_norm_eps: z.number().positive().default(1e-5),
    rope_parameters: z.object({ rope_theta: z.number().positive().default(10000) }).nullish(),
  }),
});

const generationSchema = z.object({ eos_token_id: z.union([id, z.array(id).min(1)]) });

const triple = z.tuple([z.number(), z.number(), z.number()]);

const preprocessorSchema = z.object({
  size: z.object({ shortest_edge: count, longest_edge: count }),
  patch_size: count,
  temporal_patch_size: count,
  merge_size: count,
  image_mean: triple,
  image_std: triple,
});

/** Newer folders keep the picture's settings in a part of this file. */
const processorSchema = z.object({ image_processor: preprocessorSchema });

const blockDiffusionSchema = z.object({
  bd_size: count,
  mask_id: id,
  loop_enabled: z.boolean().optional(),
});

export interface VisionConfig {
  readonly depth: number;
  readonly hiddenSize: number;
  readonly innerSize: number;
  readonly heads: number;
  readonly channels: number;
  readonly patchSize: number;
  readonly frames: number;
  readonly mergeSize: number;
  /** Hidden size of the decoder. */
  readonly outputSize: number;
  readonly biases: boolean;
  readonly normEpsilon: number;
  readonly rotaryBase: number;
}

export interface PreprocessingConfig {
  readonly patchSize: number;
  readonly frames: number;
  readonly mergeSize: number;
  /** Bounds of frames × height × width in pixels. */
  readonly fewestPixels: number;
  readonly mostPixels: number;
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

export interface GlmOcrConfig {
  readonly folder: string;
  readonly decoder: DecoderConfig;
  readonly vision: VisionConfig;
  readonly preprocessing: PreprocessingConfig;
  readonly imageId: number;
  /** Either of them ends a text. */
  readonly endIds: readonly number[];
  /** Absent: the checkpoint was not trained to draft. */
  readonly blockDiffusion?: { readonly blockLength: number; readonly maskId: number };
}

/** Throws `model-missing` or `model-damaged`, naming file and item. */
export async function readFolderConfig(folder: string): Promise<GlmOcrConfig> {
  const model = await readChecked(folder, 'config.json', modelSchema);
  const generation = await readChecked(folder, 'generation_config.json', generationSchema);
  const preprocessor =
    (await readOptional(folder, 'processor_config.json', processorSchema.partial()))?.image_processor ??
    (await readChecked(folder, 'preprocessor_config.json', preprocessorSchema));
  const diffusion = await readOptional(folder, 'block_diffusion.json', blockDiffusionSchema);
  const { text_config: text, vision_config: vision } = model;
  const wrong = (file: string, what: string): PalimpsestError => damaged(join(folder, file), what);
  const { mrope_section: sections } = text.rope_parameters;
  if (text.num_attention_heads % text.num_key_value_heads !== 0) {
    throw wrong('config.json', 'text_config.num_attention_heads is no multiple of num_key_value_heads');
  }
  if (text.head_dim % 2 !== 0 || sections.reduce((a, b) => a + b, 0) !== text.head_dim / 2) {
    throw wrong(
      'config.json',
      'text_config.rope_parameters.mrope_section does not add up to half of head_dim',
    );
  }
  if (vision.hidden_size % (4 * vision.num_heads) !== 0) {
    throw wrong('config.json', 'vision_config.hidden_size is no multiple of 4 × num_heads');
  }
  if (vision.out_hidden_size !== text.hidden_size) {
    throw wrong('config.json', 'vision_config.out_hidden_size differs from text_config.hidden_size');
  }
  if (
    vision.patch_size !== preprocessor.patch_size ||
    vision.spatial_merge_size !== preprocessor.merge_size
  ) {
    throw wrong('preprocessor_config.json', 'patch_size or merge_size differ from those in config.json');
  }
  if (diffusion?.loop_enabled) {
    throw wrong('block_diffusion.json', 'loop_enabled is set, and looped layers are not supported');
  }
  const ends = generation.eos_token_id;
  return {
    folder,
    decoder: {
      vocabularySize: text.vocab_size,
      hiddenSize: text.hidden_size,
      innerSize: text.intermediate_size,
      layers: text.num_hidden_layers,
      heads: text.num_attention_heads,
      keyValueHeads: text.num_key_value_heads,
      headSize: text.head_dim,
      normEpsilon: text.rms_norm_eps,
      rotaryBase: text.rope_parameters.rope_theta,
      rotarySections: sections,
    },
    vision: {
      depth: vision.depth,
      hiddenSize: vision.hidden_size,
      innerSize: vision.intermediate_size,
      heads: vision.num_heads,
      channels: vision.in_channels,
      patchSize: vision.patch_size,
      frames: vision.temporal_patch_size,
      mergeSize: vision.spatial_merge_size,
      outputSize: vision.out_hidden_size,
      biases: vision.attention_bias,
      normEpsilon: vision.rms_norm_eps,
      rotaryBase: vision.rope_parameters?.rope_theta ?? 10000,
    },
    preprocessing: {
      patchSize: preprocessor.patch_size,
      frames: preprocessor.temporal_patch_size,
      mergeSize: preprocessor.merge_size,
      fewestPixels: preprocessor.size.shortest_edge,
      mostPixels: preprocessor.size.longest_edge,
      mean: preprocessor.image_mean,
      deviation: preprocessor.image_std,
    },
    imageId: model.image_token_id,
    endIds: Array.isArray(ends) ? ends : [ends],
    ...(diffusion && { blockDiffusion: { blockLength: diffusion.bd_size, maskId: diffusion.mask_id } }),
  };
}

/** Reads a JSON file of the folder; undefined when it does not exist. */
async function readOptional<T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new PalimpsestError('unreadable', `The file ${path} cannot be read.`, { file: path }, cause);
  });
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, 'it is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw damaged(
    path,
    issue ? `${issue.path.join('.') || 'the whole'}: ${issue.message}` : 'it is not readable',
  );
}

async function readChecked<T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T> {
  const value = await readOptional(folder, file, schema);
  if (value !== undefined) return value;
  const path = join(folder, file);
  throw new PalimpsestError('model-missing', `The model folder ${folder} has no ${file}.`, { file: path });
}

function damaged(path: string, what: string): PalimpsestError {
  return new PalimpsestError('model-damaged', `The file ${path} is wrong: ${what}.`, { file: path });
}
