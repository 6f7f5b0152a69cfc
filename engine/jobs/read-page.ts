/**
 * One page from source to regions with readings: prepared, then read. The only place where these stages meet. Between
 * two engine runs the signal is checked and the host gets a turn.
 */
import { throwIfAborted, toErrorData } from '../base/errors';
import type { Raster } from '../base/raster';
import type { Page, Region } from '../document';
import type { Source } from '../intake';
import type { Reader, ReadOptions, RegionReading } from '../model';
import { refineLabels } from '../regions';
import { doubtfulPage, doubtfulRegion, withoutNoise } from './doubt';
import { type Preparation, type PrepareTools, preparePage, type StageSeconds, timed } from './prepare-page';

export type { StageSeconds };

export interface PageTools extends PrepareTools {
  readonly reader: Reader;
  /** Reads first; its text is what `reader` drafts from. */
  readonly prior?: Reader | undefined;
  /** Regions that were read before, by id; those found again at the same place are not read again. */
  readonly known?: ReadonlyMap<string, Region> | undefined;
  /** The page with its regions, before they are read. */
  readonly onRegions?: (page: Page) => void;
  readonly onRegion?: (region: Region) => void;
  readonly onDecodeEvent?: ReadOptions['onDecodeEvent'];
}

export interface PageResult {
  readonly page: Page;
  /** Upright and deskewed; what the boxes refer to. */
  readonly raster: Raster | undefined;
  readonly seconds: StageSeconds;
}

/**
 * Never throws but for cancellation: a fault becomes `page.error` and status `failed`. `preparation`: of the page as it
 * is now, where that was begun before.
 */
export async function readPage(
  source: Source,
  waiting: Page,
  tools: PageTools,
  preparation: Preparation = preparePage(source, waiting, tools),
): Promise<PageResult> {
  const { seconds } = preparation;
  try {
    return await read(waiting, preparation, tools);
  } catch (error) {
    throwIfAborted(tools.signal);
    const data = toErrorData(error, { file: source.info.name, page: waiting.number });
    return { page: { ...waiting, status: 'failed', error: data }, raster: undefined, seconds };
  }
}

async function read(
  waiting: Page,
  { prepared, seconds }: Preparation,
  tools: PageTools,
): Promise<PageResult> {
  const { raster, found, regions: fresh } = await prepared;
  const { error: _, notes: __, ...unread } = waiting;
  const open: Page = { ...unread, ...found, status: 'working' };
  const regions = fresh.map((region) => {
    const known = tools.known?.get(region.id);
    return known && isSamePlace(known, region) ? known : region;
  });
  tools.onRegions?.({ ...open, regions });
  const readRegions = await timed('reading', tools, seconds, () => readAll(raster, regions, tools));
  const refined = refineLabels(readRegions, raster);
  const page: Page = {
    ...open,
    status: 'done',
    regions: refined,
    marks: [...found.marks, ...doubtfulPage(refined)],
  };
  return { page, raster, seconds };
}

function isSamePlace(a: Region, b: Region): boolean {
  const placeOf = ({ label, task, box }: Region): string =>
    [label, task, box.x, box.y, box.width, box.height].join(' ');
  return placeOf(a) === placeOf(b);
}

async function readAll(page: Raster, regions: readonly Region[], tools: PageTools): Promise<Region[]> {
  const byId = new Map(regions.map((region) => [region.id, region]));
  const unread = regions.filter((region) => tools.known?.get(region.id) !== region);
  if (unread.length === 0) return [...regions];
  const options = tools.signal ? { signal: tools.signal } : {};
  const plain = unread.map(({ id, task, box, lines }) => ({ regionId: id, task, page, box, lines }));
  const before = new Map<string, RegionReading>();
  if (tools.prior) for await (const read of tools.prior.read(plain, options)) before.set(read.regionId, read);
  const requests = plain.map((request) => {
    const first = before.get(request.regionId);
    return first ? { ...request, prior: first.reading.text } : request;
  });
  const listening = tools.onDecodeEvent ? { ...options, onDecodeEvent: tools.onDecodeEvent } : options;
  for await (const result of tools.reader.read(requests, listening)) {
    const region = byId.get(result.regionId);
    if (!region) continue;
    const read = withoutNoise({
      ...region,
      lines: before.get(result.regionId)?.lines ?? result.lines,
      readings: [...region.readings, result.reading],
      marks: [...region.marks, ...result.marks],
    });
    const done = { ...read, marks: [...read.marks, ...doubtfulRegion(read)] };
    byId.set(region.id, done);
    tools.onRegion?.(done);
  }
  return regions.map((region) => byId.get(region.id) ?? region);
}
