/** The two graphs of nano: the prior graph, run once for a region, and the shared decoder with its own head. */
import { type Graph, GraphBuilder, type Value } from '../../runtime';
import { buildDecoderGraph, type DecoderWeights, type Head } from '../decoder/decoder-graph';
import { type NanoConfig, slotCount } from './config';
import { decoderPrefix, type NanoWeights } from './weights';

/**
 * Inputs: ids, second, third, ghosts [N]; features [N, featureSize]; evidence [N, evidenceSize]; weights [N, 3]: the
 * probabilities of second, third and ghost; shortlist [K].
 * Outputs: prompt, anchors [N, hiddenSize]; tokens [K, hiddenSize]; head [K, featureSize].
 */
export function buildPriorGraph(config: NanoConfig, { tensor }: NanoWeights): Graph {
  const graph = new GraphBuilder();
  const { featureSize, evidenceSize, decoder } = config;
  const { hiddenSize } = decoder;
  const characters = graph.weight(tensor('nano.characters'));
  const embedding = graph.weight(tensor('nano.embed.weight'));
  const charactersOf = (name: string, count: string): Value =>
    graph.node('Gather', [characters, graph.input(name, 'int64', [count])], { axis: 0 });
  const weights = graph.input('weights', 'float32', ['N', 3]);
  const weighted = (rows: Value, column: number): Value => {
    const [from, to, axis] = [column, column + 1, 1].map((value) => graph.integers([value]));
    return graph.node('Mul', [graph.node('Slice', [weights, from ?? '', to ?? '', axis ?? '']), rows]);
  };
  const evidence = graph.input('evidence', 'float32', ['N', evidenceSize]);
  const features = graph.input('features', 'float32', ['N', featureSize]);
  const runnersUp = graph.node('Add', [
    weighted(charactersOf('second', 'N'), 0),
    weighted(charactersOf('third', 'N'), 1),
  ]);
  const missing = weighted(charactersOf('ghosts', 'N'), 2);
  const known = graph.node('Concat', [features, runnersUp, missing, evidence], { axis: 1 });
  const prompt = graph.node('Add', [
    graph.node('Gemm', [charactersOf('ids', 'N'), embedding], { transB: 1 }),
    graph.node(
      'Gemm',
      [known, graph.weight(tensor('nano.prior.weight')), graph.weight(tensor('nano.prior.bias'))],
      { transB: 1 },
    ),
  ]);
  const first = graph.integers([0]);
  const nothing = graph.floats(new Array<number>(hiddenSize).fill(0), [1, hiddenSize]);
  const cut = (from: number, to: number): Value =>
    graph.node('Slice', [prompt, graph.integers([from]), graph.integers([to]), first]);
  const before = graph.node('Concat', [nothing, cut(0, -1)], { axis: 0 });
  const after = graph.node('Concat', [cut(1, Number.MAX_SAFE_INTEGER), nothing], { axis: 0 });
  const around = graph.node('Concat', [before, prompt, after], { axis: 1 });
  const anchors = graph.node('Gemm', [around, graph.weight(tensor('nano.anchor.weight'))], { transB: 1 });
  const head = charactersOf('shortlist', 'K');
  graph.output('prompt', prompt, 'float32', ['N', hiddenSize]);
  graph.output('anchors', anchors, 'float32', ['N', hiddenSize]);
  graph.output('tokens', graph.node('Gemm', [head, embedding], { transB: 1 }), 'float32', ['K', hiddenSize]);
  graph.output('head', head, 'float32', ['K', featureSize]);
  return graph.finish();
}

/** Columns of logits are those of a region's short list; see `nanoHead`. */
export function buildNanoDecoder(config: NanoConfig, weights: NanoWeights): Graph {
  const own: DecoderWeights = {
    vector: (graph, name) => graph.weight(weights.tensor(name)),
    linear: (graph, input, name) =>
      graph.node('Gemm', [input, graph.weight(weights.tensor(name))], { transB: 1 }),
  };
  return buildDecoderGraph(config.decoder, own, { prefix: decoderPrefix, head: nanoHead(config, weights) });
}

/**
 * Prior plus gated residual: what the prior suggests for a row, raised or lowered by gates, on top of a residual for
 * every id of the short list. Inputs: columns, priors [R, slots]; head [K, featureSize]; column_bias [K].
 */
function nanoHead({ featureSize }: NanoConfig, { tensor }: NanoWeights): Head {
  return (graph, asked) => {
    const columns = graph.input('columns', 'int64', ['R', slotCount]);
    const priors = graph.input('priors', 'float32', ['R', slotCount]);
    const head = graph.input('head', 'float32', ['K', featureSize]);
    const bias = graph.input('column_bias', 'float32', ['K']);
    const asFeature = graph.node('Gemm', [asked, graph.weight(tensor('nano.head.weight'))], { transB: 1 });
    // Against a matrix that is no weight, a single row takes another kernel with another order of summation: a row of
    // zeros is run along.
    const several = graph.node('Pad', [asFeature, graph.integers([0, 0, 1, 0])]);
    const products = graph.node('Gemm', [several, head, bias], { transB: 1 });
    const [first, last] = [graph.integers([0]), graph.integers([-1])];
    const residual = graph.node('Slice', [products, first, last, first]);
    const gates = graph.node(
      'Gemm',
      [asked, graph.weight(tensor('nano.gates.weight')), graph.weight(tensor('nano.gates.bias'))],
      { transB: 1 },
    );
    const updates = graph.node('Add', [priors, gates]);
    return graph.node('ScatterElements', [residual, columns, updates], { axis: 1, reduction: 'add' });
  };
}
