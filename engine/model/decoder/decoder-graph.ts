/**
 * The decoder as one graph for every kind of forward. Causality is not in it: which row sees which is the `bias`
 * input, where rows stand are `cosines` and `sines`, and only the rows in `rows` are turned into logits.
 *
 * Inputs: embeddings [Q, hidden]; cosines, sines [Q, headSize / 2]; bias [Q, T]; rows [R];
 *   past_keys.i, past_values.i [C, keyValueHeads, headSize].
 * Outputs: best_values, best_ids [R, 2]; logits [R, vocabulary]; keys.i, values.i [Q, keyValueHeads, headSize].
 *
 * For a cache that lies on a device the graph writes the rows into it: past_keys.i and keys.i are then one and the same
 * tensor [C, …] with C ≥ T, and the input places [Q, 1] says where in it the rows go.
 *
 * T ≥ C + Q is the padded width of attention: a row's result must not depend, bit for bit, on how many rows run with
 * it, and the kernels' order of summation is only sure for whole blocks (see `paddedWidth`).
 */
import { type Attribute, type Graph, GraphBuilder, type Value } from '../../runtime';
import type { DecoderConfig } from './decoder-config';

/** A weight matrix [outputs, inputs] applied to rows; how it is stored is the implementation's business. */
export type Linear = (graph: GraphBuilder, input: Value, name: string) => Value;

export interface DecoderWeights {
  /** The vector of that name as fp32. */
  vector(graph: GraphBuilder, name: string): Value;
  readonly linear: Linear;
}

/** From the rows asked for, [R, hiddenSize], to logits [R, columns]; may declare inputs of its own. */
export type Head = (graph: GraphBuilder, asked: Value) => Value;

/** `prefix` stands before `layers.0…` and `norm`; `head` is the name of the output matrix, or builds the logits. */
export interface DecoderNames {
  readonly prefix: string;
  readonly head: string | Head;
}

/** `views`: the past's rows only, and new rows come out alone. `whole`: the cache lies on a device. */
export type CacheForm = 'views' | 'whole';

export function buildDecoderGraph(
  config: DecoderConfig,
  weights: DecoderWeights,
  names: DecoderNames,
  form: CacheForm = 'views',
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
  const rowShape = form === 'whole' ? cacheShape : ['Q', keyValueHeads, headSize];
  const pasts = Array.from({ length: layers }, (_, layer) => ({
    keys: graph.input(`past_keys.${layer}`, 'float32', cacheShape),
    values: graph.input(`past_values.${layer}`, 'float32', cacheShape),
  }));
  const join =
    form === 'whole'
      ? intoWhole(graph, inputs.bias)
      : behindViews(graph, paddingRows(graph, config, pasts[0]?.keys ?? '', hidden, inputs.bias));
  const products = form === 'whole' ? deviceProducts(graph, config) : hostProducts(graph, config);
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
      join,
      products,
    });
    graph.output(`keys.${layer}`, attention.keys, 'float32', rowShape);
    graph.output(`values.${layer}`, attention.values, 'float32', rowShape);
    hidden = graph.node('Add', [hidden, norm(attention.output, `${prefix}post_self_attn_layernorm`)]);
    const gated = addMlp(graph, config, linear, norm(hidden, `${prefix}post_attention_layernorm`));
    hidden = graph.node('Add', [hidden, norm(gated, `${prefix}post_mlp_layernorm`)]);
  });
  const asked = norm(graph.node('Gather', [hidden, rows], { axis: 0 }), `${names.prefix}norm`);
  const { head } = names;
  const logits = typeof head === 'string' ? weights.linear(graph, asked, head) : head(graph, asked);
  const [values = '', ids = ''] = graph.outputsOf(
    'TopK',
    [logits, graph.integers([2])],
    { axis: -1, largest: 1, sorted: 1 },
    2,
  );
  graph.output('best_values', values, 'float32', ['R', 2]);
  graph.output('best_ids', ids, 'int64', ['R', 2]);
  graph.output('logits', logits, 'float32', ['R', typeof head === 'string' ? config.vocabularySize : 'K']);
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

/** What attention runs over, and what the cache gets. */
interface Joined {
  /** [T, keyValueHeads, headSize]. */
  readonly all: Value;
  readonly kept: Value;
}

type Join = (past: Value, rows: Value) => Joined;

function behindViews(graph: GraphBuilder, padding: Value): Join {
  return (past, rows) => ({ all: graph.node('Concat', [past, rows, padding], { axis: 0 }), kept: rows });
}

function intoWhole(graph: GraphBuilder, bias: Value): Join {
  const places = graph.input('places', 'int64', ['Q', 1]);
  const width = graph.node('Shape', [bias], { start: 1 });
  const first = graph.integers([0]);
  return (past, rows) => {
    const kept = graph.node('ScatterND', [past, places, rows]);
    return { all: graph.node('Slice', [kept, first, width, first]), kept };
  };
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
  {
    input,
    past,
    join,
    products,
  }: {
    readonly input: Value;
    readonly past: Past;
    readonly join: Join;
    readonly products: AttentionProducts;
  },
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
  const ownKeys = reshape(rotate(linear(input, 'self_attn.k_proj.weight'), keyValueHeads), [
    -1,
    keyValueHeads,
    headSize,
  ]);
  const ownValues = reshape(linear(input, 'self_attn.v_proj.weight'), [-1, keyValueHeads, headSize]);
  const keys = join(past.keys, ownKeys);
  const values = join(past.values, ownValues);
  // The query heads that share keys become rows of one product: [keyValueHeads, group · Q, headSize].
  const grouped = reshape(rotate(linear(input, 'self_attn.q_proj.weight'), heads), [
    -1,
    keyValueHeads,
    group,
    headSize,
  ]);
  const queries = graph.node('Transpose', [grouped], { perm: [1, 2, 0, 3] });
  const scores = products.scores(reshape(queries, [keyValueHeads, -1, headSize]), keys.all);
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
  const mixed = products.mixture(graph.node('Reshape', [shares, perGroup]), values.all);
  const apart = graph.node('Reshape', [
    mixed,
    graph.node(
      'Concat',
      [graph.integers([heads]), graph.node('Shape', [bias], { end: 1 }), graph.integers([headSize])],
      { axis: 0 },
    ),
  ]);
  const joined = reshape(graph.node('Transpose', [apart], { perm: [1, 0, 2] }), [-1, heads * headSize]);
  return { output: linear(joined, 'self_attn.o_proj.weight'), keys: keys.kept, values: values.kept };
}

/** The two batched products of attention; keys and values are [T, keyValueHeads, headSize]. */
interface AttentionProducts {
  /** queries [keyValueHeads, rows, headSize] → [keyValueHeads, rows, T]. */
  scores(queries: Value, keys: Value): Value;
  /** shares [keyValueHeads, rows, T] → [keyValueHeads, rows, headSize]. */
  mixture(shares: Value, values: Value): Value;
}

/**
 * For a single row the runtime takes another kernel with another order of summation; where no group of heads makes it
 * two rows, a zero row is run along.
 */
function hostProducts(
  graph: GraphBuilder,
  { heads, keyValueHeads, headSize }: DecoderConfig,
): AttentionProducts {
  const multiply = (a: Value, b: Value, attributes: Readonly<Record<string, Attribute>>): Value => {
    const byHead = graph.node('Transpose', [b], { perm: [1, 0, 2] });
    const all = (left: Value): Value => graph.runtimeNode('FusedMatMul', [left, byHead], attributes);
    if (heads > keyValueHeads) return all(a);
    const padded = all(graph.node('Pad', [a, graph.integers([0, 0, 0, 0, 1, 0])]));
    return graph.node('Slice', [padded, graph.integers([0]), graph.integers([-1]), graph.integers([1])]);
  };
  return {
    scores: (queries, keys) => multiply(queries, keys, { transB: 1, alpha: { float: headSize ** -0.5 } }),
    mixture: (shares, values) => multiply(shares, values, {}),
  };
}

/** Without the runtime's fused operators, which devices lack: an operator on the host would copy the whole cache. */
function deviceProducts(graph: GraphBuilder, { headSize }: DecoderConfig): AttentionProducts {
  const turned = (value: Value, perm: readonly number[]): Value => graph.node('Transpose', [value], { perm });
  const scale = graph.floats([headSize ** -0.5]);
  return {
    scores: (queries, keys) =>
      graph.node('MatMul', [graph.node('Mul', [queries, scale]), turned(keys, [1, 2, 0])]),
    mixture: (shares, values) => graph.node('MatMul', [shares, turned(values, [1, 0, 2])]),
  };
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
