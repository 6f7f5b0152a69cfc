/** Shows on the page which region is being read just now. */
import type { Page } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import { useStore } from '../../store/store';
import styles from './live.module.css';
import { useLive } from './live-store';

export function WorkingRegion({ page, scale }: { readonly page: Page; readonly scale: number }) {
  const t = useTranslate();
  const regionId = useLive(({ current, logs }) =>
    current !== undefined && logs[current]?.pageId === page.id ? current : undefined,
  );
  const begun = useStore((state) => state.live[page.id]);
  if (regionId === undefined) return null;
  const region = [...page.regions, ...(begun ?? [])].find(({ id }) => id === regionId);
  if (!region) return null;
  const { x, y, width, height } = region.box;
  return (
    <div
      className={styles.working}
      data-working-region={regionId}
      style={{
        left: x * scale - 3,
        top: y * scale - 3,
        width: width * scale + 6,
        height: height * scale + 6,
      }}
    >
      <span>{t('live.working')}</span>
    </div>
  );
}
