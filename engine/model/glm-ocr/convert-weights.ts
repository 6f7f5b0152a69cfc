/**
 * Weight-only int8 and int4 copies of a checkpoint's matrices, written beside it as `int8/model.safetensors` or
 * `int4/model.safetensors`. The original stays and keeps serving everything that is not a matrix.
 */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToHost } from '../../base/abort';
import { PalimpsestError, throwIfAborted } from '../../base/errors';
import {
  blockShape,
  quantiseRows,
  readTensor,
  type StoredTensor,
  toFloats,
  type WeightBits,
} from '../../runtime';
import { type Checkpoint, headName, quantisedFolder, quantisedNames, readCheckpoint } from './checkpoint';
import { readFolderConfig } from './folder-config';

export type QuantisedPrecision = 'int8' | 'int4';

/** fp32 values held at a time: bounds the memory of a conversion, whatever the model's size. */
const valuesPerStep = 1 << 21;

export interface ConversionOptions {
  readonly signal?: AbortSignal;
  /** Share of the matrices done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}

export interface ConversionReport {
  readonly file: string;
  /** Of the new file, and of the same matrices as they were. */
  readonly bytes: number;
  readonly bytesBefore: number;
}

interface MatrixPlan {
  readonly tensor: StoredTensor;
  readonly inputs: number;
  readonly bits: WeightBits;
  /** Places in the new file's data. */
  readonly blocksAt: number;
  readonly scalesAt: number;
}

/** Fails as the checkpoint does, or with `write-failed` or `cancelled`; then it leaves no file behind. */
export async function convertWeights(
  folder: string,
  precision: QuantisedPrecision,
  { signal, onProgress }: ConversionOptions = {},
): Promise<ConversionReport> {
  const checkpoint = await readCheckpoint(await readFolderConfig(folder));
  const { plans, header, bytes } = planFile(checkpoint, precision);
  const target = join(folder, quantisedFolder(precision));
  const file = join(target, 'model.safetensors');
  const unfinished = `${file}.part`;
  let output: FileHandle;
  try {
    await mkdir(target, { recursive: true });
    output = await open(unfinished, 'w');
  } catch (error) {
    throw asWriteFault(error, file);
  }
  const bytesBefore = plans.reduce((sum, { tensor }) => sum + tensor.bytes, 0);
  try {
    await output.write(header, 0, header.length, 0);
    let done = 0;
    for (const plan of plans) {
      await convertMatrix(plan, output, header.length, signal);
      done += plan.tensor.bytes;
      onProgress?.(done / bytesBefore);
    }
    await output.close();
    await rename(unfinished, file);
  } catch (error) {
    await output.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw asWriteFault(error, file);
  }
  return { file, bytes: header.length + bytes, bytesBefore };
}

function planFile(checkpoint: Checkpoint, precision: QuantisedPrecision) {
  const plans: MatrixPlan[] = [];
  const entries: Record<string, unknown> = {};
  let place = 0;
  const reserve = (name: string, dtype: string, shape: readonly number[], bytesPerValue: number): number => {
    const start = place;
    place += shape.reduce((product, dim) => product * dim, bytesPerValue);
    entries[name] = { dtype, shape, data_offsets: [start, place] };
    return start;
  };
  for (const tensor of checkpoint.matrices) {
    const rows = tensor.dims[0] ?? 1;
    const inputs = tensor.dims.slice(1).reduce((product, dim) => product * dim, 1);
    // Every id is chosen by the last matrix, so it keeps 8 bits.
    const bits: WeightBits = precision === 'int8' || tensor.name === headName ? 8 : 4;
    const { blocks, blockBytes } = blockShape(inputs, bits);
    const names = quantisedNames(tensor.name);
    const blocksAt = reserve(names.blocks, 'U8', [rows, blocks, blockBytes], 1);
    const scalesAt = reserve(names.scales, 'F32', [rows, blocks], 4);
    plans.push({ tensor, inputs, bits, blocksAt, scalesAt });
  }
  // Blanks behind the table keep the data aligned.
  let text = JSON.stringify(entries);
  text += ' '.repeat((8 - (Buffer.byteLength(text) % 8)) % 8);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(text)));
  return { plans, header: Buffer.concat([length, Buffer.from(text)]), bytes: place };
}

async function convertMatrix(
  { tensor, inputs, bits, blocksAt, scalesAt }: MatrixPlan,
  output: FileHandle,
  dataStart: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const rows = tensor.dims[0] ?? 1;
  const step = Math.max(1, Math.floor(valuesPerStep / inputs));
  const source = await open(tensor.file, 'r');
  try {
    let blocksPlace = dataStart + blocksAt;
    let scalesPlace = dataStart + scalesAt;
    for (let from = 0; from < rows; from += step) {
      throwIfAborted(signal);
      const bytes = await readTensor(source, tensor, from, Math.min(rows, from + step));
      const { integers, scales } = quantiseRows(toFloats(bytes, tensor.type), inputs, bits);
      await output.write(integers, 0, integers.length, blocksPlace);
      await output.write(Buffer.from(scales.buffer), 0, scales.byteLength, scalesPlace);
      blocksPlace += integers.length;
      scalesPlace += scales.byteLength;
      await yieldToHost();
    }
  } finally {
    await source.close();
  }
}

/** Faults of the disk, in words for a person; any other error as it is. */
function asWriteFault(error: unknown, file: string): unknown {
  if (error instanceof PalimpsestError || !(error instanceof Error) || !('syscall' in error)) return error;
  const reason = 'code' in error && error.code === 'ENOSPC' ? 'the disk is full' : error.message;
  return new PalimpsestError('write-failed', `${file} cannot be written: ${reason}.`, { file }, error);
}
