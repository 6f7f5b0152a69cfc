/**
 * Pure edits of a document. Every edit gives the new document and the edit that undoes it; applying that one gives
 * back an equal document, history included. Undo of one region's change leaves other regions, and readings that
 * arrived meanwhile, alone.
 */
import { assertNever } from '../base/errors';
import type { Box } from '../base/geometry';
import { currentText, formerText } from './current-text';
import { type EditResult, findPage, invalid, requireUniqueIds } from './edit-result';
import type { DocumentEdit, EditOf, RegionPatch } from './edit-schema';
import { taskOf } from './labels';
import { cropPage } from './page-crop';
import { insertPages, removePages, replacePages, splitPages } from './page-list';
import { turnPage } from './page-surgery';
import { mergeRegions, splitRegion } from './region-surgery';
import type { Document, HistoryEntry, Page, Region } from './types';

export type { EditResult } from './edit-result';
export { type DocumentEdit, documentEdit, type RequestedEdit, requestedEdit } from './edit-schema';

/**
 * `at`: ISO time for the history. Throws `invalid-request` when the edit names something that is not there or that
 * cannot be.
 */
export function applyEdit(document: Document, edit: DocumentEdit, at: string): EditResult {
  switch (edit.kind) {
    case 'set-text':
      return setText(document, edit, at);
    case 'set-label':
      return change(document, edit.regionId, { label: edit.label, task: taskOf(edit.label) }, (region) => ({
        at,
        what: 'label',
        before: region.label,
      }));
    case 'set-task':
      return change(document, edit.regionId, { task: edit.task }, (region) => ({
        at,
        what: 'task',
        before: region.task,
      }));
    case 'set-level':
      return change(document, edit.regionId, { level: edit.level }, (region) => ({
        at,
        what: 'level',
        ...(region.level === undefined ? {} : { before: String(region.level) }),
      }));
    case 'set-state':
      return change(document, edit.regionId, { state: edit.state }, (region) => ({
        at,
        what: 'state',
        before: region.state,
      }));
    case 'set-box':
      return change(document, edit.regionId, { box: edit.box }, (region) => ({
        at,
        what: 'box',
        before: describeBox(region.box),
      }));
    case 'move-region':
      return moveRegion(document, edit, at);
    case 'add-region':
      return addRegion(document, edit, at);
    case 'remove-region': {
      const { page, region } = findRegion(document, edit.regionId);
      return replace(document, page, [region.id], []);
    }
    case 'split-region': {
      const { page, region, index } = findRegion(document, edit.regionId);
      requireUnused(document, edit.newRegionId);
      const [first, second] = splitRegion(region, edit.at, edit.newRegionId, at);
      return replace(
        document,
        page,
        [region.id],
        [
          { index, region: first },
          { index: index + 1, region: second },
        ],
      );
    }
    case 'merge-regions':
      return merge(document, edit, at);
    case 'add-reading':
      return addReading(document, edit, at);
    case 'exclude-page': {
      const page = findPage(document, edit.pageId);
      return {
        document: withPage(document, { ...page, excluded: edit.excluded }),
        inverse: { ...edit, excluded: page.excluded },
      };
    }
    case 'transform-page': {
      const page = openedPage(document, edit.pageId);
      const { quarterTurns, skewDegrees } = edit;
      return replacePage(document, page, turnPage(page, { quarterTurns, skewDegrees }));
    }
    case 'restore-page': {
      const { outside: _, ...page } = findPage(document, edit.pageId);
      const { kind: _kind, pageId: _pageId, ...former } = edit;
      return replacePage(document, findPage(document, edit.pageId), { ...page, ...former });
    }
    case 'crop-page': {
      const page = openedPage(document, edit.pageId);
      return replacePage(document, page, cropPage(page, edit.box));
    }
    case 'split-pages':
      return splitPages(document, edit);
    case 'remove-pages':
      return removePages(document, edit);
    case 'insert-pages':
      return insertPages(document, edit);
    case 'replace-pages':
      return replacePages(document, edit);
    case 'reorder-pages':
      return reorderPages(document, edit);
    case 'restore-region':
      return restoreRegion(document, edit);
    case 'replace-regions':
      return replace(document, findPage(document, edit.pageId), edit.remove, edit.insert);
    default:
      return assertNever(edit);
  }
}

function setText(document: Document, edit: EditOf<'set-text'>, at: string): EditResult {
  const { region } = findRegion(document, edit.regionId);
  const current = currentText(region);
  const entry: HistoryEntry = {
    at,
    what: 'text',
    ...formerText(current),
  };
  if (edit.text === null) {
    const state = region.state === 'corrected' ? 'unchecked' : region.state;
    return change(document, region.id, { correction: null, state }, () => entry);
  }
  const format = edit.format ?? current?.format ?? 'plain';
  const state = region.state === 'left-out' ? region.state : 'corrected';
  return change(document, region.id, { correction: { text: edit.text, format }, state }, () => entry);
}

function moveRegion(document: Document, edit: EditOf<'move-region'>, at: string): EditResult {
  const { region, index } = findRegion(document, edit.regionId);
  return restoreRegion(document, {
    kind: 'restore-region',
    regionId: region.id,
    patch: {},
    history: {
      index: region.history.length,
      remove: 0,
      insert: [{ at, what: 'order', before: String(index + 1) }],
    },
    index: edit.index,
  });
}

function addRegion(document: Document, edit: EditOf<'add-region'>, at: string): EditResult {
  const page = findPage(document, edit.pageId);
  requireUnused(document, edit.regionId);
  const region: Region = {
    id: edit.regionId,
    label: edit.label,
    box: edit.box,
    task: taskOf(edit.label),
    state: 'unchecked',
    lines: edit.lines ?? [],
    marks: [],
    readings: [],
    history: [{ at, what: 'added' }],
  };
  return replace(document, page, [], [{ index: edit.index ?? page.regions.length, region }]);
}

function merge(document: Document, edit: EditOf<'merge-regions'>, at: string): EditResult {
  const found = edit.regionIds.map((regionId) => findRegion(document, regionId));
  const [first] = found;
  if (first === undefined || new Set(edit.regionIds).size !== edit.regionIds.length) {
    throw invalid('Joining needs different regions.');
  }
  if (found.some(({ page }) => page.id !== first.page.id))
    throw invalid('Only regions of one page can be joined.');
  const removedBefore = found.filter(({ index }) => index < first.index).length;
  const merged = mergeRegions(
    found.map(({ region }) => region),
    at,
  );
  return replace(document, first.page, edit.regionIds, [
    { index: first.index - removedBefore, region: merged },
  ]);
}

/**
 * A corrected region keeps its correction. A region that a person has checked as it stands keeps that text too: it
 * becomes the correction, so that the new reading is only on offer.
 */
function addReading(document: Document, edit: EditOf<'add-reading'>, at: string): EditResult {
  const { region } = findRegion(document, edit.regionId);
  if (region.readings.some((reading) => reading.id === edit.reading.id)) {
    throw invalid(`The region ${region.id} already has a reading ${edit.reading.id}.`);
  }
  const current = currentText(region);
  const freezes = region.state === 'checked' && current !== undefined && region.correction === undefined;
  const patch: RegionPatch = {
    readings: [...region.readings, edit.reading],
    ...(edit.lines === undefined ? {} : { lines: edit.lines }),
    ...(edit.marks === undefined ? {} : { marks: edit.marks }),
    ...(freezes ? { correction: current } : {}),
  };
  // The first reading is no change by a person.
  return change(document, region.id, patch, () =>
    current === undefined ? undefined : { at, what: 'reading', ...formerText(current) },
  );
}

function replacePage(document: Document, before: Page, after: Page): EditResult {
  const { id: pageId, width, height, transform, marks, regions, outside } = before;
  const former = { width, height, transform, marks, regions, ...(outside && { outside }) };
  return {
    document: withPage(document, after),
    inverse: { kind: 'restore-page', pageId, ...former },
  };
}

function reorderPages(document: Document, edit: EditOf<'reorder-pages'>): EditResult {
  const former = document.pages.map((page) => page.id);
  const isPermutation = edit.pageIds.length === former.length && new Set(edit.pageIds).size === former.length;
  if (!isPermutation) throw invalid('The new order must name every page once.');
  const pages = edit.pageIds.map((pageId) => findPage(document, pageId));
  return { document: { ...document, pages }, inverse: { kind: 'reorder-pages', pageIds: former } };
}

function change(
  document: Document,
  regionId: string,
  patch: RegionPatch,
  entryFor: (region: Region) => HistoryEntry | undefined,
): EditResult {
  const { region } = findRegion(document, regionId);
  const entry = entryFor(region);
  const insert = entry === undefined ? [] : [entry];
  const history = { index: region.history.length, remove: 0, insert };
  return restoreRegion(document, { kind: 'restore-region', regionId, patch, history });
}

function restoreRegion(document: Document, edit: EditOf<'restore-region'>): EditResult {
  const { page, region, index } = findRegion(document, edit.regionId);
  const { history } = edit;
  if (history.index + history.remove > region.history.length) {
    throw invalid(`The history of region ${region.id} has changed; this step can no longer be undone.`);
  }
  const target = edit.index ?? index;
  if (target >= page.regions.length) throw invalid(`The page has only ${page.regions.length} regions.`);
  const entries = [...region.history];
  const removed = entries.splice(history.index, history.remove, ...history.insert);
  const next: Region = { ...patched(region, edit.patch), history: entries };
  const regions = page.regions.filter((each) => each.id !== region.id);
  regions.splice(target, 0, next);
  return {
    document: withPage(document, { ...page, regions }),
    inverse: {
      kind: 'restore-region',
      regionId: region.id,
      patch: formerValues(region, edit.patch),
      history: { index: history.index, remove: history.insert.length, insert: removed },
      ...(edit.index === undefined ? {} : { index }),
    },
  };
}

function replace(
  document: Document,
  page: Page,
  remove: readonly string[],
  insert: readonly { readonly index: number; readonly region: Region }[],
): EditResult {
  const removed = page.regions.flatMap((region, index) =>
    remove.includes(region.id) ? [{ index, region }] : [],
  );
  if (removed.length !== remove.length) throw invalid('A region to remove is not on the page.');
  const regions = page.regions.filter((region) => !remove.includes(region.id));
  let last = -1;
  for (const { index, region } of insert) {
    if (index <= last || index > regions.length) throw invalid(`There is no place ${index + 1} on the page.`);
    regions.splice(index, 0, region);
    last = index;
  }
  const next = withPage(document, { ...page, regions });
  requireUniqueIds(next, 'A region with this id exists already.');
  return {
    document: next,
    inverse: {
      kind: 'replace-regions',
      pageId: page.id,
      remove: insert.map(({ region }) => region.id),
      insert: removed,
    },
  };
}

/** Sets the fields of the patch; `null` removes an optional field. */
function patched(region: Region, patch: RegionPatch): Region {
  const { level, noteMark, correction, ...required } = patch;
  const { level: oldLevel, noteMark: oldMark, correction: oldCorrection, ...rest } = region;
  const newLevel = level === undefined ? oldLevel : level;
  const newMark = noteMark === undefined ? oldMark : noteMark;
  const newCorrection = correction === undefined ? oldCorrection : correction;
  return {
    ...rest,
    ...required,
    ...(newLevel === undefined || newLevel === null ? {} : { level: newLevel }),
    ...(newMark === undefined || newMark === null ? {} : { noteMark: newMark }),
    ...(newCorrection === undefined || newCorrection === null ? {} : { correction: newCorrection }),
  };
}

/** The region's values for exactly the fields that the patch sets. */
function formerValues(region: Region, patch: RegionPatch): RegionPatch {
  return {
    ...(patch.label === undefined ? {} : { label: region.label }),
    ...(patch.task === undefined ? {} : { task: region.task }),
    ...(patch.box === undefined ? {} : { box: region.box }),
    ...(patch.state === undefined ? {} : { state: region.state }),
    ...(patch.level === undefined ? {} : { level: region.level ?? null }),
    ...(patch.noteMark === undefined ? {} : { noteMark: region.noteMark ?? null }),
    ...(patch.lines === undefined ? {} : { lines: region.lines }),
    ...(patch.marks === undefined ? {} : { marks: region.marks }),
    ...(patch.readings === undefined ? {} : { readings: region.readings }),
    ...(patch.correction === undefined ? {} : { correction: region.correction ?? null }),
  };
}

function openedPage(document: Document, pageId: string): Page {
  const page = findPage(document, pageId);
  if (page.width === 0) throw invalid('This page has not been opened yet.');
  return page;
}

function findRegion(document: Document, regionId: string): { page: Page; region: Region; index: number } {
  for (const page of document.pages) {
    const index = page.regions.findIndex((region) => region.id === regionId);
    const region = page.regions[index];
    if (region !== undefined) return { page, region, index };
  }
  throw invalid(`There is no region ${regionId} in this document.`);
}

function requireUnused(document: Document, id: string): void {
  const used = document.pages.some(
    (page) => page.id === id || page.regions.some((region) => region.id === id),
  );
  if (used) throw invalid(`The id ${id} is taken.`);
}

function withPage(document: Document, page: Page): Document {
  return { ...document, pages: document.pages.map((each) => (each.id === page.id ? page : each)) };
}

function describeBox({ x, y, width, height }: Box): string {
  return `${x} ${y} ${width} ${height}`;
}
