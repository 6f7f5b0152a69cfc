/** Modes agree only if equal logits are decided alike in every forward: the smaller id first. */
import { expect, it } from 'vitest';
import { GraphBuilder, openGraph } from '../../runtime';

it('takes the smaller id of equal logits, for one row and for many', async () => {
  const vocabulary = 59283;
  const graph = new GraphBuilder();
  const logits = graph.input('logits', 'float32', ['R', vocabulary]);
  const [values = '', ids = ''] = graph.outputsOf(
    'TopK',
    [logits, graph.integers([2])],
    { axis: -1, largest: 1, sorted: 1 },
    2,
  );
  graph.output('values', values, 'float32', ['R', 2]);
  graph.output('ids', ids, 'int64', ['R', 2]);
  const session = await openGraph(graph.finish(), { threads: 2 });
  const rows = 34;
  const data = new Float32Array(rows * vocabulary);
  const expected: number[] = [];
  for (let row = 0; row < rows; row++) {
    // Coarse values, so that the largest occurs at many ids.
    let state = row + 1;
    const places: number[] = [];
    for (let id = 0; id < vocabulary; id++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const value = Math.floor((state / 2 ** 32) * 1000);
      data[row * vocabulary + id] = value;
      if (value === 999) places.push(id);
    }
    expected.push(...places.slice(0, 2));
  }
  const run = async (from: number, count: number): Promise<number[]> => {
    const part = data.subarray(from * vocabulary, (from + count) * vocabulary);
    const outputs = await session.run({
      logits: { type: 'float32', data: part, dims: [count, vocabulary] },
    });
    return Array.from(outputs.ids?.data ?? [], Number);
  };
  expect(await run(0, rows)).toEqual(expected);
  for (const row of [0, 7, 33]) expect(await run(row, 1)).toEqual(expected.slice(2 * row, 2 * row + 2));
  await session.release();
});
