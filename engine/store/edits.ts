/**
 * Edits as they happen, and their undo after a restart. A step (one edit or several), its inverse and the changed rows
 * are one transaction; only the pages that an edit names are read and written.
 */
import { z } from 'zod';
import { PalimpsestError } from '../base/errors';
import { applyEdit, type DocumentEdit, documentEdit, type Page, type RemovedPage } from '../document';
import { canonicalJson } from './canonical-json';
import { type Database, jsonOf, numberOf } from './database';
import { checkedPage, contextOf, type DocumentHeader, type Documents } from './documents';
import {
  deletePage,
  loadPage,
  loadPages,
  requireFree,
  type StoredPage,
  type WriteContext,
  writePage,
} from './page-rows';
import { rememberSettings, type Settings } from './settings';

const editList = z.array(documentEdit);

interface OneChange {
  readonly inverse: DocumentEdit;
  readonly pages: readonly Page[];
  readonly order?: readonly string[];
  readonly removed?: readonly string[];
  /** Where the list of removed pages changed. */
  readonly header?: DocumentHeader;
}

export interface EditOutcome {
  /** In the order in which they have to be applied. */
  readonly inverse: readonly DocumentEdit[];
  /** Changed and new pages as they now stand. */
  readonly pages: readonly Page[];
  /** All page ids in their new order, when order or number changed. */
  readonly order?: readonly string[];
  /** Ids of pages that are gone. */
  readonly removed?: readonly string[];
  /** All pages that a person has taken out so far, when that changed. */
  readonly removedPages?: readonly RemovedPage[];
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
  /** Kind of the first edit of the step that undo takes back, or redo brings back. */
  readonly undoes?: DocumentEdit['kind'];
  readonly redoes?: DocumentEdit['kind'];
}

/** Edits that change which pages there are; all others are about the regions of one page. */
const structural = /^(?:reorder|split|remove|insert|replace)-pages$/;

export class Edits {
  constructor(
    private readonly database: Database,
    private readonly documents: Documents,
  ) {}

  /**
   * Applies edits, all or none, and puts them on the document's undo list as one step; what had been undone can no
   * longer be redone. Throws `invalid-request` as `applyEdit` does and for values that cannot be stored.
   */
  apply(
    documentId: string,
    edits: DocumentEdit | readonly DocumentEdit[],
    options: EditOptions = {},
  ): EditOutcome {
    return this.database.transaction(() => {
      const at = options.at ?? new Date().toISOString();
      const header = this.documents.header(documentId);
      const list = [edits].flat();
      const outcome = this.changeAll(header, list, at, options.settings);
      this.database.run("UPDATE edits SET state = 'dropped' WHERE document = ? AND state = 'undone'", [
        header.key,
      ]);
      this.database.insert(
        "INSERT INTO edits (document, at, state, edit, undo) VALUES (?, ?, 'done', ?, ?)",
        [header.key, at, canonicalJson(list), canonicalJson(outcome.inverse)],
      );
      return outcome;
    });
  }

  /**
   * Takes the last step back; undefined when there is none. A step that what has happened since makes impossible
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
    const nextOf = (state: string, order: string): [number, DocumentEdit['kind'] | undefined] => {
      const count = this.database.first('SELECT count(*) FROM edits WHERE document = ? AND state = ?', [
        key,
        state,
      ]);
      const next = this.database.first(
        `SELECT edit FROM edits WHERE document = ? AND state = ? ORDER BY key ${order} LIMIT 1`,
        [key, state],
      );
      return [numberOf(count?.[0]), next && this.parse(next[0])[0]?.kind];
    };
    const [undoable, undoes] = nextOf('done', 'DESC');
    const [redoable, redoes] = nextOf('undone', 'ASC');
    return { undoable, redoable, ...(undoes && { undoes }), ...(redoes && { redoes }) };
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
        const outcome = this.changeAll(header, this.parse(row[1]), new Date().toISOString());
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

  private parse(value: Parameters<typeof jsonOf>[0]): readonly DocumentEdit[] {
    const result = editList.safeParse(jsonOf(value));
    if (result.success) return result.data;
    const { file } = this.database;
    throw new PalimpsestError('unreadable', `${file} is damaged: an edit in it is not one.`, { file });
  }

  /** Within a transaction. */
  private changeAll(
    header: DocumentHeader,
    edits: readonly DocumentEdit[],
    at: string,
    settings?: Settings,
  ): EditOutcome {
    const context = contextOf(header, rememberSettings(this.database, settings), at, 'removed');
    let now = header;
    const inverse: DocumentEdit[] = [];
    const pages = new Map<string, Page>();
    const removed = new Set<string>();
    let order: readonly string[] | undefined;
    for (const edit of edits) {
      const one = structural.test(edit.kind)
        ? this.restructure(now, edit, context)
        : this.change(now, edit, context);
      now = one.header ?? now;
      inverse.unshift(one.inverse);
      for (const id of one.removed ?? []) removed.add(id);
      for (const page of one.pages) {
        pages.set(page.id, page);
        removed.delete(page.id);
      }
      order = one.order ?? order;
    }
    for (const id of removed) pages.delete(id);
    return {
      inverse,
      pages: [...pages.values()],
      ...(order && { order }),
      ...(removed.size > 0 && { removed: [...removed] }),
      ...(now !== header && { removedPages: now.document.removed ?? [] }),
    };
  }

  /** Only the page that the edit names is read and written. */
  private change(header: DocumentHeader, edit: DocumentEdit, context: WriteContext): OneChange {
    const stored = this.pagesOf(header.key, edit);
    const before = stored.map((page) => this.documents.storedPage(header.document, page));
    const { document, inverse } = applyEdit({ ...header.document, pages: before }, edit, context.at);
    const pages: Page[] = [];
    for (const [index, changed] of document.pages.entries()) {
      if (changed === before[index]) continue;
      const page = checkedPage(header.document, changed);
      writePage(this.database, context, stored[index], page);
      pages.push(page);
    }
    return { inverse, pages };
  }

  private restructure(header: DocumentHeader, edit: DocumentEdit, context: WriteContext): OneChange {
    const rows = new Map<string, StoredPage>();
    const before = loadPages(this.database, header.key).map((row) => {
      const page = this.documents.storedPage(header.document, row);
      rows.set(page.id, row);
      return page;
    });
    const { document, inverse } = applyEdit({ ...header.document, pages: before }, edit, context.at);
    const order = document.pages.map((page) => page.id);
    const removed = before.map((page) => page.id).filter((id) => !order.includes(id));
    for (const id of removed) deletePage(this.database, rows.get(id)?.key ?? -1);
    // Pages that stay first: regions that go from one to a new one are free then.
    const changed = document.pages.filter((page) => !before.includes(page));
    const pages = [...changed.filter(({ id }) => rows.has(id)), ...changed.filter(({ id }) => !rows.has(id))];
    for (const page of pages) {
      const checked = checkedPage(header.document, page);
      const row = rows.get(page.id);
      if (!row) requireFree(this.database, header.key, page.id);
      writePage(this.database, context, row, checked, order.indexOf(page.id));
    }
    for (const [index, id] of order.entries()) {
      this.database.run('UPDATE pages SET position = ? WHERE document = ? AND id = ?', [
        index,
        header.key,
        id,
      ]);
    }
    const { pages: _, ...left } = document;
    const next = left.removed === header.document.removed ? undefined : { ...left, pages: [] };
    if (next) this.documents.saveHeader({ key: header.key, document: next });
    return {
      inverse,
      pages,
      order,
      ...(removed.length > 0 && { removed }),
      ...(next && { header: { key: header.key, document: next } }),
    };
  }

  /** The pages that an edit is about; a name that is not there is for `applyEdit` to refuse. */
  private pagesOf(document: number, edit: DocumentEdit): StoredPage[] {
    const ids = new Set<string>();
    if ('pageId' in edit) ids.add(edit.pageId);
    else {
      const regionIds = 'regionIds' in edit ? edit.regionIds : 'regionId' in edit ? [edit.regionId] : [];
      for (const region of regionIds) {
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
