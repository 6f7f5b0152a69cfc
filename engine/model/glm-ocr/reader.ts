/**
 * The `glm-ocr` family as a Reader: crops a region, decodes it, keeps how every token came about. How to decode is
 * handed in: this folder knows the ports of decoding, not its round loop.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { throwIfAborted } from '../../base/errors';
import { cropRaster } from '../../base/raster';
import type { Decode, DecodedReading, DecodePlan, LoopGuard } from '../../decoding/types';
import type { DecodeMode, Line, ModelInfo, Reading, RegionMark } from '../../document';
import type { DeviceName } from '../../runtime';
import { doubtsOfTokens } from '../doubtful-words';
import { printedLines } from '../printed-lines';
import type { BlockLength, Reader, ReadOptions, ReadRequest, RegionReading } from '../reader';
import { readingCounters } from '../reading-counters';
import { convertedFile, type Precision } from './checkpoint';
import { GlmOcrModel } from './glm-ocr-model';
import { cleanOutput } from './output-text';
import type { GlmOcrTask } from './prompt';
import type { RegionVerifier } from './region-verifier';

/** A region about to be decoded: what a plan can build drafters from. */
export interface RegionSession {
  readonly task: GlmOcrTask;
  readonly verifier: RegionVerifier;
  /** Masks per block as trained; absent in checkpoints that were not trained to draft. */
  readonly trainedBlockLength?: number;
  /** Text that other means have found in the region already, and how it becomes ids. */
  readonly prior?: PriorText;
  /** Asked for in place of the usual ones. */
  readonly mode?: DecodeMode;
  readonly blockLength?: BlockLength;
}

export interface PriorText {
  readonly text: string;
  encode(text: string): readonly number[];
  decode(ids: readonly number[]): string;
}

export interface GlmOcrReaderOptions {
  /** Folder in Hugging Face layout. */
  readonly folder: string;
  readonly threads: number;
  /** Default `stored`; the others need `convertWeights` first. */
  readonly precision?: Precision;
  /** Default `cpu`. */
  readonly device?: DeviceName;
  /** Of the folder, as `hashGlmOcrFolder` gives it; computed when left out. */
  readonly sha256?: string;
  readonly decode: Decode;
  /** Chosen anew for every region; drafters belong to one region. */
  planFor(session: RegionSession): { readonly plan: DecodePlan; readonly loopGuard: LoopGuard | 'off' };
  /** Most ids of a region's text. Default 4096. */
  readonly cap?: number;
}

const defaultCap = 4096;

/** Throws `model-missing` or `model-damaged`, naming the file and the item. */
export async function openGlmOcrReader(options: GlmOcrReaderOptions): Promise<Reader> {
  const { folder, threads, precision = 'stored', device = 'cpu' } = options;
  const model = await GlmOcrModel.open(folder, { threads, precision, device });
  const sha256 = options.sha256 ?? (await hashGlmOcrFolder(folder, precision));
  const info: ModelInfo = {
    id: precision === 'stored' ? basename(folder) : `${basename(folder)}-${precision}`,
    name: model.config.blockDiffusion ? 'GravityOCR' : 'GLM-OCR',
    version: precision,
    sha256,
  };
  return {
    models: [info],
    devices: model.devices,
    forwardCosts: (rowCounts) => model.forwardCosts(rowCounts, 3),
    read: (requests, readOptions) => readRegions(model, info, options, requests, readOptions),
    textOf: (ids) => model.tokens.decode(ids),
    bytesOf: (id) => model.tokens.bytesOf(id),
    cap: options.cap ?? defaultCap,
    close: () => model.close(),
  };
}

async function* readRegions(
  model: GlmOcrModel,
  info: ModelInfo,
  options: GlmOcrReaderOptions,
  requests: readonly ReadRequest[],
  { signal, mode, blockLength, cap = options.cap ?? defaultCap, onDecodeEvent }: ReadOptions,
): AsyncGenerator<RegionReading> {
  for (const request of requests) {
    throwIfAborted(signal);
    const { task, regionId, lines } = request;
    const known = lines.filter((line) => line.text !== undefined);
    if (task === 'none' || (lines.length > 0 && known.length === lines.length)) {
      yield { regionId, reading: existingReading(request, info.id), lines, marks: [] };
      continue;
    }
    const started = Date.now();
    const prompt = await model.prepare(cropRaster(request.page, request.box), task);
    throwIfAborted(signal);
    const verifier = model.session(prompt, cap, signal);
    const trained = model.config.blockDiffusion?.blockLength;
    const { plan, loopGuard } = options.planFor({
      task,
      verifier,
      ...(trained !== undefined && { trainedBlockLength: trained }),
      ...(mode && { mode }),
      ...(blockLength !== undefined && { blockLength }),
      ...priorOf(model, request.prior ?? printedLines(known).join('\n')),
    });
    const events = options.decode(verifier, plan, {
      endIds: model.config.endIds,
      cap,
      loopGuard,
      ...(signal && { signal }),
    });
    try {
      for (;;) {
        const step = await events.next();
        if (step.done) {
          throwIfAborted(signal);
          yield regionReading(request, info.id, model, step.value, Date.now() - started);
          break;
        }
        onDecodeEvent?.(regionId, step.value);
      }
    } finally {
      verifier.close();
    }
  }
}

function priorOf({ tokens }: GlmOcrModel, text: string): { readonly prior?: PriorText } {
  if (text === '') return {};
  return { prior: { text, encode: (part) => tokens.encode(part), decode: (ids) => tokens.decode(ids) } };
}

function regionReading(
  { regionId, task, lines }: ReadRequest,
  modelId: string,
  model: GlmOcrModel,
  decoded: DecodedReading,
  milliseconds: number,
): RegionReading {
  const raw = model.tokens.decodeWithRanges(decoded.ids);
  const { text, ranges, repeated } = cleanOutput(raw, task === 'none' ? 'text' : task);
  const marks: RegionMark[] = [];
  if (text === '') marks.push({ kind: 'empty' });
  if (decoded.stop === 'cap') marks.push({ kind: 'cut-off', detail: { code: 'text-beyond-limit' } });
  if (decoded.stop === 'loop') marks.push({ kind: 'looped' });
  for (const { copies } of repeated) {
    marks.push({ kind: 'looped', detail: { code: 'repeated', number: copies } });
  }
  const tokens = decoded.tokens.map((token, i) => ({ ...token, start: 0, end: 0, ...ranges[i] }));
  const format = task === 'formula' ? 'latex' : text.startsWith('<table') ? 'table-html' : 'markdown';
  const reading: Reading = {
    id: `${regionId}-${modelId}`,
    model: modelId,
    task,
    mode: decoded.mode,
    format,
    text,
    stop: decoded.stop,
    tokens,
    doubts: doubtsOfTokens(text, tokens, format),
    counters: readingCounters(decoded.counters, milliseconds),
  };
  return { regionId, reading, lines, marks };
}

/** Text that the file itself holds, or none for a region that is kept as a picture. */
function existingReading({ regionId, task, lines }: ReadRequest, modelId: string): Reading {
  const hasText = lines.some((line) => line.text);
  const counters = { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 0 };
  return {
    id: `${regionId}-${modelId}`,
    model: hasText ? 'existing-text' : modelId,
    task,
    mode: hasText ? 'existing-text' : 'autoregressive',
    format: 'plain',
    text: printedLines(lines.filter((line: Line) => line.text)).join('\n'),
    stop: 'end',
    counters,
  };
}

/** Over all files that the result depends on: a document states which weights read it. */
export async function hashGlmOcrFolder(folder: string, precision: Precision): Promise<string> {
  const hash = createHash('sha256');
  // An installed model's manifest says where it comes from, not what it reads.
  const files = (await readdir(folder))
    .filter((name) => /\.(json|safetensors)$/.test(name) && name !== 'manifest.json')
    .sort();
  if (precision !== 'stored') files.push(relative(folder, await convertedFile(folder, precision)));
  for (const name of files) {
    // What is missing is reported by whoever opens it.
    if (!(await stat(join(folder, name)).catch(() => undefined))?.isFile()) continue;
    hash.update(`${name}\n`);
    for await (const chunk of createReadStream(join(folder, name), { highWaterMark: 1 << 20 }))
      hash.update(chunk);
  }
  return hash.digest('hex');
}
