/** The decoder of a scripted engine: pages in rounds, one region anew, the check, traces. Slow on command. */
import { createRaster } from '../base/raster';
import type { Document, Page, Reading, Region } from '../document';
import { EngineTurns } from '../jobs/engine-turns';
import { LiveFeed } from '../jobs/live-feed';
import { LiveRequests } from '../jobs/live-requests';
import type { Reader } from '../model';
import type { LiveDecode } from '../protocol/events';
import { GatedRounds, logDecode } from './round-gate';
import type { Script } from './script';
import { scriptedRegions } from './scripted-document';
import { scriptedReader } from './scripted-reader';
import { stubToolbox } from './stub-tools';

export interface ScriptedDocument {
  readonly script: Script;
  readonly document: Document;
}

export interface ScriptedDecodingHost {
  documents(): Iterable<ScriptedDocument>;
  emit(event: LiveDecode): void;
}

export class ScriptedDecoding {
  readonly requests: LiveRequests;
  private readonly rounds = new GatedRounds();
  private readonly turns = new EngineTurns();
  private readonly traces = new Map<string, unknown>();

  constructor(private readonly host: ScriptedDecodingHost) {
    this.requests = new LiveRequests({
      toolbox: {
        ...stubToolbox(),
        readers: async () => ({ reader: this.reader() }),
      },
      turns: this.turns,
      document: (id) => this.documentOf(id).document,
      raster: async (_, { width, height }) => createRaster(width, height),
      loadTrace: (documentId, readingId) => this.traces.get(`${documentId} ${readingId}`),
      emit: (event) => host.emit(event),
    });
  }

  /** The page's regions one after the other; `onRegion` hears of each that is read. */
  async readPage(
    documentId: string,
    page: Page,
    regions: readonly Region[],
    signal: AbortSignal,
    onRegion: (region: Region) => void,
  ): Promise<Region[]> {
    const reader = this.reader();
    const feed = new LiveFeed(
      { documentId, pageId: page.id, readingOf: 'page', mode: 'self-speculative' },
      reader,
      (regionId) => regions.find(({ id }) => id === regionId)?.task ?? 'text',
      (event) => this.host.emit(event),
    );
    const raster = createRaster(page.width, page.height);
    const read = async (region: Region): Promise<Region> => {
      if (region.task === 'none') return region;
      const { id: regionId, task, box, lines } = region;
      const request = { regionId, task, page: raster, box, lines };
      for await (const { reading } of reader.read([request], { signal, onDecodeEvent: feed.onDecodeEvent })) {
        this.traces.set(`${documentId} ${reading.id}`, feed.traces.get(regionId));
        const done = { ...region, readings: [reading] };
        onRegion(done);
        return done;
      }
      return region;
    };
    try {
      return await this.turns.take(async () => {
        const done: Region[] = [];
        for (const region of regions) done.push(await read(region));
        return done;
      }, signal);
    } finally {
      feed.flush();
    }
  }

  private documentOf(id: string): ScriptedDocument {
    for (const opened of this.host.documents()) if (opened.document.id === id) return opened;
    throw new Error(`There is no document ${id}.`);
  }

  private reader(): Reader {
    const ids = new Map<string, readonly number[]>();
    const reader = scriptedReader({
      textOf: ({ regionId }, mode) => {
        const { script, read } = this.find(regionId);
        const { text = 'A place that a person marked.', format = 'plain' } = read ?? {};
        const differs = mode === 'autoregressive' ? script?.differsAt : undefined;
        return { format, text: differs === undefined ? text : withOtherWord(text, differs) };
      },
      after: async (regionId, event, signal) => {
        const { script } = this.find(regionId);
        if (event.kind === 'round-verified') {
          const before = event.round === 0 ? [] : (ids.get(regionId) ?? []);
          ids.set(regionId, [...before, ...event.committed.map(({ id }) => id)]);
        }
        const text = reader.textOf?.(ids.get(regionId) ?? []) ?? '';
        if (script?.decodeLog !== undefined) logDecode(script.decodeLog, { regionId, event, text });
        await this.rounds.after(event, script?.roundGate, signal);
      },
    });
    return reader;
  }

  /** The script that a region's file holds, and what the script says is printed in the region. */
  private find(regionId: string): { readonly script?: Script; readonly read?: Reading } {
    for (const { script, document } of this.host.documents()) {
      const page = document.pages.find(({ id, regions }) => {
        return regionId.startsWith(`${id}-`) || regions.some((region) => region.id === regionId);
      });
      if (!page) continue;
      const region = scriptedRegions(document, page, script).find(({ id }) => id === regionId);
      const read = region?.readings[0];
      return { script, ...(read && { read }) };
    }
    return {};
  }
}

function withOtherWord(text: string, place: number): string {
  const words = text.split(' ');
  return words.map((word, index) => (index === place ? `${word}x` : word)).join(' ');
}
