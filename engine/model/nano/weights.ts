/** The weights of a nano folder, checked by name and shape. */
import { open } from 'node:fs/promises';
import { readTensor, readWeights, type StoredTensor, toFloats } from '../../runtime';
import { checkedTensors, decoderTensors, type NeededTensor, tensorIn } from '../decoder/decoder-tensors';
import { type NanoConfig, slotCount } from './config';

export interface NanoWeights {
  /** A tensor that `readNanoWeights` has checked. */
  tensor(name: string): StoredTensor;
}

/** Numbers that the prior graph puts beside each other for a token. */
export function priorInputs({ featureSize, evidenceSize }: NanoConfig): number {
  return 3 * featureSize + evidenceSize;
}

/** Before the decoder's own names. */
export const decoderPrefix = 'model.';

/** Rows of the embedding of what the last id was. */
const operationRows = 6;

/** Throws `model-missing` or `model-damaged`, naming the file and the tensor. */
export async function readNanoWeights(config: NanoConfig): Promise<NanoWeights> {
  const weights = await readWeights(config.folder);
  checkedTensors(weights, config.folder, neededTensors(config));
  return { tensor: (name) => tensorIn(weights, config.folder, name) };
}

export async function floatsIn(tensor: StoredTensor): Promise<Float32Array> {
  const handle = await open(tensor.file, 'r');
  try {
    return toFloats(await readTensor(handle, tensor), tensor.type);
  } finally {
    await handle.close();
  }
}

function* neededTensors(config: NanoConfig): Generator<NeededTensor> {
  const { decoder, featureSize } = config;
  const { hiddenSize, vocabularySize } = decoder;
  yield ['nano.characters', [vocabularySize, featureSize]];
  yield ['nano.embed.weight', [hiddenSize, featureSize]];
  yield ['nano.prior.weight', [hiddenSize, priorInputs(config)]];
  yield ['nano.prior.bias', [hiddenSize]];
  yield ['nano.anchor.weight', [hiddenSize, 3 * hiddenSize]];
  yield ['nano.operation.weight', [operationRows, hiddenSize]];
  yield ['nano.head.weight', [featureSize, hiddenSize]];
  yield ['nano.gates.weight', [slotCount, hiddenSize]];
  yield ['nano.gates.bias', [slotCount]];
  yield* decoderTensors(decoder, decoderPrefix);
}
