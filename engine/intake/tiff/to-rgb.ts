/** Rows of packed samples to RGB on white. */
import { type Layout, photometric } from './layout';

/** Undoes horizontal differencing in place, for rows of chunky samples. */
export function undoPredictor(row: Uint8Array, samples: number, bits: number, little: boolean): void {
  if (bits === 8) {
    for (let i = samples; i < row.length; i++) row[i] = row[i]! + row[i - samples]!;
  } else if (bits === 16) {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let i = samples * 2; i + 1 < row.length; i += 2) {
      view.setUint16(i, view.getUint16(i, little) + view.getUint16(i - samples * 2, little), little);
    }
  }
}

/** Returns a function that turns one row of chunky samples into `width` RGB pixels. */
export function rowConverter(layout: Layout): (row: Uint8Array, out: Uint8Array) => void {
  const { width, bits, samples, alpha, photometric: kind } = layout;
  const read = sampleReader(layout);
  const levels = 2 ** Math.min(bits, 8) - 1;
  const scale = 255 / levels;
  const map = kind === photometric.palette ? paletteBytes(layout) : undefined;
  return (row, out) => {
    for (let x = 0, to = 0; x < width; x++, to += 3) {
      const at = x * samples;
      let red: number;
      let green: number;
      let blue: number;
      if (map) {
        const index = read(row, at) * 3;
        red = map[index] ?? 0;
        green = map[index + 1] ?? 0;
        blue = map[index + 2] ?? 0;
      } else if (kind === photometric.rgb) {
        red = read(row, at) * scale;
        green = read(row, at + 1) * scale;
        blue = read(row, at + 2) * scale;
      } else if (kind === photometric.cmyk) {
        const light = 1 - (read(row, at + 3) * scale) / 255;
        red = (255 - read(row, at) * scale) * light;
        green = (255 - read(row, at + 1) * scale) * light;
        blue = (255 - read(row, at + 2) * scale) * light;
      } else {
        const grey = read(row, at) * scale;
        red = green = blue = kind === photometric.whiteIsZero ? 255 - grey : grey;
      }
      if (alpha) {
        const opacity = (read(row, at + alpha.index) * scale) / 255;
        const share = alpha.premultiplied ? 1 : opacity;
        const paper = 255 * (1 - opacity);
        red = red * share + paper;
        green = green * share + paper;
        blue = blue * share + paper;
      }
      out[to] = Math.min(255, red + 0.5);
      out[to + 1] = Math.min(255, green + 0.5);
      out[to + 2] = Math.min(255, blue + 0.5);
    }
  };
}

/** Reads the n-th sample of a row; of 16 bits the upper 8. */
function sampleReader({ bits, little }: Layout): (row: Uint8Array, index: number) => number {
  if (bits === 8) return (row, index) => row[index]!;
  if (bits === 16) return little ? (row, index) => row[index * 2 + 1]! : (row, index) => row[index * 2]!;
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, index) => (row[Math.floor(index / perByte)]! >> (8 - bits - (index % perByte) * bits)) & mask;
}

/** TIFF keeps the map as 16-bit values, all reds first; some writers put bytes there. */
function paletteBytes({ colourMap, bits }: Layout): Uint8Array {
  const count = 2 ** bits;
  const shift = colourMap.some((value) => value > 255) ? 8 : 0;
  const map = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++)
      map[i * 3 + channel] = (colourMap[channel * count + i] ?? 0) >> shift;
  }
  return map;
}
