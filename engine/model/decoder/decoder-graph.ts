/**
 * The decoder as one graph for every kind of forward. Causality is not in it: which row sees which is the `bias`
 * input, where rows stand are `cosines` and `sines`, and only the rows in `rows` are turned into logits.
 *
 * Inputs: embeddings [Q, hidden]; cosines, sines [Q, headSize / 2]; bias [Q, T]; rows [R];
 *   past_keys.i, past_values.i [C, keyValueHeads, headSize].
 * Outputs: best_values, best_ids [R, 2]; logits [R, vocabulary]; keys.i, values.i [Q, keyValueHeads, headSize].
 *
 * T ≥ C + Q is the padded width of attention: a row's result must not depend, bit for bit, on how many rows run with
 * it, and the kernels' order of summation is only sure for whole blocks (see `paddedWidth`).
 */
import { type Graph, GraphBuilder, type Value } from '../../runtime';
import type { DecoderConfig } from './decoder-config';

/** A weight matrix [outputs, inputs] applied to rows; how it is stored is the implementation's business. */
export type Linear = (graph: GraphBuilder, input: Value, name: string) => Value;

export interface DecoderWeights {
  /** The vector of that name as fp32. */
  vector(graph: GraphBuilder, name: string): Value;
  readonly linear: Linear;
}

/** `prefix` stands before `layers.0…` and `norm`; `head` is the name of the output matrix. */
export interface DecoderNames {
  readonly prefix: string;
  readonly head: string;
}

export function buildDecoderGraph(
  config: DecoderConfig,
  weights: DecoderWeights,
  names: DecoderNames,
): Graph {
  const graph = new GraphBuilder();
  const { hiddenSize, headSize, keyValueHeads, layers } = config;
  const inputs: SharedInputs = {
    cosines: graph.input('cosines', 'float32', ['Q', headSize / 2]),
    sines: graph.input('sines', 'float32', ['Q', headSize / 2]),
    bias: graph.input('bias', 'float32', ['Q', 'T']),
  };
  const rows = graph.input('rows', 'int64', ['R']);
  let hidden = graph.input('embeddings', 'float32', ['Q', hiddenSize]);
  const cacheShape = ['C', keyValueHeads, headSize];
  const rowShape = ['Q', keyValueHeads, headSize];
  const pasts = Array.from({ length: layers }, (_, layer) => ({
    keys: graph.input(`past_keys.${layer}`, 'float32', cacheShape),
    values: graph.input(`past_values.${layer}`, 'float32', cacheShape),
  }));
  const padding = paddingRows(graph, config, pasts[0]?.keys ?? '', hidden, inputs.bias);
  const norm = (value: Value, name: string): Value =>
    graph.node('SimplifiedLayerNormalization', [value, weights.vector(graph, `${name}.weight`)], {
      axis: -1,
      epsilon: { float: config.normEpsilon },
    });
  pasts.forEach((past, layer) => {
    const prefix = `${names.prefix}layers.${layer}.`;
    const linear = (input: Value, name: string): Value => weights.linear(graph, input, `${prefix}${name}`);
    const attention = addAttention(graph, config, linear, inputs, {
      input: norm(hidden, `${prefix}input_layernorm`),
      past,
      padding,
    });
    graph.output(`keys.${layer}`, attention.keys, 'float32', rowShape);
    graph.output(`values.${layer}`, attention.values, 'float32', rowShape);
    hidden = graph.node('Add', [hidden, norm(attention.output, `${prefix}post_self_attn_layernorm`)]);
    const gated = addMlp(graph, config, linear, norm(hidden, `${prefix}post_attention_layernorm`));
    hidden = graph.node('Add', [hidden, norm(gated, `${prefix}post_mlp_layernorm`)]);
  });
  const asked = norm(graph.node('Gather', [hidden, rows], { axis: 0 }), `${names.prefix}norm`);
  const logits = weights.linear(graph, asked, names.head);
  const [values = '', ids = ''] = graph.outputsOf(
    'TopK',
    [logits, graph.integers([2])],
    { axis: -1, largest: 1, sorted: 1 },
    2,
  );
  graph.output('best_values', values, 'float32', ['R', 2]);
  graph.output('best_ids', ids, 'int64', ['R', 2]);
  graph.output('logits', logits, 'float32', ['R', config.vocabularySize]);
  return graph.finish();
}

interface SharedInputs {
  readonly cosines: Value;
  readonly sines: Value;
  readonly bias: Value;
}

interface Past {
  readonly keys: Value;
  readonly values: Value;
}

/** Zero rows [T - C - Q, keyValueHeads, headSize] that fill attention up to the width of the bias. */
function paddingRows(
  graph: GraphBuilder,
  config: DecoderConfig,
  past: Value,
  hidden: Value,
  bias: Value,
): Value {
  const size = (value: Value, axis: number): Value =>
    graph.node('Shape', [value], { start: axis, end: axis + 1 });
  const used = graph.node('Add', [size(past, 0), size(hidden, 0)]);
  const count = graph.node('Sub', [size(bias, 1), used]);
  const shape = graph.node('Concat', [count, graph.integers([config.keyValueHeads, config.headSize])], {
    axis: 0,
  });
  return graph.node('Expand', [graph.floats([0], [1, 1, 1]), shape]);
}

function addAttention(
  graph: GraphBuilder,
  config: DecoderConfig,
  linear: (input: Value, name: string) => Value,
  { cosines, sines, bias }: SharedInputs,
  { input, past, padding }: { readonly input: Value; readonly past: Past; readonly padding: Value },
): { readonly output: Value; readonly keys: Value; readonly values: Value } {
  const { heads, keyValueHeads, headSize } = config;
  const group = heads / keyValueHeads;
  const reshape = (value: Value, dims: readonly number[]): Value =>
    graph.node('Reshape', [value, graph.integers(dims)]);
  const first = graph.integers([0]);
  const rotate = (value: Value, count: number): Value =>
    graph.runtimeNode('RotaryEmbedding', [graph.node('Unsqueeze', [value, first]), first, cosines, sines], {
      interleaved: 1,
      num_heads: count,
    });
  const keys = reshape(rotate(linear(input, 'self_attn.k_proj.weight'), keyValueHeads), [
    -1,
    keyValueHeads,
    headSize,
  ]);
  const values = reshape(linear(input, 'self_attn.v_proj.weight'), [-1, keyValueHeads, headSize]);
  const byHead = (cached: Value, own: Value): Value =>
    graph.node('Transpose', [graph.node('Concat', [cached, own, padding], { axis: 0 })], { perm: [1, 0, 2] });

  // The query heads that share keys become rows of one product: [keyValueHeads, group · Q, headSize].
  const grouped = reshape(rotate(linear(input, 'self_attn.q_proj.weight'), heads), [
    -1,
    keyValueHeads,
    group,
    headSize,
  ]);
  const queries = graph.node('Transpose', [grouped], { perm: [1, 2, 0, 3] });
  const scores = product(
    graph,
    group,
    reshape(queries, [keyValueHeads, -1, headSize]),
    byHead(past.keys, keys),
    {
      transB: 1,
      alpha: { float: headSize ** -0.5 },
    },
  );
  // [keyValueHeads, group · Q, T] → [heads, Q, T]: the bias is the same for all heads.
  const width = graph.node('Shape', [bias]);
  const perHead = graph.node('Concat', [graph.integers([heads]), width], { axis: 0 });
  const biased = graph.node('Add', [graph.node('Reshape', [scores, perHead]), bias]);
  const shares = graph.node('Softmax', [biased], { axis: -1 });
  const perGroup = graph.node(
    'Concat',
    [graph.integers([keyValueHeads, -1]), graph.node('Shape', [bias], { start: 1 })],
    { axis: 0 },
  );
  const mixed = product(
    graph,
    group,
    graph.node('Reshape', [shares, perGroup]),
    byHead(past.values, values),
    {},
  );
  const apart = graph.node('Reshape', [
    mixed,
    graph.node(
      'Concat',
      [graph.integers([heads]), graph.node('Shape', [bias], { end: 1 }), graph.integers([headSize])],
      { axis: 0 },
    ),
  ]);
  const joined = reshape(graph.node('Transpose', [apart], { perm: [1, 0, 2] }), [-1, heads * headSize]);
  return { output: linear(joined, 'self_attn.o_proj.weight'), keys, values };
}

/**
 * Batched product a·b. For a single row the runtime takes another kernel with another order of summation; where no
 * group of heads makes it two rows, a zero row is run along.
 */
function product(
  graph: GraphBuilder,
  group: number,
  a: Value,
  b: Value,
  attributes: { readonly transB?: number; readonly alpha?: { readonly float: number } },
): Value {
  const multiply = (left: Value): Value => graph.runtimeNode('FusedMatMul', [left, b], attributes);
  if (group > 1) return multiply(a);
  const padded = graph.node('Pad', [a, graph.integers([0, 0, 0, 0, 1, 0])]);
  const all = multiply(padded);
  return graph.node('Slice', [all, graph.integers([0]), graph.integers([-1]), graph.integers([1])]);
}

function addMlp(
  graph: GraphBuilder,
  config: DecoderConfig,
  linear: (input: Value, name: string) => Value,
  input: Value,
): Value {
  const both = linear(input, 'mlp.gate_up_proj.weight');
  const sizes = graph.integers([config.innerSize, config.innerSize]);
  const [gate = '', up = ''] = graph.outputsOf('Split', [both, sizes], { axis: -1 }, 2);
  const opened = graph.node('Mul', [gate, graph.node('Sigmoid', [gate])]);
  return linear(graph.node('Mul', [up, opened]), 'mlp.down_proj.weight');
}
