/** Shared by all single-picture kinds: a Source with one page, decoded when asked for. */
import fs from 'node:fs/promises';
import { PalimpsestError, throwIfAborted } from '../../base/errors';
import { checkSourcePixels, fitToLimits, fourByteShare } from '../limits';
import { checkPageNumber, type DecodedPage, noText, toPageRaster } from '../page-raster';
import { decodePicture } from '../pixels/canvas';
import { applyOrientation, orientationSwapsSides } from '../pixels/rotate';
import type { Source } from '../types';
import type { FileInfo, IntakeKind, OpenContext } from './kind';

/** What the file's header says, before anything is decoded. */
export interface PictureHeader {
  /** As stored, before orientation. */
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  readonly dpi?: number;
  /** The format, or this file, has no transparency: rows that stay transparent were never decoded. */
  readonly opaque: boolean;
  /** False where the file visibly ends too early. */
  readonly complete: boolean;
  readonly notes: readonly string[];
}

export interface PictureFormat {
  readonly mediaTypes: readonly string[];
  /** Throws a RangeError or `unreadable` when the header is damaged. */
  readHeader(bytes: Uint8Array): PictureHeader;
  /** Whether the canvas decoder applies EXIF orientation for this format (tests pin it down). */
  readonly decoderOrients: boolean;
}

export function pictureKind(format: PictureFormat): IntakeKind {
  return {
    mediaTypes: format.mediaTypes,
    async open(file, context) {
      const header = headerOf(format, await fs.readFile(file.path));
      const most = context.limits.maxSourcePixels * fourByteShare;
      checkSourcePixels(header.width, header.height, most, 'The picture');
      return pictureSource(file, context, header, async () => {
        const bytes = await fs.readFile(file.path);
        return decodeWith(format, bytes, header, context);
      });
    },
  };
}

function headerOf(format: PictureFormat, bytes: Uint8Array): PictureHeader {
  let header: PictureHeader;
  try {
    header = format.readHeader(bytes);
  } catch (error) {
    if (error instanceof PalimpsestError) throw error;
    throw new PalimpsestError('unreadable', 'The picture is damaged: its header is incomplete.', {}, error);
  }
  if (!(header.width > 0 && header.height > 0)) {
    throw new PalimpsestError('unreadable', 'The picture is damaged: it has no size.');
  }
  return header;
}

async function decodeWith(
  format: PictureFormat,
  bytes: Uint8Array,
  header: PictureHeader,
  context: OpenContext,
): Promise<DecodedPage> {
  const swap = format.decoderOrients && orientationSwapsSides(header.orientation);
  const width = swap ? header.height : header.width;
  const height = swap ? header.width : header.height;
  const size = fitToLimits(width, height, 1, context.limits.maxPixels);
  const { raster, missing } = await decodePicture(bytes, size.width, size.height, header.opaque);
  if (missing > 0 || !header.complete) {
    const share = Math.round((1 - missing) * 100);
    const detail = missing > 0 ? ` Only the first ${share} % of it can be decoded.` : '';
    throw new PalimpsestError('unreadable', `The picture is damaged or cut short.${detail}`);
  }
  const upright = format.decoderOrients ? raster : applyOrientation(raster, header.orientation);
  return { raster: upright, downscaled: size.downscaled };
}

/** A source with one page whose pixels come from `decode`; shared with kinds that have decoders of their own. */
export function pictureSource(
  file: FileInfo,
  context: OpenContext,
  header: Pick<PictureHeader, 'width' | 'height' | 'orientation' | 'dpi' | 'notes'>,
  decode: () => Promise<DecodedPage>,
): Source {
  const swap = orientationSwapsSides(header.orientation);
  const width = swap ? header.height : header.width;
  const height = swap ? header.width : header.height;
  const expected = fitToLimits(width, height, 1, context.limits.maxPixels);
  const dpi = header.dpi === undefined ? {} : { dpi: header.dpi * expected.scale };
  return {
    info: { ...file, pageCount: 1 },
    pages: [{ number: 1, width: expected.width, height: expected.height, ...dpi }],
    async rasterise(pageNumber, options = {}) {
      checkPageNumber(pageNumber, 1);
      throwIfAborted(options.signal);
      const page = await decode();
      throwIfAborted(options.signal);
      return toPageRaster(page, { width, height, dpi: header.dpi, notes: header.notes }, options.maxWidth);
    },
    async text() {
      return noText;
    },
    async close() {},
  };
}
