import path from 'node:path';
import { expect, test } from 'vitest';
import { floatsOf, floatTensor, integersOf, openSession } from '../../runtime';

const model = path.resolve(__dirname, '../../../assets/models/pp-ocrv6-rec/model.onnx');
const width = 160;

/** Upright strokes of changing distance: letters to the network, if no words. */
function strokes(): Float32Array {
  const plane = 48 * width;
  return Float32Array.from({ length: 3 * plane }, (_, index) => {
    const column = index % width;
    const row = Math.floor((index % plane) / width);
    return row > 10 && row < 38 && (column * column) % 97 < 25 ? -1 : 1;
  });
}

test('the shipped recogniser ranks what all its probabilities say, on one thread as on two', async () => {
  const ranked: Int32Array[] = [];
  for (const threads of [1, 2]) {
    const session = await openSession(model, { threads });
    const outputs = await session.run({ x: floatTensor(strokes(), [1, 3, 48, width]) });
    await session.release();
    const all = floatsOf(outputs, 'probabilities');
    const classes = integersOf(outputs, 'best_classes').data;
    const best = floatsOf(outputs, 'best_probabilities');
    const [, steps = 0, count = 0] = all.dims;
    const ranks = best.dims[2] ?? 0;
    expect([steps, count, ranks]).toEqual([width / 8, 18710, 4]);
    expect(floatsOf(outputs, 'features').dims).toEqual([1, steps, 120]);
    for (let step = 0; step < steps; step++) {
      const row = all.data.subarray(step * count, (step + 1) * count);
      const sorted = Float32Array.from(row).sort().reverse();
      for (let rank = 0; rank < ranks; rank++) {
        const at = step * ranks + rank;
        expect(best.data[at]).toBe(sorted[rank]);
        expect(row[classes[at] ?? -1]).toBe(sorted[rank]);
      }
    }
    ranked.push(classes);
  }
  expect(ranked[0]).toEqual(ranked[1]);
  expect(new Set(ranked[0]).size).toBeGreaterThan(4);
});
