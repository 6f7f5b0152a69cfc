/** Requests about what a person does with documents, and about the project that keeps it. */
import { stat } from 'node:fs/promises';
import { PalimpsestError } from '../base/errors';
import { type DocumentEdit, pageName } from '../document';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import type { OpenDocument } from './open-document';
import { pagesReshapedBy } from './page-requests';
import type { ProjectDocuments } from './project-documents';

export interface ReviewHost {
  kept(): ProjectDocuments;
  /** Throws `invalid-request` when no such document is open. */
  document(id: string): OpenDocument;
  isOpen(id: string): boolean;
  close(id: string): Promise<void>;
  /** How a proposed reading was decoded, if it was. */
  traceOf(readingId: string): unknown;
}

type Handlers<Kind extends RequestKind> = {
  readonly [Each in Kind]: (params: RequestParams<Each>) => Promise<RequestResult<Each>>;
};

export function reviewRequests({
  kept,
  document,
  isOpen,
  close,
  traceOf,
}: ReviewHost): Handlers<
  'edit' | 'undo' | 'redo' | 'find-regions' | 'counts' | 'recent' | 'forget' | 'jobs'
> {
  return {
    edit: async ({ documentId, edits }) => {
      const open = document(documentId);
      refuseWhileRead(open, edits);
      const outcome = kept().writable.edits.apply(documentId, edits);
      for (const edit of edits) {
        if (edit.kind !== 'add-reading') continue;
        const { id } = edit.reading;
        const trace = traceOf(id);
        if (trace !== undefined) kept().writable.traces.save(documentId, id, trace);
      }
      return kept().changed(open, outcome);
    },
    undo: async ({ documentId }) => {
      const open = document(documentId);
      const outcome = kept().writable.edits.undo(documentId);
      return { ...kept().changed(open, outcome), changed: outcome !== undefined };
    },
    redo: async ({ documentId }) => {
      const open = document(documentId);
      const outcome = kept().writable.edits.redo(documentId);
      return { ...kept().changed(open, outcome), changed: outcome !== undefined };
    },
    'find-regions': async (filter) => kept().reading.regions(filter),
    counts: async ({ documentId }) => kept().reading.counts(documentId),
    recent: async () => {
      const known = kept().project?.documents.overview() ?? [];
      const closed = known.filter(({ id }) => !isOpen(id));
      closed.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
      return Promise.all(closed.map(async (each) => ({ ...each, missing: !(await isFile(each.path)) })));
    },
    forget: async ({ documentIds }) => {
      const { documents, images } = kept().writable;
      for (const id of documentIds) {
        await close(id);
        if (!documents.has(id)) continue;
        documents.remove(id);
        await images.remove(id);
      }
      return {};
    },
    jobs: async ({ limit = 50 }) => {
      const jobs = kept().project?.jobs.list() ?? [];
      return jobs
        .slice(-limit)
        .reverse()
        .map(({ id, state, createdAt, changedAt, account }) => ({
          id,
          state,
          createdAt,
          changedAt,
          ...(account === undefined ? {} : { account }),
        }));
    },
  };
}

/** What is being read of a page would belong to another shape of it. */
function refuseWhileRead({ document }: OpenDocument, edits: readonly DocumentEdit[]): void {
  const named = new Set(edits.flatMap(pagesReshapedBy));
  const page = document.pages.find(({ id, status }) => status === 'working' && named.has(id));
  if (!page) return;
  const message = `Page ${pageName(page)} is being read; wait until it is done.`;
  throw new PalimpsestError('invalid-request', message);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
