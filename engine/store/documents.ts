/**
 * Documents of a project. A page's regions are written in one transaction; what is saved again is merged, so that a
 * person's corrections stay and readings are only added. Everything read back has passed the document's schema.
 */
import { PalimpsestError } from '../base/errors';
import type { Document, ModelInfo, Page, Region } from '../document';
import { parseDocument } from '../document';
import { canonicalJson } from './canonical-json';
import { type Database, jsonOf, numberOf, recordOf, textOf } from './database';
import { mergePage, mergeRegion } from './merge-page';
import {
  loadPage,
  loadPages,
  requireFree,
  type StoredPage,
  type WriteContext,
  writePage,
  writeRegion,
} from './page-rows';
import { rememberSettings, type Settings } from './settings';

/** Settings that the readings being saved were made with. */
export interface SaveOptions {
  readonly settings?: Settings | undefined;
}

export interface DocumentEntry {
  readonly id: string;
  /** Of the source. */
  readonly path: string;
  readonly relativePath: string;
  readonly sha256: string;
  readonly savedAt: string;
}

export interface DocumentOverview {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly relativePath: string;
  readonly savedAt: string;
  readonly pages: number;
  readonly pagesDone: number;
}

/** A document's row without its pages. */
export interface DocumentHeader {
  readonly key: number;
  readonly document: Document;
}

export class Documents {
  constructor(private readonly database: Database) {}

  /** In the order in which they came. */
  list(): DocumentEntry[] {
    return this.database
      .all('SELECT id, path, relative_path, sha256, saved_at FROM documents ORDER BY key')
      .map(([id, path, relativePath, sha256, savedAt]) => ({
        id: textOf(id),
        path: textOf(path),
        relativePath: textOf(relativePath),
        sha256: textOf(sha256),
        savedAt: textOf(savedAt),
      }));
  }

  /** As `list`, with what a list for people shows. */
  overview(): DocumentOverview[] {
    return this.database
      .all(
        `SELECT documents.id, json_extract(documents.body, '$.source.name'), path, relative_path, saved_at,
           count(pages.key), count(CASE WHEN status = 'done' THEN 1 END)
         FROM documents LEFT JOIN pages ON pages.document = documents.key GROUP BY documents.key ORDER BY documents.key`,
      )
      .map(([id, name, path, relativePath, savedAt, pages, pagesDone]) => ({
        id: textOf(id),
        name: textOf(name),
        path: textOf(path),
        relativePath: textOf(relativePath),
        savedAt: textOf(savedAt),
        pages: numberOf(pages),
        pagesDone: numberOf(pagesDone),
      }));
  }

  /** As it was given when the document was saved last. */
  relativePath(documentId: string): string {
    const { key } = this.header(documentId);
    return textOf(this.database.first('SELECT relative_path FROM documents WHERE key = ?', [key])?.[0]);
  }

  /** Everything that is known of a document, corrections and undo included; its pictures are removed by `images`. */
  remove(documentId: string): void {
    this.database.transaction(() => {
      const { key } = this.header(documentId);
      for (const statement of [
        'DELETE FROM traces WHERE reading IN (SELECT key FROM readings WHERE document = ?)',
        'DELETE FROM edits WHERE document = ?',
        'DELETE FROM readings WHERE document = ?',
        'DELETE FROM regions WHERE document = ?',
        'DELETE FROM pages WHERE document = ?',
        'DELETE FROM documents WHERE key = ?',
      ]) {
        this.database.run(statement, [key]);
      }
    });
  }

  has(documentId: string): boolean {
    return this.database.first('SELECT 1 FROM documents WHERE id = ?', [documentId]) !== undefined;
  }

  /**
   * Saves a document with all its pages, each as `savePage` does, and returns it as it now stands. A document that was
   * just opened, with pages waiting, so gets back everything that is known of it.
   */
  save(document: Document, relativePath: string, options: SaveOptions = {}): Document {
    const { pages, ...header } = parseDocument(document);
    const { id, source } = header;
    requirePlain(id);
    return this.database.transaction(() => {
      const known = this.has(id) ? this.header(id).document : undefined;
      const removed = known?.removed ?? header.removed;
      const models = addModels(known?.models ?? [], header.models);
      const body = canonicalJson({ ...header, models, ...(removed && { removed }) });
      const values = [source.path, relativePath, source.sha256, body, now(), id];
      if (known) {
        this.database.run(
          'UPDATE documents SET path = ?, relative_path = ?, sha256 = ?, body = ?, saved_at = ? WHERE id = ?',
          values,
        );
      } else {
        this.database.run(
          'INSERT INTO documents (path, relative_path, sha256, body, saved_at, id) VALUES (?, ?, ?, ?, ?, ?)',
          values,
        );
      }
      this.savePages(id, pages, options);
      return this.load(id);
    });
  }

  /** Adds models that new readings were made with. Before those readings are saved, so that they get their hash. */
  addModels(documentId: string, models: readonly ModelInfo[]): void {
    this.database.transaction(() => {
      const { key, document } = this.header(documentId);
      this.saveHeader({ key, document: { ...document, models: addModels(document.models, models) } });
    });
  }

  /** For the other tables of the project, within a transaction. */
  saveHeader({ key, document }: DocumentHeader): void {
    const { pages: _, ...header } = parseDocument(document);
    this.database.run('UPDATE documents SET body = ? WHERE key = ?', [canonicalJson(header), key]);
  }

  /** One transaction for all; `savePage` says what happens to each. */
  savePages(documentId: string, pages: readonly Page[], options: SaveOptions = {}): Page[] {
    return this.database.transaction(() => {
      const header = this.header(documentId);
      const settings = rememberSettings(this.database, options.settings);
      let next = numberOf(
        this.database.first('SELECT coalesce(max(position), -1) + 1 FROM pages WHERE document = ?', [
          header.key,
        ])?.[0],
      );
      return pages.map((given) => {
        const incoming = checkedPage(header.document, given);
        const stored = loadPage(this.database, header.key, incoming.id);
        const at = now();
        const page = stored ? mergePage(this.storedPage(header.document, stored), incoming, at) : incoming;
        if (!stored) requireFree(this.database, header.key, page.id);
        const context = contextOf(header, settings, at, 'superseded');
        writePage(this.database, context, stored, page, stored ? undefined : next++);
        // A page that failed now and was read before keeps the settings that it was read with.
        if (
          settings !== null &&
          (page.status === 'done' || page.status === 'failed') &&
          page.status === incoming.status
        ) {
          this.database.run('UPDATE pages SET settings = ? WHERE document = ? AND id = ?', [
            settings,
            header.key,
            page.id,
          ]);
        }
        return page;
      });
    });
  }

  /**
   * Saves what was found on a page and returns the page as it now stands: new pages go to the end of the document;
   * corrections, states and left-out pages stay, readings are added to those of the same place, and a failure never
   * replaces a page that was read. Throws `invalid-request` for a page that breaks the document's schema.
   */
  savePage(documentId: string, page: Page, options: SaveOptions = {}): Page {
    return this.savePages(documentId, [page], options)[0] ?? page;
  }

  /**
   * Saves one region of a page in work, so that an interrupted page need not start from nothing; by the same rules.
   * A region that the page does not have yet goes to its end.
   */
  saveRegion(documentId: string, pageId: string, region: Region, options: SaveOptions = {}): Region {
    return this.database.transaction(() => {
      const header = this.header(documentId);
      const stored = loadPage(this.database, header.key, pageId);
      if (!stored) throw missing('page', pageId);
      const page = this.storedPage(header.document, stored);
      const old = page.regions.find((each) => each.id === region.id);
      const at = now();
      const next = old ? mergeRegion(old, region, at) : region;
      const regions = old
        ? page.regions.map((each) => (each === old ? next : each))
        : [...page.regions, next];
      const saved = checkedPage(header.document, { ...page, regions }).regions.find(
        (each) => each.id === region.id,
      );
      if (!saved) throw missing('region', region.id);
      const context = contextOf(header, rememberSettings(this.database, options.settings), at, 'superseded');
      const row = stored.regions.get(region.id);
      writeRegion(this.database, context, stored.key, row, saved, row?.position ?? regions.length - 1);
      return saved;
    });
  }

  /** Throws `not-found`; `unreadable` when what is stored is not a document. */
  load(documentId: string): Document {
    return this.database.snapshot(() => {
      const { key, document } = this.header(documentId);
      return this.reading(() =>
        parseDocument({ ...document, pages: loadPages(this.database, key).map((page) => page.json) }),
      );
    });
  }

  page(documentId: string, pageId: string): Page {
    return this.database.snapshot(() => {
      const { key, document } = this.header(documentId);
      const stored = loadPage(this.database, key, pageId);
      if (!stored) throw missing('page', pageId);
      return this.storedPage(document, stored);
    });
  }

  /** Regions that were replaced when their page was read again, oldest first. */
  formerRegions(documentId: string, pageId: string): Region[] {
    const { key, document } = this.header(documentId);
    const rows = this.database.all(
      `SELECT regions.body, regions.readings FROM regions JOIN pages ON pages.key = regions.page
       WHERE pages.document = ? AND pages.id = ? AND superseded_at IS NOT NULL ORDER BY superseded_at, regions.key`,
      [key, pageId],
    );
    const page = this.page(documentId, pageId);
    return rows.flatMap(([body, readings]) => {
      const bodies = this.database.all(
        'SELECT body FROM json_each(?) JOIN readings ON readings.key = value ORDER BY json_each.key',
        [textOf(readings)],
      );
      const region = { ...recordOf(body), readings: bodies.map(([each]) => jsonOf(each)) };
      return this.reading(() =>
        onlyPage(parseDocument({ ...document, pages: [{ ...page, regions: [region] }] })),
      ).regions;
    });
  }

  /** For the other tables of the project. Throws `not-found`. */
  header(documentId: string): DocumentHeader {
    const row = this.database.first('SELECT key, body FROM documents WHERE id = ?', [documentId]);
    if (!row) throw missing('document', documentId);
    return this.reading(() => ({
      key: numberOf(row[0]),
      document: parseDocument({ ...recordOf(row[1]), pages: [] }),
    }));
  }

  /** Also for the other tables. */
  storedPage(document: Document, stored: StoredPage): Page {
    return this.reading(() => onlyPage(parseDocument({ ...document, pages: [stored.json] })));
  }

  /** What was stored once was right, so a fault is damage to this file. */
  private reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PalimpsestError) || error.code !== 'unreadable') throw error;
      const { file } = this.database;
      throw new PalimpsestError('unreadable', `${file}: ${error.message}`, { file }, error);
    }
  }
}

export function contextOf(
  { key, document }: DocumentHeader,
  settings: string | null,
  at: string,
  leaving: WriteContext['leaving'],
): WriteContext {
  return { document: key, models: document.models, settings, at, leaving };
}

/** A page that is given to be stored. Throws `invalid-request` for what could not be read back. */
export function checkedPage(document: Document, page: unknown): Page {
  let checked: Page;
  try {
    checked = onlyPage(parseDocument({ ...document, pages: [page] }));
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error;
    throw new PalimpsestError('invalid-request', `The page cannot be stored: ${error.message}`, {}, error);
  }
  for (const id of [checked.id, ...checked.regions.map((region) => region.id)]) requirePlain(id);
  return checked;
}

function onlyPage({ pages: [page] }: Document): Page {
  if (!page) throw new Error('A document of one page has it.');
  return page;
}

/** Text columns end at a NUL and replace half characters: two such ids could be taken for each other. */
function requirePlain(id: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (!/[\u0000-\u001f]|\p{Surrogate}/u.test(id)) return;
  throw new PalimpsestError('invalid-request', 'An id holds characters that cannot be stored.');
}

function addModels(known: readonly ModelInfo[], models: readonly ModelInfo[]): ModelInfo[] {
  const seen = new Set(known.map((model) => canonicalJson(model)));
  return [...known, ...models.filter((model) => !seen.has(canonicalJson(model)))];
}

function missing(what: string, id: string): PalimpsestError {
  return new PalimpsestError('not-found', `There is no ${what} ${id} in this project.`);
}

function now(): string {
  return new Date().toISOString();
}
