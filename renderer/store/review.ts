/** Walking through a document's regions: filters, counts, what comes next. Pure. */
import type { Page, Region, RegionState } from '../../engine/document';
import { regionStates } from '../../engine/document/labels';
import type { ReviewFilter } from './review-state';
import type { State } from './state';

export interface Place {
  readonly pageId: string;
  readonly regionId: string;
}

/** Marked by the engine or a person, and not yet dealt with. */
export function isDoubtful(region: Region): boolean {
  if (region.state === 'look-again') return true;
  return region.state === 'unchecked' && region.marks.length > 0;
}

/** Still to be looked at. */
export const isOpen = (region: Region): boolean =>
  region.state === 'unchecked' || region.state === 'look-again' || region.state === 'corrected';

export function fits(region: Region, filter: ReviewFilter): boolean {
  if (filter === 'all') return true;
  return filter === 'doubtful' ? isDoubtful(region) : region.state === filter;
}

export type ReviewCounts = Readonly<Record<RegionState | 'doubtful' | 'all', number>>;

const countsOfPage = new WeakMap<Page, ReviewCounts>();

const none = (): Record<RegionState | 'doubtful' | 'all', number> => ({
  all: 0,
  doubtful: 0,
  unchecked: 0,
  'look-again': 0,
  corrected: 0,
  checked: 0,
  'left-out': 0,
});

function countPage(page: Page): ReviewCounts {
  const known = countsOfPage.get(page);
  if (known) return known;
  const counts = none();
  for (const region of page.regions) {
    counts.all += 1;
    counts[region.state] += 1;
    if (isDoubtful(region)) counts.doubtful += 1;
  }
  countsOfPage.set(page, counts);
  return counts;
}

type Pages = Pick<State, 'documents' | 'pages'>;

const pagesOf = (state: Pages, documentId: string): readonly Page[] =>
  (state.documents[documentId]?.pageIds ?? []).flatMap((id) => state.pages[id] ?? []);

/** Of a document's pages that are not excluded. */
export function countRegions(state: Pages, documentId: string): ReviewCounts {
  const total = none();
  for (const page of pagesOf(state, documentId)) {
    if (page.excluded) continue;
    const counts = countPage(page);
    for (const key of [...regionStates, 'doubtful', 'all'] as const) total[key] += counts[key];
  }
  return total;
}

/**
 * The next place, in reading order from `from` (not itself), that `wanted` accepts; goes on at the other end and comes
 * to `from` itself last. Undefined when there is none in the document.
 */
export function nextPlace(
  state: Pages,
  documentId: string,
  from: { readonly pageId: string; readonly regionId: string | undefined },
  step: 1 | -1,
  wanted: (region: Region) => boolean,
): Place | undefined {
  const pages = pagesOf(state, documentId).filter((page) => !page.excluded || page.id === from.pageId);
  const start = pages.findIndex((page) => page.id === from.pageId);
  if (start < 0) return undefined;
  const find = (page: Page, regions: readonly Region[]): Place | undefined => {
    const ordered = step > 0 ? regions : [...regions].reverse();
    const region = ordered.find(wanted);
    return region && { pageId: page.id, regionId: region.id };
  };
  const page = pages[start];
  if (!page) return undefined;
  const at = page.regions.findIndex(({ id }) => id === from.regionId);
  const after = step > 0 ? page.regions.slice(at + 1) : page.regions.slice(0, at < 0 ? undefined : at);
  const before = step > 0 ? page.regions.slice(0, at + 1) : page.regions.slice(Math.max(0, at));
  const here = find(page, after);
  if (here) return here;
  for (let offset = 1; offset < pages.length; offset += 1) {
    const other = pages[(start + step * offset + pages.length * offset) % pages.length];
    const found = other && find(other, other.regions);
    if (found) return found;
  }
  return at < 0 ? undefined : find(page, before);
}

/** The first region in which the two differ, or that only one of them has; where an undo leads. */
export function firstChange(before: Page | undefined, after: Page): string | undefined {
  const old = new Map(before?.regions.map((region) => [region.id, region]));
  const changed = after.regions.find((region) => old.get(region.id) !== region);
  if (changed) return changed.id;
  const kept = new Set(after.regions.map(({ id }) => id));
  const gone = before?.regions.findIndex(({ id }) => !kept.has(id)) ?? -1;
  return gone < 0 ? undefined : after.regions[Math.min(gone, after.regions.length - 1)]?.id;
}
