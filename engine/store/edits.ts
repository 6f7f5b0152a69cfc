/**
 * Edits as they happen, and their undo after a restart. An edit, its inverse and the changed rows are one
 * transaction; only the pages that an edit names are read and written.
 */
import { PalimpsestError } from '../base/errors';
import { applyEdit, type DocumentEdit, documentEdit, type Page } from '../document';
import { canonicalJson } from './canonical-json';
import { type Database, jsonOf, numberOf } from './database';
import { checkedPage, contextOf, type DocumentHeader, type Documents } from './documents';
import { loadPage, loadPages, type StoredPage, writePage } from './page-rows';
import { rememberSettings, type Settings } from './settings';

export interface EditOutcome {
  readonly inverse: DocumentEdit;
  /** Changed pages as they now stand. */
  readonly pages: readonly Page[];
  /** All page ids in their new order, when that changed. */
  readonly order?: readonly string[];
}

export interface EditOptions {
  /** ISO 8601; now when left out. */
  readonly at?: string;
  /** Of the reading in an `add-reading`. */
  readonly settings?: Settings | undefined;
}

export interface EditSteps {
  readonly undoable: number;
  readonly redoable: number;
}

export class Edits {
  constructor(
    private readonly database: Database,
    private readonly documents: Documents,
  ) {}

  /**
   * Applies an edit and puts it on the document's undo list; what had been undone can no longer be redone. Throws
   * `invalid-request` as `applyEdit` does and for values that cannot be stored; nothing is changed then.
   */
  apply(documentId: string, edit: DocumentEdit, options: EditOptions = {}): EditOutcome {
    return this.database.transaction(() => {
      const at = options.at ?? new Date().toISOString();
      const header = this.documents.header(documentId);
      const outcome = this.change(header, edit, at, options.settings);
      this.database.run("UPDATE edits SET state = 'dropped' WHERE document = ? AND state = 'undone'", [
        header.key,
      ]);
      this.database.insert(
        "INSERT INTO edits (document, at, state, edit, undo) VALUES (?, ?, 'done', ?, ?)",
        [header.key, at, canonicalJson(edit), canonicalJson(outcome.inverse)],
      );
      return outcome;
    });
  }

  /**
   * Takes the last edit back; undefined when there is none. An edit that what has happened since makes impossible
   * leaves the list (`invalid-request`), so that those before it can be reached.
   */
  undo(documentId: string): EditOutcome | undefined {
    return this.step(documentId, 'done', 'undone');
  }

  redo(documentId: string): EditOutcome | undefined {
    return this.step(documentId, 'undone', 'done');
  }

  steps(documentId: string): EditSteps {
    const { key } = this.documents.header(documentId);
    const count = (state: string): number =>
      numberOf(
        this.database.first('SELECT count(*) FROM edits WHERE document = ? AND state = ?', [key, state])?.[0],
      );
    return { undoable: count('done'), redoable: count('undone') };
  }

  private step(documentId: string, from: 'done' | 'undone', to: 'done' | 'undone'): EditOutcome | undefined {
    const [way, back, order] = from === 'done' ? ['undo', 'redo', 'DESC'] : ['redo', 'undo', 'ASC'];
    const header = this.documents.header(documentId);
    const [row] = this.database.all(
      `SELECT key, ${way} FROM edits WHERE document = ? AND state = ? ORDER BY key ${order} LIMIT 1`,
      [header.key, from],
    );
    if (!row) return undefined;
    const key = numberOf(row[0]);
    try {
      return this.database.transaction(() => {
        const outcome = this.change(header, this.parse(row[1]), new Date().toISOString());
        this.database.run(`UPDATE edits SET state = ?, ${back} = ? WHERE key = ?`, [
          to,
          canonicalJson(outcome.inverse),
          key,
        ]);
        return outcome;
      });
    } catch (error) {
      if (error instanceof PalimpsestError && error.code === 'invalid-request') {
        this.database.run("UPDATE edits SET state = 'dropped' WHERE key = ?", [key]);
      }
      throw error;
    }
  }

  private parse(value: Parameters<typeof jsonOf>[0]): DocumentEdit {
    const result = documentEdit.safeParse(jsonOf(value));
    if (result.success) return result.data;
    const { file } = this.database;
    throw new PalimpsestError('unreadable', `${file} is damaged: an edit in it is not one.`, { file });
  }

  private change(header: DocumentHeader, edit: DocumentEdit, at: string, settings?: Settings): EditOutcome {
    if (edit.kind === 'reorder-pages') return this.reorder(header, edit, at);
    const stored = this.pagesOf(header.key, edit);
    const before = stored.map((page) => this.documents.storedPage(header.document, page));
    const { document, inverse } = applyEdit({ ...header.document, pages: before }, edit, at);
    const context = contextOf(header, rememberSettings(this.database, settings), at, 'removed');
    const pages: Page[] = [];
    for (const [index, changed] of document.pages.entries()) {
      if (changed === before[index]) continue;
      const page = checkedPage(header.document, changed);
      writePage(this.database, context, stored[index], page);
      pages.push(page);
    }
    return { inverse, pages };
  }

  private reorder(header: DocumentHeader, edit: DocumentEdit, at: string): EditOutcome {
    const rows = loadPages(this.database, header.key);
    const pages = rows.map((row) => this.documents.storedPage(header.document, row));
    const { document, inverse } = applyEdit({ ...header.document, pages }, edit, at);
    const order = document.pages.map((page) => page.id);
    for (const [index, { id }] of pages.entries()) {
      this.database.run('UPDATE pages SET position = ? WHERE key = ?', [
        order.indexOf(id),
        rows[index]?.key ?? null,
      ]);
    }
    return { inverse, pages: [], order };
  }

  /** The pages that an edit is about; a name that is not there is for `applyEdit` to refuse. */
  private pagesOf(document: number, edit: Exclude<DocumentEdit, { kind: 'reorder-pages' }>): StoredPage[] {
    const ids = new Set<string>();
    if ('pageId' in edit) ids.add(edit.pageId);
    else {
      for (const region of edit.kind === 'merge-regions' ? edit.regionIds : [edit.regionId]) {
        const row = this.database.first(
          `SELECT pages.id FROM regions JOIN pages ON pages.key = regions.page
           WHERE regions.document = ? AND regions.id = ? AND superseded_at IS NULL`,
          [document, region],
        );
        if (row) ids.add(String(row[0]));
      }
    }
    return [...ids].flatMap((id) => loadPage(this.database, document, id) ?? []);
  }
}
