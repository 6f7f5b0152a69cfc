/** The region as printed. */
import type { Region } from '../../../engine/document';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { useStore } from '../../store/store';
import styles from './reread.module.css';

export function RegionPicture({ region }: { readonly region: Region }) {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  if (!page || documentId === undefined || page.width === 0) return null;
  const { x, y, width, height } = region.box;
  return (
    <svg
      className={styles.picture}
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label={t('page.picture', { number: pageName(page) })}
    >
      <image href={pagePicture(documentId, page)} width={page.width} height={page.height} />
    </svg>
  );
}
