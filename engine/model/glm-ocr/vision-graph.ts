/**
 * GLM-OCR's vision tower: patches of one picture → one embedding per 2 × 2 patches.
 *
 * Inputs: patches [S, channels · frames · patch²]; cosines, sines [S, headSize / 2]. Rows stand merge block after
 * merge block. Output: embeddings [S / 4, output size].
 *
 * Attention is the runtime's MultiHeadAttention, which works in tiles: no S × S matrix exists at any time.
 */
import { type Graph, GraphBuilder, type Value } from '../../runtime';
import { type Checkpoint, visionPrefix } from './checkpoint';

export type VisionLinear = (
  graph: GraphBuilder,
  input: Value,
  name: string,
  dims?: readonly number[],
) => Value;

export function buildVisionGraph({ config, tensor }: Checkpoint, matrix: VisionLinear): Graph {
  const { vision } = config;
  const graph = new GraphBuilder();
  const headSize = vision.hiddenSize / vision.heads;
  const patchValues = vision.channels * vision.frames * vision.patchSize ** 2;
  const patches = graph.input('patches', 'float32', ['S', patchValues]);
  const cosines = graph.input('cosines', 'float32', ['S', headSize / 2]);
  const sines = graph.input('sines', 'float32', ['S', headSize / 2]);
  const first = graph.integers([0]);

  const vector = (name: string): Value => graph.weight(tensor(`${visionPrefix}${name}`));
  const linear = (input: Value, name: string, bias: boolean, dims?: readonly number[]): Value => {
    const product = matrix(graph, input, `${visionPrefix}${name}.weight`, dims);
    return bias ? graph.node('Add', [product, vector(`${name}.bias`)]) : product;
  };
  const norm = (input: Value, name: string): Value =>
    graph.node('SimplifiedLayerNormalization', [input, vector(`${name}.weight`)], {
      axis: -1,
      epsilon: { float: vision.normEpsilon },
    });
  const reshape = (value: Value, dims: readonly number[]): Value =>
    graph.node('Reshape', [value, graph.integers(dims)]);
  const gated = (input: Value, name: string, bias: boolean): Value => {
    const gate = linear(input, `${name}gate_proj`, bias);
    const opened = graph.node('Mul', [gate, graph.node('Sigmoid', [gate])]);
    const inner = graph.node('Mul', [opened, linear(input, `${name}up_proj`, bias)]);
    return linear(inner, `${name}down_proj`, bias);
  };

  const attention = (input: Value, name: string): Value => {
    const all = linear(input, `${name}qkv`, vision.biases);
    const sizes = graph.integers([vision.hiddenSize, vision.hiddenSize, vision.hiddenSize]);
    const [query = '', key = '', value = ''] = graph.outputsOf('Split', [all, sizes], { axis: -1 }, 3);
    // Each head is normed for itself before it is rotated.
    const place = (part: Value, normName: string): Value => {
      const normed = norm(reshape(part, [-1, headSize]), normName);
      return graph.runtimeNode(
        'RotaryEmbedding',
        [reshape(normed, [1, -1, vision.hiddenSize]), first, cosines, sines],
        { interleaved: 0, num_heads: vision.heads },
      );
    };
    const mixed = graph.runtimeNode(
      'MultiHeadAttention',
      [
        place(query, `${name}q_norm`),
        place(key, `${name}k_norm`),
        reshape(value, [1, -1, vision.hiddenSize]),
      ],
      { num_heads: vision.heads },
    );
    return linear(reshape(mixed, [-1, vision.hiddenSize]), `${name}proj`, vision.biases);
  };

  let hidden = linear(patches, 'patch_embed.proj', true, [vision.hiddenSize, patchValues]);
  for (let block = 0; block < vision.depth; block++) {
    const prefix = `blocks.${block}.`;
    hidden = graph.node('Add', [hidden, attention(norm(hidden, `${prefix}norm1`), `${prefix}attn.`)]);
    hidden = graph.node('Add', [
      hidden,
      gated(norm(hidden, `${prefix}norm2`), `${prefix}mlp.`, vision.biases),
    ]);
  }
  // The strided convolution that merges 2 × 2 patches is a product over (channel, row, column) of the block.
  const merged = vision.mergeSize ** 2;
  const blocks = reshape(norm(hidden, 'post_layernorm'), [-1, merged, vision.hiddenSize]);
  const channelMajor = reshape(graph.node('Transpose', [blocks], { perm: [0, 2, 1] }), [
    -1,
    vision.hiddenSize * merged,
  ]);
  const downsampled = linear(channelMajor, 'downsample', true, [
    vision.outputSize,
    vision.hiddenSize * merged,
  ]);
  const projected = graph.node(
    'LayerNormalization',
    [
      linear(downsampled, 'merger.proj', false),
      vector('merger.post_projection_norm.weight'),
      vector('merger.post_projection_norm.bias'),
    ],
    { axis: -1, epsilon: { float: 1e-5 } },
  );
  const embeddings = gated(graph.node('Gelu', [projected], { approximate: 'none' }), 'merger.', false);
  graph.output('embeddings', embeddings, 'float32', ['N', vision.outputSize]);
  return graph.finish();
}
