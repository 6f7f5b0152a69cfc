/** One picture as one region, and one document read in both decode modes: for the command line and checks. */
import { PalimpsestError } from '../base/errors';
import type { DecodeEvent, Trace } from '../decoding';
import type { Page, Reading, Region, Task } from '../document';
import { openSource } from '../intake';
import type { ReaderUse } from '../model';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import { traceOf } from './live-trace';
import { firstDifference, readOne, requireTokens, withPrior } from './one-region';
import { openDocument } from './open-document';
import { readPage } from './read-page';
import { requestFor } from './region-request';
import type { ToolSource } from './toolbox';

export interface RegionTools {
  readonly toolbox: ToolSource;
  readonly vendorDir: string | undefined;
}

export interface ReadRegionOptions {
  readonly path: string;
  readonly task: Exclude<Task, 'none'>;
  readonly model: string;
  readonly decode?: DecodeSettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RegionRead {
  readonly reading: Reading;
  /** Of models that can run on several devices. */
  readonly use?: ReaderUse;
  /** Of readers that decode tokens. */
  readonly trace?: Trace;
}

/** Reads the first page of a file as one region. Fails as `openSource` and the reader do. */
export async function readRegion(options: ReadRegionOptions, tools: RegionTools): Promise<RegionRead> {
  const { path, task, model, signal } = options;
  const { reader, prior } = await tools.toolbox.readers(model, options.decode);
  const analyser = await tools.toolbox.pageAnalyser();
  const source = await openSource(path, openOptions(tools, signal));
  try {
    const { raster } = await source.rasterise(1, signal ? { signal } : {});
    const box = { x: 0, y: 0, width: raster.width, height: raster.height };
    const asked = await requestFor({ id: 'region', task, box, lines: [] }, raster, analyser);
    const { request } = await withPrior(asked, prior, signal);
    const events: DecodeEvent[] = [];
    const onDecodeEvent = (_: string, event: DecodeEvent): void => void events.push(event);
    const { reading } = await readOne(reader, request, { signal, onDecodeEvent });
    const use = reader.use?.();
    if (events.length === 0) return { reading, ...(use && { use }) };
    return { reading, ...(use && { use }), trace: traceOf(reader, task, events, source.info.name) };
  } finally {
    await source.close();
  }
}

export interface Comparison {
  readonly regions: number;
  readonly identical: number;
  /** The first region whose ids differ, and where. */
  readonly difference?: { readonly page: number; readonly region: string; readonly token: number };
  /** Committed by plain decoding, end tokens counted. */
  readonly tokens: number;
  readonly forwards: Readonly<Record<'self-speculative' | 'autoregressive', number>>;
  readonly seconds: Readonly<Record<'self-speculative' | 'autoregressive', number>>;
  /** Of models that can run on several devices. */
  readonly use?: ReaderUse;
}

export interface CompareOptions {
  readonly path: string;
  readonly model: string;
  readonly blockLength?: DecodeSettings['blockLength'] | undefined;
  readonly weights?: DecodeSettings['weights'] | undefined;
  readonly device?: DecodeSettings['device'] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a file by draft and verify, and every region that gave tokens once more by plain decoding: from the same
 * picture, so that only the decode differs.
 */
export async function compareModes(options: CompareOptions, tools: RegionTools): Promise<Comparison> {
  const { path, model, signal, weights, device } = options;
  const blockLength = options.blockLength ?? defaultDecode.blockLength;
  const decode: DecodeSettings = {
    ...defaultDecode,
    blockLength,
    ...(weights && { weights }),
    ...(device && { device }),
  };
  const analyser = await tools.toolbox.pageAnalyser();
  const readers = await tools.toolbox.readers(model, decode);
  requireTokens(readers.reader);
  const open = await openDocument(path, path, openOptions(tools, signal));
  const forwards = { 'self-speculative': 0, autoregressive: 0 };
  const seconds = { 'self-speculative': 0, autoregressive: 0 };
  let tokens = 0;
  let regions = 0;
  let identical = 0;
  let difference: Comparison['difference'];
  const count = (mode: keyof typeof forwards, { counters }: Reading): void => {
    forwards[mode] += counters.forwards;
    seconds[mode] += counters.milliseconds / 1000;
  };
  try {
    for (const waiting of open.document.pages) {
      const { page, raster } = await readPage(open.source, waiting, {
        analyser,
        ...readers,
        existingText: 'read',
        signal,
      });
      if (page.error) throw new PalimpsestError(page.error.code, page.error.message, page.error);
      for (const { region, drafted } of decodedRegions(page)) {
        if (!raster) continue;
        const request = await requestFor(region, raster, analyser, { task: drafted.task });
        const { reading: plain } = await readOne(readers.reader, request, { signal, mode: 'autoregressive' });
        count('self-speculative', drafted);
        count('autoregressive', plain);
        regions++;
        tokens += plain.counters.tokens;
        const token = firstDifference(idsOf(plain), idsOf(drafted));
        if (token === undefined) identical++;
        else difference ??= { page: waiting.number, region: region.id, token };
      }
    }
  } finally {
    await open.source.close();
  }
  const use = readers.reader.use?.();
  return {
    regions,
    identical,
    ...(difference && { difference }),
    tokens,
    forwards,
    seconds,
    ...(use && { use }),
  };
}

function decodedRegions(page: Page): { readonly region: Region; readonly drafted: Reading }[] {
  return page.regions.flatMap((region) => {
    const drafted = region.readings[region.readings.length - 1];
    return drafted?.tokens ? [{ region, drafted }] : [];
  });
}

const idsOf = ({ tokens = [] }: Reading): number[] => tokens.map((token) => token.id);

function openOptions({ vendorDir }: RegionTools, signal: AbortSignal | undefined) {
  return { ...(vendorDir !== undefined && { vendorDir }), ...(signal && { signal }) };
}
