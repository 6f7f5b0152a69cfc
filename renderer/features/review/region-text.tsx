/** A region's text while it is not being edited: as it is, a table as a table, a formula drawn. */
import { memo } from 'react';
import type { Page, Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { doubtsOf } from '../../store/doubtful-words';
import { useStore } from '../../store/store';
import { MarkedText } from '../marks/marked-text';
import { TableText } from '../table/table-text';
import { Latex } from '../text/latex';
import styles from './review.module.css';

interface RegionTextProps {
  readonly region: Region;
  readonly page: Page;
}

export const RegionText = memo(function RegionText({ region, page }: RegionTextProps) {
  const t = useTranslate();
  const current = currentText(region);
  const text = current?.text ?? '';
  const documentId = useStore((state) => state.documentOfPage[page.id]);
  const level = useStore((state) => state.settings.doubtMarks);
  const at = useStore((state) => (state.lookAt?.regionId === region.id ? state.lookAt.start : undefined));
  const doubts = doubtsOf(region, level);
  if (region.label === 'figure' && documentId !== undefined && page.width > 0) {
    const { x, y, width, height } = region.box;
    return (
      <div className={styles.text} data-region-text>
        <svg
          className={styles.figure}
          viewBox={`${x} ${y} ${width} ${height}`}
          role="img"
          aria-label={text || t('review.picture')}
        >
          <image href={pagePicture(documentId, page)} width={page.width} height={page.height} />
        </svg>
        <p className={text === '' ? styles.nothing : undefined}>{text || t('review.picture')}</p>
      </div>
    );
  }
  if (text.trim() === '') {
    return (
      <p className={`${styles.text} ${styles.nothing}`} data-region-text>
        {t('review.empty')}
      </p>
    );
  }
  if (current?.format === 'table-html') {
    return (
      <div className={styles.text} data-region-text>
        <TableText html={text} doubts={doubts} current={at} />
      </div>
    );
  }
  if (current?.format === 'latex') {
    return (
      <div className={`${styles.text} ${styles.formula}`} data-region-text>
        <Latex latex={text} display />
      </div>
    );
  }
  return (
    <p className={styles.text} data-region-text data-label={region.label}>
      <MarkedText text={text} doubts={doubts} current={at} />
    </p>
  );
});
