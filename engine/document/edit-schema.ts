/**
 * What can be done to a document, as data. Each edit is a message (from the window or a script), a step of undo,
 * and checked by zod before it is applied. `restore-region` and `replace-regions` exist for undo: they carry exact
 * former values.
 */
import { z } from 'zod';
import { regionLabels, regionStates, tasks } from './labels';
import {
  boxSchema,
  correctionSchema,
  historyEntrySchema,
  levelSchema,
  lineSchema,
  pageMarkSchema,
  pageTransformSchema,
  readingSchema,
  regionMarkSchema,
  regionSchema,
  textFormatSchema,
} from './schema';

const id = z.string().min(1).max(200);
const index = z.number().int().min(0);
const drawnBox = boxSchema.extend({ width: z.number().positive(), height: z.number().positive() });

/** `text: null` takes the correction back, so that the last reading counts again. Format as the region's own. */
const setText = z.object({
  kind: z.literal('set-text'),
  regionId: id,
  text: z.string().nullable(),
  format: textFormatSchema.exactOptional(),
});

/** The task follows the label. */
const setLabel = z.object({ kind: z.literal('set-label'), regionId: id, label: z.enum(regionLabels) });

/** `null`: assembly decides again. */
const setLevel = z.object({ kind: z.literal('set-level'), regionId: id, level: levelSchema.nullable() });

const setState = z.object({ kind: z.literal('set-state'), regionId: id, state: z.enum(regionStates) });

const setBox = z.object({ kind: z.literal('set-box'), regionId: id, box: drawnBox });

/** `index`: place in the page's reading order after the move. */
const moveRegion = z.object({ kind: z.literal('move-region'), regionId: id, index });

/** `regionId` is new; at the end of the page unless `index`. */
const addRegion = z.object({
  kind: z.literal('add-region'),
  pageId: id,
  regionId: id,
  label: z.enum(regionLabels),
  box: drawnBox,
  lines: z.array(lineSchema).readonly().exactOptional(),
  index: index.exactOptional(),
});

const removeRegion = z.object({ kind: z.literal('remove-region'), regionId: id });

/**
 * Splits before a line, or at a page coordinate. The first part keeps the id; `newRegionId` is the second. A plain
 * text with one line per printed line is divided too; any other text stays whole in the first part.
 */
const splitRegion = z.object({
  kind: z.literal('split-region'),
  regionId: id,
  newRegionId: id,
  at: z.union([
    z.object({ line: z.number().int().min(1) }),
    z.object({ x: z.number() }),
    z.object({ y: z.number() }),
  ]),
});

/** Regions of one page, joined in the order given; the first keeps its id, label and place. */
const mergeRegions = z.object({ kind: z.literal('merge-regions'), regionIds: z.array(id).min(2).readonly() });

/** A new reading, with the lines and marks that came with it. Never removes a correction. */
const addReading = z.object({
  kind: z.literal('add-reading'),
  regionId: id,
  reading: readingSchema,
  lines: z.array(lineSchema).readonly().exactOptional(),
  marks: z.array(regionMarkSchema).readonly().exactOptional(),
});

const excludePage = z.object({ kind: z.literal('exclude-page'), pageId: id, excluded: z.boolean() });

/** Turns the page and straightens it; regions, lines and corrections move with it. */
const transformPage = z.object({
  kind: z.literal('transform-page'),
  pageId: id,
  quarterTurns: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  skewDegrees: z.number().min(-45).max(45),
});

/** Exact former values of a page that was turned. */
const restorePage = z.object({
  kind: z.literal('restore-page'),
  pageId: id,
  width: z.number().min(0),
  height: z.number().min(0),
  transform: pageTransformSchema,
  marks: z.array(pageMarkSchema).readonly(),
  regions: z.array(regionSchema).readonly(),
});

/** All page ids in their new order. */
const reorderPages = z.object({ kind: z.literal('reorder-pages'), pageIds: z.array(id).readonly() });

/** Fields to set; `null` removes an optional one. */
export const regionPatch = z.object({
  label: z.enum(regionLabels).exactOptional(),
  task: z.enum(tasks).exactOptional(),
  box: boxSchema.exactOptional(),
  state: z.enum(regionStates).exactOptional(),
  level: levelSchema.nullable().exactOptional(),
  noteMark: z.string().nullable().exactOptional(),
  lines: z.array(lineSchema).readonly().exactOptional(),
  marks: z.array(regionMarkSchema).readonly().exactOptional(),
  readings: z.array(readingSchema).readonly().exactOptional(),
  correction: correctionSchema.nullable().exactOptional(),
});

/** At `index` of the history, takes `remove` entries out and puts `insert` in. */
const historySplice = z.object({ index, remove: index, insert: z.array(historyEntrySchema).readonly() });

const restoreRegion = z.object({
  kind: z.literal('restore-region'),
  regionId: id,
  patch: regionPatch,
  history: historySplice,
  index: index.exactOptional(),
});

/** Takes regions out of a page, then puts others in; each `index` is the place in the final order, ascending. */
const replaceRegions = z.object({
  kind: z.literal('replace-regions'),
  pageId: id,
  remove: z.array(id).readonly(),
  insert: z.array(z.object({ index, region: regionSchema })).readonly(),
});

export const documentEdit = z.discriminatedUnion('kind', [
  setText,
  setLabel,
  setLevel,
  setState,
  setBox,
  moveRegion,
  addRegion,
  removeRegion,
  splitRegion,
  mergeRegions,
  addReading,
  excludePage,
  transformPage,
  restorePage,
  reorderPages,
  restoreRegion,
  replaceRegions,
]);

export type DocumentEdit = z.infer<typeof documentEdit>;
export type EditOf<Kind extends DocumentEdit['kind']> = Extract<DocumentEdit, { kind: Kind }>;
export type RegionPatch = z.infer<typeof regionPatch>;
