/** Doubtful words of the selected region on the page's picture; the one looked at stands out. */

import type { Page } from '../../../engine/document';
import { boxOfDoubt, doubtsOf } from '../../store/doubtful-words';
import { useStore } from '../../store/store';
import styles from './marks.module.css';

export function DoubtBoxes({ page, scale }: { readonly page: Page; readonly scale: number }) {
  const region = useStore((state) => page.regions.find(({ id }) => id === state.regionId));
  const level = useStore((state) => state.settings.doubtMarks);
  const current = useStore((state) =>
    state.lookAt !== undefined && state.lookAt.regionId === region?.id ? state.lookAt.start : undefined,
  );
  if (!region) return null;
  return doubtsOf(region, level).map((doubt) => {
    const corners = boxOfDoubt(region, doubt);
    return (
      corners && (
        <polygon
          key={doubt.start}
          className={styles.box}
          data-doubt-box
          data-current={doubt.start === current || undefined}
          points={corners.map(({ x, y }) => `${x * scale},${y * scale}`).join(' ')}
        />
      )
    );
  });
}
