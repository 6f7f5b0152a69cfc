/** Windows bitmap. */
import { plausibleDpi } from './exif';
import { type PictureHeader, pictureKind } from './picture';

function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(14, true);
  if (headerSize === 12) {
    const width = view.getUint16(18, true);
    const height = view.getUint16(20, true);
    const rowBytes = Math.ceil((width * view.getUint16(24, true)) / 32) * 4;
    return header(width, height, bytes.length >= view.getUint32(10, true) + rowBytes * height);
  }
  const width = view.getInt32(18, true);
  const height = Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(28, true);
  const compressed = [1, 2, 4, 5].includes(view.getUint32(30, true));
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const wanted = view.getUint32(10, true) + (compressed ? view.getUint32(34, true) : rowBytes * height);
  return header(width, height, bytes.length >= wanted, plausibleDpi(view.getInt32(38, true) * 0.0254));
}

function header(width: number, height: number, complete: boolean, dpi?: number): PictureHeader {
  return {
    width,
    height,
    orientation: 1,
    opaque: false,
    complete,
    notes: [],
    ...(dpi === undefined ? {} : { dpi }),
  };
}

export const bmp = pictureKind({ mediaTypes: ['image/bmp'], readHeader, decoderOrients: false });
