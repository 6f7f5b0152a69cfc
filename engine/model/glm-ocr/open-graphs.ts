/** Builds and loads the two graphs of a checkpoint. */
import { buildDecoderGraph, type DecoderWeights } from '../decoder/decoder-graph';
import { TextDecoder } from '../decoder/text-decoder';
import { type Checkpoint, decoderPrefix, headName } from './checkpoint';
import { buildVisionGraph, type VisionLinear } from './vision-graph';
import { VisionTower } from './vision-tower';

/** Matrices as they are stored, [outputs, inputs]. */
const storedMatrix =
  ({ tensor }: Checkpoint): VisionLinear =>
  (graph, input, name, dims) =>
    graph.node('Gemm', [input, graph.weight(tensor(name), dims)], { transB: 1 });

export function openDecoder(checkpoint: Checkpoint, threads: number): Promise<TextDecoder> {
  const { decoder } = checkpoint.config;
  const weights: DecoderWeights = {
    vector: (graph, name) => graph.weight(checkpoint.tensor(name)),
    linear: storedMatrix(checkpoint),
  };
  const graph = buildDecoderGraph(decoder, weights, { prefix: decoderPrefix, head: headName });
  return TextDecoder.open(decoder, graph, threads);
}

export function openVision(checkpoint: Checkpoint, threads: number): Promise<VisionTower> {
  const graph = buildVisionGraph(checkpoint, storedMatrix(checkpoint));
  return VisionTower.open(checkpoint.config.vision, graph, threads);
}
