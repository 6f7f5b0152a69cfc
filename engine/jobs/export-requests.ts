/** Requests for a document's text: as blocks, as text for the clipboard, as files. */
import type { ErrorData } from '../base/errors';
import { findExporter } from '../exports';
import type { RequestParams, RequestResult } from '../protocol/requests';
import { blocksOf, render, writeDocument } from './export-document';
import type { OpenDocument } from './open-document';
import { outputStems } from './output';
import type { PagePictures } from './page-pictures';

export interface ExportHost {
  /** Throws `invalid-request` when no such document is open. */
  document(id: string): OpenDocument;
  pictures(): PagePictures;
}

type Handlers = {
  readonly [Kind in 'blocks' | 'export' | 'text']: (
    params: RequestParams<Kind>,
  ) => Promise<RequestResult<Kind>>;
};

export function exportRequests({ document, pictures }: ExportHost): Handlers {
  return {
    blocks: async ({ documentId, pageId }) => blocksOf(document(documentId), { pageId }),
    export: async ({ documentIds, formats, folder, keep, onExists = 'rename' }) => {
      const files: { documentId: string; format: string; file: string }[] = [];
      const failed: ErrorData[] = [];
      const opens = [...new Set(documentIds)].map((id) => document(id));
      const stems = outputStems(opens.map((open) => open.relativePath));
      for (const [index, open] of opens.entries()) {
        const { name } = open.source.info;
        if (!open.document.pages.some((page) => page.status === 'done')) {
          failed.push({ code: 'invalid-request', message: `No page of ${name} has been read.`, file: name });
          continue;
        }
        const options = { formats, folder, stem: stems[index]!, keep, onExists };
        for (const { format, file, error } of await writeDocument(open, pictures(), options)) {
          if (file !== undefined) files.push({ documentId: open.id, format, file });
          if (error) failed.push(error);
        }
      }
      return { files, failed };
    },
    text: async ({ documentId, format, pageId, regionIds, keep }) => {
      const output = await render(document(documentId), findExporter(format), pictures(), {
        pageId,
        regionIds,
        keep,
      });
      return { text: new TextDecoder().decode(output.bytes) };
    },
  };
}
