/**
 * The document's form at a boundary: files on disk, messages, exported JSON. The compiler keeps these schemas and
 * the types in agreement; ids and token ranges are checked beyond types.
 */
import { z } from 'zod';
import { type ErrorData, errorCodes, PalimpsestError } from '../base/errors';
import type { Box, Point, Quad } from '../base/geometry';
import {
  decodeModes,
  markDetailCodes,
  pageMarkKinds,
  regionLabels,
  regionMarkKinds,
  regionStates,
  retiredRegionMarkKinds,
  tasks,
} from './labels';
import {
  type Correction,
  type Document,
  type DoubtfulWord,
  documentSchemaVersion,
  type ExistingText,
  type HistoryEntry,
  historyKinds,
  type Line,
  type MarkDetail,
  type ModelInfo,
  type OutsideRegion,
  type Page,
  type PageCrop,
  type PageMark,
  type PageTransform,
  type Reading,
  type ReadingCounters,
  type Region,
  type RegionMark,
  type RemovedPage,
  type SourceInfo,
  type TextSpan,
  type TokenMark,
  textFormats,
} from './types';

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);

export const boxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(0),
  height: z.number().min(0),
}) satisfies z.ZodType<Box>;

const point = z.object({ x: z.number(), y: z.number() }) satisfies z.ZodType<Point>;
const quad = z.tuple([point, point, point, point]).readonly() satisfies z.ZodType<Quad>;

export const errorDataSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  file: z.string().exactOptional(),
  page: z.number().int().min(1).exactOptional(),
  region: z.string().exactOptional(),
}) satisfies z.ZodType<ErrorData>;

export const lineSchema = z.object({
  box: boxSchema,
  quad: quad.exactOptional(),
  text: z.string().exactOptional(),
  confidence: z.number().min(0).max(1).exactOptional(),
}) satisfies z.ZodType<Line>;

const tokenMark = z.object({
  id: count,
  start: count,
  end: count,
  round: count,
  origin: z.enum(['drafted', 'corrected', 'bonus', 'plain']),
  margin: z.number(),
}) satisfies z.ZodType<TokenMark>;

const doubtfulWord = z.object({
  start: count,
  end: count,
  grade: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  place: z.object({ line: count, from: z.number(), to: z.number() }).exactOptional(),
}) satisfies z.ZodType<DoubtfulWord>;

const textSpan = z.object({
  start: count,
  end: count,
  line: count.exactOptional(),
  box: boxSchema.exactOptional(),
}) satisfies z.ZodType<TextSpan>;

const counters = z.object({
  rounds: count,
  forwards: count,
  drafted: count,
  accepted: count,
  tokens: count,
  milliseconds: z.number().min(0),
}) satisfies z.ZodType<ReadingCounters>;

export const textFormatSchema = z.enum(textFormats);

export const readingSchema = z.object({
  id,
  model: z.string(),
  task: z.enum(tasks),
  mode: z.enum([...decodeModes, 'ctc', 'existing-text']),
  format: textFormatSchema,
  text: z.string(),
  stop: z.enum(['end', 'cap', 'loop', 'cancelled']),
  tokens: z.array(tokenMark).readonly().exactOptional(),
  spans: z.array(textSpan).readonly().exactOptional(),
  doubts: z.array(doubtfulWord).readonly().exactOptional(),
  counters,
  equationNumber: z.string().exactOptional(),
}) satisfies z.ZodType<Reading>;

export const correctionSchema = z.object({
  text: z.string(),
  format: textFormatSchema,
}) satisfies z.ZodType<Correction>;

export const historyEntrySchema = z.object({
  at: z.string(),
  what: z.enum(historyKinds),
  before: z.string().exactOptional(),
  format: textFormatSchema.exactOptional(),
}) satisfies z.ZodType<HistoryEntry>;

const markDetail = z.object({
  code: z.enum(markDetailCodes),
  number: z.number().exactOptional(),
}) satisfies z.ZodType<MarkDetail>;

const regionMarkSchema = z.object({
  kind: z.enum(regionMarkKinds),
  detail: markDetail.exactOptional(),
  note: z.string().exactOptional(),
}) satisfies z.ZodType<RegionMark>;

const isRetired = (mark: unknown): boolean =>
  isRecord(mark) && retiredRegionMarkKinds.some((kind) => kind === mark.kind);

/** Documents and edits of earlier versions may hold marks that there are no more. */
export const regionMarksSchema = z.preprocess(
  (marks) => (Array.isArray(marks) ? marks.filter((mark) => !isRetired(mark)) : marks),
  z.array(regionMarkSchema).readonly(),
) satisfies z.ZodType<readonly RegionMark[]>;

export const levelSchema = z.number().int().min(1).max(6);

export const regionSchema = z.object({
  id,
  label: z.enum(regionLabels),
  box: boxSchema,
  task: z.enum(tasks),
  state: z.enum(regionStates),
  level: levelSchema.exactOptional(),
  noteMark: z.string().exactOptional(),
  lines: z.array(lineSchema).readonly(),
  marks: regionMarksSchema,
  readings: z.array(readingSchema).readonly(),
  correction: correctionSchema.exactOptional(),
  history: z.array(historyEntrySchema).readonly(),
}) satisfies z.ZodType<Region>;

const pageCrop = boxSchema.extend({
  width: z.number().positive(),
  height: z.number().positive(),
  of: z.object({ width: z.number().positive(), height: z.number().positive() }),
}) satisfies z.ZodType<PageCrop>;

export const pageTransformSchema = z.object({
  sourceWidth: z.number().min(0),
  sourceHeight: z.number().min(0),
  scale: z.number().positive(),
  quarterTurns: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  skewDegrees: z.number(),
  byHand: z.literal(true).exactOptional(),
  crop: pageCrop.exactOptional(),
}) satisfies z.ZodType<PageTransform>;

const existingText = z.object({
  found: z.enum(['none', 'partial', 'full', 'hidden']),
  characters: count,
  used: z.boolean(),
}) satisfies z.ZodType<ExistingText>;

export const pageMarkSchema = z.object({
  kind: z.enum(pageMarkKinds),
  detail: markDetail.exactOptional(),
  note: z.string().exactOptional(),
}) satisfies z.ZodType<PageMark>;

export const outsideRegionsSchema = z
  .array(z.object({ index: count, region: regionSchema }) satisfies z.ZodType<OutsideRegion>)
  .readonly();

const sourceInfo = z.object({
  name: z.string(),
  path: z.string(),
  bytes: count,
  sha256: z.string(),
  mediaType: z.string(),
  pageCount: count,
}) satisfies z.ZodType<SourceInfo>;

const pageNumber = z.number().int().min(1);
const pagePart = z.string().regex(/^[ab]{1,60}$/);

export const pageSchema = z.object({
  id,
  number: pageNumber,
  part: pagePart.exactOptional(),
  source: sourceInfo.exactOptional(),
  width: z.number().min(0),
  height: z.number().min(0),
  dpi: z.number().positive().exactOptional(),
  space: z.literal('page-pixels-top-left'),
  transform: pageTransformSchema,
  existingText,
  status: z.enum(['waiting', 'working', 'done', 'failed']),
  notes: z.array(z.string()).readonly().exactOptional(),
  marks: z.array(pageMarkSchema).readonly(),
  regions: z.array(regionSchema).readonly(),
  outside: outsideRegionsSchema.exactOptional(),
  excluded: z.boolean(),
  error: errorDataSchema.exactOptional(),
}) satisfies z.ZodType<Page>;

export const removedPageSchema = z.object({
  id,
  number: pageNumber,
  part: pagePart.exactOptional(),
  file: z.string().exactOptional(),
}) satisfies z.ZodType<RemovedPage>;

const modelInfo = z.object({
  id,
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
}) satisfies z.ZodType<ModelInfo>;

export const documentSchema = z.object({
  schema: z.literal(documentSchemaVersion),
  id,
  source: sourceInfo,
  pages: z.array(pageSchema).readonly(),
  models: z.array(modelInfo).readonly(),
  errors: z.array(errorDataSchema).readonly(),
  removed: z.array(removedPageSchema).readonly().exactOptional(),
}) satisfies z.ZodType<Document>;

type Migration = (older: Record<string, unknown>) => Record<string, unknown>;

/** `migrations.get(n)` turns a document of schema n into one of schema n + 1. None are needed yet. */
const migrations: ReadonlyMap<number, Migration> = new Map();

/**
 * Reads a document from JSON of this or an older schema. Throws `unreadable` and names the first faulty places;
 * unknown properties are dropped.
 */
export function parseDocument(json: unknown): Document {
  const result = documentSchema.safeParse(migrate(json, migrations));
  if (!result.success) {
    const faults = result.error.issues.slice(0, 3).map((issue) => `${placeOf(issue.path)}: ${issue.message}`);
    throw new PalimpsestError('unreadable', `The document is damaged: ${faults.join('; ')}`);
  }
  checkReferences(result.data);
  return result.data;
}

/** Applies migrations until the newest schema; exported for tests of the rule itself. */
export function migrate(
  json: unknown,
  steps: ReadonlyMap<number, Migration>,
  newest: number = documentSchemaVersion,
): unknown {
  let current = json;
  for (;;) {
    if (!isRecord(current))
      throw new PalimpsestError('unreadable', 'The document is damaged: it is not an object.');
    const version = current.schema;
    if (typeof version !== 'number') return current;
    if (version > newest) {
      throw new PalimpsestError(
        'unsupported',
        `The document was made by a newer version of Palimpsest (format ${version}; this one reads up to ${newest}).`,
      );
    }
    const step = steps.get(version);
    if (step === undefined || version === newest) return current;
    current = { ...step(current), schema: version + 1 };
  }
}

function checkReferences(document: Document): void {
  const seen = new Set<string>();
  for (const page of document.pages) {
    for (const each of [page.id, ...page.regions.map((region) => region.id)]) {
      if (seen.has(each))
        throw new PalimpsestError('unreadable', `The document is damaged: the id ${each} occurs twice.`);
      seen.add(each);
    }
    for (const reading of page.regions.flatMap((region) => region.readings)) {
      for (const range of [...(reading.tokens ?? []), ...(reading.spans ?? []), ...(reading.doubts ?? [])]) {
        if (range.start > range.end || range.end > reading.text.length) {
          throw new PalimpsestError(
            'unreadable',
            `The document is damaged: reading ${reading.id} marks characters ${range.start}–${range.end} that it does not have.`,
          );
        }
      }
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'document' : path.map(String).join('.');
}
