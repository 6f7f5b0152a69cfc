/** The documents and their pages as one flat list of rows with known heights, for the virtual list. Pure. */
import type { Page } from '../../../engine/document';
import type { OpenDocument } from '../../store/state';

export type Row =
  | { readonly kind: 'document'; readonly documentId: string }
  | { readonly kind: 'page'; readonly documentId: string; readonly pageId: string };

/** Width of a thumbnail in CSS pixels; narrow windows and large zoom get the small one. */
export const thumbnailWidths = { usual: 148, small: 92 } as const;
/** Width in which thumbnails are asked for: sharp on screens with twice the pixels. */
export const thumbnailPixels = 2 * thumbnailWidths.usual;
const documentHeight = 58;
const captionHeight = 30;
/** A page that was not opened yet is taken for A4. */
const usualRatio = Math.SQRT2;
const tallest = 280;

export function rowsOf(
  documentIds: readonly string[],
  documents: Readonly<Record<string, OpenDocument>>,
): readonly Row[] {
  return documentIds.flatMap((documentId): Row[] => {
    const pageIds = documents[documentId]?.pageIds ?? [];
    return [
      { kind: 'document', documentId },
      ...pageIds.map((pageId): Row => ({ kind: 'page', documentId, pageId })),
    ];
  });
}

/** Height of the picture in CSS pixels. */
export function thumbnailHeight(page: Pick<Page, 'width' | 'height'> | undefined, width: number): number {
  const ratio = page && page.width > 0 ? page.height / page.width : usualRatio;
  return Math.round(Math.min(tallest, width * ratio));
}

/** `scale`: the window's text size relative to 16 px, so that enlarged captions fit. */
export function rowHeight(
  row: Row,
  page: Pick<Page, 'width' | 'height'> | undefined,
  width: number,
  scale: number,
): number {
  if (row.kind === 'document') return Math.round(documentHeight * scale);
  return thumbnailHeight(page, width) + Math.round(captionHeight * scale) + 14;
}
