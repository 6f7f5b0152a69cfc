/** What intake gives: a source with pages that are rasterised one at a time, on request. */
import type { Box } from '../base/geometry';
import type { Raster } from '../base/raster';
import type { ExistingText, PageTransform, SourceInfo } from '../document';

export interface OpenOptions {
  readonly password?: string;
  readonly limits?: Partial<IntakeLimits>;
  readonly signal?: AbortSignal;
}

export interface IntakeLimits {
  /** Most pixels of a page raster; larger pages are scaled down (and marked) or refused. */
  readonly maxPixels: number;
  /** Most pixels that are decoded at all, before scaling. */
  readonly maxSourcePixels: number;
  readonly maxFileBytes: number;
  readonly maxPages: number;
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
}

export interface PageText {
  readonly existing: ExistingText;
  readonly runs: readonly TextRun[];
}

export interface Source {
  readonly info: SourceInfo;
  readonly pages: readonly PageInfo[];
  rasterise(pageNumber: number, options?: { readonly dpi?: number; readonly maxWidth?: number; readonly signal?: AbortSignal }): Promise<PageRaster>;
  /** Text that the file itself holds; always empty for pictures. */
  text(pageNumber: number): Promise<PageText>;
  close(): Promise<void>;
}
