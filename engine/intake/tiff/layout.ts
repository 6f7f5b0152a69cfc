/** How the pixels of a TIFF page are laid out; refuses by name what cannot be decoded rightly. */
import { PalimpsestError } from '../../base/errors';
import { type Directory, tag } from './directory';

export const compression = {
  none: 1,
  faxRuns: 2,
  faxG3: 3,
  faxG4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;

const readable: readonly number[] = Object.values(compression);

const otherCompressions = new Map([
  [9, 'JBIG'],
  [10, 'JBIG'],
  [32766, 'NeXT'],
  [32771, 'CCITT RLE (word-aligned)'],
  [32809, 'ThunderScan'],
  [33003, 'JPEG 2000'],
  [33005, 'JPEG 2000'],
  [34661, 'JBIG'],
  [34676, 'SGI LogLuv'],
  [34677, 'SGI LogLuv'],
  [34712, 'JPEG 2000'],
  [34887, 'LERC'],
  [34892, 'lossy JPEG (DNG)'],
  [34925, 'LZMA'],
  [50000, 'ZSTD'],
  [50001, 'WebP'],
  [50002, 'JPEG XL'],
]);

export const photometric = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, yCbCr: 6 } as const;

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly compression: number;
  readonly photometric: number;
  readonly bits: number;
  readonly samples: number;
  /** Index of the sample that is opacity, and whether colours are multiplied by it already. */
  readonly alpha: { readonly index: number; readonly premultiplied: boolean } | undefined;
  readonly planar: boolean;
  readonly predictor: boolean;
  readonly little: boolean;
  readonly fillOrder: number;
  readonly faxOptions: number;
  readonly colourMap: readonly number[];
  readonly jpegTables: Uint8Array | undefined;
  /** Strips are tiles as wide as the page. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
}

/** Fails with `unsupported`, naming what is unknown, or `unreadable`. */
export function layoutOf(directory: Directory): Layout {
  const width = directory.number(tag.width, 0);
  const height = directory.number(tag.height, 0);
  if (!(width > 0 && height > 0)) throw new PalimpsestError('unreadable', 'The TIFF page has no size.');
  const method = directory.number(tag.compression, 1);
  const isJpeg = method === compression.jpeg || method === compression.oldJpeg;
  if (!readable.includes(method) || (method === compression.oldJpeg && !directory.has(tag.jpegStart))) {
    const name =
      method === compression.oldJpeg
        ? 'old-style JPEG'
        : (otherCompressions.get(method) ?? `number ${method}`);
    throw new PalimpsestError(
      'unsupported',
      `The TIFF page is compressed with ${name}, which cannot be read.`,
    );
  }
  const bitsOfAll = directory.numbers(tag.bitsPerSample);
  const bits = bitsOfAll[0] ?? 1;
  const samples = directory.number(tag.samplesPerPixel, Math.max(1, bitsOfAll.length));
  const kind = directory.number(tag.photometric, samples >= 3 ? photometric.rgb : photometric.whiteIsZero);
  refuseOddSamples(bits, bitsOfAll, directory.number(tag.sampleFormat, 1));
  const colours = colourSamples(kind, isJpeg);
  if (samples < colours)
    throw new PalimpsestError('unreadable', 'The TIFF page is damaged: colours are missing.');
  const predictor = directory.number(tag.predictor, 1);
  if (predictor > 2) refuse('floating-point samples');
  const tiled = directory.has(tag.tileWidth);
  const planar = directory.number(tag.planar, 1) === 2 && samples > 1;
  if (planar && (bits < 8 || isJpeg)) refuse('separate colour planes of this kind');
  if (isJpeg && kind === photometric.cmyk) refuse('CMYK colours compressed with JPEG');
  const extra = directory.number(tag.extraSamples, 0);
  return {
    width,
    height,
    compression: method,
    photometric: kind,
    bits,
    samples,
    alpha:
      samples > colours && (extra === 1 || extra === 2)
        ? { index: colours, premultiplied: extra === 1 }
        : undefined,
    planar,
    predictor: predictor === 2,
    little: directory.little,
    fillOrder: directory.number(tag.fillOrder, 1),
    faxOptions: directory.number(tag.faxOptions, 0),
    colourMap: directory.numbers(tag.colourMap),
    jpegTables: directory.bytes(tag.jpegTables),
    tileWidth: tiled ? directory.number(tag.tileWidth, 0) : width,
    tileHeight: tiled
      ? directory.number(tag.tileHeight, 0)
      : Math.min(height, directory.number(tag.rowsPerStrip, height)),
    offsets: directory.numbers(tiled ? tag.tileOffsets : tag.stripOffsets),
    byteCounts: directory.numbers(tiled ? tag.tileByteCounts : tag.stripByteCounts),
  };
}

function refuse(what: string): never {
  throw new PalimpsestError('unsupported', `The TIFF page has ${what}, which cannot be read.`);
}

function refuseOddSamples(bits: number, all: readonly number[], format: number): void {
  if (all.some((other) => other !== bits)) refuse('colours of different depth');
  if (format === 3) refuse('floating-point samples');
  if (format === 2) refuse('signed samples');
  if (![1, 2, 4, 8, 16].includes(bits)) refuse(`${bits} bits per sample`);
}

function colourSamples(kind: number, isJpeg: boolean): number {
  if (kind === photometric.whiteIsZero || kind === photometric.blackIsZero || kind === photometric.palette)
    return 1;
  if (kind === photometric.rgb) return 3;
  if (kind === photometric.cmyk) return 4;
  if (kind === photometric.yCbCr) {
    if (!isJpeg) refuse('YCbCr colours without JPEG compression');
    return 3;
  }
  if (kind === 8) refuse('L*a*b* colours');
  if (kind === 32803 || kind === 34892) refuse('the raw data of a camera');
  return refuse(`colours of an unknown kind (${kind})`);
}
