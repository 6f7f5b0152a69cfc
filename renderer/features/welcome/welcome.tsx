/** What the window shows before anything is open. */
import { FileUp, FolderOpen, Lock } from 'lucide-react';
import { performAction } from '../../actions/registry';
import { keyCaps } from '../../actions/shortcuts';
import { useTranslate } from '../../i18n/translate';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Mark } from './mark';
import styles from './welcome.module.css';

export function Welcome() {
  const t = useTranslate();
  const hasSamples = useStore((state) => state.hasSamples);
  const opening = useStore((state) => state.opening);
  const platform = useStore((state) => state.platform);
  return (
    <div className={styles.welcome} data-pane tabIndex={-1}>
      <div className={styles.head}>
        <Mark />
        <h1>{t('app.name')}</h1>
        <p>{t('app.tagline')}</p>
      </div>
      <section className={styles.drop} aria-busy={opening}>
        <FileUp aria-hidden size={32} strokeWidth={1.3} />
        <h2>{opening ? t('library.opening') : t('welcome.drop')}</h2>
        <p>{t('welcome.kinds')}</p>
        <div className={styles.buttons}>
          <Button kind="primary" icon={FileUp} onClick={() => performAction('open-files')}>
            {t('welcome.open')}
          </Button>
          <Button icon={FolderOpen} onClick={() => performAction('open-folder')}>
            {t('welcome.folder')}
          </Button>
          <Button kind="quiet" onClick={() => performAction('projects')}>
            {t('action.projects')}
          </Button>
          {hasSamples && (
            <Button kind="quiet" onClick={() => performAction('open-samples')}>
              {t('welcome.samples')}
            </Button>
          )}
        </div>
        <p className={styles.small}>{t('welcome.paste', { keys: keyCaps('Mod+V', platform).join('+') })}</p>
      </section>
      <p className={styles.private}>
        <Lock aria-hidden size={14} strokeWidth={1.9} />
        {t('welcome.private')}
      </p>
    </div>
  );
}
