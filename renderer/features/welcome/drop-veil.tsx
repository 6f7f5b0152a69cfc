/** Lies over the window while files are dragged over it. */
import { FileUp } from 'lucide-react';
import { useTranslate } from '../../i18n/translate';
import styles from './welcome.module.css';

export function DropVeil() {
  const t = useTranslate();
  return (
    <div className={styles.veil} aria-hidden>
      <div>
        <FileUp size={40} strokeWidth={1.4} />
        <p>{t('drop.release')}</p>
      </div>
    </div>
  );
}
