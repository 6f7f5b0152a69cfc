import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphBuilder } from './onnx/graph-builder';
import { floatsOf, floatTensor, openGraph } from './session';
import { blockShape, quantiseRows, type WeightBits } from './weight-blocks';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-blocks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Even noise in ±1; the same on every machine. */
function noise(count: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  let state = seed;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  return values;
}

/** Shapes of the published model, and one whose width is no multiple of a block. */
const shapes = [
  [1536, 2048],
  [4608, 1536],
  [72, 90],
] as const;

describe.each<[WeightBits, number]>([
  [8, 0.01],
  [4, 0.1],
])('%d-bit products', (bits, largestError) => {
  it.each(shapes)(
    '%d → %d: near the exact ones, and one row has the bits of many',
    async (inputs, outputs) => {
      const matrix = noise(inputs * outputs, 1);
      const { integers, scales } = quantiseRows(matrix, inputs, bits);
      const { blocks, blockBytes } = blockShape(inputs, bits);
      const file = join(folder, `${bits}-${inputs}.bin`);
      await writeFile(
        file,
        Buffer.concat([integers, Buffer.from(scales.buffer), Buffer.from(matrix.buffer)]),
      );
      const scalesAt = integers.length;
      const matrixAt = scalesAt + scales.byteLength;
      const graph = new GraphBuilder();
      const x = graph.input('x', 'float32', ['Q', inputs]);
      const blocksOf = { name: 'b', type: 'U8', dims: [outputs, blocks, blockBytes], file } as const;
      const y = graph.quantisedProduct(
        x,
        inputs,
        { ...blocksOf, offset: 0, bytes: integers.length },
        { name: 's', type: 'F32', dims: [outputs, blocks], file, offset: scalesAt, bytes: scales.byteLength },
      );
      graph.output('y', y, 'float32', ['Q', outputs]);
      const stored = { name: 'w', type: 'F32', dims: [outputs, inputs], file, offset: matrixAt } as const;
      const exact = graph.weight({ ...stored, bytes: matrix.byteLength });
      graph.output('exact', graph.node('Gemm', [x, exact], { transB: 1 }), 'float32', ['Q', outputs]);
      const session = await openGraph(graph.finish(), { threads: 2 });
      const rows = noise(34 * inputs, 2);
      const run = (from: number, count: number) =>
        session.run({
          x: floatTensor(rows.subarray(from * inputs, (from + count) * inputs), [count, inputs]),
        });

      const all = await run(0, 34);
      const together = floatsOf(all, 'y').data;
      let wrong = 0;
      let size = 0;
      floatsOf(all, 'exact').data.forEach((value, i) => {
        wrong += (together[i]! - value) ** 2;
        size += value ** 2;
      });
      expect(Math.sqrt(wrong / size)).toBeLessThan(largestError);
      for (const [from, count] of [
        [0, 1],
        [33, 1],
        [5, 2],
        [7, 17],
      ] as const) {
        const part = floatsOf(await run(from, count), 'y').data;
        const same = together.subarray(from * outputs, (from + count) * outputs);
        expect(Buffer.from(part.buffer, part.byteOffset, part.byteLength)).toEqual(
          Buffer.from(same.buffer, same.byteOffset, same.byteLength),
        );
      }
      await session.release();
    },
  );
});
