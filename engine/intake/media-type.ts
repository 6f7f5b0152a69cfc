/** What a file is, by its bytes. The extension is never asked. */

import fs from 'node:fs/promises';

/** Enough bytes for every signature below (a PDF may start with up to a kilobyte of other bytes). */
const sniffLength = 4096;

export interface MediaType {
  readonly mediaType: string;
  /** For messages, with its article: "a PNG picture". */
  readonly name: string;
}

interface Signature extends MediaType {
  readonly matches: (head: Uint8Array) => boolean;
}

const latin = (head: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...head.subarray(start, end));

const starts =
  (...bytes: readonly number[]) =>
  (head: Uint8Array): boolean =>
    head.length >= bytes.length && bytes.every((byte, i) => head[i] === byte);

const says =
  (text: string, at = 0) =>
  (head: Uint8Array): boolean =>
    latin(head, at, at + text.length) === text;

const brand =
  (...brands: readonly string[]) =>
  (head: Uint8Array): boolean =>
    says('ftyp', 4)(head) && brands.includes(latin(head, 8, 12));

const zipWith = (folder: string) => (head: Uint8Array) =>
  says('PK\x03\x04')(head) && latin(head, 0, head.length).includes(folder);

const signatures: readonly Signature[] = [
  {
    mediaType: 'image/png',
    name: 'a PNG picture',
    matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  { mediaType: 'image/jpeg', name: 'a JPEG picture', matches: starts(0xff, 0xd8, 0xff) },
  { mediaType: 'image/gif', name: 'a GIF picture', matches: (h) => says('GIF87a')(h) || says('GIF89a')(h) },
  { mediaType: 'image/webp', name: 'a WebP picture', matches: (h) => says('RIFF')(h) && says('WEBP', 8)(h) },
  { mediaType: 'image/tiff', name: 'a TIFF picture', matches: (h) => says('II*\0')(h) || says('MM\0*')(h) },
  {
    mediaType: 'image/x-bigtiff',
    name: 'a BigTIFF picture',
    matches: (h) => says('II+\0')(h) || says('MM\0+')(h),
  },
  {
    mediaType: 'image/heic',
    name: 'an HEIC picture',
    matches: brand('heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'),
  },
  { mediaType: 'image/avif', name: 'an AVIF picture', matches: brand('avif', 'avis') },
  { mediaType: 'video/mp4', name: 'a video', matches: says('ftyp', 4) },
  {
    mediaType: 'image/jp2',
    name: 'a JPEG 2000 picture',
    matches: (h) => says('jP  ', 4)(h) || starts(0xff, 0x4f, 0xff, 0x51)(h),
  },
  {
    mediaType: 'image/jxl',
    name: 'a JPEG XL picture',
    matches: (h) => starts(0xff, 0x0a)(h) || says('JXL ', 4)(h),
  },
  { mediaType: 'image/vnd.adobe.photoshop', name: 'a Photoshop file', matches: says('8BPS') },
  { mediaType: 'image/vnd.djvu', name: 'a DjVu document', matches: says('AT&TFORM') },
  { mediaType: 'image/x-icon', name: 'an icon', matches: starts(0, 0, 1, 0) },
  { mediaType: 'application/postscript', name: 'a PostScript file', matches: says('%!PS') },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    name: 'a Word document',
    matches: zipWith('word/'),
  },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: 'an Excel workbook',
    matches: zipWith('xl/'),
  },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    name: 'a PowerPoint file',
    matches: zipWith('ppt/'),
  },
  { mediaType: 'application/epub+zip', name: 'an EPUB book', matches: zipWith('application/epub+zip') },
  {
    mediaType: 'application/vnd.oasis.opendocument',
    name: 'an OpenDocument file',
    matches: zipWith('application/vnd.oasis'),
  },
  { mediaType: 'application/zip', name: 'a ZIP archive', matches: says('PK\x03\x04') },
  { mediaType: 'application/gzip', name: 'a gzip archive', matches: starts(0x1f, 0x8b) },
  {
    mediaType: 'application/x-7z-compressed',
    name: 'a 7-Zip archive',
    matches: starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c),
  },
  { mediaType: 'application/vnd.rar', name: 'a RAR archive', matches: says('Rar!') },
  {
    mediaType: 'application/x-ole-storage',
    name: 'an old Office document',
    matches: starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  },
  { mediaType: 'application/rtf', name: 'a rich text (RTF) file', matches: says('{\\rtf') },
  { mediaType: 'image/bmp', name: 'a BMP picture', matches: isBmp },
  { mediaType: 'application/pdf', name: 'a PDF', matches: (h) => latin(h, 0, 1024 + 5).includes('%PDF-') },
];

/** "BM" alone also starts many a text; the header's size field tells them apart. */
function isBmp(head: Uint8Array): boolean {
  if (!says('BM')(head) || head.length < 18) return false;
  const headerSize = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(headerSize);
}

/** The type found in the first bytes of a file; text is told from binary data, and its kind guessed for messages. */
export function sniffMediaType(head: Uint8Array): MediaType {
  for (const { mediaType, name, matches } of signatures) if (matches(head)) return { mediaType, name };
  return textType(head) ?? { mediaType: 'application/octet-stream', name: 'data of an unknown kind' };
}

function textType(head: Uint8Array): MediaType | undefined {
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (wide) return { mediaType: 'text/plain', name: 'a text file' };
  let control = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) control++;
  if (head.length === 0 || control > 0) return undefined;
  const start = latin(head, 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<!doctype html|^<html/i.test(start)) return { mediaType: 'text/html', name: 'a web page (HTML)' };
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!doctype svg[^>]*>\s*)?<svg/i.test(start)) {
    return { mediaType: 'image/svg+xml', name: 'an SVG drawing' };
  }
  if (start.startsWith('<?xml')) return { mediaType: 'text/xml', name: 'an XML file' };
  if (/^[{[]/.test(start)) return { mediaType: 'application/json', name: 'a JSON or text file' };
  return { mediaType: 'text/plain', name: 'a text file' };
}

/** The type of a file on disk. Fails as `fs.open` does. */
export async function readMediaType(file: string): Promise<MediaType> {
  const handle = await fs.open(file, 'r');
  try {
    const head = new Uint8Array(sniffLength);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return sniffMediaType(head.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
