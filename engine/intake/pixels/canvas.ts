/** The only place that draws with @napi-rs/canvas: decoding picture files, encoding rasters. */
import { createCanvas, type Image, ImageData, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { PalimpsestError } from '../../base/errors';
import { createRaster, type Raster } from '../../base/raster';

/** RGBA is fetched in strips of about this many pixels, so that a page is never held twice in full. */
const stripPixels = 2_000_000;

export interface DecodedPicture {
  readonly raster: Raster;
  /** Rows at the bottom that the decoder left empty, as a share of the height; only asked for opaque formats. */
  readonly missing: number;
}

/**
 * Decodes JPEG, PNG, WebP, GIF or BMP bytes and draws them at `width` × `height` on white. `width` and `height`
 * are those of the upright picture: EXIF orientation is applied by the decoder.
 */
export async function decodePicture(
  bytes: Uint8Array,
  width: number,
  height: number,
  opaque: boolean,
): Promise<DecodedPicture> {
  const image = await load(bytes);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingEnabled = image.width !== width || image.height !== height;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const missing = opaque ? emptyRowsBelow(context, width, height) / height : 0;
  return { raster: rasterOf(context, width, height), missing };
}

async function load(bytes: Uint8Array): Promise<Image> {
  let image: Image;
  try {
    image = await loadImage(bytes);
  } catch (error) {
    throw new PalimpsestError('unreadable', 'The picture is damaged and cannot be decoded.', {}, error);
  }
  if (!(image.width > 0 && image.height > 0)) {
    throw new PalimpsestError('unreadable', 'The picture is damaged: nothing in it can be decoded.');
  }
  return image;
}

/** Pixels of a canvas as RGB on white. */
export function rasterOf(context: SKRSContext2D, width: number, height: number): Raster {
  const raster = createRaster(width, height, 0);
  const rows = Math.max(1, Math.floor(stripPixels / width));
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y);
    const strip = context.getImageData(0, y, width, count).data;
    composeOnWhite(strip, raster.data, y * width * 3);
  }
  return raster;
}

/** Straight-alpha RGBA onto white, written to `out` from `offset`. */
export function composeOnWhite(rgba: Uint8Array | Uint8ClampedArray, out: Uint8Array, offset = 0): void {
  let to = offset;
  for (let from = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]!;
    if (alpha === 255) {
      out[to] = rgba[from]!;
      out[to + 1] = rgba[from + 1]!;
      out[to + 2] = rgba[from + 2]!;
    } else {
      const paper = 255 * (255 - alpha) + 127;
      out[to] = (rgba[from]! * alpha + paper) / 255;
      out[to + 1] = (rgba[from + 1]! * alpha + paper) / 255;
      out[to + 2] = (rgba[from + 2]! * alpha + paper) / 255;
    }
  }
}

/** A decoder that runs out of data leaves the rest of an opaque picture transparent. */
function emptyRowsBelow(context: SKRSContext2D, width: number, height: number): number {
  const isEmpty = (y: number): boolean => {
    const row = context.getImageData(0, y, width, 1).data;
    for (let at = 3; at < row.length; at += 4) if (row[at] !== 0) return false;
    return true;
  };
  let low = 0;
  let high = height;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEmpty(middle)) high = middle;
    else low = middle + 1;
  }
  return height - low;
}

/** `quality` 1..100 counts for JPEG only. Fails with `too-large` where the format's own limits are exceeded. */
export async function encodeRaster(
  raster: Raster,
  format: 'png' | 'jpeg',
  quality = 90,
): Promise<Uint8Array> {
  const { width, height, data } = raster;
  if (format === 'jpeg' && Math.max(width, height) > 65_500) {
    throw new PalimpsestError('too-large', `A JPEG cannot be ${width} × ${height} pixels.`);
  }
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const rows = Math.max(1, Math.floor(stripPixels / width));
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y);
    const rgba = new Uint8ClampedArray(width * count * 4);
    let from = y * width * 3;
    for (let to = 0; to < rgba.length; to += 4, from += 3) {
      rgba[to] = data[from]!;
      rgba[to + 1] = data[from + 1]!;
      rgba[to + 2] = data[from + 2]!;
      rgba[to + 3] = 255;
    }
    context.putImageData(new ImageData(rgba, width, count), 0, y);
  }
  return format === 'png' ? canvas.encode('png') : canvas.encode('jpeg', quality);
}
