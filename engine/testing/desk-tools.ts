/**
 * For tests of the review desk: a file of three pages with twenty regions of many kinds, and an analyser and a reader
 * without models that know it. The first reading has faults (`teh`), every later one of the same region has none.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { throwIfAborted } from '../base/errors';
import { type Box, intersectionOverUnion } from '../base/geometry';
import type { Raster } from '../base/raster';
import {
  type DoubtfulWord,
  type Line,
  type ModelInfo,
  type Reading,
  type RegionMark,
  taskOf,
} from '../document';
import type { ToolSource } from '../jobs/toolbox';
import type { Reader } from '../model';
import type { FoundRegion } from '../regions';
import { type SampleRegion, sampleHeight, sampleRegions, sampleWidth } from './sample-page';
import { drawSamplePage } from './sample-picture';
import { stubAnalyser } from './stub-tools';
import { tiff } from './tiff';

const model: ModelInfo = { id: 'desk', name: 'Desk reader', version: '1', sha256: '0'.repeat(64) };
const regionsOfPage = [7, 7, 6];

/** Pages differ by their width, which is how the analyser knows them. */
const widthOf = (page: number): number => sampleWidth + 4 * page;

function samplesOf(page: number, regions = regionsOfPage[page] ?? 0): readonly SampleRegion[] {
  const usual = sampleRegions('Ledger', page + 1, '').slice(0, regions);
  if (regions <= usual.length) return usual;
  // A page of very many: small ones in columns.
  const columns = Math.ceil(regions / 50);
  const width = Math.floor((sampleWidth - 200) / columns);
  return Array.from({ length: regions }, (_, index): SampleRegion => {
    const x = 100 + width * Math.floor(index / 50);
    const y = 80 + 32 * (index % 50);
    return {
      label: 'text',
      box: { x, y, width: width - 12, height: 24 },
      format: 'plain',
      text: `Entry ${index + 1}`,
    };
  });
}

/** Text in lines as long as print, so that cuts and carets have lines to go by. */
function linesOf({ text, format, box, label }: SampleRegion): {
  readonly text: string;
  readonly lines: readonly Line[];
} {
  if (format !== 'plain') return { text, lines: [{ box }] };
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows[rows.length - 1];
    if (last === undefined || last.length + word.length > 62 || label === 'title') rows.push(word);
    else rows[rows.length - 1] = `${last} ${word}`;
  }
  const written = label === 'title' ? [rows.join(' ')] : rows;
  const height = box.height / written.length;
  return {
    text: written.join('\n'),
    lines: written.map((row, index) => ({
      box: {
        x: box.x,
        y: box.y + height * index,
        width: Math.min(box.width, (box.width * row.length) / 60),
        height: Math.min(height * 0.8, 30),
      },
    })),
  };
}

/** A TIFF with the three pages; `many`: one page with so many regions instead. */
export async function deskFile(many?: number): Promise<Buffer> {
  const pages = many === undefined ? regionsOfPage.map((_, page) => samplesOf(page)) : [samplesOf(0, many)];
  const canvases = await Promise.all(
    pages.map(async (samples, page) => {
      const canvas = createCanvas(many === undefined ? widthOf(page) : sampleWidth + 100, sampleHeight);
      const context = canvas.getContext('2d');
      context.fillStyle = '#fbf8f1';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(await loadImage(drawSamplePage(samples, sampleWidth)), 0, 0);
      return canvas;
    }),
  );
  return tiff(canvases);
}

function samplesFor(page: Raster, many: number): readonly SampleRegion[] {
  const number = Math.round((page.width - sampleWidth) / 4);
  return number < regionsOfPage.length ? samplesOf(number) : samplesOf(0, many);
}

export interface DeskOptions {
  /** Regions of a page as `deskFile` makes it when asked for so many. */
  readonly many?: number;
  /** Time that a later reading of a region takes. */
  readonly rereadMs?: number;
  /** Faults of the first reading are marked as doubtful words. */
  readonly doubts?: boolean;
}

export function deskToolbox({ many = 400, rereadMs = 0, doubts = false }: DeskOptions = {}): ToolSource {
  const analyser = {
    ...stubAnalyser(),
    findRegions: async (page: Raster) =>
      samplesFor(page, many).map(
        (sample): FoundRegion => ({
          label: sample.label,
          task: taskOf(sample.label),
          box: sample.box,
          lines: [...linesOf(sample).lines],
        }),
      ),
  };
  const readings = new Map<string, number>();
  const reader: Reader = {
    models: [model],
    async *read(requests, { signal }) {
      for (const { regionId, task, lines, page, box } of requests) {
        const count = (readings.get(regionId) ?? 0) + 1;
        readings.set(regionId, count);
        if (count > 1 && rereadMs > 0) await new Promise((resolve) => setTimeout(resolve, rereadMs));
        throwIfAborted(signal);
        const sample = nearest(box, samplesFor(page, many));
        const known = sample === undefined ? 'Nothing is known of this place.' : linesOf(sample).text;
        const faulty = sample?.label === 'text' && count === 1;
        const marks: RegionMark[] = faulty && page.width !== widthOf(0) ? [{ kind: 'low-confidence' }] : [];
        const reading: Reading = {
          id: `${regionId}-${count}`,
          model: model.id,
          task,
          mode: 'ctc',
          format: sample?.format ?? 'plain',
          text: faulty ? known.replace(/\bthe\b/g, 'teh') : known,
          ...(doubts && faulty && { doubts: doubtsOf(known) }),
          stop: 'end',
          counters: { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 0 },
        };
        const rows = reading.format === 'plain' ? reading.text.split('\n') : [];
        const read = lines.map((line, index) => ({
          ...line,
          text: rows[index] ?? known.replace(/<[^>]*>|\s+/g, ' '),
          confidence: 1,
        }));
        yield { regionId, reading, lines: read, marks };
      }
    },
    close: async () => {},
  };
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

/** Where `the` was read as `teh`, with its place on the line. */
function doubtsOf(text: string): DoubtfulWord[] {
  let from = 0;
  return text.split('\n').flatMap((row, line) => {
    const start = from;
    from += row.length + 1;
    return [...row.matchAll(/\bthe\b/g)].map(({ index }): DoubtfulWord => {
      const place = { line, from: index / row.length, to: (index + 3) / row.length };
      return { start: start + index, end: start + index + 3, grade: 2, place };
    });
  });
}

function nearest(box: Box, samples: readonly SampleRegion[]): SampleRegion | undefined {
  let best: { readonly sample: SampleRegion; readonly score: number } | undefined;
  for (const sample of samples) {
    const score = intersectionOverUnion(box, sample.box);
    if (score > 0.2 && score > (best?.score ?? 0)) best = { sample, score };
  }
  return best?.sample;
}
