/** Why a region is marked, in words: what each mark means, what to do, and the words to look at first. */
import type { Region } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import styles from './marks.module.css';
import { wordsToLookAt } from './places-to-look';

export function WhyMarked({ region }: { readonly region: Region }) {
  const t = useTranslate();
  if (region.marks.length === 0) return null;
  return (
    <dl className={styles.why} aria-label={t('why.title')}>
      {region.marks.map(({ kind, note }) => {
        const words = wordsToLookAt(region.readings.at(-1), kind);
        return (
          <div key={kind}>
            <dt>{t(`mark.${kind}`)}</dt>
            <dd>
              {t(`why.${kind}`)}
              {note !== undefined && (
                <span className={styles.note} lang="en">
                  {note}
                </span>
              )}
              {words.length > 0 && (
                <span className={styles.words}>
                  {t('why.words')}{' '}
                  {words.map((word, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand in two places
                    <q key={place}>{word}</q>
                  ))}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
