/** Work that is done with given settings, so that it need not be done again. */
import type { Region } from '../document';
import { settingsKey } from './canonical-json';
import { type Database, textOf } from './database';
import type { Documents } from './documents';
import { loadPage } from './page-rows';
import type { Settings } from './settings';

export interface DoneWork {
  readonly documentId: string;
  readonly path: string;
  readonly pageCount: number;
  /** Pages of the source that are done with these settings. */
  readonly numbers: readonly number[];
  readonly isComplete: boolean;
}

export class FinishedWork {
  constructor(
    private readonly database: Database,
    private readonly documents: Documents,
  ) {}

  /** The document of this content with most pages done under these settings; whatever its path. */
  find(what: { readonly sha256: string; readonly settings: Settings }): DoneWork | undefined {
    const key = settingsKey(what.settings);
    const [best] = this.database.all(
      `SELECT documents.key, documents.id, documents.path, group_concat(number) FROM documents JOIN (
         SELECT document, number FROM pages WHERE origin IS NULL GROUP BY document, number
         HAVING min(status = 'done' AND settings IS ?) = 1
       ) ON document = documents.key
       WHERE sha256 = ? GROUP BY documents.key ORDER BY count(*) DESC, documents.key DESC LIMIT 1`,
      [key, what.sha256],
    );
    if (!best) return undefined;
    const documentId = textOf(best[1]);
    const numbers = textOf(best[3])
      .split(',')
      .map(Number)
      .sort((a, b) => a - b);
    const { pageCount } = this.documents.header(documentId).document.source;
    return { documentId, path: textOf(best[2]), pageCount, numbers, isComplete: numbers.length >= pageCount };
  }

  /** Ids of the document's pages that are done with these settings. */
  pages(documentId: string, settings: Settings): Set<string> {
    const { key } = this.documents.header(documentId);
    const rows = this.database.all(
      "SELECT id FROM pages WHERE document = ? AND status = 'done' AND settings = ?",
      [key, settingsKey(settings)],
    );
    return new Set(rows.map(([id]) => textOf(id)));
  }

  /** Regions of a page whose last reading was made with these settings: they need not be read again. */
  regions(documentId: string, pageId: string, settings: Settings): Region[] {
    return this.database.snapshot(() => {
      const { key, document } = this.documents.header(documentId);
      const stored = loadPage(this.database, key, pageId);
      if (!stored) return [];
      const rows = this.database.all(
        `SELECT regions.id FROM regions JOIN pages ON pages.key = regions.page
         JOIN readings ON readings.key = json_extract(regions.readings, '$[#-1]')
         WHERE pages.document = ? AND pages.id = ? AND superseded_at IS NULL AND readings.settings = ?`,
        [key, pageId, settingsKey(settings)],
      );
      const ids = new Set(rows.map(([id]) => textOf(id)));
      return this.documents.storedPage(document, stored).regions.filter((region) => ids.has(region.id));
    });
  }
}
