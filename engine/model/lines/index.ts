/**
 * The `lines` family: PP-OCRv6 line recognition with CTC, SLANet-plus for table structure. No decoder, no tokens:
 * the quick mode, and the baseline of everything that follows.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { yieldToHost } from '../../base/abort';
import { throwIfAborted } from '../../base/errors';
import { quadOfBox } from '../../base/geometry';
import type { Line, ModelInfo, Reading, ReadingCounters, RegionMark } from '../../document';
import { openModelFolder, openSession, type Session } from '../../runtime';
import { printedLines } from '../printed-lines';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../reader';
import { alignedTable } from './aligned';
import { doubtsOfLines, doubtsOfTable } from './certain-parts';
import type { LineText } from './ctc';
import { latticeOf } from './lattice';
import { recogniseLines } from './line-texts';
import { LineThreads } from './line-threads';
import { Ink } from './local-ink';
import { readStructure } from './long-table';
import { bulletsOf, findMissedTexts, isSure, type MissedTexts } from './missed-texts';
import { LineRecogniser, type LineSteps } from './recogniser';
import type { TableLine, TableReading } from './table-html';
import { dashesOf, findStrokes, withoutRules } from './table-strokes';
import type { TableStructure } from './table-structure';

export interface LinesReaderOptions {
  /** Folder that holds `pp-ocrv6-rec` and `slanet-plus`. */
  readonly modelsFolder: string;
  readonly threads: number;
}

export type { TableCell, TableLine, TableReading } from './table-html';
export { escapeHtml, isRagged } from './table-html';
export type { LineSteps, LineText };

export const linesModelId = 'lines';

/** For families that go on from what the recogniser saw. Lines are the requests' own, and texts found in tables. */
export interface LineObserver {
  /** As each line is recognised; the views are valid until it returns. Needs a model that gives features. */
  onSteps?(line: Line, steps: LineSteps): void;
  /** Once the texts of all lines are settled, before the first region is yielded. */
  onText(line: Line, text: LineText): void;
  /** Of each region read as a table, before it is yielded; `lines` are those that the table counts. */
  onTable?(request: ReadRequest, table: TableReading, lines: readonly Line[]): void;
}

export interface LinesReader extends Reader {
  read(
    requests: readonly ReadRequest[],
    options: ReadOptions,
    observer?: LineObserver,
  ): AsyncGenerator<RegionReading>;
}

export async function openLinesReader(options: LinesReaderOptions): Promise<LinesReader> {
  const recognition = await openModelFolder(join(options.modelsFolder, 'pp-ocrv6-rec'));
  const tables = await openModelFolder(join(options.modelsFolder, 'slanet-plus'));
  const characters = (await readFile(recognition.path('characters.txt'), 'utf8')).split('\n');
  const session = await openSession(recognition.path('model.onnx'), {
    threads: options.threads,
    restful: true,
  });
  // Its many small steps gain nothing by a second thread, and it runs while others read lines.
  const structure = await openSession(tables.path('model.onnx'), { threads: 1 });
  // Class 0 is the CTC blank, the class after the last character is the space.
  const classes = ['', ...characters, ' '];
  const threads = LineThreads.of(
    { model: recognition.path('model.onnx'), characters: classes },
    options.threads,
  );
  const recogniser = new LineRecogniser(session, classes, threads);
  const models: ModelInfo[] = [
    {
      id: linesModelId,
      name: recognition.manifest.name,
      version: recognition.manifest.version,
      sha256: recognition.sha256,
    },
    {
      id: 'slanet-plus',
      name: tables.manifest.name,
      version: tables.manifest.version,
      sha256: tables.sha256,
    },
  ];
  return {
    models,
    read: (requests, readOptions, observer) =>
      readRegions(recogniser, structure, requests, readOptions, observer),
    close: async () => {
      await threads?.close();
      await session.release();
      await structure.release();
    },
  };
}

/** Reads all lines of all regions in one go, so that batches fill up, and yields regions as they are complete. */
async function* readRegions(
  recogniser: LineRecogniser,
  structureSession: Session,
  requests: readonly ReadRequest[],
  { signal }: ReadOptions,
  observer: LineObserver | undefined,
): AsyncGenerator<RegionReading> {
  const searches = new Map(requests.map((request) => [request, searchTable(request)]));
  // Lines whose text is known already (from the file itself) are not read again.
  const waiting = requests.flatMap((request) => {
    const { page, task } = request;
    const missed = searches.get(request)?.lines ?? [];
    return [
      ...unread(request).map((line) => ({ page, line, isOfTable: task === 'table' })),
      ...missed.map((line) => ({ page, line, isOfTable: false })),
    ];
  });
  const started = Date.now();
  const reading = recogniseLines(recogniser, waiting, signal, observer?.onSteps?.bind(observer)).then(
    (texts) => ({ texts, perLine: waiting.length > 0 ? (Date.now() - started) / waiting.length : 0 }),
  );
  // While threads read the lines this one is free.
  const [{ texts, perLine }, structures] = await Promise.all([
    reading,
    readStructures(structureSession, requests, signal),
  ]);
  for (const [index, { line }] of waiting.entries()) observer?.onText(line, texts[index]!);
  let position = 0;
  for (const request of requests) {
    throwIfAborted(signal);
    const read = request.lines.map((line, index) =>
      line.text === undefined ? withText(line, texts[position++]!, index) : knownLine(line),
    );
    const structure = structures.get(request);
    const search = searches.get(request);
    const missed = (search?.lines ?? [])
      .map((line) => ({ line, text: texts[position++]! }))
      .filter(({ text }) => structure?.table.cells.length && isSure(text));
    const lines = [...request.lines, ...missed.map(({ line }) => line)];
    read.push(...missed.map(({ line, text }, index) => withText(line, text, request.lines.length + index)));
    const table = structure && tableOf(structure.table, request, read, search);
    if (table) observer?.onTable?.(request, table, lines);
    const recognised = unread(request).length + (search?.lines.length ?? 0);
    const milliseconds = perLine * recognised + (structure?.milliseconds ?? 0);
    yield readingOf(request, read, table, Math.round(milliseconds));
    await yieldToHost();
  }
}

interface TableSearch {
  /** Undefined where nothing tells how large print is. */
  readonly ink: Ink | undefined;
  /** Texts that the detector passed over. */
  readonly lines: readonly Line[];
  readonly dots: MissedTexts['dots'];
}

/** Undefined of what is no table. Nothing was passed over where texts are known from elsewhere. */
function searchTable(request: ReadRequest): TableSearch | undefined {
  if (request.task !== 'table') return undefined;
  const lines = request.lines.map((line) => line.box);
  const ink = Ink.of(request.page, request.box, lines);
  if (!ink || unread(request).length === 0) return { ink, lines: [], dots: [] };
  const { unread: boxes, dots } = findMissedTexts(ink, lines);
  return { ink, lines: boxes.map((box) => ({ box, quad: quadOfBox(box) })), dots };
}

async function readStructures(
  session: Session,
  requests: readonly ReadRequest[],
  signal: AbortSignal | undefined,
): Promise<Map<ReadRequest, { readonly table: TableStructure; readonly milliseconds: number }>> {
  const found = new Map<ReadRequest, { readonly table: TableStructure; readonly milliseconds: number }>();
  for (const request of requests) {
    if (request.task !== 'table') continue;
    await yieldToHost();
    throwIfAborted(signal);
    const begun = Date.now();
    const lines = request.lines.map((line) => line.box);
    const seen = await readStructure(session, request.page, request.box, lines);
    const table = latticeOf(request.page, request.box, lines, seen) ?? seen;
    found.set(request, { table, milliseconds: Date.now() - begun });
  }
  return found;
}

function unread(request: ReadRequest): Line[] {
  return request.lines.filter((line) => line.text === undefined);
}

function readingOf(
  request: ReadRequest,
  read: readonly ReadLine[],
  table: (TableReading & { readonly complete: boolean }) | undefined,
  milliseconds: number,
): RegionReading {
  const marks: RegionMark[] = [];
  const lines = read.map(({ line }) => line);
  const found = lines.filter((line) => line.text);
  let text = printedLines(lines).join('\n');
  let format: Reading['format'] = 'plain';
  let doubts = doubtsOfLines(text, read);
  if (table && found.length > 0) {
    text = table.html;
    format = 'table-html';
    doubts = doubtsOfTable(table);
    if (table.ragged) marks.push({ kind: 'ragged-table' });
    if (!table.complete) marks.push({ kind: 'cut-off', detail: { code: 'table-beyond-limit' } });
  }
  const allKnown = request.lines.length > 0 && unread(request).length === 0;
  if (found.length === 0 && request.task !== 'none') marks.push({ kind: 'empty' });
  const counters: ReadingCounters = {
    rounds: 0,
    forwards: 0,
    drafted: 0,
    accepted: 0,
    tokens: 0,
    milliseconds,
  };
  const reading: Reading = {
    id: `${request.regionId}-${linesModelId}`,
    model: allKnown ? 'existing-text' : linesModelId,
    task: request.task,
    mode: allKnown ? 'existing-text' : 'ctc',
    format,
    text,
    stop: 'end',
    ...(allKnown ? {} : { doubts }),
    counters,
  };
  return { regionId: request.regionId, reading, lines, marks };
}

interface ReadLine {
  readonly line: Line;
  readonly table: TableLine;
}

function withText(line: Line, { text, confidence, peaks, steps }: LineText, index: number): ReadLine {
  return {
    line: { ...line, text, confidence },
    table: { box: line.box, text, peaks, steps, line: index },
  };
}

function knownLine(line: Line): ReadLine {
  return { line, table: { box: line.box, text: line.text ?? '' } };
}

/** Undefined where the network saw no cells: then the lines stand as they are. */
function tableOf(
  structure: TableStructure,
  { page, box }: ReadRequest,
  read: readonly ReadLine[],
  search: TableSearch | undefined,
): (TableReading & { complete: boolean }) | undefined {
  if (structure.cells.length === 0) return undefined;
  const own = read.map(({ table }) => table);
  const texts = search?.ink ? withoutRules(search.ink, own) : own;
  const dashed = dashesOf(texts, search?.ink ? findStrokes(search.ink, texts) : []);
  const { lines, dots } = bulletsOf(dashed.lines, search?.dots ?? []);
  return alignedTable(structure, page, box, lines, [...dashed.strokes, ...dots]);
}
