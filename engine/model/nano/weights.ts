/** The weights of a nano folder, checked by name and shape. */
import { open } from 'node:fs/promises';
import { PalimpsestError } from '../../base/errors';
import { readTensor, readWeights, type StoredTensor, toFloats } from '../../runtime';
import type { NanoConfig } from './config';
import { slotCount } from './slots';

export interface NanoWeights {
  /** A tensor that `readNanoWeights` has checked. */
  tensor(name: string): StoredTensor;
}

/** Numbers that the prior graph puts beside each other for a token. */
export function priorInputs({ featureSize, evidenceSize }: NanoConfig): number {
  return 3 * featureSize + evidenceSize;
}

/** Rows of the embedding of what the last id was. */
const operationRows = 6;

/** Throws `model-missing` or `model-damaged`, naming the file and the tensor. */
export async function readNanoWeights(config: NanoConfig): Promise<NanoWeights> {
  const weights = await readWeights(config.folder);
  for (const [name, dims] of neededTensors(config)) {
    const tensor = weights.get(name);
    if (!tensor) {
      throw new PalimpsestError(
        'model-damaged',
        `The model folder ${config.folder} lacks the tensor "${name}".`,
        { file: config.folder },
      );
    }
    if (tensor.dims.join() !== dims.join()) {
      throw new PalimpsestError(
        'model-damaged',
        `The tensor "${name}" in ${tensor.file} is [${tensor.dims.join(', ')}], but config.json needs [${dims.join(', ')}].`,
        { file: tensor.file },
      );
    }
  }
  return {
    tensor: (name) => {
      const tensor = weights.get(name);
      if (!tensor) throw new Error(`The tensor "${name}" was not asked for.`);
      return tensor;
    },
  };
}

export async function floatsIn(tensor: StoredTensor): Promise<Float32Array> {
  const handle = await open(tensor.file, 'r');
  try {
    return toFloats(await readTensor(handle, tensor), tensor.type);
  } finally {
    await handle.close();
  }
}

function* neededTensors(config: NanoConfig): Generator<[name: string, dims: readonly number[]]> {
  const { decoder, featureSize } = config;
  const { hiddenSize, innerSize, heads, keyValueHeads, headSize, vocabularySize } = decoder;
  yield ['nano.characters', [vocabularySize, featureSize]];
  yield ['nano.embed.weight', [hiddenSize, featureSize]];
  yield ['nano.prior.weight', [hiddenSize, priorInputs(config)]];
  yield ['nano.prior.bias', [hiddenSize]];
  yield ['nano.anchor.weight', [hiddenSize, 3 * hiddenSize]];
  yield ['nano.operation.weight', [operationRows, hiddenSize]];
  yield ['nano.head.weight', [featureSize, hiddenSize]];
  yield ['nano.gates.weight', [slotCount, hiddenSize]];
  yield ['nano.gates.bias', [slotCount]];
  yield ['model.norm.weight', [hiddenSize]];
  for (let layer = 0; layer < decoder.layers; layer++) {
    const prefix = `model.layers.${layer}.`;
    for (const norm of ['input', 'post_self_attn', 'post_attention', 'post_mlp']) {
      yield [`${prefix}${norm}_layernorm.weight`, [hiddenSize]];
    }
    yield [`${prefix}self_attn.q_proj.weight`, [heads * headSize, hiddenSize]];
    yield [`${prefix}self_attn.k_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
    yield [`${prefix}self_attn.v_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
    yield [`${prefix}self_attn.o_proj.weight`, [hiddenSize, heads * headSize]];
    yield [`${prefix}mlp.gate_up_proj.weight`, [2 * innerSize, hiddenSize]];
    yield [`${prefix}mlp.down_proj.weight`, [hiddenSize, innerSize]];
  }
}
