/**
 * HEIC, by libheif. It is under the LGPL and therefore never bundled: it is loaded at run time from its own folder
 * in node_modules, where a user may replace it.
 */
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { PalimpsestError } from '../../base/errors';
import { createRaster } from '../../base/raster';
import { checkSourcePixels, fitToLimits } from '../limits';
import { composeOnWhite } from '../pixels/canvas';
import { resizeRaster } from '../pixels/resize';
import type { IntakeKind } from './kind';
import { pictureSource } from './picture';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (result: unknown) => void,
  ): void;
  free(): void;
}

interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

/** libheif holds the picture several times over while it decodes. */
const decoderShare = 0.25;

let loaded: Libheif | undefined;

async function libheif(): Promise<Libheif> {
  if (loaded) return loaded;
  let module: unknown;
  try {
    module = await evaluateBundle(
      createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif-bundle.js'),
    );
  } catch (error) {
    const text = 'HEIC pictures cannot be read: the decoder (libheif-js) is not installed or damaged.';
    throw new PalimpsestError('unsupported', text, {}, error);
  }
  if (!isLibheif(module)) {
    throw new PalimpsestError(
      'unsupported',
      'HEIC pictures cannot be read: the decoder (libheif-js) does not fit.',
    );
  }
  loaded = module;
  return module;
}

/**
 * As `require`, but with a console of its own: libheif-js prints its complaints to standard output, which belongs to
 * the results of the command line.
 */
async function evaluateBundle(file: string): Promise<unknown> {
  const silence = (): void => {};
  const quiet = { log: silence, warn: silence, error: silence };
  const module: { exports: unknown } = { exports: {} };
  const names = ['module', 'exports', 'require', '__filename', '__dirname', 'console'];
  const body: unknown = compileFunction(await fs.readFile(file, 'utf8'), names, { filename: file });
  if (typeof body !== 'function') return undefined;
  body(module, module.exports, createRequire(file), file, path.dirname(file), quiet);
  return typeof module.exports === 'function' ? module.exports() : undefined;
}

function isLibheif(module: unknown): module is Libheif {
  return (
    typeof module === 'object' && module !== null && typeof Reflect.get(module, 'HeifDecoder') === 'function'
  );
}

export const heic: IntakeKind = {
  mediaTypes: ['image/heic'],
  async open(file, context) {
    const most = context.limits.maxSourcePixels * decoderShare;
    const size = await withPrimary(file.path, async (image) => ({
      width: image.get_width(),
      height: image.get_height(),
    }));
    checkSourcePixels(size.width, size.height, most, 'The picture');
    // libheif turns and mirrors the picture as the file says, so orientation is done with.
    return pictureSource(file, context, { ...size, orientation: 1, notes: [] }, () =>
      withPrimary(file.path, async (image) => {
        const { width, height } = size;
        const rgba = await pixelsOf(image, width, height);
        const raster = createRaster(width, height, 0);
        composeOnWhite(rgba, raster.data);
        const fitted = fitToLimits(width, height, 1, context.limits.maxPixels);
        return { raster: resizeRaster(raster, fitted.width, fitted.height), downscaled: fitted.downscaled };
      }),
    );
  },
};

async function withPrimary<T>(file: string, work: (image: HeifImage) => Promise<T>): Promise<T> {
  const bytes = await fs.readFile(file);
  const decoder = new (await libheif()).HeifDecoder();
  const images = decoder.decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) throw new PalimpsestError('unreadable', 'The HEIC picture is damaged and cannot be decoded.');
    return await work(image);
  } finally {
    for (const image of images) image.free();
  }
}

function pixelsOf(image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray> {
  return new Promise((resolve, reject) => {
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    image.display(target, (result) => {
      if (result) resolve(target.data);
      else reject(new PalimpsestError('unreadable', 'The HEIC picture is damaged and cannot be decoded.'));
    });
  });
}
