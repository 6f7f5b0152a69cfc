/** Pictures of figures: fetched once, named in order, with a reason when one cannot be had. */
import { type FigureBlock, pageName } from '../document';
import type { ExportAsset, ExportInput, FigurePicture } from './types';

export interface PlacedFigure extends FigurePicture {
  /** Relative to the output, `/`-separated. */
  readonly relativePath: string;
  /** Of the text's width on the page, 0..1, so that a small picture stays small. */
  readonly widthShare: number;
}

/** A page's text takes about this much of its width. */
const usualTextShare = 0.75;

export interface Figures {
  readonly byBlock: ReadonlyMap<FigureBlock, PlacedFigure>;
  readonly assets: readonly ExportAsset[];
  readonly warnings: readonly string[];
}

/** A picture that cannot be made costs a warning, not the document: its words and caption are still exported. */
export async function collectFigures(input: ExportInput): Promise<Figures> {
  const byBlock = new Map<FigureBlock, PlacedFigure>();
  const warnings: string[] = [];
  for (const block of input.blocks) {
    if (block.kind !== 'figure') continue;
    const page = input.document.pages.find((each) => each.id === block.source.pageId);
    try {
      const picture = await input.figure(block.source.pageId, block.box);
      const extension = picture.mediaType === 'image/jpeg' ? 'jpg' : 'png';
      const name = `figure-${byBlock.size + 1}.${extension}`;
      const share =
        page === undefined || page.width === 0 ? 1 : block.box.width / page.width / usualTextShare;
      byBlock.set(block, {
        ...picture,
        relativePath: `${input.options.imageFolderName}/${name}`,
        widthShare: Math.min(1, Math.max(0.05, share)),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`A picture on page ${page ? pageName(page) : '?'} could not be exported: ${reason}`);
    }
  }
  const assets = [...byBlock.values()].map(({ relativePath, bytes }) => ({ relativePath, bytes }));
  return { byBlock, assets, warnings };
}
