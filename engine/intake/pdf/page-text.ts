/** The text that a PDF page holds: runs with their places in the raster, and how far it can stand for the page. */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import type { PageText, TextRun } from '../types';
import type { PageDrawing } from './page-operators';

export async function readPageText(
  page: PDFPageProxy,
  viewport: PageViewport,
  drawing: PageDrawing,
): Promise<PageText> {
  void page;
  void viewport;
  void drawing;
  const runs: TextRun[] = [];
  return { existing: { found: 'none', characters: 0, used: false }, runs };
}
