/** Rows of the token embedding, fetched from the weight file when they are first asked for. */
import { type FileHandle, open } from 'node:fs/promises';
import { readTensor, type StoredTensor, toFloats } from '../../runtime';

/** A text uses few different ids; beyond this many the memory is given back. */
const mostKeptRows = 4096;

export class EmbeddingTable {
  private readonly kept = new Map<number, Float32Array>();

  private constructor(
    private readonly file: FileHandle,
    private readonly tensor: StoredTensor,
  ) {}

  static async open(tensor: StoredTensor): Promise<EmbeddingTable> {
    return new EmbeddingTable(await open(tensor.file, 'r'), tensor);
  }

  /** Writes the rows of `ids` one after another into `target`. */
  async fill(ids: readonly number[], target: Float32Array): Promise<void> {
    const size = this.tensor.dims[1] ?? 0;
    const rows = await Promise.all(ids.map((id) => this.row(id)));
    rows.forEach((row, i) => {
      target.set(row, i * size);
    });
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async row(id: number): Promise<Float32Array> {
    const known = this.kept.get(id);
    if (known) return known;
    if (id < 0 || id >= (this.tensor.dims[0] ?? 0)) throw new Error(`No embedding for the id ${id}.`);
    const row = toFloats(await readTensor(this.file, this.tensor, id, id + 1), this.tensor.type);
    if (this.kept.size >= mostKeptRows) this.kept.clear();
    this.kept.set(id, row);
    return row;
  }
}
