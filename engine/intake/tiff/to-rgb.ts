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

/**
 * Returns a function that turns one row of chunky samples into `width` RGB pixels. Each step is a plain loop over
 * bytes: a page has millions of pixels.
 */
export function rowConverter(layout: Layout): (row: Uint8Array, out: Uint8Array) => void {
  const values = new Uint8Array(layout.width * layout.samples);
  const toColours = colourWriter(layout);
  return (row, out) => {
    unpack(row, layout, values);
    toColours(values, out);
    if (layout.alpha) layOnWhite(values, layout, out);
  };
}

/** Samples as bytes: of 16 bits the upper 8, fewer bits as they are. */
function unpack(row: Uint8Array, { bits, little }: Layout, values: Uint8Array): void {
  const count = values.length;
  if (bits === 8) values.set(row.subarray(0, count));
  else if (bits === 16) for (let i = 0, at = little ? 1 : 0; i < count; i++, at += 2) values[i] = row[at]!;
  else if (bits === 1) for (let i = 0; i < count; i++) values[i] = (row[i >> 3]! >> (7 - (i & 7))) & 1;
  else if (bits === 2) for (let i = 0; i < count; i++) values[i] = (row[i >> 2]! >> (6 - (i & 3) * 2)) & 3;
  else for (let i = 0; i < count; i++) values[i] = (row[i >> 1]! >> (4 - (i & 1) * 4)) & 15;
}

/** Writes RGB, opacity ignored. */
function colourWriter(layout: Layout): (values: Uint8Array, out: Uint8Array) => void {
  const { samples } = layout;
  const scale = 255 / highestValue(layout);
  if (layout.photometric === photometric.rgb) {
    return (values, out) => {
      for (let to = 0, at = 0; to < out.length; to += 3, at += samples) {
        out[to] = values[at]! * scale;
        out[to + 1] = values[at + 1]! * scale;
        out[to + 2] = values[at + 2]! * scale;
      }
    };
  }
  if (layout.photometric === photometric.cmyk) {
    return (values, out) => {
      for (let to = 0, at = 0; to < out.length; to += 3, at += samples) {
        const light = 1 - (values[at + 3]! * scale) / 255;
        out[to] = (255 - values[at]! * scale) * light + 0.5;
        out[to + 1] = (255 - values[at + 1]! * scale) * light + 0.5;
        out[to + 2] = (255 - values[at + 2]! * scale) * light + 0.5;
      }
    };
  }
  const table = layout.photometric === photometric.palette ? paletteBytes(layout) : greyBytes(layout);
  return (values, out) => {
    for (let to = 0, at = 0; to < out.length; to += 3, at += samples) {
      const index = values[at]! * 3;
      out[to] = table[index]!;
      out[to + 1] = table[index + 1]!;
      out[to + 2] = table[index + 2]!;
    }
  };
}

function layOnWhite(values: Uint8Array, layout: Layout, out: Uint8Array): void {
  const { alpha, samples } = layout;
  if (!alpha) return;
  const full = highestValue(layout);
  for (let to = 0, at = alpha.index; to < out.length; to += 3, at += samples) {
    const opacity = values[at]! / full;
    const share = alpha.premultiplied ? 1 : opacity;
    const paper = 255 * (1 - opacity) + 0.5;
    for (let channel = to; channel < to + 3; channel++)
      out[channel] = Math.min(255, out[channel]! * share + paper);
  }
}

/** Of unpacked samples. */
const highestValue = ({ bits }: Layout): number => 2 ** Math.min(bits, 8) - 1;

function greyBytes(layout: Layout): Uint8Array {
  const most = highestValue(layout);
  const table = new Uint8Array((most + 1) * 3);
  for (let value = 0; value <= most; value++) {
    const light = layout.photometric === photometric.whiteIsZero ? most - value : value;
    table.fill((light * 255) / most, value * 3, value * 3 + 3);
  }
  return table;
}

/** TIFF keeps the map as 16-bit values, all reds first; some writers put bytes there. */
function paletteBytes({ colourMap, bits }: Layout): Uint8Array {
  const count = 2 ** bits; // 16-bit palettes do not exist
  const shift = colourMap.some((value) => value > 255) ? 8 : 0;
  const map = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++)
      map[i * 3 + channel] = (colourMap[channel * count + i] ?? 0) >> shift;
  }
  return map;
}
