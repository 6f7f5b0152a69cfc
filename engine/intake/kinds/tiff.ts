/** TIFF with any number of pages. */
import fs from 'node:fs/promises';
import { PalimpsestError, throwIfAborted } from '../../base/errors';
import { checkSourcePixels } from '../limits';
import { checkPageNumber, noText, toPageRaster } from '../page-raster';
import { applyOrientation, orientationSwapsSides } from '../pixels/rotate';
import { type Directory, readDirectories, tag } from '../tiff/directory';
import { type Layout, layoutOf } from '../tiff/layout';
import { decodePage } from '../tiff/page-pixels';
import type { PageInfo, PageRaster, RasteriseOptions, Source } from '../types';
import type { FileInfo, IntakeKind, OpenContext } from './kind';

export const tiff: IntakeKind = {
  mediaTypes: ['image/tiff'],
  async open(file, context) {
    const directories = readDirectories(await fs.readFile(file.path), context.limits.maxPages);
    const faults = directories.map((directory) => faultOf(directory, context));
    const [first] = faults;
    // One bad page among good ones fails when it is asked for; a file of bad pages fails at once.
    if (first && faults.every((fault) => fault !== undefined)) throw first;
    return tiffSource(file, context, directories);
  },
};

function faultOf(directory: Directory, context: OpenContext): PalimpsestError | undefined {
  try {
    checkedLayout(directory, context);
    return undefined;
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
}

function checkedLayout(directory: Directory, { limits }: OpenContext): Layout {
  const layout = layoutOf(directory);
  checkSourcePixels(layout.width, layout.height, limits.maxSourcePixels, 'The TIFF page');
  return layout;
}

interface PageShape {
  /** As displayed. */
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  readonly dpi: number | undefined;
  readonly reduction: number;
}

function shapeOf(directory: Directory, { limits }: OpenContext): PageShape {
  const width = directory.number(tag.width, 0);
  const height = directory.number(tag.height, 0);
  const orientation = directory.number(tag.orientation, 1);
  const swap = orientationSwapsSides(orientation);
  const reduction = Math.max(1, Math.ceil(Math.sqrt((width * height) / limits.maxPixels)));
  return {
    width: swap ? height : width,
    height: swap ? width : height,
    orientation,
    dpi: directory.dpi,
    reduction,
  };
}

function tiffSource(file: FileInfo, context: OpenContext, directories: readonly Directory[]): Source {
  const pages = directories.map((directory, i): PageInfo => {
    const { width, height, dpi, reduction } = shapeOf(directory, context);
    return {
      number: i + 1,
      width: Math.ceil(width / reduction),
      height: Math.ceil(height / reduction),
      ...(dpi === undefined ? {} : { dpi: dpi / reduction }),
    };
  });
  return {
    info: { ...file, pageCount: pages.length },
    pages,
    async rasterise(pageNumber, options = {}) {
      checkPageNumber(pageNumber, pages.length);
      throwIfAborted(options.signal);
      return rasterise(file, context, pageNumber, options);
    },
    async text() {
      return noText;
    },
    async close() {},
  };
}

/** Reads the file anew, so that a waiting job holds no pixels. */
async function rasterise(
  file: FileInfo,
  context: OpenContext,
  pageNumber: number,
  options: RasteriseOptions,
): Promise<PageRaster> {
  const bytes = await fs.readFile(file.path);
  const directory = readDirectories(bytes, context.limits.maxPages)[pageNumber - 1];
  if (!directory)
    throw new PalimpsestError('unreadable', 'The file has changed: the page is no longer in it.');
  const shape = shapeOf(directory, context);
  const stored = await decodePage(bytes, checkedLayout(directory, context), shape.reduction);
  throwIfAborted(options.signal);
  const raster = applyOrientation(stored, shape.orientation);
  const page = { raster, downscaled: shape.reduction > 1 };
  return toPageRaster(page, { ...shape, notes: [] }, options.maxWidth);
}
