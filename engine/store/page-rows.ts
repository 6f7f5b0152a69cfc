/** Pages as rows: read whole, written by what differs. */
import { PalimpsestError } from '../base/errors';
import type { ModelInfo, Page, Reading, Region } from '../document';
import { canonicalJson } from './canonical-json';
import { type Database, jsonOf, numberOf, type Row, recordOf, textOf } from './database';

/** A stored page, not yet checked against the document's schema, with what is needed to write only what changes. */
export interface StoredPage {
  readonly key: number;
  readonly json: Record<string, unknown>;
  readonly regions: ReadonlyMap<string, StoredRegion>;
}

interface StoredRegion {
  readonly key: number;
  readonly position: number;
  readonly body: string;
  readonly readings: string;
}

/** Whose pages, and what is known of the readings in them. */
export interface WriteContext {
  readonly document: number;
  readonly models: readonly ModelInfo[];
  /** Key of the settings that new readings were made with. */
  readonly settings: string | null;
  readonly at: string;
  /** `superseded`: regions that go stay findable (the page was read again). `removed`: the journal has them. */
  readonly leaving: 'superseded' | 'removed';
}

const pageColumns = 'key, body';
const regionColumns = 'page, key, id, position, body, readings';

/** All pages of a document in order; three queries, whatever its length. */
export function loadPages(database: Database, document: number): StoredPage[] {
  const readings = new Map(
    database
      .all('SELECT key, body FROM readings WHERE document = ?', [document])
      .map(([key, body]) => [numberOf(key), textOf(body)]),
  );
  const regions = new Map<number, Row[]>();
  const rows = database.all(
    `SELECT ${regionColumns} FROM regions WHERE document = ? AND superseded_at IS NULL ORDER BY position, key`,
    [document],
  );
  for (const row of rows) {
    const page = numberOf(row[0]);
    const list = regions.get(page);
    if (list) list.push(row);
    else regions.set(page, [row]);
  }
  return database
    .all(`SELECT ${pageColumns} FROM pages WHERE document = ? ORDER BY position, key`, [document])
    .map((row) => assemblePage(row, regions.get(numberOf(row[0])) ?? [], (key) => readings.get(key)));
}

export function loadPage(database: Database, document: number, id: string): StoredPage | undefined {
  const row = database.first(`SELECT ${pageColumns} FROM pages WHERE document = ? AND id = ?`, [
    document,
    id,
  ]);
  if (!row) return undefined;
  const regions = database.all(
    `SELECT ${regionColumns} FROM regions WHERE page = ? AND superseded_at IS NULL ORDER BY position, key`,
    [numberOf(row[0])],
  );
  return assemblePage(row, regions, (key) => {
    const reading = database.first('SELECT body FROM readings WHERE key = ? AND document = ?', [
      key,
      document,
    ]);
    return reading && textOf(reading[0]);
  });
}

function assemblePage(
  [key, body]: Row,
  rows: readonly Row[],
  readingBody: (key: number) => string | undefined,
): StoredPage {
  const regions = new Map<string, StoredRegion>();
  const json = rows.map(([, regionKey, id, position, regionBody, readings]) => {
    regions.set(textOf(id), {
      key: numberOf(regionKey),
      position: numberOf(position),
      body: textOf(regionBody),
      readings: textOf(readings),
    });
    const keys = jsonOf(readings);
    if (!Array.isArray(keys)) throw damaged('a list of readings');
    const bodies = keys.map((each) => readingBody(each) ?? fail('a reading'));
    return { ...recordOf(regionBody), readings: bodies.map((each) => JSON.parse(each)) };
  });
  return { key: numberOf(key), json: { ...recordOf(body), regions: json }, regions };
}

/** Writes a page's changes. `stored` undefined: the page is new, and `position` its place. Within a transaction. */
export function writePage(
  database: Database,
  context: WriteContext,
  stored: StoredPage | undefined,
  page: Page,
  position = 0,
): void {
  const { regions, ...header } = page;
  const body = canonicalJson(header);
  const outside = page.outside?.map(({ region }) => region.id);
  const values = [
    page.number,
    page.status,
    page.excluded ? 1 : 0,
    body,
    page.source?.sha256 ?? null,
    outside ? JSON.stringify(outside) : null,
  ];
  let key = stored?.key;
  if (key === undefined) {
    key = database.insert(
      `INSERT INTO pages (number, status, excluded, body, origin, outside, document, id, position)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [...values, context.document, page.id, position],
    );
  } else {
    database.run(
      'UPDATE pages SET number = ?, status = ?, excluded = ?, body = ?, origin = ?, outside = ? WHERE key = ?',
      [...values, key],
    );
  }
  const staying = new Set(regions.map((region) => region.id));
  for (const [id, { key: gone }] of stored?.regions ?? []) {
    if (staying.has(id)) continue;
    if (context.leaving === 'removed') database.run('DELETE FROM regions WHERE key = ?', [gone]);
    else database.run('UPDATE regions SET superseded_at = ? WHERE key = ?', [context.at, gone]);
  }
  for (const [index, region] of regions.entries()) {
    writeRegion(database, context, key, stored?.regions.get(region.id), region, index);
  }
}

/** With its regions; their readings stay. Within a transaction. */
export function deletePage(database: Database, key: number): void {
  database.run('DELETE FROM regions WHERE page = ?', [key]);
  database.run('DELETE FROM pages WHERE key = ?', [key]);
}

/** Within a transaction. */
export function writeRegion(
  database: Database,
  context: WriteContext,
  page: number,
  stored: StoredRegion | undefined,
  region: Region,
  position: number,
): void {
  const { readings, ...rest } = region;
  const body = canonicalJson(rest);
  const keys = JSON.stringify(readings.map((reading) => readingKey(database, context, region.id, reading)));
  if (stored && stored.body === body && stored.readings === keys && stored.position === position) return;
  const values = [position, region.label, region.state, body, keys];
  if (stored && context.leaving === 'superseded' && hasLost(stored, keys)) {
    // Another place of the same name: what was read at the former one stays findable.
    database.run('UPDATE regions SET superseded_at = ? WHERE key = ?', [context.at, stored.key]);
  } else if (stored) {
    database.run(
      'UPDATE regions SET position = ?, label = ?, state = ?, body = ?, readings = ? WHERE key = ?',
      [...values, stored.key],
    );
    return;
  }
  requireFree(database, context.document, region.id);
  database.insert(
    'INSERT INTO regions (position, label, state, body, readings, document, page, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [...values, context.document, page, region.id],
  );
}

function hasLost(stored: StoredRegion, keys: string): boolean {
  const kept = new Set<unknown>(JSON.parse(keys));
  return (JSON.parse(stored.readings) as unknown[]).some((key) => !kept.has(key));
}

/** Equal readings of one id are one row, whichever region they stand in. */
function readingKey(database: Database, context: WriteContext, region: string, reading: Reading): number {
  const { document, models, settings, at } = context;
  const body = canonicalJson(reading);
  const known = database.first('SELECT key FROM readings WHERE document = ? AND id = ? AND body = ?', [
    document,
    reading.id,
    body,
  ]);
  if (known) return numberOf(known[0]);
  const hash = models.filter((model) => model.id === reading.model).pop()?.sha256 ?? null;
  return database.insert(
    'INSERT INTO readings (document, id, region, model, model_sha256, settings, saved_at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [document, reading.id, region, reading.model, hash, settings, at, body],
  );
}

/** Ids of pages and regions are unique within a document, those outside a crop included. */
export function requireFree(database: Database, document: number, id: string): void {
  const taken = database.first(
    `SELECT 1 FROM regions WHERE document = ?1 AND id = ?2 AND superseded_at IS NULL
     UNION ALL SELECT 1 FROM pages WHERE document = ?1 AND id = ?2
     UNION ALL SELECT 1 FROM pages, json_each(pages.outside)
       WHERE document = ?1 AND outside IS NOT NULL AND json_each.value = ?2`,
    [document, id],
  );
  if (taken) throw new PalimpsestError('invalid-request', `The id ${id} is taken.`, { region: id });
}

function fail(what: string): never {
  throw damaged(what);
}

function damaged(what: string): PalimpsestError {
  return new PalimpsestError(
    'unreadable',
    `The project is damaged: ${what} is missing or not what it should be.`,
  );
}
