/**
 * What becomes of a stored page when it is read again. A person's work stays, readings are only added, and text that
 * was read is not given up for a failure. Pure.
 */
import { applyEdit, type Document, isWorkedOn, type Page, type Reading, type Region } from '../document';
import { canonicalJson } from './canonical-json';

/** The page to keep, given the stored one and what has just come from reading; `at` is for the history. */
export function mergePage(stored: Page, incoming: Page, at: string): Page {
  const { excluded } = stored;
  const isUnread = incoming.regions.length === 0 && incoming.status !== 'done';
  if (stored.status === 'done' && isUnread) return stored;
  // Begun, given up or failed: the regions read so far stay for the next try.
  if (isUnread && stored.regions.length > 0) {
    const { error: _, ...known } = stored;
    const { status, error } = incoming;
    return { ...known, status, ...(error === undefined ? {} : { error }) };
  }
  if (stored.status === 'done' && stored.regions.some(isWorkedOn)) {
    return incoming.regions.reduce((page, region) => withReadings(page, region, at), stored);
  }
  return { ...incoming, excluded, regions: mergeRegions(stored.regions, incoming.regions, at) };
}

/** The region to keep, when one region has been read. */
export function mergeRegion(stored: Region, incoming: Region, at: string): Region {
  if (isWorkedOn(stored)) return isSamePlace(stored, incoming) ? offered(stored, incoming, at) : stored;
  if (!isSamePlace(stored, incoming)) return incoming;
  const given = new Set(incoming.readings.map(canonicalJson));
  if (stored.readings.every((reading) => given.has(canonicalJson(reading)))) return incoming;
  return { ...incoming, readings: [...stored.readings, ...freshReadings(stored, incoming)] };
}

/** Regions as read now, and at their old places those that a person has worked on. */
function mergeRegions(stored: readonly Region[], incoming: readonly Region[], at: string): Region[] {
  const former = new Map(stored.map((region) => [region.id, region]));
  const merged = incoming.map((region) => {
    const old = former.get(region.id);
    return old ? mergeRegion(old, region, at) : region;
  });
  const present = new Set(merged.map((region) => region.id));
  for (const [index, region] of stored.entries()) {
    if (isWorkedOn(region) && !present.has(region.id)) merged.splice(index, 0, region);
  }
  return merged;
}

function withReadings(page: Page, incoming: Region, at: string): Page {
  const stored = page.regions.find((region) => region.id === incoming.id);
  if (!stored || !isSamePlace(stored, incoming)) return page;
  const next = offered(stored, incoming, at);
  return { ...page, regions: page.regions.map((region) => (region === stored ? next : region)) };
}

/** New readings beside a person's text, by the same rule as an edit that adds one. */
function offered(stored: Region, incoming: Region, at: string): Region {
  return freshReadings(stored, incoming).reduce((region, reading) => {
    const { document } = applyEdit(
      aloneInDocument(region),
      { kind: 'add-reading', regionId: region.id, reading },
      at,
    );
    return document.pages[0]?.regions[0] ?? region;
  }, stored);
}

/**
 * What the stored region does not have yet, under ids that are free there. Readers may give each of their readings of
 * a region the same id, so one that was stored under another id is known by its content.
 */
function freshReadings(stored: Region, incoming: Region): Reading[] {
  const contentOf = (reading: Reading): string => canonicalJson({ ...reading, id: '' });
  const known = new Set(stored.readings.map(contentOf));
  const taken = new Set(stored.readings.map((reading) => reading.id));
  return incoming.readings
    .filter((reading) => !known.has(contentOf(reading)))
    .map((reading) => {
      let id = reading.id;
      for (let number = 2; taken.has(id); number++) id = `${reading.id}-${number}`;
      taken.add(id);
      return id === reading.id ? reading : { ...reading, id };
    });
}

/** Ids count from 1 on every page, so a second layout may give the same id to another place. */
function isSamePlace(a: Region, b: Region): boolean {
  return a.task === b.task && canonicalJson(a.box) === canonicalJson(b.box);
}

function aloneInDocument(region: Region): Document {
  return {
    schema: 1,
    id: 'one-region',
    source: { name: '', path: '', bytes: 0, sha256: '', mediaType: '', pageCount: 1 },
    pages: [
      {
        id: 'one-page',
        number: 1,
        width: 0,
        height: 0,
        space: 'page-pixels-top-left',
        transform: { sourceWidth: 0, sourceHeight: 0, scale: 1, quarterTurns: 0, skewDegrees: 0 },
        existingText: { found: 'none', characters: 0, used: false },
        status: 'done',
        marks: [],
        regions: [region],
        excluded: false,
      },
    ],
    models: [],
    errors: [],
  };
}
