/** The selected regions on the clipboard, as text, Markdown, HTML, LaTeX or table rows. */
import { furnitureLabels } from '../../engine/document/labels';
import { requestEngine, shell } from '../bridge';
import { translate } from '../i18n/translate';
import { edited } from './edits';
import { toast } from './notices';
import { attempt } from './operations';
import { selectedRegions } from './region-operations';
import { currentDocumentId } from './selectors';
import { get } from './store';

export type CopyFormat = 'txt' | 'md' | 'html' | 'tex' | 'tsv';

export const copyRegions = (format: CopyFormat): Promise<void> =>
  attempt(async () => {
    const { pageId } = get();
    const documentId = currentDocumentId(get());
    const regionIds = selectedRegions(get()).map(({ id }) => id);
    if (documentId === undefined || pageId === undefined || regionIds.length === 0) return;
    await edited();
    // What was chosen is meant, headers and page numbers too.
    const { text } = await requestEngine('text', {
      documentId,
      pageId,
      regionIds,
      format,
      keep: [...furnitureLabels],
    });
    await shell.copyText(text);
    toast('success', translate('notice.copied'));
  });
