/** Text of regions as they are being read: plain, region by region, until the page is done and has blocks. */
import type { Page, Region } from '../../../engine/document';
import { shortText } from '../page/region-text';
import styles from './text.module.css';

interface LiveTextProps {
  readonly page: Page;
  readonly regions: readonly Region[];
}

export function LiveText({ page, regions }: LiveTextProps) {
  // They are read in any order, by what suits the models, and shown as a person reads.
  const order = new Map(page.regions.map(({ id }, index) => [id, index]));
  const sorted = [...regions].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return (
    <article className={styles.article} aria-busy="true">
      {sorted.map((region) => (
        <p key={region.id} className={styles.live} data-regions={region.id}>
          {shortText(region, 5000)}
        </p>
      ))}
    </article>
  );
}
