/** Decodes one TIFF page band by band, averaging blocks of pixels where the page is larger than allowed. */
import { PalimpsestError } from '../../base/errors';
import { createRaster, type Raster } from '../../base/raster';
import { type Chunk, decodeJpegChunk, decompress } from './decompress';
import { compression, type Layout } from './layout';
import { rowConverter, undoPredictor } from './to-rgb';

/** `reduction` is the side of the averaged blocks, 1 for none. Fails with `unreadable`. */
export async function decodePage(file: Uint8Array, layout: Layout, reduction: number): Promise<Raster> {
  const sink = new RowSink(layout.width, layout.height, reduction);
  const { tileWidth, tileHeight, width, height } = layout;
  const across = Math.ceil(width / tileWidth);
  const isJpeg = layout.compression === compression.jpeg || layout.compression === compression.oldJpeg;
  const rgb = new Uint8Array(width * 3);
  const convert = rowConverter(layout);
  for (let top = 0, band = 0; top < height; top += tileHeight, band++) {
    const rows = Math.min(tileHeight, height - top);
    const bandPixels = isJpeg
      ? await jpegBand(file, layout, band, across, rows)
      : sampleBand(file, layout, band, across, rows);
    const rowBytes = bandPixels.length / rows;
    for (let y = 0; y < rows; y++) {
      const row = bandPixels.subarray(y * rowBytes, (y + 1) * rowBytes);
      if (isJpeg) sink.add(row);
      else {
        convert(row, rgb);
        sink.add(rgb);
      }
    }
  }
  return sink.raster;
}

function chunkAt(file: Uint8Array, layout: Layout, index: number, rows: number): Chunk {
  const offset = layout.offsets[index];
  if (offset === undefined)
    throw new PalimpsestError('unreadable', 'The TIFF page is damaged: parts of it are missing.');
  const count = layout.byteCounts[index] ?? file.length - offset;
  if (offset + count > file.length && !(index === layout.offsets.length - 1 && offset < file.length)) {
    throw new PalimpsestError('unreadable', 'The TIFF page is damaged or cut short.');
  }
  const isTiled = layout.tileWidth !== layout.width;
  return {
    bytes: file.subarray(offset, offset + count),
    width: layout.tileWidth,
    rows: isTiled ? layout.tileHeight : rows,
    samples: layout.planar ? 1 : layout.samples,
  };
}

async function jpegBand(file: Uint8Array, layout: Layout, band: number, across: number, rows: number) {
  const out = new Uint8Array(layout.width * 3 * rows);
  for (let i = 0; i < across; i++) {
    const chunk = chunkAt(file, layout, band * across + i, rows);
    copyColumns(await decodeJpegChunk(chunk, layout), layout.tileWidth * 3, out, layout.width * 3, i, rows);
  }
  return out;
}

/** The band's rows with their samples interleaved, predictor undone. */
function sampleBand(
  file: Uint8Array,
  layout: Layout,
  band: number,
  across: number,
  rows: number,
): Uint8Array {
  const bandCount = Math.ceil(layout.height / layout.tileHeight);
  const planes = layout.planar ? layout.samples : 1;
  const samples = layout.planar ? 1 : layout.samples;
  const rowBytes = Math.ceil((layout.width * samples * layout.bits) / 8);
  const tileRowBytes = Math.ceil((layout.tileWidth * samples * layout.bits) / 8);
  const bands: Uint8Array[] = [];
  for (let plane = 0; plane < planes; plane++) {
    const out = new Uint8Array(rowBytes * rows);
    for (let i = 0; i < across; i++) {
      const index = (plane * bandCount + band) * across + i;
      // A copy, since the predictor works in place and uncompressed chunks are the file itself.
      const pixels = decompress(chunkAt(file, layout, index, rows), layout).slice();
      if (layout.predictor) {
        for (let y = 0; y < rows; y++) {
          const row = pixels.subarray(y * tileRowBytes, (y + 1) * tileRowBytes);
          undoPredictor(row, samples, layout.bits, layout.little);
        }
      }
      copyColumns(pixels, tileRowBytes, out, rowBytes, i, rows);
    }
    bands.push(out);
  }
  const [only] = bands;
  return planes === 1 && only ? only : interleave(bands, layout.bits / 8);
}

function copyColumns(
  from: Uint8Array,
  fromRow: number,
  to: Uint8Array,
  toRow: number,
  column: number,
  rows: number,
): void {
  const start = column * fromRow;
  const length = Math.min(fromRow, toRow - start);
  for (let y = 0; y < rows; y++) to.set(from.subarray(y * fromRow, y * fromRow + length), y * toRow + start);
}

function interleave(planes: readonly Uint8Array[], sampleBytes: number): Uint8Array {
  const length = planes[0]?.length ?? 0;
  const out = new Uint8Array(length * planes.length);
  planes.forEach((plane, p) => {
    for (let i = 0; i < length; i++) {
      const sample = Math.floor(i / sampleBytes);
      out[(sample * planes.length + p) * sampleBytes + (i % sampleBytes)] = plane[i]!;
    }
  });
  return out;
}

/** Collects rows of RGB; with a reduction, blocks of pixels are averaged and a rest at the edges is averaged alone. */
class RowSink {
  readonly raster: Raster;
  private readonly sums: Float64Array;
  private row = 0;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly reduction: number,
  ) {
    this.raster = createRaster(Math.ceil(width / reduction), Math.ceil(height / reduction), 0);
    this.sums = new Float64Array(reduction === 1 ? 0 : this.raster.width * 3);
  }

  add(rgb: Uint8Array): void {
    const { reduction, raster, width, sums } = this;
    const y = this.row++;
    if (reduction === 1) {
      raster.data.set(rgb, y * width * 3);
      return;
    }
    for (let block = 0, from = 0; from < width * 3; block += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const end = Math.min(width * 3, from + reduction * 3); from < end; from += 3) {
        red += rgb[from]!;
        green += rgb[from + 1]!;
        blue += rgb[from + 2]!;
      }
      sums[block] = sums[block]! + red;
      sums[block + 1] = sums[block + 1]! + green;
      sums[block + 2] = sums[block + 2]! + blue;
    }
    if (this.row % reduction === 0 || this.row === this.height) this.flush(Math.floor(y / reduction));
  }

  private flush(outRow: number): void {
    const { reduction, raster, width, sums } = this;
    const rows = ((this.row - 1) % reduction) + 1;
    for (let x = 0; x < raster.width; x++) {
      const share = 1 / (rows * Math.min(reduction, width - x * reduction));
      for (let channel = 0; channel < 3; channel++) {
        raster.data[(outRow * raster.width + x) * 3 + channel] = sums[x * 3 + channel]! * share + 0.5;
      }
    }
    sums.fill(0);
  }
}
