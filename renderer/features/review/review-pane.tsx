/** The page's text region by region, in reading order, each with its state and open to correction. */
import { type KeyboardEvent, useRef } from 'react';
import type { Page } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import { regionBeside } from '../../store/library';
import { selectRegion } from '../../store/operations';
import { moveBy, walkFiltered } from '../../store/region-operations';
import { fits } from '../../store/review';
import { get, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { useWheelTextSize } from '../text/use-wheel-text-size';
import { Filters } from './filters';
import styles from './review.module.css';
import { ReviewRow } from './review-row';

export function ReviewPane({ page, documentId }: { readonly page: Page; readonly documentId: string }) {
  const t = useTranslate();
  const scroll = useRef<HTMLDivElement>(null);
  const filter = useStore((state) => state.filter);
  useWheelTextSize(scroll);
  const shown = page.regions.flatMap((region, index) => (fits(region, filter) ? [{ region, index }] : []));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-region-keys]')) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') selectRegion(undefined, 'keyboard');
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) {
      void moveBy(step > 0 ? 1 : -1);
      return;
    }
    const at = shown.findIndex(({ region }) => region.id === get().regionId);
    const next = at < 0 ? regionBeside(get(), step) : shown[at + step]?.region.id;
    if (next !== undefined) selectRegion(next, 'keyboard');
  };
  return (
    <>
      <Filters documentId={documentId} />
      {/* biome-ignore lint/a11y/useSemanticElements: rows hold editors, which a list of its own kind may not */}
      <div
        ref={scroll}
        className={styles.list}
        role="list"
        aria-label={t('review.list')}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ region, index }, position) => (
          <ReviewRow key={region.id} region={region} order={index + 1} page={page} isFirst={position === 0} />
        ))}
        {shown.length === 0 && (
          <div className={styles.none} tabIndex={-1} data-pane-focus>
            <p>{t(page.regions.length === 0 ? 'review.noRegions' : 'review.noneHere')}</p>
            {page.regions.length > 0 && <Button onClick={() => walkFiltered(1)}>{t('review.goNext')}</Button>}
          </div>
        )}
      </div>
    </>
  );
}
