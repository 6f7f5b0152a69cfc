/**
 * Document → blocks: what a reader of the pages would call paragraphs, headings, lists, notes. Regions keep their own
 * lines as printed; blocks are derived each time and never stored.
 */
import { type Block, currentText, type Document, type Page, type Region, textOf } from '../document';
import { attachCaptions } from './captions';
import { attachEquationNumbers } from './equation-numbers';
import { linkNotes } from './footnotes';
import { clampLevel, decideLevels, type HeadingCandidate } from './headings';
import { collectVocabulary, type Vocabulary } from './hyphenation';
import { joinLists, joinParagraphs } from './joins';
import { median } from './line-breaks';
import type { Piece } from './piece';
import { blocksOfRegion, isHeadingLabel } from './region-blocks';
import { markUnmarkedItems } from './unmarked-items';

export interface AssembleOptions {
  /** Only these pages' blocks; levels and joins are those of the whole document. All pages when left out. */
  readonly pageIds?: readonly string[];
}

/** Pages that are excluded and regions that are left out give nothing. Furniture and footnotes are always included. */
export function assemble(document: Document, options: AssembleOptions = {}): Block[] {
  const pages = document.pages.filter((page) => !page.excluded);
  const vocabulary = vocabularyOf(pages);
  const read = pages.flatMap((page) =>
    page.regions
      .filter((region) => region.state !== 'left-out')
      .flatMap((region) =>
        blocksOfRegion(page, region, vocabulary).map((block): Piece => ({ block, page, region })),
      ),
  );
  const wanted = options.pageIds === undefined ? undefined : new Set(options.pageIds);
  const levelled = setLevels(read).filter(({ page }) => wanted === undefined || wanted.has(page.id));
  const attached = linkNotes(attachEquationNumbers(attachCaptions(levelled)));
  const pieces = joinLists(joinParagraphs(markUnmarkedItems(attached), vocabulary));
  return withPageBreaks(
    pieces,
    pages.filter((page) => wanted === undefined || wanted.has(page.id)),
  );
}

function vocabularyOf(pages: readonly Page[]): Vocabulary {
  const lines = pages.flatMap((page) =>
    page.regions.flatMap((region) => currentText(region)?.text.split('\n') ?? []),
  );
  return collectVocabulary(lines);
}

function setLevels(pieces: readonly Piece[]): Piece[] {
  const headings = pieces.filter(({ block }) => block.kind === 'heading');
  const opening = pieces.find(({ block }) => block.kind !== 'furniture')?.block;
  const firstPage = pieces[0]?.page;
  const levels = decideLevels(
    headings.map(
      ({ block, region, page }): HeadingCandidate => ({
        text: block.kind === 'heading' ? textOf(block.content) : '',
        label: region.label,
        size: isHeadingLabel(region.label) ? sizeOf(region, page) : undefined,
        fixed: region.level,
        marked: block.kind === 'heading' && !isHeadingLabel(region.label) ? block.level : undefined,
        isOnFirstPage: page === firstPage,
        opensDocument: block === opening,
      }),
    ),
  );
  let index = 0;
  return pieces.map((piece) => {
    if (piece.block.kind !== 'heading') return piece;
    return { ...piece, block: { ...piece.block, level: levels[index++] ?? clampLevel(2) } };
  });
}

function sizeOf(region: Region, page: Page): number | undefined {
  const heights = region.lines.map((line) => line.box.height).filter((height) => height > 0);
  const lineCount = currentText(region)?.text.trim().split('\n').length ?? 1;
  const size = heights.length > 0 ? median(heights) : region.box.height / lineCount;
  return size > 0 ? (size * 200) / (page.dpi ?? 200) : undefined;
}

/** A break before each page but the first, also where a page gives no block. */
function withPageBreaks(pieces: readonly Piece[], pages: readonly Page[]): Block[] {
  const byPage = new Map<Page, Block[]>(pages.map((page) => [page, []]));
  for (const { page, block } of pieces) byPage.get(page)?.push(block);
  return [...byPage].flatMap(([page, own], index): Block[] =>
    index === 0 ? own : [{ kind: 'page-break', pageId: page.id, pageNumber: page.number }, ...own],
  );
}
