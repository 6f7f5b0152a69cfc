/** At which resolution a PDF page is turned into pixels. */
import type { PlacedPicture } from './page-operators';

export const defaultDpi = 200;
const scanDpi = { least: 150, most: 300 } as const;

/** Pictures must cover this much of a page for it to count as a scan. */
const scanCoverage = 0.8;

/**
 * Scans made with a wrong resolution setting give stamp-sized pages; they keep their pixels up to this many along
 * the longer side, however few points the page measures.
 */
const smallPageSide = 2_400;

/** `width` and `height` of the page as displayed, in points with UserUnit applied. */
export function chooseDpi(pictures: readonly PlacedPicture[], width: number, height: number): number {
  const own = scanResolution(pictures);
  if (own === undefined) return defaultDpi;
  const usual = Math.min(scanDpi.most, Math.max(scanDpi.least, own));
  const side = Math.max(width, height) / 72;
  return Math.max(usual, Math.min(own, smallPageSide / side));
}

/**
 * Resolution of the pictures that make up a scanned page; undefined for other pages. Pages may be cut into strips,
 * or have a coarse background under a fine mask: the finest resolution that covers half of the page counts.
 */
export function scanResolution(pictures: readonly PlacedPicture[]): number | undefined {
  const total = pictures.reduce((sum, picture) => sum + picture.coverage, 0);
  if (total < scanCoverage) return undefined;
  const finestFirst = [...pictures].sort((a, b) => b.dpi - a.dpi);
  let covered = 0;
  for (const picture of finestFirst) {
    covered += picture.coverage;
    if (covered >= Math.min(0.5, total / 2)) return picture.dpi;
  }
  return undefined;
}
