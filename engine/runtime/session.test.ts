import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { floatsOf, floatTensor, GraphBuilder, openGraph } from '.';

it('sums products of large 8-bit numbers without overflow, whatever the processor', async () => {
  const [inner, columns] = [64, 16];
  const bytes = inner * columns;
  const folder = await mkdtemp(join(tmpdir(), 'session-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'weight.bin');
  await writeFile(file, Buffer.alloc(bytes, 127));
  const weight = { name: 'w', type: 'I8', dims: [inner, columns], file, offset: 0, bytes } as const;
  const graph = new GraphBuilder();
  const x = graph.input('x', 'float32', [1, inner]);
  const [rows = '', , zero = ''] = graph.outputsOf('DynamicQuantizeLinear', [x], {}, 3);
  const sums = graph.node('MatMulInteger', [rows, graph.rawWeight(weight), zero]);
  graph.output('y', graph.node('Cast', [sums], { to: 1 }), 'float32', [1, columns]);
  const session = await openGraph(graph.finish(), { threads: 1 });
  onTestFinished(() => session.release());
  // From 0 to 1: ones become 255.
  const ones = Float32Array.from({ length: inner }, (_, place) => (place === 0 ? 0 : 1));
  const { data } = floatsOf(await session.run({ x: floatTensor(ones, [1, inner]) }), 'y');
  expect(new Set(data)).toEqual(new Set([(inner - 1) * 255 * 127]));
});
