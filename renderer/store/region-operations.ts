/** What a person does to regions: each is one step of undo. Works on the selected ones of the page looked at. */
import type {
  Page,
  Region,
  RegionLabel,
  RegionState,
  RequestedEdit,
  TextFormat,
} from '../../engine/document';
import { currentText } from '../../engine/document/current-text';
import { translate } from '../i18n/translate';
import { edit, editHere } from './edits';
import { announce, toast } from './notices';
import { selectRegion, showPlace } from './operations';
import { fits, isOpen, nextPlace } from './review';
import type { Cut, DrawnBox, ReviewFilter } from './review-state';
import { currentDocumentId, currentPage } from './selectors';
import type { State } from './state';
import { get, set } from './store';

export function selectedRegion(state: State): Region | undefined {
  const { regionId } = state;
  return regionId === undefined ? undefined : currentPage(state)?.regions.find(({ id }) => id === regionId);
}

/** The selected region and those chosen beside it, in reading order. */
export function selectedRegions(state: State): readonly Region[] {
  const { regionId, alsoSelected } = state;
  const chosen = new Set(regionId === undefined ? alsoSelected : [regionId, ...alsoSelected]);
  return chosen.size === 0 ? [] : (currentPage(state)?.regions.filter(({ id }) => chosen.has(id)) ?? []);
}

export const hasRegion = (state: State): boolean => selectedRegion(state) !== undefined;

const freshId = (): string => crypto.randomUUID();

/** Adds the region to the chosen ones, or takes it out again. */
export function chooseAlso(regionId: string): void {
  const { alsoSelected, regionId: main } = get();
  if (main === undefined) selectRegion(regionId, 'page');
  if (main === undefined || regionId === main) return;
  const without = alsoSelected.filter((id) => id !== regionId);
  set({
    editing: false,
    alsoSelected: without.length < alsoSelected.length ? without : [...alsoSelected, regionId],
  });
}

/** Chooses everything from the selected region to the one `step` further. */
export function chooseNext(step: 1 | -1): void {
  const regions = currentPage(get())?.regions ?? [];
  const chosen = new Set(selectedRegions(get()).map(({ id }) => id));
  if (chosen.size === 0) return;
  const places = regions.flatMap(({ id }, index) => (chosen.has(id) ? [index] : []));
  const edge = step > 0 ? Math.max(...places) : Math.min(...places);
  const next = regions[edge + step];
  if (next) chooseAlso(next.id);
}

export function setText(region: Region, text: string, format?: TextFormat): Promise<void> {
  return editHere({
    kind: 'set-text',
    regionId: region.id,
    text,
    ...(format === undefined ? {} : { format }),
  });
}

export function setState(state: RegionState): Promise<void> {
  const edits = selectedRegions(get())
    .filter((region) => region.state !== state)
    .map(({ id }): RequestedEdit => ({ kind: 'set-state', regionId: id, state }));
  if (edits.length > 0) announce(translate(`state.${state}`));
  return editHere(...edits);
}

/** As `setState`; a second time takes it back. */
export function toggleState(state: RegionState): Promise<void> {
  const region = selectedRegion(get());
  if (region?.state !== state) return setState(state);
  return setState(region.correction === undefined ? 'unchecked' : 'corrected');
}

/** The selected regions get the state, then the next one to look at is shown, with an editor if there was one. */
export function stateAndGoOn(state: RegionState): void {
  const { filter, regionId, pageId, editing } = get();
  const documentId = currentDocumentId(get());
  if (documentId === undefined || pageId === undefined || regionId === undefined) return;
  const done = new Set(selectedRegions(get()).map(({ id }) => id));
  const wanted = (region: Region): boolean =>
    !done.has(region.id) && (filter === 'all' ? isOpen(region) : fits(region, filter));
  const next = nextPlace(get(), documentId, { pageId, regionId }, 1, wanted);
  void setState(state);
  if (next) showPlace(next, 'keyboard', editing);
  else {
    set({ editing: false });
    toast('success', translate('review.allChecked'));
  }
}

/** The next region that the filter shows, on whichever page. */
export function walkFiltered(step: 1 | -1): void {
  const { filter } = get();
  walkTo(step, (region) => fits(region, filter));
}

function walkTo(step: 1 | -1, wanted: (region: Region) => boolean): void {
  const { pageId, regionId, editing } = get();
  const documentId = currentDocumentId(get());
  if (documentId === undefined || pageId === undefined) return;
  const place = nextPlace(get(), documentId, { pageId, regionId }, step, wanted);
  if (place) showPlace(place, 'keyboard', editing);
}

export function setFilter(filter: ReviewFilter): void {
  set({ filter });
  const region = selectedRegion(get());
  if (region && fits(region, filter)) return;
  set({ editing: false });
  walkFiltered(1);
}

export function setLabel(label: RegionLabel): Promise<void> {
  const edits = selectedRegions(get())
    .filter((region) => region.label !== label)
    .map(({ id }): RequestedEdit => ({ kind: 'set-label', regionId: id, label }));
  if (edits.length > 0) announce(translate(`label.${label}`));
  return editHere(...edits);
}

/** What is read from them the next time, whatever their type. */
export function setTask(task: Region['task']): Promise<void> {
  const edits = selectedRegions(get())
    .filter((region) => region.task !== task)
    .map(({ id }): RequestedEdit => ({ kind: 'set-task', regionId: id, task }));
  if (edits.length > 0) announce(translate(`task.${task}`));
  return editHere(...edits);
}

/** 0: as assembly decides. Anything that is no heading yet becomes one. */
export function setLevel(level: 0 | 1 | 2 | 3 | 4 | 5 | 6): Promise<void> {
  const edits = selectedRegions(get()).flatMap(({ id, label }): RequestedEdit[] => [
    ...(level === 0 || label === 'heading' || label === 'title'
      ? []
      : [{ kind: 'set-label' as const, regionId: id, label: 'heading' as const }]),
    { kind: 'set-level', regionId: id, level: level === 0 ? null : level },
  ]);
  return editHere(...edits);
}

/** `place` counts from 1; beyond the ends it is the first or last. */
export function moveToPlace(place: number): Promise<void> {
  const page = currentPage(get());
  const region = selectedRegion(get());
  if (!page || !region || !Number.isFinite(place)) return Promise.resolve();
  const index = Math.max(0, Math.min(page.regions.length - 1, Math.round(place) - 1));
  if (page.regions[index]?.id === region.id) return Promise.resolve();
  announce(translate('review.moved', { place: index + 1 }));
  return editHere({ kind: 'move-region', regionId: region.id, index });
}

export function moveBy(step: 1 | -1): Promise<void> {
  const region = selectedRegion(get());
  const at = currentPage(get())?.regions.findIndex(({ id }) => id === region?.id) ?? -1;
  return at < 0 ? Promise.resolve() : moveToPlace(at + 1 + step);
}

export function removeSelected(): Promise<void> {
  const regions = selectedRegions(get());
  announce(translate('review.removed', { count: regions.length }));
  return editHere(...regions.map(({ id }): RequestedEdit => ({ kind: 'remove-region', regionId: id })));
}

/** The chosen regions, or the selected one and the one after it, become one. */
export function mergeSelected(): Promise<void> {
  const page = currentPage(get());
  let regions = selectedRegions(get());
  const [first] = regions;
  if (!page || !first) return Promise.resolve();
  if (regions.length === 1) {
    const next = page.regions[page.regions.indexOf(first) + 1];
    if (!next) return Promise.resolve();
    regions = [first, next];
  }
  set({ regionId: first.id, alsoSelected: [] });
  return editHere({ kind: 'merge-regions', regionIds: regions.map(({ id }) => id) });
}

export function splitAt(region: Region, at: Cut): Promise<void> {
  set({ cutting: undefined });
  return editHere({ kind: 'split-region', regionId: region.id, newRegionId: freshId(), at });
}

/** A new region before the first that lies below it, so that it comes about where it is read. */
export async function addRegion(page: Page, box: DrawnBox): Promise<void> {
  const { regionId } = get();
  const documentId = get().documentOfPage[page.id];
  if (documentId === undefined) return;
  const at = page.regions.findIndex(({ id }) => id === regionId);
  const below = page.regions.findIndex((region) => region.box.y > box.y + box.height / 2);
  const index = at >= 0 ? at + 1 : below < 0 ? page.regions.length : below;
  const id = freshId();
  await edit(documentId, [
    { kind: 'add-region', pageId: page.id, regionId: id, label: 'text', box: rounded(box), index },
  ]);
  if (currentPage(get())?.regions.some((region) => region.id === id)) {
    selectRegion(id, 'page');
    announce(translate('review.added'));
  }
}

export function setBox(regionId: string, box: DrawnBox): Promise<void> {
  return editHere({ kind: 'set-box', regionId, box: rounded(box) });
}

const rounded = ({ x, y, width, height }: DrawnBox): DrawnBox => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

/** An earlier text becomes the region's text; a reading that is the model's last word is taken without a correction. */
export function takeText(region: Region, text: string, format: TextFormat): Promise<void> {
  const last = region.readings[region.readings.length - 1];
  const isLast = last?.text === text && last.format === format;
  const current = currentText(region);
  if (current?.text === text && current.format === format) return Promise.resolve();
  return editHere({ kind: 'set-text', regionId: region.id, text: isLast ? null : text, format });
}
