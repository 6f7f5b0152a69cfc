/** Small ONNX files with the inputs and outputs of PP-DocLayoutV3 that always find the same boxes. For tests only. */
import { writeFile } from 'node:fs/promises';
import type { Box } from '../base/geometry';
import { type DocLayoutClass, docLayoutClasses } from '../regions/doc-layout-boxes';
import { GraphBuilder } from '../runtime';

interface Found {
  readonly kind: DocLayoutClass;
  readonly box: Box;
}

/** `places`: each box's place in reading order. `other` has the outputs of a detector of 80 classes. */
export async function writeDocLayout(
  path: string,
  form: 'transformers' | 'paddle' | 'other',
  found: readonly Found[],
  places: readonly number[],
  page: { readonly width: number; readonly height: number },
): Promise<void> {
  const graph = new GraphBuilder();
  const pixels = graph.input(form === 'paddle' ? 'image' : 'pixel_values', 'float32', [1, 3, 800, 800]);
  // Sums that use every input, times nothing: so that all of them are needed.
  const nothing = (value: string): string =>
    graph.node('Mul', [graph.node('ReduceSum', [value], { keepdims: 0 }), graph.floats([0], [])]);
  const count = found.length;
  if (form === 'paddle') {
    const scale = graph.input('scale_factor', 'float32', [1, 2]);
    const shape = graph.input('im_shape', 'float32', [1, 2]);
    const rows = found.flatMap(({ kind, box }, i) => {
      const { x, y, width, height } = box;
      return [docLayoutClasses.indexOf(kind), 0.9, x, y, x + width, y + height, places[i] ?? i];
    });
    const sum = [pixels, scale, shape].map(nothing).reduce((a, b) => graph.node('Add', [a, b]));
    graph.output('fetch_name_0', graph.node('Add', [graph.floats(rows, [count, 7]), sum]), 'float32', [
      count,
      7,
    ]);
    graph.output('fetch_name_1', graph.integers([count]), 'int64', [1]);
  } else {
    const classes = form === 'other' ? 80 : docLayoutClasses.length;
    const logits = found.flatMap(({ kind }) =>
      Array.from({ length: classes }, (_, index) => (index === docLayoutClasses.indexOf(kind) ? 3 : -6)),
    );
    const boxes = found.flatMap(({ box: { x, y, width, height } }) => [
      (x + width / 2) / page.width,
      (y + height / 2) / page.height,
      width / page.width,
      height / page.height,
    ]);
    const order = places.flatMap((place) => places.map((other) => (place < other ? 8 : -8)));
    const named = (name: string, values: readonly number[], dims: readonly number[]): void => {
      graph.output(name, graph.node('Add', [graph.floats(values, dims), nothing(pixels)]), 'float32', dims);
    };
    named('logits', logits, [1, count, classes]);
    named('pred_boxes', boxes, [1, count, 4]);
    named('order_logits', order, [1, count, count]);
    named('out_masks', new Array<number>(count * 4).fill(0), [1, count, 2, 2]);
  }
  await writeFile(path, graph.finish().bytes);
}
