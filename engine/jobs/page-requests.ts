/** Requests about whole pages that need their pictures or other files: put pages in, find where to cut one. */
import { randomBytes } from 'node:crypto';
import { type ErrorData, throwIfAborted, toErrorData } from '../base/errors';
import type { DocumentEdit, Page } from '../document';
import { listSources, type OpenOptions, openSource } from '../intake';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import { type OpenDocument, sourceOf, waitingPage } from './open-document';
import type { PagePictures } from './page-pictures';
import type { ProjectDocuments } from './project-documents';
import { gutterOf } from './spreads';

export interface PageHost {
  kept(): ProjectDocuments;
  pictures(): PagePictures;
  /** Both throw `invalid-request` for what is not open. */
  document(id: string): OpenDocument;
  page(open: OpenDocument, id: string): Page;
  openOptions(): OpenOptions;
}

type Handlers<Kind extends RequestKind> = {
  readonly [Each in Kind]: (
    params: RequestParams<Each>,
    signal: AbortSignal | undefined,
  ) => Promise<RequestResult<Each>>;
};

export function pageRequests(host: PageHost): Handlers<'insert-pages' | 'suggest-cut'> {
  return {
    'insert-pages': async ({ documentId, beside, side, paths }, signal) => {
      const open = host.document(documentId);
      host.page(open, beside);
      const { pages, rejected } = await pagesOfFiles(paths, open, host.openOptions(), signal);
      if (pages.length === 0) {
        return { ...host.kept().changed(open, undefined), inserted: [], rejected };
      }
      // Only now: a person may have changed the order meanwhile.
      const place = open.document.pages.indexOf(host.page(open, beside));
      const index = side === 'before' ? place : place + 1;
      const outcome = host.kept().writable.edits.apply(documentId, { kind: 'insert-pages', index, pages });
      const result = host.kept().changed(open, outcome);
      return { ...result, inserted: pages.map(({ id }) => id), rejected };
    },
    'suggest-cut': async ({ documentId, pageId }) => {
      const open = host.document(documentId);
      const page = host.page(open, pageId);
      return { x: gutterOf(await host.pictures().raster(sourceOf(open, page), page)) };
    },
  };
}

/** Each page keeps the file that it comes from. Throws only `cancelled`. */
async function pagesOfFiles(
  paths: readonly string[],
  { id }: OpenDocument,
  options: OpenOptions,
  signal: AbortSignal | undefined,
): Promise<{ readonly pages: Page[]; readonly rejected: ErrorData[] }> {
  const pages: Page[] = [];
  const rejected: ErrorData[] = [];
  for await (const entry of listSources([...paths], signal)) {
    if (entry.kind === 'failed') rejected.push({ ...entry.error, file: entry.relativePath });
    if (entry.kind !== 'file') continue;
    try {
      const source = await openSource(entry.path, { ...options, ...(signal && { signal }) });
      await source.close();
      // The same file may be put in twice.
      const fresh = `${id}-i${randomBytes(6).toString('hex')}`;
      for (const info of source.pages) {
        pages.push({ ...waitingPage(info, `${fresh}-p${info.number}`), source: source.info });
      }
    } catch (error) {
      throwIfAborted(signal);
      rejected.push(toErrorData(error, { file: entry.relativePath }));
    }
  }
  return { pages, rejected };
}

/** The pages that an edit would turn, cut or take out. */
export function pagesReshapedBy(edit: DocumentEdit): readonly string[] {
  switch (edit.kind) {
    case 'transform-page':
    case 'restore-page':
    case 'crop-page':
      return [edit.pageId];
    case 'split-pages':
      return edit.cuts.map(({ pageId }) => pageId);
    case 'remove-pages':
      return edit.pageIds;
    default:
      return [];
  }
}
