/** A text with its doubtful words marked: a dashed line and a tint, a name for screen readers, a tip on hover. */
import { Fragment } from 'react';
import type { DoubtfulWord } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import styles from './marks.module.css';

interface MarkedTextProps {
  readonly text: string;
  readonly doubts: readonly DoubtfulWord[];
  /** Start of the word that is looked at. */
  readonly current: number | undefined;
}

export function MarkedText({ text, doubts, current }: MarkedTextProps) {
  const t = useTranslate();
  let from = 0;
  const parts = doubts.map(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return (
      <Fragment key={start}>
        {before}
        <mark
          className={styles.doubt}
          data-doubt
          data-current={start === current || undefined}
          title={t('doubt.word')}
          aria-description={t('doubt.word')}
        >
          {text.slice(start, end)}
        </mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
