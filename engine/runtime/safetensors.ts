/**
 * Reads the headers of safetensors files: which tensors a weight folder holds and where their bytes lie. The values
 * stay on disk; graphs point at them, `readTensor` fetches single ones.
 */
import { type FileHandle, open, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../base/errors';

const bytesPerValue = { F32: 4, BF16: 2, F16: 2, I64: 8, I32: 4, U8: 1, I8: 1 } as const;
export type StoredType = keyof typeof bytesPerValue;

export interface StoredTensor {
  readonly name: string;
  readonly type: StoredType;
  readonly dims: readonly number[];
  /** Absolute path with links resolved: the runtime refuses data behind links. */
  readonly file: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: number;
}

export type Weights = ReadonlyMap<string, StoredTensor>;

/** More than any model has tensors for; a larger number means that the file is no safetensors file. */
const longestHeader = 64 * 1024 * 1024;

/**
 * All tensors of a folder with `model.safetensors`, or with `model.safetensors.index.json` and its shards. Throws
 * `model-missing` or `model-damaged`, naming the file and what is wrong with it.
 */
export async function readWeights(folder: string): Promise<Weights> {
  const single = join(folder, 'model.safetensors');
  if (await isFile(single)) return readWeightFile(single);
  const indexPath = join(folder, 'model.safetensors.index.json');
  if (!(await isFile(indexPath))) {
    throw new PalimpsestError(
      'model-missing',
      `The model folder ${folder} holds neither model.safetensors nor model.safetensors.index.json.`,
      { file: single },
    );
  }
  const shards = parseIndex(await readFile(indexPath, 'utf8'), indexPath);
  const tensors = new Map<string, StoredTensor>();
  for (const [shard, names] of shards) {
    const path = join(folder, shard);
    if (!(await isFile(path))) {
      throw new PalimpsestError('model-missing', `The weight file ${path} named by the index is missing.`, {
        file: path,
      });
    }
    const found = await readWeightFile(path);
    for (const name of names) {
      const tensor = found.get(name);
      if (!tensor) throw damaged(path, `the index promises the tensor "${name}", which is not in it`);
      tensors.set(name, tensor);
    }
  }
  return tensors;
}

/** The tensors of one safetensors file. */
export async function readWeightFile(path: string): Promise<Weights> {
  const file = await realpath(path);
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { header, dataStart } = await readHeader(handle, size, path);
    const tensors = new Map<string, StoredTensor>();
    for (const [name, entry] of Object.entries(header)) {
      if (name === '__metadata__') continue;
      tensors.set(name, storedTensor(name, entry, { file, path, dataStart, size }));
    }
    return tensors;
  } finally {
    await handle.close();
  }
}

/** The bytes of one tensor, or of the rows `from` (counted along the first dimension) up to `to`. */
export async function readTensor(
  handle: FileHandle,
  tensor: StoredTensor,
  from = 0,
  to = tensor.dims[0] ?? 1,
): Promise<Buffer> {
  const row = tensor.bytes / (tensor.dims[0] ?? 1);
  const buffer = Buffer.allocUnsafe((to - from) * row);
  let done = 0;
  while (done < buffer.length) {
    const position = tensor.offset + from * row + done;
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, position);
    if (bytesRead === 0) throw damaged(tensor.file, `it ends within the tensor "${tensor.name}"`);
    done += bytesRead;
  }
  return buffer;
}

/** Values as fp32, exactly: bf16 and fp16 are subsets of it. */
export function toFloats(bytes: Buffer, type: StoredType): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length / bytesPerValue[type];
  const values = new Float32Array(count);
  if (type === 'F32') {
    for (let i = 0; i < count; i++) values[i] = view.getFloat32(i * 4, true);
    return values;
  }
  const bits = new Uint32Array(values.buffer);
  if (type === 'BF16') {
    for (let i = 0; i < count; i++) bits[i] = view.getUint16(i * 2, true) << 16;
    return values;
  }
  if (type !== 'F16') throw new Error(`toFloats: ${type} is no float type`);
  for (let i = 0; i < count; i++) values[i] = halfToFloat(view.getUint16(i * 2, true));
  return values;
}

function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

async function readHeader(
  handle: FileHandle,
  size: number,
  path: string,
): Promise<{ header: Record<string, unknown>; dataStart: number }> {
  const lengthBytes = Buffer.alloc(8);
  const { bytesRead } = await handle.read(lengthBytes, 0, 8, 0);
  const length = bytesRead === 8 ? Number(lengthBytes.readBigUInt64LE()) : 0;
  if (length < 2 || length > longestHeader) throw damaged(path, 'it does not begin as a safetensors file');
  if (8 + length > size) throw damaged(path, 'it is cut short within its header');
  const text = Buffer.alloc(length);
  await handle.read(text, 0, length, 8);
  let header: unknown;
  try {
    header = JSON.parse(text.toString('utf8'));
  } catch {
    throw damaged(path, 'its header is not readable');
  }
  if (!isRecord(header)) throw damaged(path, 'its header is not a table of tensors');
  return { header, dataStart: 8 + length };
}

function storedTensor(
  name: string,
  entry: unknown,
  place: { file: string; path: string; dataStart: number; size: number },
): StoredTensor {
  const fields = isRecord(entry) ? entry : {};
  const { dtype, shape, data_offsets: range } = fields;
  if (!isIntegers(shape) || !isIntegers(range) || range.length !== 2) {
    throw damaged(place.path, `the entry of the tensor "${name}" is not readable`);
  }
  const type = isStoredType(dtype) ? dtype : undefined;
  if (!type) throw damaged(place.path, `the tensor "${name}" has the unknown type ${String(dtype)}`);
  const [from = 0, to = 0] = range;
  const bytes = to - from;
  const expected = shape.reduce((product, dim) => product * dim, bytesPerValue[type]);
  if (bytes !== expected) {
    throw damaged(place.path, `the tensor "${name}" has ${bytes} bytes where its shape needs ${expected}`);
  }
  const offset = place.dataStart + from;
  if (offset + bytes > place.size) {
    throw damaged(
      place.path,
      `it is cut short: the tensor "${name}" ends at byte ${offset + bytes}, the file at ${place.size}`,
    );
  }
  return { name, type, dims: shape, file: place.file, offset, bytes };
}

/** Shard file → names of its tensors. */
function parseIndex(text: string, path: string): Map<string, string[]> {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    throw damaged(path, 'it is not readable');
  }
  const map = isRecord(index) ? index.weight_map : undefined;
  if (!isRecord(map)) throw damaged(path, 'it has no weight_map');
  const shards = new Map<string, string[]>();
  for (const [name, shard] of Object.entries(map)) {
    // A name with a separator could lead out of the folder.
    if (typeof shard !== 'string' || /[\\/]/.test(shard)) {
      throw damaged(path, `it names no proper file for the tensor "${name}"`);
    }
    const names = shards.get(shard);
    if (names) names.push(name);
    else shards.set(shard, [name]);
  }
  return shards;
}

function damaged(path: string, what: string): PalimpsestError {
  return new PalimpsestError('model-damaged', `The file ${path} is damaged: ${what}.`, { file: path });
}

async function isFile(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info?.isFile() ?? false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIntegers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

function isStoredType(value: unknown): value is StoredType {
  return typeof value === 'string' && value in bytesPerValue;
}
