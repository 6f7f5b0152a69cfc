/**
 * The way of a page up to its regions: intake → orientation → regions. Needs nothing of what else is read, so the next
 * page can be on it while one is read. Between two engine runs the signal is checked and the host gets a turn.
 */
import { yieldToHost } from '../base/abort';
import { throwIfAborted } from '../base/errors';
import { boxOfQuad, centre, type Quad } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import { moveQuad, rotateQuad, turnQuad } from '../base/turning';
import {
  fitCrop,
  type Page,
  type PageCrop,
  type PageMark,
  type PageTransform,
  type Region,
} from '../document';
import { deskew, rotateQuarter, type Source } from '../intake';
import type { ProgressStage } from '../protocol/events';
import type { DetectedLine, FoundRegion, PageAnalyser } from '../regions';
import { type ExistingTextMode, existingLines, type KnownLine, mergeKnownLines } from './existing-text';
import { findLines, findRegions, hasInk } from './long-page';

export interface PrepareTools {
  readonly analyser: PageAnalyser;
  readonly existingText: ExistingTextMode;
  readonly signal?: AbortSignal | undefined;
  readonly onStage?: (stage: ProgressStage) => void;
}

export type StageSeconds = Partial<Record<ProgressStage, number>>;

/** What is known of a page before it is read. */
export interface PreparedPage {
  /** Upright and deskewed; what the boxes refer to. */
  readonly raster: Raster;
  readonly found: Pick<Page, 'width' | 'height' | 'dpi' | 'transform' | 'existingText' | 'notes' | 'marks'>;
  /** Unread. */
  readonly regions: readonly Region[];
}

export interface Preparation {
  readonly waiting: Page;
  /** Taken so far, also when it fails. */
  readonly seconds: StageSeconds;
  /** Fails with the page's fault, and with `cancelled`. */
  readonly prepared: Promise<PreparedPage>;
}

/** Skew below this is left alone: resampling would cost more than it gives. Degrees. */
const leastSkew = 0.35;

/** Begins at once. */
export function preparePage(source: Source, waiting: Page, tools: PrepareTools): Preparation {
  const seconds: StageSeconds = {};
  const prepared = prepare(source, waiting, tools, seconds);
  // Whoever awaits it hears of a fault; a page that is not wanted any more has none.
  prepared.catch(() => {});
  return { waiting, seconds, prepared };
}

/** Work of one stage, its time added to `seconds`. */
export async function timed<T>(
  stage: ProgressStage,
  { signal, onStage }: Pick<PrepareTools, 'signal' | 'onStage'>,
  seconds: StageSeconds,
  work: () => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  onStage?.(stage);
  const started = Date.now();
  const result = await work();
  seconds[stage] = (seconds[stage] ?? 0) + (Date.now() - started) / 1000;
  await yieldToHost();
  throwIfAborted(signal);
  return result;
}

async function prepare(
  source: Source,
  waiting: Page,
  tools: PrepareTools,
  seconds: StageSeconds,
): Promise<PreparedPage> {
  const { signal, analyser } = tools;
  const options = signal ? { signal } : {};
  const taken = await timed('intake', tools, seconds, () => source.rasterise(waiting.number, options));
  const held = await timed('intake', tools, seconds, () => source.text(waiting.number, options));
  const marks: PageMark[] = taken.downscaled ? [{ kind: 'downscaled' }] : [];
  const notes = [...taken.notes, ...(held.unusable ? [held.unusable] : [])];
  const known = existingLines(held, tools.existingText);
  // A stamp or footer is not the page's text: the picture is read as well.
  const isComplete = tools.existingText === 'keep' && held.existing.found !== 'partial' && known.length > 0;
  const upright = await timed('regions', tools, seconds, () =>
    waiting.transform.byHand
      ? asTurned(taken.raster, known, waiting.transform, analyser, signal)
      : makeUpright(taken.raster, known, isComplete, analyser, signal),
  );
  const { byHand, crop } = waiting.transform;
  if (upright.quarterTurns !== 0 && !byHand)
    marks.push({
      kind: 'orientation-corrected',
      detail: { code: 'turned', number: upright.quarterTurns * 90 },
    });
  if (upright.skewDegrees !== 0 && !byHand) {
    const number = Number(upright.skewDegrees.toFixed(1));
    marks.push({ kind: 'deskewed', detail: { code: 'straightened', number } });
  }
  const transform: PageTransform = {
    ...taken.transform,
    quarterTurns: upright.quarterTurns,
    skewDegrees: upright.skewDegrees,
    ...(byHand ? { byHand } : {}),
    ...(crop ? { crop: fitCrop(crop, upright.whole ?? upright.raster) } : {}),
  };
  const { raster } = upright;
  const found = {
    width: raster.width,
    height: raster.height,
    ...(taken.dpi === undefined ? {} : { dpi: taken.dpi }),
    transform,
    existingText: { ...held.existing, used: upright.known.length > 0 },
    ...(notes.length > 0 && { notes }),
    marks,
  };
  const lines = mergeKnownLines(upright.lines, upright.known);
  // A page without text may still be a picture.
  const isEmpty = lines.quads.length === 0 && !hasInk(raster);
  const boxes = isEmpty
    ? []
    : await timed('regions', tools, seconds, () => findRegions(raster, lines.quads, analyser, signal));
  // Regions outside the crop keep their names.
  const takenIds = new Set((waiting.outside ?? []).map((each) => each.region.id));
  const ids = freeIds(`${waiting.id}-r`, takenIds);
  const regions = boxes.map((region) => regionFrom(region, ids(), lines.textOf));
  return { raster, found, regions };
}

interface Upright {
  readonly raster: Raster;
  readonly lines: readonly DetectedLine[];
  readonly known: readonly KnownLine[];
  readonly quarterTurns: 0 | 1 | 2 | 3;
  readonly skewDegrees: number;
  /** Size before it was cropped. */
  readonly whole?: PageCrop['of'];
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

/** As a person turned, straightened and cropped the page. */
async function asTurned(
  taken: Raster,
  known: readonly KnownLine[],
  { quarterTurns, skewDegrees, crop }: PageTransform,
  analyser: PageAnalyser,
  signal: AbortSignal | undefined,
): Promise<Upright> {
  const turned = rotateQuarter(taken, quarterTurns);
  const whole = skewDegrees === 0 ? turned : deskew(turned, skewDegrees);
  const cut = crop && fitCrop(crop, whole);
  const raster = cut ? cropRaster(whole, cut) : whole;
  const move = (quad: Quad): Quad => {
    const upright = turnQuad(quad, taken.width, taken.height, quarterTurns);
    const straight =
      skewDegrees === 0 ? upright : rotateQuad(upright, turned.width, turned.height, skewDegrees);
    return cut ? moveQuad(straight, -cut.x, -cut.y) : straight;
  };
  const isOnPage = ({ quad }: KnownLine): boolean => {
    const { x, y } = centre(boxOfQuad(quad));
    return x >= 0 && x < raster.width && y >= 0 && y < raster.height;
  };
  return {
    raster,
    lines: await findLines(raster, analyser, signal),
    known: known.map((line) => ({ ...line, quad: move(line.quad) })).filter(isOnPage),
    quarterTurns,
    skewDegrees,
    whole: { width: whole.width, height: whole.height },
  };
}

/** Ids of that beginning, numbered from 1, without those that are taken. */
function freeIds(beginning: string, taken: ReadonlySet<string>): () => string {
  let number = 0;
  return () => {
    do number++;
    while (taken.has(`${beginning}${number}`));
    return `${beginning}${number}`;
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
