/**
 * Pages much longer than wide (till rolls, captured web pages). Detectors shrink a page to a fixed size, in which the
 * text of such a page would vanish, so they are given it piece by piece; between two pieces the job can be cancelled.
 */
import { throwIfAborted } from '../base/errors';
import { type Box, bottom, boxOfQuad, centre, coverage, type Point, type Quad } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import { taskOf } from '../document';
import type { DetectedLine, FoundRegion, PageAnalyser } from '../regions';

const longSide = 2400;
const longRatio = 2.5;
/** Length of a piece; at this length the line detector works at about full size. */
const pieceLength = 1600;
/** Pieces overlap by more than any line of text is high. */
const overlap = 240;

export function isLong({ width, height }: { readonly width: number; readonly height: number }): boolean {
  const long = Math.max(width, height);
  return long > longSide && long > longRatio * Math.min(width, height);
}

type Finder = Pick<PageAnalyser, 'findLines' | 'findRegions'>;

/** As `analyser.findLines`, whatever the page's shape; paper of one colour is not looked at. */
export async function findLines(
  page: Raster,
  analyser: Finder,
  signal: AbortSignal | undefined,
): Promise<DetectedLine[]> {
  if (!isLong(page)) return hasInk(page) ? analyser.findLines(page) : [];
  const down = page.height > page.width;
  const length = down ? page.height : page.width;
  const found: DetectedLine[] = [];
  for (let start = 0; ; start += pieceLength - overlap) {
    throwIfAborted(signal);
    const end = Math.min(length, start + pieceLength);
    const piece = down
      ? { x: 0, y: start, width: page.width, height: end - start }
      : { x: start, y: 0, width: end - start, height: page.height };
    const crop = cropRaster(page, piece);
    const lines = hasInk(crop) ? await analyser.findLines(crop) : [];
    // A line in the overlap belongs to the piece in which it lies further from the cut.
    const first = start === 0 ? -1 : start + overlap / 2 - 4;
    const last = end === length ? length : end - overlap / 2 + 4;
    for (const line of lines) {
      const moved = { ...line, quad: moveQuad(line.quad, piece.x, piece.y) };
      const box = boxOfQuad(moved.quad);
      const middle = down ? centre(box).y : centre(box).x;
      const isNew = !found.slice(-200).some((other) => coverage(box, boxOfQuad(other.quad)) > 0.5);
      if (middle > first && middle <= last && isNew) found.push(moved);
    }
    if (end === length) return found;
  }
}

/** As `analyser.findRegions`, whatever the page's shape. */
export async function findRegions(
  page: Raster,
  lines: readonly DetectedLine[],
  analyser: Finder,
  signal: AbortSignal | undefined,
): Promise<FoundRegion[]> {
  if (!isLong(page) || page.width > page.height) return analyser.findRegions(page, lines);
  const regions: FoundRegion[] = [];
  const bands = bandsOf(lines);
  for (const [index, band] of bands.entries()) {
    throwIfAborted(signal);
    const top = index === 0 ? 0 : band.top;
    const end = index === bands.length - 1 ? page.height : band.bottom;
    // An empty stretch is no part of the page's layout; without it the band keeps a page's proportions.
    const from = Math.max(top, band.top - page.width);
    const height = Math.min(end, band.bottom + page.width) - from;
    const crop = cropRaster(page, { x: 0, y: from, width: page.width, height });
    const placed = band.lines.map((line) => ({ ...line, quad: moveQuad(line.quad, 0, -from) }));
    for (const region of await analyser.findRegions(crop, placed)) {
      const moved = moveRegion(region, from);
      const inside =
        (moved.label === 'header' && index > 0) || (moved.label === 'footer' && index < bands.length - 1);
      regions.push(inside ? { ...moved, label: 'text', task: taskOf('text') } : moved);
    }
  }
  return regions;
}

interface Band {
  readonly top: number;
  bottom: number;
  readonly lines: DetectedLine[];
}

/** Cuts between lines, so that no line stands in two bands. */
function bandsOf(lines: readonly DetectedLine[]): Band[] {
  const bands: Band[] = [];
  const sorted = lines.map((line) => ({ line, box: boxOfQuad(line.quad) })).sort((a, b) => a.box.y - b.box.y);
  for (const { line, box } of sorted) {
    const band = bands[bands.length - 1];
    const isCut =
      band === undefined ||
      (box.y > band.bottom && bottom(box) - band.top > pieceLength) ||
      bottom(box) - band.top > 2 * pieceLength;
    if (isCut) bands.push({ top: box.y, bottom: bottom(box), lines: [line] });
    else {
      band.lines.push(line);
      band.bottom = Math.max(band.bottom, bottom(box));
    }
  }
  return bands;
}

function moveRegion(region: FoundRegion, down: number): FoundRegion {
  const move = (box: Box): Box => ({ ...box, y: box.y + down });
  return {
    ...region,
    box: move(region.box),
    lines: region.lines.map((line) => ({
      ...line,
      box: move(line.box),
      ...(line.quad ? { quad: moveQuad(line.quad, 0, down) } : {}),
    })),
  };
}

function moveQuad([a, b, c, d]: Quad, x: number, y: number): Quad {
  const move = (point: Point): Point => ({ x: point.x + x, y: point.y + y });
  return [move(a), move(b), move(c), move(d)];
}

/** Levels of green between the darkest and the lightest pixel below which a raster is one colour. */
const leastContrast = 12;

/** False for a raster of one colour. */
export function hasInk({ data }: Raster): boolean {
  let least = 255;
  let most = 0;
  for (let at = 1; at < data.length; at += 3) {
    const value = data[at]!;
    if (value < least) least = value;
    if (value > most) most = value;
    if (most - least >= leastContrast) return true;
  }
  return false;
}
