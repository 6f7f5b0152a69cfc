/** One document in several formats: assembled, exported and written, pictures included. */
import { basename, dirname, join } from 'node:path';
import { assemble } from '../assembly';
import { type ErrorData, PalimpsestError, toErrorData } from '../base/errors';
import type { Box } from '../base/geometry';
import { cropRaster } from '../base/raster';
import type { Block, FurnitureLabel, Page } from '../document';
import { defaultExportOptions, type Exporter, type ExportOutput, exporters, findExporter } from '../exports';
import { encodeRaster } from '../intake';
import { writeFileWhole } from '../store';
import { type OpenDocument, sourceOf } from './open-document';
import { exists, freeStem, type OnExists } from './output';
import type { PagePictures } from './page-pictures';

export interface WriteOptions {
  readonly formats: readonly string[];
  readonly folder: string;
  /** Path of the output without its ending, below `folder`; from `outputStems`. */
  readonly stem: string;
  readonly keep?: readonly FurnitureLabel[] | undefined;
  readonly onExists: OnExists;
}

/** `file` is undefined when it was there and was left alone, and when it could not be written. */
export interface WrittenDocument {
  readonly format: string;
  readonly file?: string;
  readonly error?: ErrorData;
  readonly warnings: readonly string[];
}

/** One entry per format; a fault of one does not keep the others from being written. */
export async function writeDocument(
  open: OpenDocument,
  pictures: PagePictures,
  options: WriteOptions,
): Promise<WrittenDocument[]> {
  const { formats } = options;
  const stem = await stemFor(options);
  const written: WrittenDocument[] = [];
  for (const format of formats) {
    try {
      written.push({ format, ...(await writeFormat(open, format, stem, pictures, options)) });
    } catch (error) {
      written.push({ format, error: toErrorData(error, { file: open.source.info.name }), warnings: [] });
    }
  }
  return written;
}

/** The name that results get: with `rename` one under which there is nothing yet. */
export async function stemFor({ formats, folder, stem, onExists }: WriteOptions): Promise<string> {
  const endings = formats.flatMap((format) => endingOf(format) ?? []);
  return onExists === 'rename' ? freeStem(folder, stem, endings) : stem;
}

/** Whether `skip` would leave nothing to write. */
export async function isWritten(options: WriteOptions): Promise<boolean> {
  const { formats, folder, stem } = options;
  for (const format of formats) {
    if (!(await exists(join(folder, `${stem}.${findExporter(format).extension}`)))) return false;
  }
  return true;
}

function endingOf(format: string): string | undefined {
  return exporters.find((exporter) => exporter.id === format)?.extension;
}

async function writeFormat(
  open: OpenDocument,
  format: string,
  stem: string,
  pictures: PagePictures,
  { folder, keep, onExists }: WriteOptions,
): Promise<Omit<WrittenDocument, 'format'>> {
  const exporter = findExporter(format);
  const target = join(folder, `${stem}.${exporter.extension}`);
  if (onExists === 'skip' && (await exists(target))) return { warnings: [] };
  const imageFolderName = `${basename(stem)}-images`;
  const output = await render(open, exporter, pictures, { keep, imageFolderName });
  // Pictures first: a document never points at pictures that are not there.
  for (const asset of output.assets) {
    await writeFileWhole(join(dirname(target), asset.relativePath), asset.bytes);
  }
  await writeFileWhole(target, output.bytes);
  return { file: target, warnings: output.warnings };
}

export interface RenderOptions {
  readonly keep?: readonly FurnitureLabel[] | undefined;
  readonly imageFolderName?: string;
  /** Only what comes from these pages or regions. */
  readonly pageId?: string | undefined;
  readonly regionIds?: readonly string[] | undefined;
}

/** The bytes of a document (or a part of it) in a format. */
export async function render(
  open: OpenDocument,
  exporter: Exporter,
  pictures: PagePictures,
  options: RenderOptions = {},
): Promise<ExportOutput> {
  const figure = async (
    pageId: string,
    box: Box,
  ): ReturnType<Parameters<Exporter['export']>[0]['figure']> => {
    const page = pageOf(open, pageId);
    const crop = cropRaster(await pictures.raster(sourceOf(open, page), page), box);
    return {
      bytes: await encodeRaster(crop, 'png'),
      mediaType: 'image/png',
      width: crop.width,
      height: crop.height,
    };
  };
  return exporter.export({
    document: open.document,
    blocks: blocksOf(open, options),
    options: {
      ...defaultExportOptions,
      ...(options.keep === undefined ? {} : { keep: options.keep }),
      ...(options.imageFolderName === undefined ? {} : { imageFolderName: options.imageFolderName }),
      ...(options.regionIds === undefined ? {} : { part: true as const }),
    },
    figure,
  });
}

/** The document as blocks; with a page or regions named, only theirs. */
export function blocksOf(
  open: OpenDocument,
  options: Pick<RenderOptions, 'pageId' | 'regionIds'> = {},
): readonly Block[] {
  const { pageId, regionIds } = options;
  const blocks = assemble(open.document);
  if (regionIds) {
    const wanted = new Set(regionIds);
    return blocks.filter((block) => 'source' in block && block.source.regionIds.some((id) => wanted.has(id)));
  }
  if (pageId === undefined) return blocks;
  return blocks.filter((block) => ('source' in block ? block.source.pageId : block.pageId) === pageId);
}

function pageOf(open: OpenDocument, pageId: string): Page {
  const page = open.document.pages.find((candidate) => candidate.id === pageId);
  if (!page)
    throw new PalimpsestError('invalid-request', `There is no page ${pageId} in ${open.source.info.name}.`);
  return page;
}
