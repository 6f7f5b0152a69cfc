/** JPEG, grey, colour or CMYK. */
import { PalimpsestError } from '../../base/errors';
import { type ExifFacts, plausibleDpi, readExif } from './exif';
import { type PictureHeader, pictureKind } from './picture';

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Frame types that progressive coding uses: every scan refines the whole picture. */
const progressive = [0xc2, 0xc6, 0xca, 0xce];

function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let exif: ExifFacts = { orientation: 1 };
  let jfifDpi: number | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff)
      throw new PalimpsestError('unreadable', 'The JPEG is damaged: its header is broken.');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1 && startsWith(body, 'Exif\0\0')) exif = readExif(body.subarray(6));
    else if (marker === 0xe0 && startsWith(body, 'JFIF\0')) jfifDpi = densityOf(view, at + 4);
    else if (isFrame(marker)) {
      const dpi = jfifDpi ?? exif.dpi;
      return {
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
        orientation: exif.orientation,
        ...(dpi === undefined ? {} : { dpi }),
        opaque: true,
        // A cut progressive file decodes to all rows, only blurred; baseline shows by its rows what is missing.
        complete: !progressive.includes(marker) || hasEnd(bytes),
        notes: [],
      };
    }
    at += 2 + length;
  }
  throw new PalimpsestError('unreadable', 'The JPEG is damaged: it ends within its header.');
}

function startsWith(body: Uint8Array, text: string): boolean {
  return String.fromCharCode(...body.subarray(0, text.length)) === text;
}

function densityOf(view: DataView, at: number): number | undefined {
  const unit = view.getUint8(at + 7);
  const density = view.getUint16(at + 8);
  if (unit === 1) return plausibleDpi(density);
  return unit === 2 ? plausibleDpi(density * 2.54) : undefined;
}

/** The end marker may be followed by padding or a camera's trailer, so it is searched for from the back. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at >= 2; at--)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

export const jpeg = pictureKind({ mediaTypes: ['image/jpeg'], readHeader, decoderOrients: true });
