/** A PDF as a Source: page sizes, pages to pixels, the text that it holds. */
import { createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { PalimpsestError, throwIfAborted } from '../../base/errors';
import type { FileInfo, OpenContext } from '../kinds/kind';
import { fitToLimits, fourByteShare } from '../limits';
import { checkPageNumber } from '../page-raster';
import { rasterOf } from '../pixels/canvas';
import type { PageInfo, PageRaster, RasteriseOptions, Source } from '../types';
import { analyseDrawing, loadOperators, type PageDrawing } from './page-operators';
import { readPageText } from './page-text';
import type { ParserThread } from './parser-thread';
import type { PdfFile } from './pdf-file';
import { chooseDpi, defaultDpi } from './resolution';

/** Pages asked for at a time while their sizes are collected. */
const pagesAtOnce = 64;
/** The parser keeps fonts and shared pictures between pages; every so many pages it is told to drop them. */
const pagesBetweenCleanings = 25;

export async function openPdfSource(file: FileInfo, context: OpenContext, pdf: PdfFile): Promise<Source> {
  try {
    const pages = await pdf.with((document) => pageSizes(document, context));
    return new PdfSource(file, context, pdf, pages);
  } catch (error) {
    await pdf.close();
    throw error;
  }
}

async function pageSizes(document: PDFDocumentProxy, { limits, signal }: OpenContext): Promise<PageInfo[]> {
  const count = document.numPages;
  if (count > limits.maxPages) {
    throw new PalimpsestError(
      'too-large',
      `The PDF has ${count} pages; at most ${limits.maxPages} are opened.`,
    );
  }
  const pages: PageInfo[] = [];
  for (let first = 1; first <= count; first += pagesAtOnce) {
    throwIfAborted(signal);
    const numbers = Array.from({ length: Math.min(pagesAtOnce, count - first + 1) }, (_, i) => first + i);
    pages.push(...(await Promise.all(numbers.map((number) => pageSize(document, number, limits.maxPixels)))));
  }
  return pages;
}

/** A page that is damaged keeps its place, with the size of a letter; rasterising it tells what is wrong. */
async function pageSize(document: PDFDocumentProxy, number: number, maxPixels: number): Promise<PageInfo> {
  const { width, height } = await document.getPage(number).then(
    (page) => page.getViewport({ scale: 1 }),
    () => ({ width: 612, height: 792 }),
  );
  const size = fitToLimits(width, height, defaultDpi / 72, maxPixels);
  return { number, width: size.width, height: size.height, dpi: size.scale * 72 };
}

class PdfSource implements Source {
  readonly info;
  /** What is drawn on the page asked for last, so that text and pixels of a page cost one analysis. */
  private known: { readonly number: number; readonly drawing: PageDrawing } | undefined;
  /** The page whose text was asked for: its operations are kept, since its pixels are usually wanted next. */
  private kept: PDFPageProxy | undefined;
  private pagesSinceCleaning = 0;

  constructor(
    file: FileInfo,
    private readonly context: OpenContext,
    private readonly pdf: PdfFile,
    readonly pages: readonly PageInfo[],
  ) {
    this.info = { ...file, pageCount: pages.length };
  }

  async rasterise(pageNumber: number, options: RasteriseOptions = {}): Promise<PageRaster> {
    checkPageNumber(pageNumber, this.pages.length);
    return this.withPage(pageNumber, options.signal, async (page, thread) => {
      // Analysed anew even if known: pictures have other names each time the page is parsed.
      const drawing = await this.analyse(page, thread);
      const { width, height, size } = this.sizeOf(page, drawing, options);
      const deadline = Date.now() + this.context.limits.maxSecondsPerPage * 1000;
      const raster = await render(page, size, deadline, options.signal);
      const lost = lostPictures(page, drawing);
      return {
        raster,
        dpi: size.scale * 72,
        transform: {
          sourceWidth: width,
          sourceHeight: height,
          scale: size.scale,
          quarterTurns: 0,
          skewDegrees: 0,
        },
        downscaled: size.downscaled,
        notes: lost > 0 ? [`${lost} of the pictures on this page cannot be decoded.`] : [],
      };
    });
  }

  async text(pageNumber: number, options: RasteriseOptions = {}) {
    checkPageNumber(pageNumber, this.pages.length);
    return this.withPage(pageNumber, options.signal, async (page, thread) => {
      const drawing = await this.drawingOf(page, thread);
      const { size } = this.sizeOf(page, drawing, options);
      this.kept = page;
      return readPageText(page, page.getViewport({ scale: size.scale }), drawing);
    });
  }

  close(): Promise<void> {
    return this.pdf.close();
  }

  private withPage<T>(
    number: number,
    signal: AbortSignal | undefined,
    work: (page: PDFPageProxy, thread: ParserThread) => Promise<T>,
  ): Promise<T> {
    return this.pdf.with(async (document, thread) => {
      throwIfAborted(signal);
      const page = await document.getPage(number);
      if (this.kept && this.kept !== page) this.kept.cleanup();
      this.kept = undefined;
      try {
        return await work(page, thread);
      } finally {
        if (this.kept === undefined) page.cleanup();
        if (++this.pagesSinceCleaning >= pagesBetweenCleanings) {
          this.pagesSinceCleaning = 0;
          await document.cleanup().catch(() => {}); // refused while a page is kept; the next time will do
        }
      }
    });
  }

  private async drawingOf(page: PDFPageProxy, thread: ParserThread): Promise<PageDrawing> {
    return this.known?.number === page.pageNumber ? this.known.drawing : this.analyse(page, thread);
  }

  private async analyse(page: PDFPageProxy, thread: ParserThread): Promise<PageDrawing> {
    const operators = await loadOperators(page);
    this.refuseIfIncomplete(thread.warnings);
    const drawing = analyseDrawing(operators, thread.vendor.api.OPS, page);
    this.known = { number: page.pageNumber, drawing };
    return drawing;
  }

  /** pdf.js goes on without a picture that it could not decode; a page silently without its scan is no result. */
  private refuseIfIncomplete(warnings: readonly string[]): void {
    for (const warning of warnings) {
      this.context.logger.debug('pdf.js warning', { warning, file: this.info.name });
      if (warning.includes('maximum allowed size')) {
        const most = Math.round((this.context.limits.maxSourcePixels * fourByteShare) / 1e6);
        const text = `A picture on this page is too large: at most ${most} million pixels are decoded.`;
        throw new PalimpsestError('too-large', text);
      }
    }
  }

  private sizeOf(page: PDFPageProxy, drawing: PageDrawing, options: RasteriseOptions) {
    const { width, height } = page.getViewport({ scale: 1 });
    const dpi = options.dpi ?? chooseDpi(drawing.pictures, width, height);
    const size = fitToLimits(width, height, dpi / 72, this.context.limits.maxPixels, options.maxWidth);
    return { width, height, size };
  }
}

/** A share of the page that, when its picture is lost, takes what the page is about with it. */
const essentialCoverage = 0.3;

/**
 * pdf.js draws nothing for a picture that it cannot decode. Gives the number of such pictures, or fails with
 * `unreadable` where one of them is a scan: a blank page in its place would be a lie.
 */
function lostPictures(page: PDFPageProxy, { pictures }: PageDrawing): number {
  let lost = 0;
  for (const { id, coverage } of pictures) {
    const store = id.startsWith('g_') ? page.commonObjs : page.objs;
    if (id === '' || (store.has(id) && store.get(id))) continue;
    if (coverage >= essentialCoverage) {
      throw new PalimpsestError(
        'unreadable',
        'The picture that makes up this page is damaged and cannot be decoded.',
      );
    }
    lost++;
  }
  return lost;
}

async function render(
  page: PDFPageProxy,
  size: { readonly width: number; readonly height: number; readonly scale: number },
  deadline: number,
  signal: AbortSignal | undefined,
) {
  const context = createCanvas(size.width, size.height).getContext('2d');
  const task = page.render({
    canvas: null,
    canvasContext: context,
    viewport: page.getViewport({ scale: size.scale }),
  });
  let stop: PalimpsestError | undefined;
  // pdf.js pauses every few milliseconds; only here can a page that draws for ever be stopped.
  task.onContinue = (proceed: () => void): void => {
    if (signal?.aborted) stop = new PalimpsestError('cancelled', 'Cancelled.');
    else if (Date.now() > deadline) stop = new PalimpsestError('timeout', 'Drawing the page took too long.');
    if (stop) task.cancel();
    else setImmediate(proceed);
  };
  try {
    await task.promise;
  } catch (error) {
    throw stop ?? error;
  }
  return rasterOf(context, size.width, size.height);
}
