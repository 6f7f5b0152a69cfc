/** What a person does to the shape and number of pages: crop, split, put in, remove. One step of undo each. */
import type { RequestedEdit } from '../../engine/document';
import { uncroppedSize } from '../../engine/document/page-crop';
import { requestEngine, shell } from '../bridge';
import { boxOfEdges, type CropEdges } from '../features/pages/crop-edges';
import { translate } from '../i18n/translate';
import { edit, takeResultOf } from './edits';
import { toast } from './notices';
import { attempt, readPages, showPage } from './operations';
import { canReshape, offerReading, selectedPages } from './page-operations';
import { currentDocumentId } from './selectors';
import { get } from './store';

/** The same part of each chosen page. */
export async function cropPages(edges: CropEdges): Promise<void> {
  const pages = selectedPages(get()).filter(canReshape);
  const documentId = currentDocumentId(get());
  if (documentId === undefined || pages.length === 0) return;
  await edit(
    documentId,
    pages.map((page): RequestedEdit => {
      const box = boxOfEdges(edges, uncroppedSize(page));
      return { kind: 'crop-page', pageId: page.id, box: box ?? null };
    }),
  );
  offerReading(
    pages.map(({ id }) => id),
    translate('pages.cropped', { count: pages.length }),
  );
}

export interface SplitChoice {
  /** Share of the width; `fold`: each page at its own. */
  readonly at: number | 'fold';
  readonly first: 'left' | 'right';
}

export const splitPages = ({ at, first }: SplitChoice): Promise<void> =>
  attempt(async () => {
    const pages = selectedPages(get()).filter(canReshape);
    const documentId = currentDocumentId(get());
    if (documentId === undefined || pages.length === 0) return;
    const cuts = [];
    for (const { id: pageId, width } of pages) {
      const x =
        at === 'fold'
          ? (await requestEngine('suggest-cut', { documentId, pageId })).x
          : Math.round(width * at);
      const newPageIds: [string, string] = [`${pageId}.1`, `${pageId}.2`];
      cuts.push({ pageId, x, first, newPageIds });
    }
    await edit(documentId, [{ kind: 'split-pages', cuts }]);
    const halves = cuts.flatMap(({ newPageIds }) => newPageIds).filter((id) => get().pages[id]);
    offerReading(halves, translate('pages.split', { count: pages.length }));
  });

export async function removePages(): Promise<void> {
  const pages = selectedPages(get());
  const documentId = currentDocumentId(get());
  const document = documentId === undefined ? undefined : get().documents[documentId];
  if (!document || pages.length === 0) return;
  if (pages.length === document.pageIds.length) {
    toast('plain', translate('pages.lastStays'));
    return;
  }
  const pageIds = pages.map(({ id }) => id);
  await edit(document.id, [{ kind: 'remove-pages', pageIds }]);
  if (!pageIds.some((id) => get().pages[id]))
    toast('plain', translate('pages.removed', { count: pages.length }));
}

/** Pages of files that the person chooses, before the first or after the last chosen page. */
export const insertPages = (side: 'before' | 'after'): Promise<void> =>
  attempt(async () => {
    const pages = selectedPages(get());
    const documentId = currentDocumentId(get());
    const beside = side === 'before' ? pages[0] : pages.at(-1);
    if (documentId === undefined || !beside) return;
    const result = await takeResultOf(documentId, () =>
      shell.insertPages({ documentId, beside: beside.id, side }),
    );
    if (!result) return;
    for (const { message } of result.rejected) toast('danger', message);
    const [first] = result.inserted;
    if (first === undefined) return;
    showPage(first);
    const text = translate('pages.inserted', { count: result.inserted.length });
    if (get().settings.readOnOpen) {
      toast('success', text);
      await readPages(documentId, result.inserted);
    } else offerReading(result.inserted, text);
  });
