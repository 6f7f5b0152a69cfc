/** The list of shortcuts, from the action records. */
import type { MenuName } from '../../actions/action';
import { actions } from '../../actions/registry';
import { useTranslate } from '../../i18n/translate';
import { set } from '../../store/store';
import { Dialog } from '../../ui/dialog';
import { Keys } from '../../ui/keys';
import styles from './palette.module.css';

const menus: readonly MenuName[] = ['file', 'edit', 'region', 'type', 'page', 'read', 'view', 'help'];

export function Shortcuts() {
  const t = useTranslate();
  return (
    <Dialog title={t('shortcuts.title')} width="wide" onClose={() => set({ dialog: undefined })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the long list is scrolled by keys */}
      <div className={styles.columns} tabIndex={0} role="document" aria-label={t('shortcuts.title')}>
        {menus.map((menu) => (
          <section key={menu}>
            <h3>{t(`menu.${menu}`)}</h3>
            <dl>
              {actions
                .filter((action) => action.menu === menu && action.shortcuts)
                .map((action) => (
                  <div key={action.id}>
                    <dt>{t(action.title).replace('…', '')}</dt>
                    <dd>
                      {action.shortcuts?.map((shortcut) => (
                        <Keys key={shortcut} shortcut={shortcut} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.note}>{t('shortcuts.note')}</p>
      <p className={styles.note}>{t('shortcuts.noteText')}</p>
      <p className={styles.note}>{t('shortcuts.noteTable')}</p>
    </Dialog>
  );
}
