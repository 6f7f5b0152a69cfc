/** The tensors of a GLM text decoder by name and shape, and the check that a folder has what its config needs. */
import { PalimpsestError } from '../../base/errors';
import type { StoredTensor, Weights } from '../../runtime';
import type { DecoderConfig } from './decoder-config';

export type NeededTensor = readonly [name: string, dims: readonly number[]];

/** The layers and the last norm; `prefix` as in `DecoderNames`. */
export function* decoderTensors(config: DecoderConfig, prefix: string): Generator<NeededTensor> {
  const { hiddenSize, innerSize, heads, keyValueHeads, headSize } = config;
  yield [`${prefix}norm.weight`, [hiddenSize]];
  for (let layer = 0; layer < config.layers; layer++) {
    const own = `${prefix}layers.${layer}.`;
    for (const norm of ['input', 'post_self_attn', 'post_attention', 'post_mlp']) {
      yield [`${own}${norm}_layernorm.weight`, [hiddenSize]];
    }
    yield [`${own}self_attn.q_proj.weight`, [heads * headSize, hiddenSize]];
    yield [`${own}self_attn.k_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
    yield [`${own}self_attn.v_proj.weight`, [keyValueHeads * headSize, hiddenSize]];
    yield [`${own}self_attn.o_proj.weight`, [hiddenSize, heads * headSize]];
    yield [`${own}mlp.gate_up_proj.weight`, [2 * innerSize, hiddenSize]];
    yield [`${own}mlp.down_proj.weight`, [hiddenSize, innerSize]];
  }
}

/** A tensor that must be there; throws `model-damaged`, naming folder and tensor. */
export function tensorIn(weights: Weights, folder: string, name: string): StoredTensor {
  const tensor = weights.get(name);
  if (tensor) return tensor;
  throw new PalimpsestError('model-damaged', `The model folder ${folder} lacks the tensor "${name}".`, {
    file: folder,
  });
}

/** The needed tensors; throws `model-damaged`, naming file and tensor, for one that is missing or no such weights. */
export function checkedTensors(
  weights: Weights,
  folder: string,
  needed: Iterable<NeededTensor>,
): StoredTensor[] {
  return Array.from(needed, ([name, dims]) => {
    const tensor = tensorIn(weights, folder, name);
    const fault = faultOf(tensor, dims);
    if (fault === undefined) return tensor;
    throw new PalimpsestError('model-damaged', `The tensor "${name}" in ${tensor.file} ${fault}.`, {
      file: tensor.file,
    });
  });
}

function faultOf(tensor: StoredTensor, dims: readonly number[]): string | undefined {
  if (tensor.dims.join() !== dims.join())
    return `is [${tensor.dims.join(', ')}], but config.json needs [${dims.join(', ')}]`;
  if (!['F32', 'F16', 'BF16'].includes(tensor.type))
    return `has the type ${tensor.type}, which is no type of weights here`;
  return undefined;
}
