/** Loads the fixtures that `workshop/glm_ocr/make_fixtures.py` writes. For tests only. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Raster } from '../../base/raster';
import { readTensor, readWeightFile, toFloats, type Weights } from '../../runtime';
import type { GlmOcrTask } from './prompt';

export const fixturesFolder = join(__dirname, 'fixtures');
export const checkpointNames = ['gravity-like', 'glm-ocr-like', 'even-heads'] as const;

export interface ExpectedCase {
  readonly task: GlmOcrTask;
  readonly grid: readonly [number, number];
  readonly prompt: readonly number[];
  readonly nextPosition: number;
  readonly greedy: readonly number[];
  /** By `committed_masks`: best id of every row. */
  readonly drafts: Readonly<Record<string, readonly number[]>>;
  /** By `committed_right_wrong`. */
  readonly verified: Readonly<
    Record<string, { readonly window: readonly number[]; readonly best: readonly number[] }>
  >;
  readonly text: string;
}

export interface Expected {
  readonly cases: readonly ExpectedCase[];
  readonly texts: readonly {
    readonly text: string;
    readonly ids: readonly number[];
    readonly decoded: string;
  }[];
  floats(name: string): Promise<Float32Array>;
  integers(name: string): Promise<Int32Array>;
  raster(name: string): Promise<Raster>;
}

export const modelFolder = (checkpoint: string): string => join(fixturesFolder, checkpoint, 'model');

export async function readExpected(checkpoint: string): Promise<Expected> {
  const folder = join(fixturesFolder, checkpoint);
  const { cases, texts } = JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')) as Expected;
  return { cases, texts, ...(await readArrays(join(folder, 'expected.safetensors'))) };
}

export async function readArrays(path: string) {
  const tensors: Weights = await readWeightFile(path);
  const read = async (name: string) => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`The fixture ${path} has no "${name}".`);
    const handle = await open(tensor.file, 'r');
    const bytes = await readTensor(handle, tensor);
    await handle.close();
    return { tensor, bytes };
  };
  return {
    names: [...tensors.keys()],
    floats: async (name: string) => {
      const { tensor, bytes } = await read(name);
      return toFloats(bytes, tensor.type);
    },
    integers: async (name: string) => {
      const { bytes } = await read(name);
      return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    },
    raster: async (name: string): Promise<Raster> => {
      const { tensor, bytes } = await read(name);
      const [height = 0, width = 0, channels = 1] = tensor.dims;
      const data = channels === 3 ? new Uint8Array(bytes) : new Uint8Array(3 * bytes.length);
      // Grey pictures are stored with one value a pixel.
      if (channels === 1) for (let i = 0; i < data.length; i++) data[i] = bytes[Math.floor(i / 3)]!;
      return { width, height, data };
    },
  };
}

/** A crop of the overfitted checkpoint: what the reference read and how well it drafted (reference §5.1). */
export interface OverfittedCrop {
  readonly task: GlmOcrTask;
  /** Whether it was trained on. */
  readonly trained: boolean;
  /** The text that was to be learnt. */
  readonly text: string;
  /** Greedy ids, end token included. */
  readonly ids: readonly number[];
  readonly rounds: number;
  readonly accepted: number;
  readonly picture: Raster;
}

/** Holds `model` and the crops. */
export const overfittedFolder = join(fixturesFolder, 'overfitted');

export async function readOverfittedCrops(folder = overfittedFolder): Promise<OverfittedCrop[]> {
  const facts = JSON.parse(await readFile(join(folder, 'crops.json'), 'utf8')) as OverfittedCrop[];
  const arrays = await readArrays(join(folder, 'crops.safetensors'));
  return Promise.all(
    facts.map(async (fact, i) => ({
      ...fact,
      picture: await arrays.raster(String(i).padStart(2, '0')),
    })),
  );
}

export function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}
