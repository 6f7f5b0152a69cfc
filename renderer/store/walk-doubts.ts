/** From one doubtful place to the next: marked words, and regions that are marked as a whole. */
import type { DoubtfulWord, Page, Region } from '../../engine/document';
import { currentText } from '../../engine/document/current-text';
import { translate } from '../i18n/translate';
import { type DoubtLevel, doubtsInText, doubtsOf } from './doubtful-words';
import { commitUnfinished } from './edits';
import { announce, toast } from './notices';
import { showPlace } from './operations';
import { isDoubtful, nextPlace } from './review';
import { currentDocumentId, currentPage } from './selectors';
import { get, set } from './store';

/** Of the word looked at, or of the caret in the field of its region. */
function offsetIn(region: Region, step: 1 | -1): number | undefined {
  const { lookAt, editing } = get();
  const field = editing ? document.activeElement : null;
  if (field instanceof HTMLTextAreaElement && field.hasAttribute('data-document-text')) {
    return step > 0 ? field.selectionEnd - 1 : field.selectionStart;
  }
  return lookAt?.regionId === region.id ? lookAt.start : undefined;
}

const fieldText = (region: Region): string => {
  const field = document.activeElement;
  return get().editing && field instanceof HTMLTextAreaElement && field.hasAttribute('data-document-text')
    ? field.value
    : (currentText(region)?.text ?? '');
};

/** The word after or before an offset of the region's text. */
export function nextWord(
  words: readonly DoubtfulWord[],
  offset: number | undefined,
  step: 1 | -1,
): DoubtfulWord | undefined {
  if (step > 0) return words.find(({ start }) => offset === undefined || start > offset);
  if (offset === undefined) return undefined;
  return [...words].reverse().find(({ start }) => start < offset);
}

export function walkDoubtful(step: 1 | -1): void {
  const state = get();
  const documentId = currentDocumentId(state);
  const page = currentPage(state);
  if (documentId === undefined || !page) return;
  const level = state.settings.doubtMarks;
  const here = page.regions.find(({ id }) => id === state.regionId);
  const next = here && nextWord(doubtsInText(here, fieldText(here), level), offsetIn(here, step), step);
  if (here && next) {
    goTo(page, here, next, fieldText(here));
    return;
  }
  const wanted = (region: Region): boolean => isDoubtful(region) || doubtsOf(region, level).length > 0;
  const place = nextPlace(state, documentId, { pageId: page.id, regionId: here?.id }, step, wanted);
  const target = place && state.pages[place.pageId];
  const region = target?.regions.find(({ id }) => id === place?.regionId);
  if (!target || !region) {
    toast('plain', translate('review.noDoubt'));
    return;
  }
  commitUnfinished();
  goTo(target, region, lastOrFirst(region, level, step), currentText(region)?.text ?? '');
}

function lastOrFirst(region: Region, level: DoubtLevel, step: 1 | -1): DoubtfulWord | undefined {
  const words = doubtsOf(region, level);
  return step > 0 ? words[0] : words[words.length - 1];
}

/** Words are looked at where they can be corrected. */
function goTo(page: Page, region: Region, word: DoubtfulWord | undefined, text: string): void {
  const { editing } = get();
  if (word) set({ textView: 'review', showText: true });
  showPlace({ pageId: page.id, regionId: region.id }, 'keyboard', editing);
  if (!word) return;
  const { start, end } = word;
  set({ lookAt: { regionId: region.id, start, end } });
  announce(translate('review.doubtfulWord', { word: text.slice(start, end) }));
}
