/** Text of regions as they are being read: plain, region by region, until the page is done and has blocks. */
import type { Region } from '../../../engine/document';
import { shortText } from '../page/region-text';
import styles from './text.module.css';

export function LiveText({ regions }: { readonly regions: readonly Region[] }) {
  return (
    <article className={styles.article} aria-busy="true">
      {regions.map((region) => (
        <p key={region.id} className={styles.live} data-regions={region.id}>
          {shortText(region, 5000)}
        </p>
      ))}
    </article>
  );
}
