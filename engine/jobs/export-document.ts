/** One document in one format: assembled, exported and written, pictures included. */
import { basename, dirname, join } from 'node:path';
import { assemble } from '../assembly';
import { PalimpsestError } from '../base/errors';
import type { Box } from '../base/geometry';
import type { Block, FurnitureLabel, Page } from '../document';
import { defaultExportOptions, type Exporter, type ExportOutput, findExporter } from '../exports';
import { encodeRaster } from '../intake';
import type { OpenDocument } from './open-document';
import { fitName, type OnExists, writeOutput } from './output';
import { cropRaster, type PagePictures } from './page-pictures';

export interface WriteOptions {
  readonly keep?: readonly FurnitureLabel[] | undefined;
  readonly onExists: OnExists;
}

export interface WrittenDocument {
  /** Undefined when the file was there and was left alone. */
  readonly file: string | undefined;
  readonly warnings: readonly string[];
}

/** `stem`: path of the output without its extension, below `folder`. */
export async function writeDocument(
  open: OpenDocument,
  format: string,
  folder: string,
  stem: string,
  pictures: PagePictures,
  options: WriteOptions,
): Promise<WrittenDocument> {
  const exporter = findExporter(format);
  const fitted = fitName(stem, `.${exporter.extension}`);
  const imageFolderName = `${basename(fitName(stem, '-images'))}-images`;
  const output = await render(open, exporter, pictures, { keep: options.keep, imageFolderName });
  const target = join(folder, `${fitted}.${exporter.extension}`);
  // Pictures first: a document never points at pictures that are not there.
  for (const asset of output.assets) {
    await writeOutput(join(dirname(target), asset.relativePath), asset.bytes, 'replace');
  }
  const file = await writeOutput(target, output.bytes, options.onExists);
  return { file, warnings: output.warnings };
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
    const crop = cropRaster(await pictures.raster(open.source, page), box);
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
