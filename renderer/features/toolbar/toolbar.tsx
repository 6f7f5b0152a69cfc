/** The tools above the panes: opening, what is shown, zoom, export. */

import type { LucideIcon } from 'lucide-react';
import {
  ChevronLeft,
  ChevronRight,
  Command,
  FileUp,
  FolderOpen,
  Minus,
  PanelLeft,
  PanelRight,
  Play,
  Plus,
  Radio,
  Settings,
  Share,
  SquareDashed,
} from 'lucide-react';
import { pageName } from '../../../engine/document/page-name';
import { actions, isEnabled, performAction } from '../../actions/registry';
import { keyCaps } from '../../actions/shortcuts';
import { useTranslate } from '../../i18n/translate';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import styles from './toolbar.module.css';
import { ZoomMenu } from './zoom-menu';

/** A tool that is an action: name, shortcut and state all come from its record. */
function ActionIcon({ id, icon }: { readonly id: string; readonly icon: LucideIcon }) {
  const t = useTranslate();
  const action = actions.find((each) => each.id === id);
  const enabled = useStore((state) => action !== undefined && isEnabled(action, state));
  const pressed = useStore((state) => action?.checked?.(state));
  const platform = useStore((state) => state.platform);
  if (!action) return null;
  const shortcut = action.shortcuts?.[0];
  return (
    <IconButton
      icon={icon}
      label={t(action.title).replace('…', '')}
      shortcut={shortcut === undefined ? undefined : keyCaps(shortcut, platform).join('+')}
      disabled={!enabled}
      onClick={() => performAction(id)}
      {...(pressed === undefined ? {} : { pressed })}
    />
  );
}

export function Toolbar() {
  const t = useTranslate();
  const hasDocuments = useStore((state) => state.documentIds.length > 0);
  // Where nothing decodes tokens there is nothing of it to show.
  const decodes = useStore((state) =>
    state.status?.readers.some(({ usable, decodesTokens }) => usable && decodesTokens),
  );
  const canRead = useStore(
    (state) => !state.running && Object.values(state.pages).some((page) => page.status === 'waiting'),
  );
  return (
    <header className={styles.bar} data-pane role="toolbar" aria-label={t('pane.tools')}>
      <div className={styles.group}>
        {hasDocuments && <ActionIcon id="toggle-library" icon={PanelLeft} />}
        <Button icon={FileUp} kind="quiet" data-pane-focus onClick={() => performAction('open-files')}>
          {t('welcome.open')}
        </Button>
        <ActionIcon id="open-folder" icon={FolderOpen} />
      </div>
      {hasDocuments && <PagePosition />}
      <div className={`${styles.group} ${styles.end}`}>
        {hasDocuments && (
          <>
            <ActionIcon id="zoom-out" icon={Minus} />
            <ZoomMenu />
            <ActionIcon id="zoom-in" icon={Plus} />
            <span className={styles.rule} />
            <ActionIcon id="toggle-regions" icon={SquareDashed} />
            <ActionIcon id="toggle-text" icon={PanelRight} />
            {decodes && <ActionIcon id="toggle-decoding" icon={Radio} />}
            <span className={styles.rule} />
          </>
        )}
        <ActionIcon id="palette" icon={Command} />
        <ActionIcon id="settings" icon={Settings} />
        {hasDocuments && canRead && (
          <Button icon={Play} onClick={() => performAction('read-all')}>
            {t('text.readNow')}
          </Button>
        )}
        {hasDocuments && (
          <Button icon={Share} kind="primary" onClick={() => performAction('export')}>
            {t('export.run')}
          </Button>
        )}
      </div>
    </header>
  );
}

function PagePosition() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const document = useStore((state) => state.documents[currentDocumentId(state) ?? '']);
  if (!page || !document) return <div className={styles.position} />;
  return (
    <div className={styles.position}>
      <IconButton
        small
        icon={ChevronLeft}
        label={t('page.previous')}
        onClick={() => performAction('previous-page')}
      />
      <div className={styles.place}>
        <strong title={document.relativePath}>{document.name}</strong>
        <span>{t('page.title', { number: pageName(page), total: document.pageIds.length })}</span>
      </div>
      <IconButton
        small
        icon={ChevronRight}
        label={t('page.next')}
        onClick={() => performAction('next-page')}
      />
    </div>
  );
}
