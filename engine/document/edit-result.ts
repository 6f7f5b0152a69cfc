/** What every edit needs: its result, and the page that it names. */
import { PalimpsestError } from '../base/errors';
import type { DocumentEdit } from './edit-schema';
import type { Document, Page } from './types';

export interface EditResult {
  readonly document: Document;
  readonly inverse: DocumentEdit;
}

export function findPage(document: Document, pageId: string): Page {
  const page = document.pages.find((each) => each.id === pageId);
  if (page === undefined) throw invalid(`There is no page ${pageId} in this document.`);
  return page;
}

/** Ids are unique in a document; regions outside a crop may come back, so theirs are taken too. */
export function requireUniqueIds(document: Document, message: string): void {
  const ids = document.pages.flatMap((page) => [
    page.id,
    ...page.regions.map((region) => region.id),
    ...(page.outside ?? []).map(({ region }) => region.id),
  ]);
  if (new Set(ids).size !== ids.length) throw invalid(message);
}

export function invalid(message: string): PalimpsestError {
  return new PalimpsestError('invalid-request', message);
}
