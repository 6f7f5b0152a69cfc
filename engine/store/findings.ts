/** Counts and lists of regions by state, label and mark: what filters show and where they lead. */
import { PalimpsestError } from '../base/errors';
import {
  type PageStatus,
  type RegionLabel,
  type RegionMarkKind,
  type RegionState,
  regionLabels,
  regionMarkKinds,
  regionStates,
} from '../document';
import { type Database, numberOf, type SqlValue, textOf } from './database';

/** Left-out pages are counted under `excluded` and their regions not at all. */
export interface Counts {
  readonly pages: Readonly<Record<PageStatus, number>>;
  readonly excluded: number;
  readonly regions: number;
  readonly states: Readonly<Record<RegionState, number>>;
  readonly labels: Readonly<Record<RegionLabel, number>>;
  /** Regions that carry the mark. */
  readonly marks: Readonly<Record<RegionMarkKind, number>>;
}

export interface RegionFilter {
  readonly documentId?: string | undefined;
  readonly states?: readonly RegionState[] | undefined;
  readonly labels?: readonly RegionLabel[] | undefined;
  /** With any of these. */
  readonly marks?: readonly RegionMarkKind[] | undefined;
  readonly limit?: number | undefined;
}

export interface FoundRegion {
  readonly documentId: string;
  readonly pageId: string;
  readonly pageNumber: number;
  readonly regionId: string;
  readonly label: RegionLabel;
  readonly state: RegionState;
}

const regionsInUse = `FROM regions JOIN pages ON pages.key = regions.page JOIN documents ON documents.key = pages.document
  WHERE superseded_at IS NULL AND excluded = 0`;

/** Of the whole project, or of one document. */
export function countFindings(database: Database, documentId?: string): Counts {
  const only = documentId === undefined ? '' : ' AND documents.id = ?';
  const bound = documentId === undefined ? [] : [documentId];
  const count = <T extends string>(names: readonly T[], sql: string): Record<T, number> => {
    const counts = new Map(database.all(sql, bound).map(([name, number]) => [name, numberOf(number)]));
    const entries = names.map((name): [T, number] => [name, counts.get(name) ?? 0]);
    return Object.fromEntries(entries) as Record<T, number>;
  };
  const pages = 'FROM pages JOIN documents ON documents.key = pages.document WHERE true';
  return {
    pages: count(
      ['waiting', 'working', 'done', 'failed'] as const,
      `SELECT status, count(*) ${pages} AND excluded = 0${only} GROUP BY status`,
    ),
    excluded: numberOf(database.first(`SELECT count(*) ${pages} AND excluded = 1${only}`, bound)?.[0]),
    regions: numberOf(database.first(`SELECT count(*) ${regionsInUse}${only}`, bound)?.[0]),
    states: count(regionStates, `SELECT state, count(*) ${regionsInUse}${only} GROUP BY state`),
    labels: count(regionLabels, `SELECT label, count(*) ${regionsInUse}${only} GROUP BY label`),
    marks: count(
      regionMarkKinds,
      `SELECT kind, count(*) FROM (
         SELECT DISTINCT regions.key, json_extract(mark.value, '$.kind') AS kind
         FROM json_each(regions.body, '$.marks') AS mark JOIN ${regionsInUse.slice('FROM '.length)}${only}
       ) GROUP BY kind`,
    ),
  };
}

/** In the order of documents, pages and reading. */
export function findRegions(database: Database, filter: RegionFilter): FoundRegion[] {
  const conditions: string[] = [];
  const bound: SqlValue[] = [];
  const among = (sql: string, values: readonly string[] | undefined): void => {
    if (values === undefined) return;
    conditions.push(`AND ${sql}`);
    bound.push(JSON.stringify(values));
  };
  among('regions.state IN (SELECT value FROM json_each(?))', filter.states);
  among('regions.label IN (SELECT value FROM json_each(?))', filter.labels);
  among(
    `EXISTS (SELECT 1 FROM json_each(regions.body, '$.marks') AS mark
       WHERE json_extract(mark.value, '$.kind') IN (SELECT value FROM json_each(?)))`,
    filter.marks,
  );
  if (filter.documentId !== undefined) {
    conditions.push('AND documents.id = ?');
    bound.push(filter.documentId);
  }
  const rows = database.all(
    `SELECT documents.id, pages.id, pages.number, regions.id, regions.label, regions.state ${regionsInUse}
     ${conditions.join(' ')} ORDER BY documents.key, pages.position, regions.position LIMIT ?`,
    [...bound, filter.limit ?? -1],
  );
  return rows.map(([document, page, number, region, label, state]) => ({
    documentId: textOf(document),
    pageId: textOf(page),
    pageNumber: numberOf(number),
    regionId: textOf(region),
    label: known(regionLabels, label),
    state: known(regionStates, state),
  }));
}

function known<T extends string>(names: readonly T[], value: SqlValue | undefined): T {
  const found = names.find((name) => name === value);
  if (found === undefined) {
    throw new PalimpsestError('unreadable', `The project is damaged: ${value} is not known in this place.`);
  }
  return found;
}
