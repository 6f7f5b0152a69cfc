/**
 * A page cut to a part of its raster, and a page cut in two. A region belongs where its centre lies: it stays whole, also
 * where the edge runs through it (pictures and crops end at the page). Regions elsewhere are kept `outside`.
 */
import { PalimpsestError } from '../base/errors';
import { type Box, bottom, boxFromEdges, centre, clampBox, right } from '../base/geometry';
import { moveRegion } from './region-geometry';
import type { OutsideRegion, Page, PageCrop, PageTransform, Region } from './types';

/** A page has at least this many pixels each way. */
const leastSide = 16;

/** Size of the page's raster without its crop. */
export function uncroppedSize({ width, height, transform }: Page): PageCrop['of'] {
  return transform.crop?.of ?? { width, height };
}

/** The page's own box in the raster without crop. */
export function cropOf(page: Page): Box {
  const { x, y, width, height } = page.transform.crop ?? { x: 0, y: 0, ...uncroppedSize(page) };
  return { x, y, width, height };
}

/**
 * `box`: in pixels of the raster without crop, rounded to whole ones; `null` takes the crop back. Throws
 * `invalid-request` for less than a few pixels.
 */
export function cropPage(page: Page, box: Box | null): Page {
  const of = uncroppedSize(page);
  const before = cropOf(page);
  const next = box === null ? { x: 0, y: 0, ...of } : wholePixels(clampBox(box, of.width, of.height));
  if (next.width < leastSide || next.height < leastSide) {
    throw new PalimpsestError('invalid-request', 'So little is not enough for a page.');
  }
  const isWhole = next.width === of.width && next.height === of.height;
  const { crop: _crop, ...uncropped } = page.transform;
  const transform: PageTransform = {
    ...uncropped,
    byHand: true,
    ...(isWhole ? {} : { crop: { ...next, of } }),
  };
  const moved = allRegions(page).map((region) => moveRegion(region, before.x - next.x, before.y - next.y));
  const { outside: _outside, ...rest } = page;
  const places = isWhole ? { regions: moved } : divided(moved, next);
  return { ...rest, width: next.width, height: next.height, transform, ...places };
}

/**
 * Cuts at `x` (page pixels) into the half that is read first and the other one. Both are new pages of the same source:
 * `ids` are theirs.
 */
export function splitPage(
  page: Page,
  x: number,
  first: 'left' | 'right',
  ids: readonly [string, string],
): [Page, Page] {
  const at = Math.round(x);
  if (at < leastSide || page.width - at < leastSide) {
    throw new PalimpsestError('invalid-request', 'The cut must lie within the page.');
  }
  const own = cropOf(page);
  const isLeft = (region: Region): boolean => centre(region.box).x < at;
  const { outside: _, ...rest } = page;
  const half = (side: 'left' | 'right', id: string, letter: string): Page => {
    const regions = allRegions(page).filter((region) => isLeft(region) === (side === 'left'));
    const [from, to] = side === 'left' ? [0, at] : [at, page.width];
    const box = boxFromEdges(own.x + from, own.y, own.x + to, bottom(own));
    return { ...cropPage({ ...rest, regions }, box), id, part: `${page.part ?? ''}${letter}` };
  };
  const second = first === 'left' ? 'right' : 'left';
  return [half(first, ids[0], 'a'), half(second, ids[1], 'b')];
}

/** The same part of a raster of another size, as the page's source gives it in another resolution. */
export function fitCrop(crop: PageCrop, of: PageCrop['of']): PageCrop {
  if (crop.of.width === of.width && crop.of.height === of.height) return crop;
  const across = of.width / crop.of.width;
  const down = of.height / crop.of.height;
  const { x, y } = crop;
  const box = boxFromEdges(x * across, y * down, right(crop) * across, bottom(crop) * down);
  return { ...wholePixels(clampBox(box, of.width, of.height)), of };
}

/** Those outside at their places among the others. */
function allRegions({ regions, outside = [] }: Page): Region[] {
  const all = [...regions];
  for (const { index, region } of outside) all.splice(index, 0, region);
  return all;
}

function divided(all: readonly Region[], { width, height }: Box): Pick<Page, 'regions' | 'outside'> {
  const regions: Region[] = [];
  const outside: OutsideRegion[] = [];
  for (const [index, region] of all.entries()) {
    const { x, y } = centre(region.box);
    if (x >= 0 && x < width && y >= 0 && y < height) regions.push(region);
    else outside.push({ index, region });
  }
  return { regions, ...(outside.length > 0 && { outside }) };
}

function wholePixels(box: Box): Box {
  return boxFromEdges(Math.round(box.x), Math.round(box.y), Math.round(right(box)), Math.round(bottom(box)));
}
