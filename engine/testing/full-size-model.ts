/**
 * A folder with the exact shapes of the published GravityOCR checkpoint (1.1 billion bf16 parameters, 2.2 GB) and
 * meaningless weights: for measuring speed and memory where the real one cannot be had.
 */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { neededTensors } from '../model/glm-ocr/checkpoint';
import { readFolderConfig } from '../model/glm-ocr/folder-config';

const vocabularyRows = 59283;
const firstSpecial = 59246;
const specials = [
  '<|endoftext|> [MASK] [gMASK] [sMASK] <sop> <eop> <|system|> <|user|> <|assistant|> <|observation|>',
  '<|begin_of_image|> <|end_of_image|> <|begin_of_video|> <|end_of_video|> <|begin_of_audio|> <|end_of_audio|>',
  '<|begin_of_transcription|> <|end_of_transcription|> <|code_prefix|> <|code_middle|> <|code_suffix|>',
  '<think> </think> <tool_call> </tool_call> <tool_response> </tool_response> <arg_key> </arg_key> <arg_value>',
  '</arg_value> /nothink <|begin_of_box|> <|end_of_box|> <|image|> <|video|> <|mask|>',
].flatMap((line) => line.split(' '));

const idOf = (token: string): number => firstSpecial + specials.indexOf(token);

const files: Readonly<Record<string, unknown>> = {
  'config.json': {
    architectures: ['GlmOcrForConditionalGeneration'],
    model_type: 'glm_ocr',
    tie_word_embeddings: false,
    image_token_id: idOf('<|image|>'),
    image_start_token_id: idOf('<|begin_of_image|>'),
    image_end_token_id: idOf('<|end_of_image|>'),
    text_config: {
      model_type: 'glm_ocr_text',
      vocab_size: vocabularyRows,
      hidden_size: 1536,
      intermediate_size: 4608,
      num_hidden_layers: 16,
      num_attention_heads: 16,
      num_key_value_heads: 8,
      head_dim: 128,
      hidden_act: 'silu',
      rms_norm_eps: 1e-5,
      rope_parameters: {
        rope_type: 'default',
        rope_theta: 10000,
        partial_rotary_factor: 1,
        mrope_section: [16, 24, 24],
      },
    },
    vision_config: {
      model_type: 'glm_ocr_vision',
      depth: 24,
      hidden_size: 1024,
      intermediate_size: 4096,
      num_heads: 16,
      out_hidden_size: 1536,
      attention_bias: true,
      rms_norm_eps: 1e-5,
    },
  },
  'generation_config.json': { do_sample: false, eos_token_id: [idOf('<|endoftext|>'), idOf('<|user|>')] },
  'preprocessor_config.json': {
    size: { shortest_edge: 12544, longest_edge: 9633792 },
    patch_size: 14,
    temporal_patch_size: 2,
    merge_size: 2,
    image_mean: [0.48145466, 0.4578275, 0.40821073],
    image_std: [0.26862954, 0.26130258, 0.27577711],
  },
  'block_diffusion.json': {
    bd_size: 32,
    mask_id: idOf('<|mask|>'),
    ar_loss_weight: 1,
    mask_schedule: 'uniform',
  },
};

/** Writes the folder; takes seconds and 2.2 GB of disk. */
export async function writeFullSizeModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer()));
  await writeWeights(folder);
}

/** Bytes, fillers up to the special tokens, no merges. */
function tokenizer(): unknown {
  const vocab: Record<string, number> = {};
  let spare = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    vocab[String.fromCodePoint(printable ? byte : spare++)] = byte;
  }
  for (let id = 256; id < firstSpecial; id++) vocab[`w${id}`] = id;
  return {
    version: '1.0',
    normalizer: null,
    post_processor: null,
    added_tokens: specials.map((content, i) => ({
      id: firstSpecial + i,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    model: { type: 'BPE', vocab, merges: [] },
  };
}

async function writeWeights(folder: string): Promise<void> {
  const config = await readFolderConfig(folder);
  const header: Record<string, unknown> = {};
  const tensors = [...neededTensors(config, vocabularyRows)];
  let place = 0;
  for (const [name, dims] of tensors) {
    const bytes = dims.reduce((product, dim) => product * dim, 2);
    header[name] = { dtype: 'BF16', shape: dims, data_offsets: [place, place + bytes] };
    place += bytes;
  }
  let text = JSON.stringify(header);
  text += ' '.repeat((8 - (text.length % 8)) % 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const file = await open(join(folder, 'model.safetensors'), 'w');
  await file.write(Buffer.concat([length, Buffer.from(text)]));
  const matrix = randomHalves(1 << 20, 0.03);
  const ones = Buffer.from(new Uint16Array(1 << 16).fill(0x3f80).buffer);
  for (const [place, [name, dims]] of tensors.entries()) {
    const source = dims.length > 1 || name.endsWith('bias') ? matrix : ones;
    // Each tensor begins elsewhere in the noise: equal weights would be shared, and memory measured too low.
    let from = (place * 4096) % source.length;
    let left = dims.reduce((product, dim) => product * dim, 2);
    while (left > 0) {
      const count = Math.min(left, source.length - from);
      await file.write(source, from, count);
      left -= count;
      from = 0;
    }
  }
  await file.close();
}

/** bf16 values spread evenly within ±`reach`. */
function randomHalves(count: number, reach: number): Buffer {
  const value = new Float32Array(1);
  const bits = new Uint32Array(value.buffer);
  const halves = new Uint16Array(count);
  let state = 1;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    value[0] = (state / 2 ** 31 - 1) * reach;
    halves[i] = bits[0]! >>> 16;
  }
  return Buffer.from(halves.buffer);
}
