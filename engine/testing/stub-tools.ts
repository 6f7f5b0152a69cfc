/**
 * A page analyser and a reader without models: every page has the same regions, every region a text that follows from
 * its id. For long runs (hundreds of pages, kills, memory), where real reading would only cost time.
 */
import { throwIfAborted } from '../base/errors';
import { quadOfBox } from '../base/geometry';
import type { Raster } from '../base/raster';
import type { ModelInfo, Reading } from '../document';
import type { ToolSource } from '../jobs/toolbox';
import type { Reader } from '../model';
import type { FoundRegion, PageAnalyser } from '../regions';

export interface StubOptions {
  /** Regions of each page; 3 by default. */
  readonly regions?: number;
  /** Time that reading a region takes; 0 by default. */
  readonly milliseconds?: number;
}

const model: ModelInfo = { id: 'stub', name: 'Stub', version: '1', sha256: '0'.repeat(64) };

/** What the stub reads from a region. */
export const stubText = (regionId: string): string => `Text of region ${regionId}.`;

export function stubAnalyser({ regions = 3 }: StubOptions = {}): PageAnalyser {
  const boxes = ({ width, height }: Raster) =>
    Array.from({ length: regions }, (_, index) => ({
      x: width * 0.1,
      y: height * (0.1 + (0.8 * index) / regions),
      width: width * 0.8,
      height: (height * 0.4) / regions,
    }));
  return {
    models: [],
    findLines: async (page) => boxes(page).map((box) => ({ quad: quadOfBox(box), score: 1 })),
    isSideways: () => false,
    upsideDown: async () => ({ probability: 0, lines: 0 }),
    skew: () => 0,
    findRegions: async (page) =>
      boxes(page).map((box): FoundRegion => ({ label: 'text', task: 'text', box, lines: [{ box }] })),
    close: async () => {},
  };
}

export function stubReader({ milliseconds = 0 }: StubOptions = {}): Reader {
  return {
    models: [model],
    async *read(requests, { signal }) {
      for (const { regionId, task, lines } of requests) {
        throwIfAborted(signal);
        if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
        const text = stubText(regionId);
        const reading: Reading = {
          id: `${regionId}-stub`,
          model: model.id,
          task,
          mode: 'ctc',
          format: 'plain',
          text,
          stop: 'end',
          counters: { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds },
        };
        yield {
          regionId,
          reading,
          lines: lines.map((line) => ({ ...line, text, confidence: 1 })),
          marks: [],
        };
      }
    },
    close: async () => {},
  };
}

/** In place of the models behind an engine: `createEngine({ …, toolbox: stubToolbox() })`. */
export function stubToolbox(options: StubOptions = {}): ToolSource {
  const analyser = stubAnalyser(options);
  const reader = stubReader(options);
  return {
    pageAnalyser: async () => analyser,
    readers: async () => ({ reader }),
    readerFolder: async (name) => name,
    models: async () => [model],
    verify: async () => {},
    inventory: async () => [{ ...model, usable: true }],
    close: async () => {},
  };
}
