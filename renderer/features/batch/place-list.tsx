/** The pages or regions of one line of the account, each with its reason; choosing one goes there. */
import { memo } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { useTranslate } from '../../i18n/translate';
import { readPageAgain } from '../../store/operations';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { shortText } from '../page/region-text';
import type { Place } from './account';
import styles from './batch.module.css';
import { goTo } from './go-to';
import { VirtualList } from './virtual-list';

export function PlaceList({ places, name }: { readonly places: readonly Place[]; readonly name: string }) {
  return (
    <div className={styles.listFrame}>
      <VirtualList name={name} count={places.length} pixels={52}>
        {(index) => <PlaceLine pageId={places[index]?.pageId ?? ''} regionId={places[index]?.regionId} />}
      </VirtualList>
    </div>
  );
}

interface PlaceLineProps {
  readonly pageId: string;
  readonly regionId: string | undefined;
}

const PlaceLine = memo(function PlaceLine({ pageId, regionId }: PlaceLineProps) {
  const t = useTranslate();
  const page = useStore((state) => state.pages[pageId]);
  const name = useStore((state) => state.documents[state.documentOfPage[pageId] ?? '']?.name ?? '');
  const running = useStore((state) => state.running);
  if (!page) return null;
  const order = page.regions.findIndex(({ id }) => id === regionId);
  const region = page.regions[order];
  const marks = (region ?? page).marks.map(({ kind }) => t(`mark.${kind}`));
  const failed = regionId === undefined && page.status === 'failed';
  const why = failed ? [page.error?.message ?? ''] : marks;
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.place}
        onClick={() => goTo(regionId === undefined ? { pageId } : { pageId, regionId })}
      >
        <span className={styles.name}>
          {t('problems.page', { name: page.source?.name ?? name, number: pageName(page) })}
          {region && ` · ${t('live.region', { order: order + 1, label: t(`label.${region.label}`) })}`}
        </span>
        <span className={styles.why}>
          {failed && page.error && <em>{t(`code.${page.error.code}`)}</em>}
          {[...why, ...(region ? [shortText(region, 90)] : [])].filter((each) => each !== '').join(' · ')}
        </span>
      </button>
      {failed && (
        <Button disabled={running} onClick={() => void readPageAgain(pageId)}>
          {t('text.again')}
        </Button>
      )}
    </div>
  );
});
