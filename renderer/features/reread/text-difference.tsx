/** Two texts as one, what goes and what comes set apart by line and underline as well as by colour. */
import { useMemo } from 'react';
import { useTranslate } from '../../i18n/translate';
import { countChanges, type DiffPart, diffWords } from '../region/word-diff';
import styles from './reread.module.css';

/** Unchanged text further than this from a change is left out. */
const around = 160;

export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useTranslate();
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <section className={styles.difference} aria-label={t('reread.difference')}>
      <p className={styles.count}>{t('reread.changes', { count: countChanges(parts) })}</p>
      <div className={styles.text}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts are their places
          <Part key={index} part={part} isFirst={index === 0} isLast={index === parts.length - 1} />
        ))}
      </div>
    </section>
  );
}

interface PartProps {
  readonly part: DiffPart;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Part({ part, isFirst, isLast }: PartProps) {
  const { kind, text } = part;
  if (kind === 'removed') return <del>{visible(text)}</del>;
  if (kind === 'added') return <ins>{visible(text)}</ins>;
  if (text.length <= 2 * around) return text;
  const start = isFirst ? '' : text.slice(0, around);
  const end = isLast ? '' : text.slice(-around);
  return (
    <>
      {start}
      <span className={styles.gap}>…</span>
      {end}
    </>
  );
}

/** A changed space or line break would not be seen. */
const visible = (text: string): string =>
  text.trim() === '' ? text.replace(/ /g, '␣').replace(/\n/g, '↵\n') : text;
