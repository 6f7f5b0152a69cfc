/** Multi-page files for tests: TIFF and PDF made of drawn pages or of real text. */

import { PDFDocument, type PDFFont, type PDFPage, StandardFonts, TextRenderingMode } from '@cantoo/pdf-lib';
import type { Canvas } from '@napi-rs/canvas';
import { png } from './drawn-page';

export { tiff } from './tiff';

export interface PdfText {
  readonly text: string;
  /** Points, from the bottom left. */
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly hidden?: boolean;
}

export interface PdfPage {
  /** Fills the page; its size at `dpi` (200 by default) is the page's. */
  readonly picture?: Canvas;
  /** Points; needed where there is no picture. */
  readonly size?: readonly [number, number];
  readonly texts?: readonly PdfText[];
}

export interface PdfOptions {
  readonly dpi?: number;
  readonly password?: string;
}

export async function pdf(pages: readonly PdfPage[], options: PdfOptions = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { picture, size, texts = [] } of pages) {
    const scale = 72 / (options.dpi ?? 200);
    const [width, height] = size ?? [(picture?.width ?? 800) * scale, (picture?.height ?? 600) * scale];
    const page = document.addPage([width, height]);
    if (picture) page.drawImage(await document.embedPng(png(picture)), { x: 0, y: 0, width, height });
    for (const text of texts) writeText(page, text, font);
  }
  if (options.password !== undefined)
    document.encrypt({ userPassword: options.password, ownerPassword: 'owner' });
  return document.save();
}

function writeText(page: PDFPage, { text, x, y, size = 12, hidden = false }: PdfText, font: PDFFont): void {
  const renderMode = hidden ? TextRenderingMode.Invisible : TextRenderingMode.Fill;
  page.drawText(text, { x, y, size, font, renderMode });
}
