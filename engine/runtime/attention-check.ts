/**
 * Does a device compute the runtime's MultiHeadAttention rightly? Its kernels for devices depend on the adapter's
 * subgroups, and on some adapters (SwiftShader) they give wrong sums without saying so.
 */
import type { DeviceName } from './device-names';
import { GraphBuilder } from './onnx/graph-builder';
import { floatsOf, floatTensor, openGraph } from './session';

/** More than one tile of every kernel, and no whole number of them. */
const rows = 150;
const tolerance = 1e-3;

export async function attendsRightly(device: DeviceName, heads: number, headSize: number): Promise<boolean> {
  const width = heads * headSize;
  const graph = new GraphBuilder();
  const parts = ['query', 'key', 'value'].map((name) => graph.input(name, 'float32', [1, 'S', width]));
  const mixed = graph.runtimeNode('MultiHeadAttention', parts, { num_heads: heads });
  graph.output('mixed', mixed, 'float32', [1, 'S', width]);
  const built = graph.finish();
  const values = (from: number): Float32Array =>
    Float32Array.from({ length: rows * width }, (_, i) => 2 * Math.sin((i + from) * 1.7));
  const dims = [1, rows, width];
  const feeds = {
    query: floatTensor(values(1), dims),
    key: floatTensor(values(5), dims),
    value: floatTensor(values(11), dims),
  };
  const results: Float32Array[] = [];
  for (const each of [device, 'cpu'] as const) {
    const session = await openGraph(built, { threads: 1, device: each });
    results.push(floatsOf(await session.run(feeds), 'mixed').data);
    await session.release();
  }
  const [there, here] = results;
  return here?.every((value, i) => Math.abs(value - (there?.[i] ?? Number.NaN)) < tolerance) ?? false;
}
