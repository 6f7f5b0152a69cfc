/** `config.json` of a nano folder, checked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../../base/errors';
import type { DecoderConfig } from '../decoder/decoder-config';

export interface NanoConfig {
  readonly folder: string;
  readonly decoder: DecoderConfig;
  /** Numbers of an encoder feature, and what they are multiplied by. */
  readonly featureSize: number;
  readonly featureScale: number;
  readonly evidenceSize: number;
  /** Most tokens of a table's prior reading; longer tables are left as read. 0: all are. */
  readonly longestTable: number;
  /** Ids that any region's text may hold. */
  readonly core: readonly number[];
  /** Logit of a certain suggestion. */
  readonly base: number;
  /** What copying is always given. */
  readonly margin: number;
  /** The same in tables. */
  readonly tableMargin: number;
  /** What the tags of a table are given where the prior has them, and lose elsewhere. */
  readonly tableTagMargin: number;
  /**
   * [kinds of `wordKinds`, slots]: what slots are given by what the lexicon says of their place; absent: the folder has
   * no lexicon.
   */
  readonly wordMargins?: readonly (readonly number[])[];
  /** Regions in scripts without training data are left as read. */
  readonly lockedRegions: boolean;
  /** Masks of a block as trained. */
  readonly blockLength: number;
}

const size = z.number().int().positive();

/** Whether decoding writes a table's rows and cells as the prior has them. */
export const keepsCells = ({ tableTagMargin }: Pick<NanoConfig, 'tableTagMargin'>): boolean =>
  tableTagMargin > 0;

/** Ids of each row's suggestions. */
export const slotCount = 9;

/** Numbers of a token's evidence in tables. */
const tableEvidence = 32;

const fields = z.object({
  model_type: z.literal('palimpsest_nano'),
  vocab_size: size,
  hidden_size: size,
  intermediate_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  num_key_value_heads: size,
  head_dim: size,
  rms_norm_eps: z.number().positive(),
  rope_theta: z.number().positive(),
  mrope_section: z.array(size),
  feature_size: size,
  evidence_size: size,
  longest_table: size.optional(),
  feature_scale: z.number().positive(),
  core: z.array(z.number().int().min(0)),
  base: z.number(),
  margin: z.number().min(0),
  table_margin: z.number().min(0).optional(),
  table_tag_margin: z.number().min(0).default(0),
  word_margins: z.array(z.array(z.number()).length(slotCount)).length(3).optional(),
  locked_regions: z.boolean(),
});

const schema = fields.refine(
  ({ longest_table, evidence_size }) => longest_table === undefined || evidence_size >= tableEvidence,
  {
    path: ['evidence_size'],
    message: `a model that reads tables takes ${tableEvidence} numbers of evidence`,
  },
);

/** Throws `model-missing` or `model-damaged`, naming the file and the item. */
export async function readNanoConfig(folder: string): Promise<NanoConfig> {
  const config = await readJson(folder, 'config.json', schema);
  const blocks = await readJson(folder, 'block_diffusion.json', z.object({ bd_size: size }));
  return {
    folder,
    decoder: {
      vocabularySize: config.vocab_size,
      hiddenSize: config.hidden_size,
      innerSize: config.intermediate_size,
      layers: config.num_hidden_layers,
      heads: config.num_attention_heads,
      keyValueHeads: config.num_key_value_heads,
      headSize: config.head_dim,
      normEpsilon: config.rms_norm_eps,
      rotaryBase: config.rope_theta,
      rotarySections: config.mrope_section,
    },
    featureSize: config.feature_size,
    featureScale: config.feature_scale,
    evidenceSize: config.evidence_size,
    longestTable: config.longest_table ?? 0,
    core: config.core,
    base: config.base,
    margin: config.margin,
    tableMargin: config.table_margin ?? config.margin,
    tableTagMargin: config.table_tag_margin,
    ...(config.word_margins && { wordMargins: config.word_margins }),
    lockedRegions: config.locked_regions,
    blockLength: blocks.bd_size,
  };
}

async function readJson<T>(folder: string, name: string, shape: z.ZodType<T>): Promise<T> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PalimpsestError(
      'model-missing',
      `The model folder ${folder} has no ${name}.`,
      { file: path },
      cause,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PalimpsestError('model-damaged', `${path} is not JSON.`, { file: path }, cause);
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PalimpsestError(
    'model-damaged',
    `${path} is not usable at ${issue?.path.join('.') ?? 'the whole'}: ${issue?.message ?? ''}`,
    { file: path },
  );
}
