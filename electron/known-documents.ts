/** What the shell knows of the documents in the engine, so that a fresh engine can be given them after a crash. */
import type { Document, Page } from '../engine/document';
import type { PageEvent, RegionEvent } from '../engine/protocol/events';
import type { RequestParams } from '../engine/protocol/requests';
import type { EditResult } from '../engine/protocol/requests/edit';

type Restorable = RequestParams<'restore'>['documents'][number];

interface Known {
  document: Document;
  readonly relativePath: string;
  readonly password: string | undefined;
}

export class KnownDocuments {
  readonly #known = new Map<string, Known>();

  add(document: Document, relativePath: string, password: string | undefined): void {
    this.#known.set(document.id, { document, relativePath, password });
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#known.delete(id);
  }

  clear(): void {
    this.#known.clear();
  }

  /** What an edit, undo or redo changed. */
  setEdited(documentId: string, { pages, order }: EditResult): void {
    const known = this.#known.get(documentId);
    if (!known) return;
    const byId = new Map([...known.document.pages, ...pages].map((page) => [page.id, page]));
    const ids = order ?? known.document.pages.map(({ id }) => id);
    known.document = { ...known.document, pages: ids.flatMap((id) => byId.get(id) ?? []) };
  }

  setPage({ documentId, page }: PageEvent): void {
    const known = this.#known.get(documentId);
    if (!known) return;
    const pages = known.document.pages.map((each) => (each.id === page.id ? page : each));
    known.document = { ...known.document, pages };
  }

  setRegion({ documentId, pageId, region, working }: RegionEvent): void {
    const page = this.page(documentId, pageId);
    if (working || !page?.regions.some(({ id }) => id === region.id)) return;
    const regions = page.regions.map((each) => (each.id === region.id ? region : each));
    this.setPage({ documentId, page: { ...page, regions } });
  }

  page(documentId: string, pageId: string): Page | undefined {
    return this.#known.get(documentId)?.document.pages.find(({ id }) => id === pageId);
  }

  pages(documentId: string): readonly Page[] {
    return this.#known.get(documentId)?.document.pages ?? [];
  }

  workingPages(): readonly PageEvent[] {
    return [...this.#known.values()].flatMap(({ document }) =>
      document.pages
        .filter((page) => page.status === 'working')
        .map((page) => ({ documentId: document.id, page })),
    );
  }

  name(documentId: string): string {
    return this.#known.get(documentId)?.document.source.name ?? '';
  }

  /** Everything, as the `restore` request wants it. */
  restorable(): RequestParams<'restore'> {
    const documents = [...this.#known.values()].map(({ document, relativePath, password }) => {
      // The schema's arrays are mutable by type only; the message is a copy in any case.
      const entry = { document, relativePath, ...(password === undefined ? {} : { password }) };
      return entry as Restorable;
    });
    return { documents };
  }
}
