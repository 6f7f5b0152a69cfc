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
  outsideRegionsSchema,
  pageMarkSchema,
  pageSchema,
  pageTransformSchema,
  readingSchema,
  regionMarksSchema,
  regionSchema,
  removedPageSchema,
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

/** What to read from it, whatever its label; a later change of the label sets it anew. */
const setTask = z.object({ kind: z.literal('set-task'), regionId: id, task: z.enum(tasks) });

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
  marks: regionMarksSchema.exactOptional(),
});

const excludePage = z.object({ kind: z.literal('exclude-page'), pageId: id, excluded: z.boolean() });

/** Turns the page and straightens it; regions, lines and corrections move with it. */
const transformPage = z.object({
  kind: z.literal('transform-page'),
  pageId: id,
  quarterTurns: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  skewDegrees: z.number().min(-45).max(45),
});

/**
 * The part of the page's raster that is the page, in pixels of the raster without crop; `null`: all of it. Regions whose
 * centre lies outside are put aside with their texts, and come back when it is widened.
 */
const cropPage = z.object({ kind: z.literal('crop-page'), pageId: id, box: drawnBox.nullable() });

/** Each page is cut at `x` (page pixels) and replaced by its halves, the one read `first` with the first of the new ids. */
const splitPages = z.object({
  kind: z.literal('split-pages'),
  cuts: z
    .array(
      z.object({
        pageId: id,
        x: z.number(),
        first: z.enum(['left', 'right']),
        newPageIds: z.tuple([id, id]).readonly(),
      }),
    )
    .min(1)
    .readonly(),
});

/** Takes pages out of the document; the inverse holds them whole. A document keeps one page at least. */
const removePages = z.object({ kind: z.literal('remove-pages'), pageIds: z.array(id).min(1).readonly() });

/** Puts new pages before the page that is at `index` now. */
const insertPages = z.object({
  kind: z.literal('insert-pages'),
  index,
  pages: z.array(pageSchema).min(1).readonly(),
});

/**
 * Takes pages out, then puts others in; each `index` is the place in the final order, ascending. `listed` and `unlisted`:
 * how the list of removed pages changes.
 */
const replacePages = z.object({
  kind: z.literal('replace-pages'),
  remove: z.array(id).readonly(),
  insert: z.array(z.object({ index, page: pageSchema })).readonly(),
  listed: z.array(removedPageSchema).readonly(),
  unlisted: z.array(id).readonly(),
});

/** Exact former values of a page that was turned or cropped. */
const restorePage = z.object({
  kind: z.literal('restore-page'),
  pageId: id,
  width: z.number().min(0),
  height: z.number().min(0),
  transform: pageTransformSchema,
  marks: z.array(pageMarkSchema).readonly(),
  regions: z.array(regionSchema).readonly(),
  outside: outsideRegionsSchema.exactOptional(),
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
  marks: regionMarksSchema.exactOptional(),
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

const ofWhatIsThere = [
  setText,
  setLabel,
  setTask,
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
  cropPage,
  splitPages,
  removePages,
] as const;

export const documentEdit = z.discriminatedUnion('kind', [...ofWhatIsThere, insertPages, replacePages]);

/** What the window may ask for: pages with their sources, which are files on disk, come from the engine only. */
export const requestedEdit = z.discriminatedUnion('kind', [...ofWhatIsThere]);

export type DocumentEdit = z.infer<typeof documentEdit>;
export type RequestedEdit = z.infer<typeof requestedEdit>;
export type EditOf<Kind extends DocumentEdit['kind']> = Extract<DocumentEdit, { kind: Kind }>;
export type RegionPatch = z.infer<typeof regionPatch>;
