/**
 * Text of regions as they are being read, calm: what is committed, region by region, until the page is done and has
 * blocks. The region that is decoded grows on its own; nothing else is drawn anew for it.
 */
import { memo, useMemo } from 'react';
import type { Page, Region } from '../../../engine/document';
import { useStore } from '../../store/store';
import { committedText } from '../live/decode-view';
import { useLive } from '../live/live-store';
import { shortText } from '../page/region-text';
import styles from './text.module.css';

/** Characters of a region; more of it is there when the page is done. */
const longest = 5000;

export function LiveText({ page }: { readonly page: Page }) {
  const read = useStore((state) => state.live[page.id]);
  const begun = useLive((state) => state.begun[page.id]);
  const ids = useMemo(() => {
    // They are read in any order, by what suits the models, and shown as a person reads.
    const order = new Map(page.regions.map(({ id }, index) => [id, index]));
    const all = [...new Set([...(read ?? []).map(({ id }) => id), ...(begun ?? [])])];
    return all.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  }, [page.regions, read, begun]);
  return (
    <article className={styles.article} aria-busy="true">
      {ids.map((id) => {
        const region = read?.find((each) => each.id === id);
        return region ? <ReadRegion key={id} region={region} /> : <DecodedRegion key={id} regionId={id} />;
      })}
    </article>
  );
}

const ReadRegion = memo(function ReadRegion({ region }: { readonly region: Region }) {
  return (
    <p className={styles.live} data-regions={region.id}>
      {shortText(region, longest)}
    </p>
  );
});

const DecodedRegion = memo(function DecodedRegion({ regionId }: { readonly regionId: string }) {
  const view = useLive((state) => state.logs[regionId]?.view);
  if (!view) return null;
  const text = committedText(view);
  return (
    <p className={styles.live} data-regions={regionId} data-decoding={view.end === undefined || undefined}>
      {(view.task === 'table' ? text.replace(/<[^>]*>?/g, ' ') : text).slice(-longest)}
    </p>
  );
});
