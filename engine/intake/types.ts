/** What intake gives: a source with pages that are rasterised one at a time, on request. */
import type { ErrorData } from '../base/errors';
import type { Box } from '../base/geometry';
import type { Logger } from '../base/logger';
import type { Raster } from '../base/raster';
import type { ExistingText, PageTransform, SourceInfo } from '../document';

export interface OpenOptions {
  readonly password?: string;
  readonly limits?: Partial<IntakeLimits>;
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  /** Folder that holds `pdfjs.cjs` and `pdfjs/`; default: `PALIMPSEST_VENDOR_DIR`, else found near the running file. */
  readonly vendorDir?: string;
}

export interface IntakeLimits {
  /** Most pixels of a page raster; larger pages are scaled down (and marked) or refused. */
  readonly maxPixels: number;
  /** Most pixels that are decoded at all, before scaling. */
  readonly maxSourcePixels: number;
  readonly maxFileBytes: number;
  readonly maxPages: number;
  /** After this long, parsing or drawing one page is given up (`timeout`). */
  readonly maxSecondsPerPage: number;
}

/** Size and existing text of a page, known without rasterising it. */
export interface PageInfo {
  /** From 1. */
  readonly number: number;
  /** Expected size of the raster in pixels, before orientation and deskew. */
  readonly width: number;
  readonly height: number;
  readonly dpi?: number;
}

export interface TextRun {
  readonly text: string;
  /** In pixels of the raster given by `rasterise` (before orientation and deskew). */
  readonly box: Box;
  /** Invisible text (render mode 3), as written by other OCR programs. */
  readonly hidden: boolean;
  readonly fontSize: number;
}

export interface PageRaster {
  readonly raster: Raster;
  readonly dpi?: number;
  /** Source to raster, quarterTurns 0 and skew 0 here; orientation and deskew are added later. */
  readonly transform: PageTransform;
  readonly downscaled: boolean;
  /** What a person should know about this page, in plain words, e.g. that only one frame of an animation is read. */
  readonly notes: readonly string[];
}

export interface PageText {
  readonly existing: ExistingText;
  /** Why text that the file holds cannot be used (its runs are left out), in plain words. */
  readonly unusable?: string;
  readonly runs: readonly TextRun[];
}

export interface RasteriseOptions {
  /** For PDF pages only; by default 200, or about a scan's own resolution. Pictures keep their pixels. */
  readonly dpi?: number;
  /** Most pixels across, for thumbnails; never enlarges. */
  readonly maxWidth?: number;
  readonly signal?: AbortSignal;
}

/** An opened file. Calls may overlap; pages are worked on one at a time. */
export interface Source {
  readonly info: SourceInfo;
  readonly pages: readonly PageInfo[];
  /** Fails with `unreadable`, `too-large`, `timeout`, `cancelled` or `not-found` (the file has gone), naming file and page. */
  rasterise(pageNumber: number, options?: RasteriseOptions): Promise<PageRaster>;
  /**
   * Text that the file itself holds; always empty for pictures. Boxes fit the raster of `rasterise` with the same
   * options.
   */
  text(pageNumber: number, options?: RasteriseOptions): Promise<PageText>;
  close(): Promise<void>;
}

/** One entry of `listSources`. */
export type ListedSource =
  | { readonly kind: 'file'; readonly path: string; readonly relativePath: string }
  | {
      readonly kind: 'skipped';
      readonly path: string;
      readonly relativePath: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'failed';
      readonly path: string;
      readonly relativePath: string;
      readonly error: ErrorData;
    };
