/** Requests about one region at a time: read it anew, check it against plain decoding, show how it was decoded. */
import { PalimpsestError } from '../base/errors';
import type { Raster } from '../base/raster';
import type { Trace } from '../decoding';
import type { DecodeMode, Document, Page, Reading, Region, Task } from '../document';
import { precisions, type Reader } from '../model';
import type { LiveDecode } from '../protocol/events';
import type { RequestParams, RequestResult } from '../protocol/requests';
import type { RegionIdentity } from '../protocol/requests/check-identity';
import { defaultDecode } from './decode-plan';
import { doubtfulRegion } from './doubt';
import type { EngineTurns } from './engine-turns';
import { LiveFeed, type LiveSubject } from './live-feed';
import { storedTrace } from './live-trace';
import { checkRegion, readWatched, withPrior } from './one-region';
import { requestFor } from './region-request';
import { defaultModel, type ToolSource } from './toolbox';

export interface LiveHost {
  readonly toolbox: ToolSource;
  readonly turns: EngineTurns;
  /** Throws `invalid-request` when no such document is open. */
  document(id: string): Document;
  /** Upright and deskewed, as the boxes see it. */
  raster(documentId: string, page: Page): Promise<Raster>;
  /** As the project has it, for `parseTrace`; undefined where it has none. */
  loadTrace(documentId: string, readingId: string): unknown;
  emit(event: LiveDecode): void;
}

interface Place {
  readonly documentId: string;
  readonly page: Page;
  readonly region: Region;
}

/** Traces of proposals that nobody has taken yet; older ones are forgotten. */
const keptTraces = 32;

/** Ids of the longest text that can be asked for: the cache of a large model takes 1 GiB then. */
const highestCap = 8192;

export class LiveRequests {
  /** By reading id, oldest first. */
  private readonly proposed = new Map<string, Trace>();
  private readonly running = new Set<AbortController>();

  constructor(private readonly host: LiveHost) {}

  async readRegion(
    params: RequestParams<'read-region'>,
    signal?: AbortSignal,
  ): Promise<RequestResult<'read-region'>> {
    const place = placeOf(this.host.document(params.documentId), params.regionId);
    const task = params.task ?? place.region.task;
    if (task === 'none') {
      const message = 'The region is kept as a picture; choose what to read it as.';
      throw new PalimpsestError('invalid-request', message);
    }
    const mode = params.decode ?? defaultDecode.mode;
    const { turns } = this.host;
    const read = async (stop: AbortSignal): Promise<RequestResult<'read-region'>> => {
      const model = params.model ?? usedModel(place.region, () => true);
      const { reader, prior } = await this.readers(model);
      const asked = await this.request(place, { task, box: params.box });
      const { request, first } = await withPrior(asked, prior, stop);
      const feed = this.feed(place, task, reader, { readingOf: 'region', mode });
      const found = await readWatched(reader, request, stop, mode, feed, raisedCap(place.region, reader));
      const reading: Reading = { ...found.reading, id: freshId(place.region) };
      this.keep(reading.id, feed.traces.get(place.region.id));
      const lines = first?.lines ?? found.lines;
      const doubts = doubtfulRegion({ ...place.region, lines, readings: [reading] });
      return { reading, lines, marks: [...found.marks, ...doubts] };
    };
    return this.stoppable(signal, (stop) => turns.take(() => read(stop), stop));
  }

  async checkIdentity(
    params: RequestParams<'check-identity'>,
    signal?: AbortSignal,
  ): Promise<RequestResult<'check-identity'>> {
    const document = this.host.document(params.documentId);
    const ids = params.regionIds ?? pageOf(document, params.pageId ?? '').regions.map(({ id }) => id);
    const places = ids.map((id) => placeOf(document, id)).filter(({ region }) => region.task !== 'none');
    return this.stoppable(signal, async (stop) => {
      const regions: RegionIdentity[] = [];
      for (const place of places) {
        // One turn for each region, so that a running job is not held up for longer.
        const result = await this.host.turns.take(() => this.check(place, params.model, stop), stop);
        if (result) regions.push(result);
      }
      return { regions };
    });
  }

  private async check(
    place: Place,
    asked: string | undefined,
    stop: AbortSignal,
  ): Promise<RegionIdentity | undefined> {
    const { region } = place;
    const readers = await this.readers(asked ?? usedModel(region, ({ tokens }) => tokens !== undefined));
    const feedOf = (mode: DecodeMode): LiveFeed =>
      this.feed(place, region.task, readers.reader, { readingOf: 'check', mode });
    return checkRegion(await this.request(place), readers, feedOf, stop);
  }

  async trace({ documentId, regionId, readingId }: RequestParams<'trace'>): Promise<RequestResult<'trace'>> {
    placeOf(this.host.document(documentId), regionId);
    const stored = this.proposed.get(readingId) ?? this.host.loadTrace(documentId, readingId);
    return stored === undefined ? null : storedTrace(stored);
  }

  /** The trace of a proposal, for whoever takes it. */
  traceOf(readingId: string): Trace | undefined {
    return this.proposed.get(readingId);
  }

  /** Ends what is being read or checked with `cancelled`; says whether there was anything. */
  cancel(): boolean {
    const any = this.running.size > 0;
    for (const controller of this.running) controller.abort();
    return any;
  }

  /** A reading names its model with the weights it used; both modes share one model in memory. */
  private readers(model: string): ReturnType<ToolSource['readers']> {
    const [, name = model, weights] = /^(.+)-(int8|int4)$/.exec(model) ?? [];
    const precision = precisions.find((one) => one === weights);
    return this.host.toolbox.readers(name, { ...defaultDecode, ...(precision && { weights: precision }) });
  }

  private async request(
    { documentId, page, region }: Place,
    asked: Parameters<typeof requestFor>[3] = {},
  ): ReturnType<typeof requestFor> {
    const raster = await this.host.raster(documentId, page);
    return requestFor(region, raster, await this.host.toolbox.pageAnalyser(), asked);
  }

  private feed(
    { documentId, page }: Place,
    task: Task,
    reader: ConstructorParameters<typeof LiveFeed>[1],
    subject: Pick<LiveSubject, 'readingOf' | 'mode'>,
  ): LiveFeed {
    const place = { documentId, pageId: page.id, ...subject };
    return new LiveFeed(place, reader, () => task, this.host.emit);
  }

  private keep(readingId: string, trace: Trace | undefined): void {
    if (trace) this.proposed.set(readingId, trace);
    for (const oldest of [...this.proposed.keys()].slice(0, -keptTraces)) this.proposed.delete(oldest);
  }

  /** The work's signal is aborted by the request's own, by `cancel` and when the engine closes. */
  private async stoppable<T>(
    signal: AbortSignal | undefined,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    this.running.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.running.delete(controller);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function pageOf({ pages, source }: Document, id: string): Page {
  const page = pages.find((each) => each.id === id);
  if (page) return page;
  throw new PalimpsestError('invalid-request', `There is no page ${id} in ${source.name}.`);
}

function placeOf({ id: documentId, pages, source }: Document, regionId: string): Place {
  for (const page of pages) {
    const region = page.regions.find(({ id }) => id === regionId);
    if (region) return { documentId, page, region };
  }
  throw new PalimpsestError('invalid-request', `There is no region ${regionId} in ${source.name}.`);
}

/** The model of the last reading of that kind; text that the file held was read by none. */
function usedModel({ readings }: Region, isMeant: (reading: Reading) => boolean): string {
  const last = [...readings].reverse().find((one) => one.mode !== 'existing-text' && isMeant(one));
  return last?.model ?? defaultModel;
}

/** Twice as much for a region that was cut off, so that reading it again brings the rest; else the usual limit. */
function raisedCap({ readings }: Region, { cap }: Reader): number | undefined {
  const cut = readings.filter(({ stop }) => stop === 'cap').map(({ counters }) => counters.tokens);
  if (cap === undefined || cut.length === 0) return undefined;
  return Math.max(cap, Math.min(highestCap, 2 * Math.max(...cut)));
}

/** Readers name their readings by region and model; of the same region there may be many. */
function freshId({ id }: Region): string {
  return `${id}-${Date.now().toString(36)}`;
}
