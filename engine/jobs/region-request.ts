/** A region of a page that is there already, as something to read anew. */
import { type Box, boxOfQuad, centre, clampBox, grown, type Point } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import type { Line, Region, Task } from '../document';
import type { ReadRequest } from '../model';
import type { PageAnalyser } from '../regions';

/** Around a box, so that letters at its edge are whole for the line detector. Pixels. */
const margin = 24;

/**
 * What is printed in the region, without the text that was read from it before. A region without lines, or with another
 * box, has its lines looked for in the picture.
 */
export async function requestFor(
  region: Pick<Region, 'id' | 'task' | 'box' | 'lines'>,
  page: Raster,
  analyser: Pick<PageAnalyser, 'findLines' | 'findRegions'>,
  asked: { readonly task?: Task | undefined; readonly box?: Box | undefined } = {},
): Promise<ReadRequest> {
  const { task = region.task } = asked;
  const box = clampBox(asked.box ?? region.box, page.width, page.height);
  const known = asked.box === undefined && region.lines.length > 0;
  const lines = known ? region.lines.map(withoutText) : await linesIn(page, box, analyser);
  return { regionId: region.id, task, page, box, lines };
}

function withoutText({ box, quad }: Line): Line {
  return quad ? { box, quad } : { box };
}

async function linesIn(
  page: Raster,
  box: Box,
  analyser: Pick<PageAnalyser, 'findLines' | 'findRegions'>,
): Promise<Line[]> {
  const { x, y, width, height } = box;
  const around = clampBox(grown(box, margin), page.width, page.height);
  const crop = cropRaster(page, around);
  const detected = (await analyser.findLines(crop)).filter(({ quad }) => {
    const middle = centre(boxOfQuad(quad));
    const [left, top] = [middle.x + around.x, middle.y + around.y];
    return left >= x && left <= x + width && top >= y && top <= y + height;
  });
  if (detected.length === 0) return [];
  const found = await analyser.findRegions(crop, detected);
  return found.flatMap((region) => region.lines).map((line) => moved(line, around));
}

function moved({ box, quad }: Line, { x, y }: Box): Line {
  const place = { ...box, x: box.x + x, y: box.y + y };
  if (!quad) return { box: place };
  const move = (corner: Point): Point => ({ x: corner.x + x, y: corner.y + y });
  const [a, b, c, d] = quad;
  return { box: place, quad: [move(a), move(b), move(c), move(d)] };
}
