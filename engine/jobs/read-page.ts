/**
 * One page from source to regions with readings: intake → orientation → regions → reading. The only place where
 * these stages meet. Between two engine runs the signal is checked and the host gets a turn.
 */
import { yieldToHost } from '../base/abort';
import { throwIfAborted, toErrorData } from '../base/errors';
import type { Quad } from '../base/geometry';
import type { Raster } from '../base/raster';
import { rotateQuad, turnQuad } from '../base/turning';
import type { Page, PageMark, PageTransform, Region } from '../document';
import { deskew, rotateQuarter, type Source } from '../intake';
import type { Reader, ReadOptions, RegionReading } from '../model';
import type { ProgressStage } from '../protocol/events';
import { type DetectedLine, type FoundRegion, type PageAnalyser, refineLabels } from '../regions';
import { doubtfulPage, doubtfulRegion, withoutNoise } from './doubt';
import { type ExistingTextMode, existingLines, type KnownLine, mergeKnownLines } from './existing-text';
import { findLines, findRegions, hasInk } from './long-page';

export interface PageTools {
  readonly analyser: PageAnalyser;
  readonly reader: Reader;
  /** Reads first; its text is what `reader` drafts from. */
  readonly prior?: Reader | undefined;
  readonly existingText: ExistingTextMode;
  readonly signal?: AbortSignal | undefined;
  /** Regions that were read before, by id; those found again at the same place are not read again. */
  readonly known?: ReadonlyMap<string, Region> | undefined;
  readonly onStage?: (stage: ProgressStage) => void;
  /** The page with its regions, before they are read. */
  readonly onRegions?: (page: Page) => void;
  readonly onRegion?: (region: Region) => void;
  readonly onDecodeEvent?: ReadOptions['onDecodeEvent'];
}

export type StageSeconds = Partial<Record<ProgressStage, number>>;

export interface PageResult {
  readonly page: Page;
  /** Upright and deskewed; what the boxes refer to. */
  readonly raster: Raster | undefined;
  readonly seconds: StageSeconds;
  readonly notes: readonly string[];
}

/** Skew below this is left alone: resampling would cost more than it gives. Degrees. */
const leastSkew = 0.35;

/** Never throws but for cancellation: a fault becomes `page.error` and status `failed`. */
export async function readPage(source: Source, waiting: Page, tools: PageTools): Promise<PageResult> {
  const seconds: StageSeconds = {};
  try {
    return await read(source, waiting, tools, seconds);
  } catch (error) {
    throwIfAborted(tools.signal);
    const data = toErrorData(error, { file: source.info.name, page: waiting.number });
    return { page: { ...waiting, status: 'failed', error: data }, raster: undefined, seconds, notes: [] };
  }
}

async function read(
  source: Source,
  waiting: Page,
  tools: PageTools,
  seconds: StageSeconds,
): Promise<PageResult> {
  const { signal, analyser } = tools;
  const timed = async <T>(stage: ProgressStage, work: () => Promise<T>): Promise<T> => {
    throwIfAborted(signal);
    tools.onStage?.(stage);
    const started = Date.now();
    const result = await work();
    seconds[stage] = (seconds[stage] ?? 0) + (Date.now() - started) / 1000;
    await yieldToHost();
    throwIfAborted(signal);
    return result;
  };
  const options = signal ? { signal } : {};
  const taken = await timed('intake', () => source.rasterise(waiting.number, options));
  const held = await timed('intake', () => source.text(waiting.number, options));
  const marks: PageMark[] = taken.downscaled ? [{ kind: 'downscaled' }] : [];
  const notes = [...taken.notes, ...(held.unusable ? [held.unusable] : [])];
  const known = existingLines(held, tools.existingText);
  // A stamp or footer is not the page's text: the picture is read as well.
  const isComplete = tools.existingText === 'keep' && held.existing.found !== 'partial' && known.length > 0;
  const upright = await timed('regions', () =>
    waiting.transform.byHand
      ? asTurned(taken.raster, known, waiting.transform, analyser, signal)
      : makeUpright(taken.raster, known, isComplete, analyser, signal),
  );
  const { byHand } = waiting.transform;
  if (upright.quarterTurns !== 0 && !byHand)
    marks.push({ kind: 'orientation-corrected', note: `${upright.quarterTurns * 90}°` });
  if (upright.skewDegrees !== 0 && !byHand)
    marks.push({ kind: 'deskewed', note: `${upright.skewDegrees.toFixed(1)}°` });
  const transform: PageTransform = {
    ...taken.transform,
    quarterTurns: upright.quarterTurns,
    skewDegrees: upright.skewDegrees,
    ...(byHand ? { byHand } : {}),
  };
  const { raster } = upright;
  const { error: _, ...unread } = waiting;
  const open: Page = {
    ...unread,
    width: raster.width,
    height: raster.height,
    ...(taken.dpi === undefined ? {} : { dpi: taken.dpi }),
    transform,
    existingText: { ...held.existing, used: upright.known.length > 0 },
    status: 'working',
    marks,
  };
  const lines = mergeKnownLines(upright.lines, upright.known);
  // A page without text may still be a picture.
  const isEmpty = lines.quads.length === 0 && !hasInk(raster);
  const found = isEmpty
    ? []
    : await timed('regions', () => findRegions(raster, lines.quads, analyser, signal));
  const regions = found.map((region, index) => {
    const fresh = regionFrom(region, `${waiting.id}-r${index + 1}`, lines.textOf);
    const known = tools.known?.get(fresh.id);
    return known && isSamePlace(known, fresh) ? known : fresh;
  });
  tools.onRegions?.({ ...open, regions });
  const readRegions = await timed('reading', () => readAll(raster, regions, tools));
  const refined = refineLabels(readRegions, raster);
  const page: Page = {
    ...open,
    status: 'done',
    regions: refined,
    marks: [...marks, ...doubtfulPage(refined)],
  };
  return { page, raster, seconds, notes };
}

interface Upright {
  readonly raster: Raster;
  readonly lines: readonly DetectedLine[];
  readonly known: readonly KnownLine[];
  readonly quarterTurns: 0 | 1 | 2 | 3;
  readonly skewDegrees: number;
}

/** Finds the lines and turns picture, lines and known text upright. */
async function makeUpright(
  taken: Raster,
  known: readonly KnownLine[],
  isComplete: boolean,
  analyser: PageAnalyser,
  signal: AbortSignal | undefined,
): Promise<Upright> {
  // Text from the file says which way up the page is, and where its lines are.
  if (isComplete) return { raster: taken, lines: [], known, quarterTurns: 0, skewDegrees: 0 };
  let raster = taken;
  let turns = 0;
  let lines = await findLines(raster, analyser, signal);
  let placed = known;
  const turn = (by: number): void => {
    const { width, height } = raster;
    placed = placed.map((line) => ({ ...line, quad: turnQuad(line.quad, width, height, by) }));
    raster = rotateQuarter(raster, by);
    turns = (turns + by) % 4;
  };
  if (analyser.isSideways(lines)) {
    turn(1);
    throwIfAborted(signal);
    lines = await findLines(raster, analyser, signal);
  }
  throwIfAborted(signal);
  const head = await analyser.upsideDown(
    raster,
    lines.map((line) => line.quad),
  );
  if (head.lines >= 2 && head.probability > 0.6) {
    const { width, height } = raster;
    lines = lines.map((line) => ({ ...line, quad: turnQuad(line.quad, width, height, 2) }));
    turn(2);
  }
  const skew = analyser.skew(lines);
  if (Math.abs(skew) < leastSkew) {
    return { raster, lines, known: placed, quarterTurns: turns as 0 | 1 | 2 | 3, skewDegrees: 0 };
  }
  const straight = (quad: Quad): Quad => rotateQuad(quad, raster.width, raster.height, -skew);
  return {
    raster: deskew(raster, -skew),
    lines: lines.map((line) => ({ ...line, quad: straight(line.quad) })),
    known: placed.map((line) => ({ ...line, quad: straight(line.quad) })),
    quarterTurns: turns as 0 | 1 | 2 | 3,
    skewDegrees: -skew,
  };
}

/** As a person turned and straightened the page. */
async function asTurned(
  taken: Raster,
  known: readonly KnownLine[],
  { quarterTurns, skewDegrees }: PageTransform,
  analyser: PageAnalyser,
  signal: AbortSignal | undefined,
): Promise<Upright> {
  const turned = rotateQuarter(taken, quarterTurns);
  const raster = skewDegrees === 0 ? turned : deskew(turned, skewDegrees);
  const move = (quad: Quad): Quad => {
    const upright = turnQuad(quad, taken.width, taken.height, quarterTurns);
    return skewDegrees === 0 ? upright : rotateQuad(upright, turned.width, turned.height, skewDegrees);
  };
  return {
    raster,
    lines: await findLines(raster, analyser, signal),
    known: known.map((line) => ({ ...line, quad: move(line.quad) })),
    quarterTurns,
    skewDegrees,
  };
}

function regionFrom(found: FoundRegion, id: string, textOf: (quad: Quad) => string | undefined): Region {
  const lines = found.lines.map((line) => {
    const text = line.quad ? textOf(line.quad) : undefined;
    return text === undefined ? line : { ...line, text, confidence: 1 };
  });
  return {
    id,
    label: found.label,
    box: found.box,
    task: found.task,
    state: 'unchecked',
    lines,
    marks: [],
    readings: [],
    history: [],
  };
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
