/** A table whose box is known, as the layout of its page would make a region of it. */
import { area, type Box, boxOfQuad, clampBox, coverage, intersection } from '../base/geometry';
import type { Raster } from '../base/raster';
import { quadSize } from '../base/sampling';
import type { Line } from '../document';
import { openSource } from '../intake';
import type { ReadRequest } from '../model';
import { composeRegions } from '../regions/compose';
import { joinFragments } from '../regions/fragments';
import type { DetectedLine } from '../regions/text-lines';

/** The picture of a file as a page on which a table is to be read; `box` absent: it fills the page. */
export async function tableRequest(
  file: string,
  regionId: string,
  findLines: (page: Raster) => Promise<readonly DetectedLine[]>,
  box?: Box,
): Promise<ReadRequest> {
  const source = await openSource(file);
  const { raster: page } = await source.rasterise(1).finally(() => source.close());
  const { width, height } = page;
  const region = tableRegion(page, await findLines(page), box ?? { x: 0, y: 0, width, height });
  return { regionId, task: 'table', page, ...region };
}

/**
 * `detected`: all lines of the page. Where the layout sees no table, as with cells that span many rows, the box is one
 * that a person has drawn.
 */
function tableRegion(
  page: Raster,
  detected: readonly DetectedLine[],
  box: Box,
): { readonly box: Box; readonly lines: readonly Line[] } {
  const regions = composeRegions(detected, [{ kind: 'table', box, score: 1 }], page);
  const shared = (region: { readonly box: Box }): number => area(intersection(region.box, box)) / area(box);
  const table = regions.find((region) => region.task === 'table' && shared(region) > 0.8);
  if (table) return { box: table.box, lines: table.lines };
  const fragments = detected.map(({ quad }, index) => {
    const place = clampBox(boxOfQuad(quad), page.width, page.height);
    return { index, quad, box: place, height: Math.max(1, quadSize(quad).height), hint: undefined };
  });
  const inside = fragments.filter((fragment) => coverage(fragment.box, box) > 0.6);
  const lines = joinFragments(inside, Infinity).flatMap((line) => line.fragments);
  return { box, lines: lines.map((line) => ({ box: line.box, quad: line.quad })) };
}
