/** Why a region is marked, in words: what each mark means and what to do. */
import type { Region } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import { detailText } from './detail-text';
import styles from './marks.module.css';

export function WhyMarked({ region }: { readonly region: Region }) {
  const t = useTranslate();
  if (region.marks.length === 0) return null;
  return (
    <dl className={styles.why} aria-label={t('why.title')}>
      {region.marks.map(({ kind, detail, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a kind may occur twice
        <div key={index}>
          <dt>{t(`mark.${kind}`)}</dt>
          <dd>
            {t(`why.${kind}`)}
            {detail !== undefined && <span className={styles.note}>{detailText(t, detail)}</span>}
            {detail === undefined && note !== undefined && (
              <span className={styles.note} lang="en">
                {note}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
