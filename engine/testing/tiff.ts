/** Multi-page TIFF for tests. Apart from the drawn pages, whose fonts tests of the window cannot load. */
import type { Canvas } from '@napi-rs/canvas';

/** Uncompressed TIFF, one RGB page per canvas. */
export function tiff(canvases: readonly Canvas[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let length = 8;
  let link = 4;
  const add = (part: Buffer): number => {
    const at = length;
    parts.push(part);
    length += part.length;
    return at;
  };
  const links: { at: number; to: number }[] = [];
  for (const canvas of canvases) {
    const pixels = add(rgb(canvas));
    const bits = add(Buffer.from([8, 0, 8, 0, 8, 0, 0, 0]));
    const entries: [number, number, number, number][] = [
      [256, 4, 1, canvas.width],
      [257, 4, 1, canvas.height],
      [258, 3, 3, bits],
      [259, 3, 1, 1],
      [262, 3, 1, 2],
      [273, 4, 1, pixels],
      [277, 3, 1, 3],
      [278, 4, 1, canvas.height],
      [279, 4, 1, canvas.width * canvas.height * 3],
    ];
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length, 0);
    entries.forEach(([tag, type, count, value], index) => {
      const at = 2 + index * 12;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(count, at + 4);
      directory.writeUInt32LE(value, at + 8);
    });
    const at = add(directory);
    links.push({ at: link, to: at });
    link = at + directory.length - 4;
  }
  const file = Buffer.concat(parts);
  for (const { at, to } of links) file.writeUInt32LE(to, at);
  return file;
}

function rgb(canvas: Canvas): Buffer {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  // Even, so that every part starts at an even place.
  const pixels = Buffer.alloc(Math.ceil((canvas.width * canvas.height * 3) / 2) * 2);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    pixels[to] = data[from]!;
    pixels[to + 1] = data[from + 1]!;
    pixels[to + 2] = data[from + 2]!;
  }
  return pixels;
}
