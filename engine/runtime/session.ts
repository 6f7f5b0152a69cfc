/**
 * ONNX Runtime behind a small interface; the only importer of onnxruntime-node.
 * `run` blocks the thread for its whole duration (the binding is synchronous), so callers check for cancellation
 * between two runs, never inside one.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Tensor as RuntimeTensor } from 'onnxruntime-node';
import { PalimpsestError } from '../base/errors';
import type { DeviceName } from './device-names';
import { DeviceTensor } from './device-tensor';
import type { Graph } from './onnx/graph-builder';

export interface Tensor {
  readonly type: 'float32' | 'int32' | 'int64' | 'uint8';
  /** Row-major; may be a view of a larger buffer: CPU inputs are not copied. */
  readonly data: Float32Array | Int32Array | BigInt64Array | Uint8Array;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /**
   * Without `wanted` all outputs come back. With it only those named; a tensor given there is written in place and
   * must have the exact shape of the output (it may be a view next to the inputs' own values, never over them). What
   * is written on a device does not come back; there an input may be overwritten by the output made from it.
   */
  run(
    feeds: Readonly<Record<string, Tensor | DeviceTensor>>,
    wanted?: Readonly<Record<string, Tensor | DeviceTensor | null>>,
  ): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** A session all of whose outputs stay on the device. */
export interface DeviceSession {
  runOnDevice(
    feeds: Readonly<Record<string, Tensor | DeviceTensor>>,
  ): Promise<Readonly<Record<string, DeviceTensor>>>;
  release(): Promise<void>;
}

export interface SessionOptions {
  /** Threads within one operator. */
  readonly threads: number;
  /** Default `cpu`, which also runs the operators that the device lacks. */
  readonly device?: DeviceName;
  /**
   * Threads that have nothing to do sleep, and do not wait at full speed for the next operator: for models of few large
   * operators, and where other threads want the processor.
   */
  readonly restful?: boolean;
}

export function floatTensor(data: Float32Array, dims: readonly number[]): Tensor {
  return { type: 'float32', data, dims };
}

/** The float values of an output; throws when the model gave another type. */
export function floatsOf(
  outputs: Readonly<Record<string, Tensor>>,
  name: string,
): Tensor & { data: Float32Array } {
  const tensor = outputs[name];
  if (!tensor || !(tensor.data instanceof Float32Array)) {
    throw new PalimpsestError('model-damaged', `The model has no float output "${name}".`);
  }
  return { ...tensor, data: tensor.data };
}

/** Like `floatsOf`, of 32-bit integers. */
export function integersOf(
  outputs: Readonly<Record<string, Tensor>>,
  name: string,
): Tensor & { data: Int32Array } {
  const tensor = outputs[name];
  if (!tensor || !(tensor.data instanceof Int32Array)) {
    throw new PalimpsestError('model-damaged', `The model has no integer output "${name}".`);
  }
  return { ...tensor, data: tensor.data };
}

/** Loads a model file. Fails with `model-missing` or `model-damaged`, naming the file. */
export async function openSession(path: string, options: SessionOptions): Promise<Session> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) {
    throw new PalimpsestError('model-missing', `The model file ${path} is missing.`, { file: path });
  }
  // Electron's asar archive is invisible to native code, so the bytes are read here rather than by the runtime.
  return createSession(await readFile(path), path, options, options.restful ? { entries: sleeping } : {});
}

/** Loads a graph of ours, whose weights lie in files below `graph.weightsFolder`. */
export async function openGraph(graph: Graph, options: SessionOptions): Promise<Session> {
  return createSession(graph.bytes, graph.weightsFolder, options, {
    entries: { model_external_initializers_file_folder_path: graph.weightsFolder },
  });
}

/** For devices that keep tensors. */
export async function openDeviceGraph(graph: Graph, options: SessionOptions): Promise<DeviceSession> {
  return createSession(graph.bytes, graph.weightsFolder, options, { outputs: 'gpu-buffer' });
}

/** Entries of the runtime's session configuration, by what follows `session.` in their names. */
type Entries = Readonly<Record<string, unknown>>;

const sleeping: Entries = { intra_op: { allow_spinning: '0' } };
/**
 * Processors without VNNI would add products of 8-bit numbers in 16 bits, where they overflow: with this they take
 * slower instructions, and a page reads the same on every machine. On others nothing changes.
 */
const exact: Entries = { x64quantprecision: '1' };

async function createSession(
  model: Uint8Array,
  place: string,
  { threads, device = 'cpu' }: SessionOptions,
  { entries = {}, outputs }: { readonly entries?: Entries; readonly outputs?: 'gpu-buffer' } = {},
): Promise<Session & DeviceSession> {
  const runtime = await import('onnxruntime-node');
  const session = await runtime.InferenceSession.create(model, {
    executionProviders: device === 'cpu' ? ['cpu'] : [device, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    enableCpuMemArena: true,
    extra: { session: { ...exact, ...entries } },
    ...(outputs && { preferredOutputLocation: outputs }),
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PalimpsestError(
      device === 'cpu' ? 'model-damaged' : 'unsupported',
      `The model ${place} cannot be loaded${device === 'cpu' ? '' : ` on ${device}`}: ${reason}`,
      { file: place },
      cause,
    );
  });
  const wrap = (tensor: Tensor | DeviceTensor): RuntimeTensor =>
    tensor instanceof DeviceTensor
      ? tensor.inRuntime
      : new runtime.Tensor(tensor.type, tensor.data, tensor.dims);
  const wrapAll = (tensors: Readonly<Record<string, Tensor | DeviceTensor>>): Record<string, RuntimeTensor> =>
    Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, wrap(tensor)]));
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(feeds, wanted) {
      const inputs = wrapAll(feeds);
      const fetches: Record<string, RuntimeTensor | null> = {};
      for (const [name, tensor] of Object.entries(wanted ?? {})) fetches[name] = tensor && wrap(tensor);
      const outputs = await (wanted ? session.run(inputs, fetches) : session.run(inputs));
      const result: Record<string, Tensor> = {};
      for (const [name, value] of Object.entries(outputs)) {
        if (value.location !== 'cpu') continue;
        const { type, data, dims } = value;
        if (
          (type === 'float32' && data instanceof Float32Array) ||
          (type === 'int32' && data instanceof Int32Array) ||
          (type === 'int64' && data instanceof BigInt64Array) ||
          (type === 'uint8' && data instanceof Uint8Array)
        ) {
          result[name] = { type, data, dims };
        }
      }
      return result;
    },
    async runOnDevice(feeds) {
      const outputs = await session.run(wrapAll(feeds));
      const result: Record<string, DeviceTensor> = {};
      for (const [name, value] of Object.entries(outputs)) result[name] = new DeviceTensor(value);
      return result;
    },
    release: () => session.release(),
  };
}
