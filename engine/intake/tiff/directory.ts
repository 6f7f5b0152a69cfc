/** The directories (pages) of a TIFF file and the tags in them. Knows nothing of pixels. */
import { PalimpsestError } from '../../base/errors';
import { plausibleDpi } from '../kinds/exif';

export const tag = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  planar: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  colourMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegStart: 513,
} as const;

/** Bytes per value, by field type; 0 for types that no tag above uses. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

export class Directory {
  private readonly entries = new Map<number, { type: number; count: number; at: number }>();

  constructor(
    private readonly view: DataView,
    readonly little: boolean,
    offset: number,
  ) {
    const count = view.getUint16(offset, little);
    for (let i = 0; i < count; i++) {
      const entry = offset + 2 + i * 12;
      const type = view.getUint16(entry + 2, little);
      const values = view.getUint32(entry + 4, little);
      const bytes = (typeSizes[type] ?? 0) * values;
      const at = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
      if (bytes > 0 && at + bytes <= view.byteLength) {
        this.entries.set(view.getUint16(entry, little), { type, count: values, at });
      }
    }
  }

  /** All values of a tag, fractions divided out; empty where the tag is missing or lies outside the file. */
  numbers(id: number): number[] {
    const entry = this.entries.get(id);
    if (!entry) return [];
    const size = typeSizes[entry.type] ?? 0;
    return Array.from({ length: entry.count }, (_, i) => this.value(entry.type, entry.at + i * size));
  }

  number(id: number, fallback: number): number {
    return this.numbers(id)[0] ?? fallback;
  }

  bytes(id: number): Uint8Array | undefined {
    const entry = this.entries.get(id);
    if (!entry) return undefined;
    return new Uint8Array(this.view.buffer, this.view.byteOffset + entry.at, entry.count);
  }

  has(id: number): boolean {
    return this.entries.has(id);
  }

  get dpi(): number | undefined {
    const unit = this.number(tag.resolutionUnit, 2);
    const value = this.number(tag.xResolution, 0) * (unit === 3 ? 2.54 : 1);
    return unit === 1 ? undefined : plausibleDpi(value);
  }

  /** A preview or a mask of another page. */
  get isAuxiliary(): boolean {
    return (this.number(tag.newSubfileType, 0) & 0b101) !== 0 || this.number(tag.subfileType, 0) === 2;
  }

  private value(type: number, at: number): number {
    const { view, little } = this;
    if (type === 3) return view.getUint16(at, little);
    if (type === 4 || type === 13) return view.getUint32(at, little);
    if (type === 5) return view.getUint32(at, little) / view.getUint32(at + 4, little);
    return view.getUint8(at);
  }
}

/** The pages of a file in order. Fails with `unreadable`, or `too-large` above `most` pages. */
export function readDirectories(bytes: Uint8Array, most: number): Directory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Directory[] = [];
  const seen = new Set<number>();
  try {
    const little = view.getUint16(0) === 0x4949;
    let offset = view.getUint32(4, little);
    while (offset !== 0 && !seen.has(offset)) {
      seen.add(offset);
      found.push(new Directory(view, little, offset));
      if (found.length > most) {
        throw new PalimpsestError('too-large', `The TIFF has more than ${most} pages.`);
      }
      offset = view.getUint32(offset + 2 + view.getUint16(offset, little) * 12, little);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const text = 'The TIFF is damaged or cut short: its list of pages leads out of the file.';
    throw new PalimpsestError('unreadable', text, {}, error);
  }
  const pictures = found.filter((directory) => directory.has(tag.width) && directory.has(tag.height));
  const pages = pictures.filter((directory) => !directory.isAuxiliary);
  const result = pages.length > 0 ? pages : pictures.slice(0, 1);
  if (result.length === 0)
    throw new PalimpsestError('unreadable', 'The TIFF is damaged: it holds no picture.');
  return result;
}
