/** WebP, lossy or lossless; of an animation the first frame. */
import { PalimpsestError } from '../../base/errors';
import { readExif } from './exif';
import { type PictureHeader, pictureKind } from './picture';

function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 8 + view.getUint32(4, true);
  let size: { width: number; height: number } | undefined;
  let opaque = true;
  let animated = false;
  let orientation = 1;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (type === 'VP8X') {
      const flags = view.getUint8(body);
      animated = (flags & 0x02) !== 0;
      if ((flags & 0x10) !== 0) opaque = false;
      size = { width: uint24(view, body + 4) + 1, height: uint24(view, body + 7) + 1 };
    } else if (type === 'VP8 ') {
      size ??= {
        width: view.getUint16(body + 6, true) & 0x3fff,
        height: view.getUint16(body + 8, true) & 0x3fff,
      };
    } else if (type === 'VP8L') {
      const bits = view.getUint32(body + 1, true);
      if ((bits >>> 28) & 1) opaque = false;
      size ??= { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    } else if (type === 'EXIF') {
      const exif = bytes.subarray(body, body + length);
      const prefixed = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif';
      orientation = readExif(prefixed ? exif.subarray(6) : exif).orientation;
    }
    at = body + length + (length & 1);
  }
  if (!size) throw new PalimpsestError('unreadable', 'The WebP picture is damaged: it holds no pixels.');
  return {
    ...size,
    orientation,
    opaque: opaque && !animated,
    complete: bytes.length >= end,
    notes: animated ? ['This picture is animated; its first frame is read.'] : [],
  };
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);

export const webp = pictureKind({ mediaTypes: ['image/webp'], readHeader, decoderOrients: true });
