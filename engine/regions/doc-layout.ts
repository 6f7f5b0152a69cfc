/**
 * Page layout by PP-DocLayoutV3, from an ONNX file of the user's own: 25 classes and a reading order. Two forms of
 * the file are in use: `transformers` exports with the network's raw outputs, and Paddle's with finished boxes.
 */
import { PalimpsestError } from '../base/errors';
import { createRaster, type Raster } from '../base/raster';
import { floatTensor, openSession, type Session, type Tensor } from '../runtime';
import { resizeCubic } from './cubic-resize';
import {
  boxesOfQueries,
  boxesOfRows,
  cleanBoxes,
  type DocLayoutBox,
  docLayoutClasses,
} from './doc-layout-boxes';

const side = 800;

export interface DocLayoutDetector {
  /** In reading order. One engine run. */
  detect(page: Raster): Promise<DocLayoutBox[]>;
  close(): Promise<void>;
}

/** Throws `model-missing` or `model-damaged`, naming the file. */
export async function openDocLayout(path: string, threads: number): Promise<DocLayoutDetector> {
  const session = await openSession(path, { threads });
  return {
    detect: async (page) => {
      const outputs = await session.run(inputsFor(session, page));
      const found = readOutputs(outputs, page);
      if (found) return cleanBoxes(found, page);
      const shapes = session.outputNames.map(
        (name) => `${name} [${outputs[name]?.dims.join(', ') ?? 'other type'}]`,
      );
      throw new PalimpsestError(
        'model-damaged',
        `${path} is no PP-DocLayoutV3: it gives ${shapes.join(', ')}, not boxes, scores of ${docLayoutClasses.length} classes and their order.`,
        { file: path },
      );
    },
    close: () => session.release(),
  };
}

/** Runs the model on an empty page. Throws `model-missing` or `model-damaged` when it cannot be used. */
export async function checkDocLayout(path: string): Promise<void> {
  const detector = await openDocLayout(path, 2);
  try {
    await detector.detect(createRaster(side, side));
  } catch (error) {
    if (error instanceof PalimpsestError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PalimpsestError(
      'model-damaged',
      `${path} is no PP-DocLayoutV3: ${reason}`,
      { file: path },
      error,
    );
  } finally {
    await detector.close();
  }
}

function inputsFor({ inputNames }: Session, page: Raster): Record<string, Tensor> {
  const pixels = floatTensor(resizeCubic(page, side, side), [1, 3, side, side]);
  const feeds: Record<string, Tensor> = {};
  for (const name of inputNames) {
    if (name === 'im_shape') feeds[name] = floatTensor(Float32Array.of(side, side), [1, 2]);
    else if (name === 'scale_factor') {
      feeds[name] = floatTensor(Float32Array.of(side / page.height, side / page.width), [1, 2]);
    } else feeds[name] = pixels;
  }
  return feeds;
}

/** Outputs are told by their usual names, else by their shapes. Masks are not used. */
function readOutputs(outputs: Readonly<Record<string, Tensor>>, page: Raster): DocLayoutBox[] | undefined {
  const floats = Object.entries(outputs).flatMap(([name, { data, dims }]) =>
    data instanceof Float32Array ? [{ name, data, dims }] : [],
  );
  const rows = floats.find(({ dims }) => dims.length === 2 && dims[1] === 7);
  if (rows) return boxesOfRows(rows.data);
  const shaped = (usual: string, last: number, count?: number) => {
    const fitting = floats.filter(
      ({ dims }) => dims.length === 3 && dims[0] === 1 && dims[2] === last && dims[1] === (count ?? dims[1]),
    );
    return fitting.find(({ name }) => name === usual) ?? fitting[0];
  };
  const logits = shaped('logits', docLayoutClasses.length);
  const queries = logits?.dims[1] ?? 0;
  const boxes = shaped('pred_boxes', 4, queries);
  const order = shaped('order_logits', queries, queries);
  return logits && boxes && order && boxesOfQueries(logits.data, boxes.data, order.data, page);
}
