/** One picture as one region, and one document read in both decode modes: for the command line and checks. */
import { PalimpsestError } from '../base/errors';
import { type DecodeEvent, type Trace, toTrace } from '../decoding';
import type { Page, Reading, Task } from '../document';
import { openSource } from '../intake';
import type { ReadRequest } from '../model';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import { openDocument } from './open-document';
import { readPage } from './read-page';
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
    const detected = await analyser.findLines(raster);
    const found = detected.length > 0 ? await analyser.findRegions(raster, detected) : [];
    const lines = found.flatMap((region) => region.lines);
    const request: ReadRequest = { regionId: 'region', task, page: raster, box, lines };
    const read = async (from: typeof reader, one: ReadRequest, events?: DecodeEvent[]): Promise<Reading> => {
      const onDecodeEvent = (_: string, event: DecodeEvent): void => void events?.push(event);
      for await (const result of from.read([one], { ...(signal && { signal }), onDecodeEvent }))
        return result.reading;
      throw new PalimpsestError('internal', 'The reader gave no reading.', { file: path });
    };
    const text = prior && (await read(prior, request)).text;
    const events: DecodeEvent[] = [];
    const reading = await read(reader, text === undefined ? request : { ...request, prior: text }, events);
    if (events.length === 0) return { reading };
    return {
      reading,
      trace: toTrace({ model: reading.model, task, source: source.info.name, text: reading.text }, events),
    };
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
}

export interface CompareOptions {
  readonly path: string;
  readonly model: string;
  readonly blockLength?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a file in both modes, page by page, and compares the tokens of every region. */
export async function compareModes(options: CompareOptions, tools: RegionTools): Promise<Comparison> {
  const { path, model, signal } = options;
  const analyser = await tools.toolbox.pageAnalyser();
  const blockLength = options.blockLength ?? defaultDecode.blockLength;
  const open = await openDocument(path, path, openOptions(tools, signal));
  const forwards = { 'self-speculative': 0, autoregressive: 0 };
  const seconds = { 'self-speculative': 0, autoregressive: 0 };
  let tokens = 0;
  let regions = 0;
  let identical = 0;
  let difference: Comparison['difference'];
  try {
    for (const waiting of open.document.pages) {
      const read = async (mode: 'self-speculative' | 'autoregressive'): Promise<Page> => {
        const readers = await tools.toolbox.readers(model, { mode, blockLength });
        if (!readers.reader.textOf) {
          throw new PalimpsestError(
            'invalid-request',
            `The model "${model}" decodes no tokens: there is nothing to compare.`,
          );
        }
        const { page } = await readPage(open.source, waiting, {
          analyser,
          ...readers,
          existingText: 'read',
          signal,
        });
        if (page.error) throw new PalimpsestError(page.error.code, page.error.message, page.error);
        for (const { counters } of page.regions.flatMap(lastReading)) {
          forwards[mode] += counters.forwards;
          seconds[mode] += counters.milliseconds / 1000;
        }
        return page;
      };
      const drafted = await read('self-speculative');
      const plain = await read('autoregressive');
      for (const region of plain.regions) {
        const reading = region.readings[region.readings.length - 1];
        const ids = idsOf(reading);
        if (reading === undefined || ids === undefined) continue;
        const twin = drafted.regions.find((other) => other.id === region.id);
        const others = idsOf(twin?.readings[twin.readings.length - 1]) ?? [];
        const token = firstDifference(ids, others);
        regions++;
        tokens += reading.counters.tokens;
        if (token === undefined) identical++;
        else difference ??= { page: waiting.number, region: region.id, token };
      }
    }
  } finally {
    await open.source.close();
  }
  return { regions, identical, ...(difference && { difference }), tokens, forwards, seconds };
}

function lastReading(region: Page['regions'][number]): Reading[] {
  return region.readings.slice(-1);
}

function idsOf(reading: Reading | undefined): readonly number[] | undefined {
  return reading?.tokens?.map((token) => token.id);
}

function firstDifference(a: readonly number[], b: readonly number[]): number | undefined {
  for (let index = 0; index < Math.max(a.length, b.length); index++) if (a[index] !== b[index]) return index;
  return undefined;
}

function openOptions({ vendorDir }: RegionTools, signal: AbortSignal | undefined) {
  return { ...(vendorDir !== undefined && { vendorDir }), ...(signal && { signal }) };
}
