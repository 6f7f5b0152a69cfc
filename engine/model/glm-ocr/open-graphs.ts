/** Builds and loads the two graphs of a checkpoint. */
import type { DeviceName } from '../../runtime';
import { buildDecoderGraph, type DecoderWeights } from '../decoder/decoder-graph';
import { cacheFormFor, TokenDecoder } from '../decoder/token-decoder';
import { type Checkpoint, decoderPrefix, headName } from './checkpoint';
import { buildVisionGraph, type VisionLinear } from './vision-graph';
import { VisionTower } from './vision-tower';

/** A product with a matrix [outputs, inputs] in whatever form the checkpoint holds it. */
const matrixOf =
  ({ tensor, quantised }: Checkpoint): VisionLinear =>
  (graph, input, name, dims) => {
    const converted = quantised(name);
    const stored = tensor(name);
    if (!converted) return graph.node('Gemm', [input, graph.weight(stored, dims)], { transB: 1 });
    const inputs = stored.dims.slice(1).reduce((product, dim) => product * dim, 1);
    return graph.quantisedProduct(input, inputs, converted.blocks, converted.scales);
  };

export function openDecoder(
  checkpoint: Checkpoint,
  threads: number,
  device: DeviceName = 'cpu',
): Promise<TokenDecoder> {
  const { decoder } = checkpoint.config;
  const weights: DecoderWeights = {
    vector: (graph, name) => graph.weight(checkpoint.tensor(name)),
    linear: matrixOf(checkpoint),
  };
  const names = { prefix: decoderPrefix, head: headName };
  const graph = buildDecoderGraph(decoder, weights, names, cacheFormFor(device));
  return TokenDecoder.open(decoder, graph, threads, device);
}

export function openVision(
  checkpoint: Checkpoint,
  threads: number,
  device: DeviceName = 'cpu',
): Promise<VisionTower> {
  const graph = buildVisionGraph(checkpoint, matrixOf(checkpoint));
  return VisionTower.open(checkpoint.config.vision, graph, { threads, device });
}
