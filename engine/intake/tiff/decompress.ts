/** One strip or tile of a TIFF page: from its bytes in the file to packed samples, without predictor. */
import { constants, inflateSync } from 'node:zlib';
import { decodeImage, type IFD } from 'utif2';
import { PalimpsestError } from '../../base/errors';
import { decodePicture } from '../pixels/canvas';
import { compression, type Layout, photometric } from './layout';

export interface Chunk {
  readonly bytes: Uint8Array;
  /** Pixels across and rows, as stored. */
  readonly width: number;
  readonly rows: number;
  /** Samples per pixel within this chunk: 1 with separate planes. */
  readonly samples: number;
}

/** The result has `rows` rows of whole bytes each. Fails with `unreadable`. */
export function decompress(chunk: Chunk, layout: Layout): Uint8Array {
  const rowBytes = Math.ceil((chunk.width * chunk.samples * layout.bits) / 8);
  const expected = rowBytes * chunk.rows;
  switch (layout.compression) {
    case compression.none:
      return complete(layout.fillOrder === 2 ? reverseBits(chunk.bytes) : chunk.bytes, expected);
    case compression.deflate:
    case compression.oldDeflate:
      return complete(inflate(chunk.bytes, expected), expected);
    case compression.lzw:
    case compression.packBits:
      return byUtif(chunk, { width: rowBytes, bits: 8, layout });
    default:
      return byUtif(chunk, { width: chunk.width, bits: 1, layout });
  }
}

function complete(bytes: Uint8Array, expected: number): Uint8Array {
  if (bytes.length < expected)
    throw new PalimpsestError('unreadable', 'The TIFF page is damaged or cut short.');
  return bytes;
}

function inflate(bytes: Uint8Array, expected: number): Uint8Array {
  try {
    // A little more than expected is allowed, since writers pad; a bomb is stopped here.
    return inflateSync(bytes, { maxOutputLength: expected + 65_536, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new PalimpsestError(
      'unreadable',
      'The TIFF page is damaged: its compressed data is broken.',
      {},
      error,
    );
  }
}

/** utif2 decodes pages; a chunk is shown to it as a page with a single strip and one sample per pixel. */
function byUtif(
  chunk: Chunk,
  { width, bits, layout }: { width: number; bits: number; layout: Layout },
): Uint8Array {
  const buffer = new Uint8Array(chunk.bytes).buffer;
  const page: IFD = {
    t256: [width],
    t257: [chunk.rows],
    t258: [bits],
    t259: [layout.compression],
    t262: [0],
    t266: [layout.fillOrder],
    t273: [0],
    t277: [1],
    t278: [chunk.rows],
    t279: [chunk.bytes.length],
    t292: [layout.faxOptions],
    // What decodeImage fills in.
    data: new Uint8Array(0),
    width: 0,
    height: 0,
  };
  Reflect.deleteProperty(page, 'data');
  try {
    decodeImage(buffer, page);
  } catch (error) {
    throw new PalimpsestError(
      'unreadable',
      'The TIFF page is damaged: its compressed data is broken.',
      {},
      error,
    );
  }
  return page.data;
}

function reverseBits(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    let value = byte;
    value = ((value & 0xf0) >> 4) | ((value & 0x0f) << 4);
    value = ((value & 0xcc) >> 2) | ((value & 0x33) << 2);
    return ((value & 0xaa) >> 1) | ((value & 0x55) << 1);
  });
}

/** A JPEG-compressed chunk as RGB. `rows` may be fewer than the tile's, for the last strip. */
export async function decodeJpegChunk(chunk: Chunk, layout: Layout): Promise<Uint8Array> {
  const bytes = asWholeJpeg(chunk.bytes, layout);
  const { raster, missing } = await decodePicture(bytes, chunk.width, chunk.rows, true);
  if (missing > 0) throw new PalimpsestError('unreadable', 'The TIFF page is damaged or cut short.');
  return raster.data;
}

/** Joins the shared tables to the chunk, and says what its colours are, which TIFF keeps in a tag of its own. */
function asWholeJpeg(bytes: Uint8Array, layout: Layout): Uint8Array {
  const startMarker = [0xff, 0xd8];
  const isRgb = layout.photometric === photometric.rgb;
  const adobe = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, isRgb ? 0 : 1];
  const tables = layout.jpegTables
    ? layout.jpegTables.subarray(2, layout.jpegTables.length - 2)
    : new Uint8Array(0);
  const marker = layout.samples >= 3 ? adobe : [];
  const body = bytes.subarray(2);
  const whole = new Uint8Array(2 + marker.length + tables.length + body.length);
  whole.set(startMarker, 0);
  whole.set(marker, 2);
  whole.set(tables, 2 + marker.length);
  whole.set(body, 2 + marker.length + tables.length);
  return whole;
}
