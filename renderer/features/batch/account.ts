/**
 * The account of everything that is open: what became of each page and region, in lines that can be looked into. Nothing
 * is in no line: pages and regions are each divided without rest. Pure.
 */
import type { Page, Region } from '../../../engine/document';
import { textOfRegion } from '../page/region-text';

export const pageLines = ['read', 'waiting', 'failed', 'left-out', 'removed', 'blank', 'existing'] as const;
export const regionLines = [
  'text',
  'pictures',
  'empty',
  'left-out-regions',
  'cut-off',
  'looped',
  'marked',
] as const;
export type AccountLine = (typeof pageLines)[number] | (typeof regionLines)[number];
export type Account = Readonly<Record<AccountLine | 'pages' | 'regions', number>>;

/** A page, or one of its regions. */
export interface Place {
  readonly pageId: string;
  readonly regionId?: string;
}

/** The first is the page's part of the whole; the others are remarks on it. */
function linesOfPage(page: Page): readonly AccountLine[] {
  const part = page.excluded
    ? 'left-out'
    : page.status === 'failed'
      ? 'failed'
      : page.status === 'done'
        ? 'read'
        : 'waiting';
  return [
    part,
    ...(page.marks.some(({ kind }) => kind === 'blank') ? (['blank'] as const) : []),
    ...(page.existingText.used ? (['existing'] as const) : []),
  ];
}

function linesOfRegion(region: Region): readonly AccountLine[] {
  const has = (kind: Region['marks'][number]['kind']): boolean =>
    region.marks.some((mark) => mark.kind === kind);
  const open = region.state === 'unchecked' || region.state === 'look-again';
  const part =
    region.state === 'left-out'
      ? 'left-out-regions'
      : region.task === 'none'
        ? 'pictures'
        : textOfRegion(region).trim() === ''
          ? 'empty'
          : 'text';
  const stop = region.correction === undefined ? region.readings.at(-1)?.stop : undefined;
  return [
    part,
    ...(stop === 'cap' || (open && has('cut-off')) ? (['cut-off'] as const) : []),
    ...(stop === 'loop' || (open && has('looped')) ? (['looped'] as const) : []),
    ...(open && region.marks.length > 0 ? (['marked'] as const) : []),
  ];
}

interface PageAccount {
  readonly counts: Account;
  readonly places: Readonly<Partial<Record<AccountLine, readonly Place[]>>>;
}

const known = new WeakMap<Page, PageAccount>();

const nothing = (): Record<keyof Account, number> => ({
  pages: 0,
  read: 0,
  waiting: 0,
  failed: 0,
  'left-out': 0,
  removed: 0,
  blank: 0,
  existing: 0,
  regions: 0,
  text: 0,
  pictures: 0,
  empty: 0,
  'left-out-regions': 0,
  'cut-off': 0,
  looped: 0,
  marked: 0,
});

/** Pages are counted once for as long as they stay as they are: a batch has thousands. */
function accountOfPage(page: Page): PageAccount {
  const before = known.get(page);
  if (before) return before;
  const counts = nothing();
  const places: Partial<Record<AccountLine, Place[]>> = {};
  const add = (line: AccountLine, place: Place): void => {
    counts[line] += 1;
    places[line] = [...(places[line] ?? []), place];
  };
  counts.pages = 1;
  for (const line of linesOfPage(page)) add(line, { pageId: page.id });
  if (!page.excluded) {
    for (const region of page.regions) {
      counts.regions += 1;
      for (const line of linesOfRegion(region)) add(line, { pageId: page.id, regionId: region.id });
    }
  }
  const account = { counts, places };
  known.set(page, account);
  return account;
}

/** `removed`: pages that are in no document any more, and are not missing for that. */
export function accountOf(pages: Iterable<Page>, removed = 0): Account {
  const sum = nothing();
  sum.pages = removed;
  sum.removed = removed;
  const lines = Object.keys(sum) as (keyof Account)[]; // the keys of `nothing`
  for (const page of pages) {
    const { counts } = accountOfPage(page);
    for (const line of lines) sum[line] += counts[line];
  }
  return sum;
}

/** Where the line's pages or regions are, in reading order. */
export function placesOf(pages: Iterable<Page>, line: AccountLine): readonly Place[] {
  const all: Place[] = [];
  for (const page of pages) all.push(...(accountOfPage(page).places[line] ?? []));
  return all;
}
