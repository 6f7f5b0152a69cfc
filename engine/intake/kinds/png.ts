/** PNG. */
import { PalimpsestError } from '../../base/errors';
import { crc32 } from '../checksum';
import { plausibleDpi, readExif } from './exif';
import { type PictureHeader, pictureKind } from './picture';

const colourTypesWithAlpha = [4, 6];

function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (ascii(bytes, 12) !== 'IHDR')
    throw new PalimpsestError('unreadable', 'The PNG is damaged: it has no header.');
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  let opaque = !colourTypesWithAlpha.includes(view.getUint8(25));
  let orientation = 1;
  let dpi: number | undefined;
  let complete = false;
  let animated = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = ascii(bytes, at + 4);
    if (type === 'IEND') complete = true;
    if (type === 'IEND' || at + 12 + length > bytes.length) break;
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'tRNS') opaque = false;
    else if (type === 'acTL') animated = true;
    else if (type === 'eXIf') orientation = readExif(body).orientation;
    else if (type === 'pHYs' && view.getUint8(at + 16) === 1)
      dpi = plausibleDpi(view.getUint32(at + 8) * 0.0254);
    // An opaque picture shows by its empty rows how far it could be decoded; others are judged by checksum.
    else if (
      type === 'IDAT' &&
      !opaque &&
      crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)
    ) {
      throw new PalimpsestError('unreadable', 'The PNG is damaged: a checksum of its pixels is wrong.');
    }
    at += 12 + length;
  }
  return {
    width,
    height,
    orientation,
    ...(dpi === undefined ? {} : { dpi }),
    opaque,
    complete: complete || opaque,
    notes: animated ? ['This picture is animated; its first frame is read.'] : [],
  };
}

const ascii = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

export const png = pictureKind({ mediaTypes: ['image/png'], readHeader, decoderOrients: false });
