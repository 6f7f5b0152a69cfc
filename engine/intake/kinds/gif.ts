/** GIF; of an animation the first frame. */
import { type PictureHeader, pictureKind } from './picture';

function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { frames, ended } = walkBlocks(bytes);
  return {
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    orientation: 1,
    opaque: false,
    // With two frames seen, the first one is whole whatever follows.
    complete: ended || frames > 1,
    notes: frames > 1 ? ['This picture is animated; its first frame is read.'] : [],
  };
}

/** Counts frames up to the second one; `ended` says that the trailer was reached. */
function walkBlocks(bytes: Uint8Array): { frames: number; ended: boolean } {
  const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(bytes[10] ?? 0);
  let frames = 0;
  while (at < bytes.length && frames < 2) {
    const block = bytes[at];
    if (block === 0x3b) return { frames, ended: true };
    if (block === 0x2c) {
      frames++;
      at += 10 + tableSize(bytes[at + 9] ?? 0) + 1;
    } else if (block === 0x21) at += 2;
    else break;
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
    at++;
  }
  return { frames, ended: false };
}

export const gif = pictureKind({ mediaTypes: ['image/gif'], readHeader, decoderOrients: false });
