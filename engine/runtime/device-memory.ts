/** Makes tensors in the memory of a device that keeps them. */
import type { DeviceName } from './device-names';
import type { DeviceTensor } from './device-tensor';
import { type Graph, GraphBuilder, type Value } from './onnx/graph-builder';
import { type DeviceSession, openDeviceGraph } from './session';

export class DeviceMemory {
  private constructor(
    private readonly fresh: DeviceSession,
    private readonly longer: DeviceSession,
  ) {}

  static async open(device: DeviceName): Promise<DeviceMemory> {
    const options = { threads: 1, device };
    const fresh = await openDeviceGraph(zerosGraph('alone'), options);
    return new DeviceMemory(fresh, await openDeviceGraph(zerosGraph('behind others'), options));
  }

  /** Zeros [rows, ...row]. */
  zeros(rows: number, row: readonly number[]): Promise<DeviceTensor> {
    return result(this.fresh.runOnDevice({ shape: shapeOf([rows, ...row]) }));
  }

  /** A copy of `tensor` with so many rows of zeros behind it. */
  lengthened(tensor: DeviceTensor, rows: number): Promise<DeviceTensor> {
    const shape = shapeOf([rows, ...tensor.dims.slice(1)]);
    return result(this.longer.runOnDevice({ before: tensor, shape }));
  }

  async close(): Promise<void> {
    await this.fresh.release();
    await this.longer.release();
  }
}

/** Of three dimensions: a row is [heads, size]. */
function zerosGraph(where: 'alone' | 'behind others'): Graph {
  const graph = new GraphBuilder();
  const shape = graph.input('shape', 'int64', [3]);
  let value: Value = graph.node('Expand', [graph.floats([0], [1, 1, 1]), shape]);
  if (where === 'behind others') {
    value = graph.node('Concat', [graph.input('before', 'float32', ['B', 'H', 'S']), value], { axis: 0 });
  }
  graph.output('tensor', value, 'float32', ['R', 'H', 'S']);
  return graph.finish();
}

function shapeOf(dims: readonly number[]) {
  return { type: 'int64', data: BigInt64Array.from(dims, BigInt), dims: [dims.length] } as const;
}

async function result(run: ReturnType<DeviceSession['runOnDevice']>): Promise<DeviceTensor> {
  const { tensor } = await run;
  if (!tensor) throw new Error('The device gave no tensor.');
  return tensor;
}
