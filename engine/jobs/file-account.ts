/** What became of one file, in numbers and plain words. */
import type { ErrorData } from '../base/errors';
import {
  type Document,
  type FurnitureLabel,
  furnitureLabels,
  type Page,
  pageName,
  type RemovedPage,
} from '../document';
import type { ListedSource } from '../intake';
import { countPages, countRegions, type FileAccount, noPages, noRegions, pageNumbersOf } from './account';
import type { OpenDocument } from './open-document';
import type { StageSeconds } from './read-page';

export interface PagesRead {
  readonly seconds: StageSeconds;
  /** Of writing the results. */
  readonly notes?: readonly string[];
}

export interface FileOutcome {
  readonly outcome: FileAccount['outcome'];
  readonly reason?: string;
  readonly isAsked: (page: Page) => boolean;
  readonly keep: readonly FurnitureLabel[];
  readonly read?: PagesRead;
  readonly outputs?: readonly string[];
  readonly errors?: readonly ErrorData[];
}

export function accountOf(open: OpenDocument, what: FileOutcome): FileAccount {
  const { pages } = open.document;
  const done = pages.filter((page) => page.status === 'done');
  const leftOut = furnitureLabels.filter((label) => !what.keep.includes(label));
  const counters = done
    .flatMap((page) => page.regions)
    .flatMap((region) => region.readings.map((reading) => reading.counters));
  return {
    file: open.source.info.path,
    relativePath: open.relativePath,
    documentId: open.id,
    sha256: open.source.info.sha256,
    outcome: what.outcome,
    ...(what.reason === undefined ? {} : { reason: what.reason }),
    pages: countPages(open.document, what.isAsked),
    regions: countRegions(done, leftOut),
    pageNumbers: pageNumbersOf(pages, what.isAsked, leftOut),
    existingText: {
      pages: done.filter((page) => page.existingText.found !== 'none').length,
      used: done.filter((page) => page.existingText.used).length,
    },
    tokens: counters.reduce((sum, each) => sum + each.tokens, 0),
    forwards: counters.reduce((sum, each) => sum + each.forwards, 0),
    seconds: what.read?.seconds ?? {},
    outputs: what.outputs ?? [],
    errors: what.errors ?? [],
    notes: [
      ...marksInWords(done),
      ...changesInWords(open.document),
      ...pageNotes(done),
      ...(what.read?.notes ?? []),
    ],
  };
}

/** For a source of which no page was seen. */
export function withoutPages(
  { path, relativePath }: Pick<ListedSource, 'path' | 'relativePath'>,
  outcome: FileAccount['outcome'],
  reason: string,
  errors: readonly ErrorData[] = [],
): FileAccount {
  return {
    file: path,
    relativePath,
    outcome,
    reason,
    pages: noPages(),
    regions: noRegions(),
    pageNumbers: {},
    existingText: { pages: 0, used: 0 },
    tokens: 0,
    forwards: 0,
    seconds: {},
    outputs: [],
    errors,
    notes: [],
  };
}

/** What a person did to the pages themselves. */
function changesInWords({ pages, removed = [] }: Document): string[] {
  const notes: string[] = [];
  if (removed.length > 0) notes.push(`Taken out by hand: ${namesOf(removed)}.`);
  const added = pages.filter((page) => page.source);
  if (added.length > 0) notes.push(`Put in by hand: ${namesOf(added)}.`);
  const excluded = pages.filter((page) => page.excluded);
  if (excluded.length > 0) notes.push(`Left out by hand: ${namesOf(excluded)}.`);
  return notes;
}

const namesOf = (pages: readonly (Page | RemovedPage)[]): string => pages.map(nameOf).join(', ');

function nameOf(page: Page | RemovedPage): string {
  const file = 'source' in page ? page.source?.name : 'file' in page ? page.file : undefined;
  return `page ${pageName(page)}${file === undefined ? '' : ` of ${file}`}`;
}

function pageNotes(done: readonly Page[]): string[] {
  return done.flatMap((page) => {
    const [first = '', ...rest] = nameOf(page);
    return (page.notes ?? []).map((note) => `${first.toUpperCase()}${rest.join('')}: ${note}`);
  });
}

function marksInWords(done: readonly Page[]): string[] {
  const notes: string[] = [];
  const held = done.filter((page) => page.existingText.found !== 'none');
  if (held.length > 0) {
    const used = held.filter((page) => page.existingText.used).length;
    const use =
      used === 0 ? 'the picture was read' : used === held.length ? 'it was used' : `used on ${used}`;
    notes.push(`Existing text on ${held.length} of ${done.length} pages; ${use}.`);
  }
  const marked = (kind: string): string => {
    const pages = done.filter((page) => page.marks.some((mark) => mark.kind === kind));
    const own = pages.filter((page) => !page.source).map((page) => page.number);
    // A person may have changed the order, and halves of a page have one number.
    const numbers = [...new Set(own)].sort((a, b) => a - b);
    const ranges =
      numbers.length === 0 ? [] : [`${numbers.length === 1 ? 'Page' : 'Pages'} ${inRanges(numbers)}`];
    return [...ranges, ...pages.filter((page) => page.source).map(nameOf)].join(', ');
  };
  const blank = marked('blank');
  if (blank !== '') notes.push(`${blank}: blank?`);
  const unsupported = marked('unsupported-script');
  if (unsupported !== '') notes.push(`${unsupported}: script or hand not supported? Check the text.`);
  return notes;
}

/** Ascending numbers as `1-3, 7`. */
export function inRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges[ranges.length - 1];
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
